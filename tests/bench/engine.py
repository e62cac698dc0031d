"""A first guess and a ten-guess game, against the obvious program in plain Python."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from rich.table import Table

from service.engine.dealers import DEALERS
from service.engine.game import Game, guess_letter, start
from service.engine.lexicon import Lexicon

LETTERS = "esiarntolc"  # ten guesses, in the order of how many words have them
PROMISED = 150  # times as fast, for the first guess at length 8
ROUNDS = 7


@dataclass(frozen=True)
class Row:
    """What one length costs, in seconds."""

    length: int
    words: int
    first: float
    plain_first: float
    ten: float
    plain_ten: float

    @property
    def first_ratio(self) -> float:
        return self.plain_first / self.first


def measured(lexicon: Lexicon) -> Row:
    words = lexicon.words(lexicon.everything)
    game = start(
        {lexicon.length: lexicon},
        DEALERS["largest-family"],
        length=lexicon.length,
        max_misses=None,
        seed=1,
    )
    return Row(
        length=lexicon.length,
        words=len(words),
        first=best_of(lambda: played(game, LETTERS[:1]), 200),
        plain_first=best_of(lambda: plainly_played(words, LETTERS[:1]), 1),
        ten=best_of(lambda: played(game, LETTERS), 50),
        plain_ten=best_of(lambda: plainly_played(words, LETTERS), 1),
    )


def played(game: Game, letters: str) -> Game:
    for letter in letters:
        game = guess_letter(game, letter)
    return game


def plainly_played(words: list[str], letters: str) -> list[str]:
    """The program that everyone writes first: a dict from positions to words."""
    for letter in letters:
        families: dict[tuple[int, ...], list[str]] = {}
        for word in words:
            where = tuple([i for i, other in enumerate(word) if other == letter])
            families.setdefault(where, []).append(word)
        words = max(families.values(), key=len)
    return words


def best_of(do: Callable[[], object], times: int) -> float:
    """Seconds for one go, in the best of some rounds: the one that was least disturbed."""
    rounds = []
    for _ in range(ROUNDS):
        began = perf_counter()
        for _ in range(times):
            do()
        rounds.append((perf_counter() - began) / times)
    return min(rounds)


def table(rows: list[Row]) -> Table:
    found = Table(title="largest-family on en-large; us, and times as fast as plain Python")
    heads = ["length", "words", "first guess", "plain", "ratio", "ten guesses", "plain", "ratio"]
    for head in heads:
        found.add_column(head, justify="right")
    for row in rows:
        found.add_row(
            str(row.length),
            f"{row.words:,}",
            *compared(row.first, row.plain_first),
            *compared(row.ten, row.plain_ten),
        )
    return found


def compared(ours: float, plain: float) -> tuple[str, str, str]:
    return f"{ours * 1e6:,.0f}", f"{plain * 1e6:,.0f}", f"{plain / ours:,.0f}"
