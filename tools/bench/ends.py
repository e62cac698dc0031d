"""The end of a game: how often its lists come back, and what its confession and review cost.

People guess the k-th commonest letter of English that is left with a chance like 1 / k. Lengths
and dealers are drawn as on the page.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from statistics import mean, median
from time import thread_time
from typing import Final

from rich.table import Table

from service import registry
from service.dictionaries.dictionary import load
from service.engine.cheat_list import digest_of
from service.engine.game import Game, guess_letter
from service.play.catalogue import Catalogue
from service.play.confession import confess
from service.play.requests import GameChoices, new_game
from service.play.review import Transcribed, review_of
from service.search.figures import Figures
from service.settings import shipped
from service.store.record import Move, Record
from tools.bench.load import by_rank
from tools.bench.markdown import Report

RANKS: Final = (3, 8, 26)  # people guess one of this many letters
TYPICAL: Final = 8
GAMES: Final = 10_000
LENGTHS: Final = range(4, 13)
MEASURED: Final = 8  # games of each length
WARMED: Final = (1000, 3000)  # games that ended before
SIZES: Final = (8, 20, 50, 100, 250, 400, 1000, 3000, 10_000)  # words


def turns_of(game: Game, letters: str) -> Iterator[tuple[Game, str]]:
    """The game before each letter until it ends, and that letter; then its end, without one."""
    for letter in letters:
        if game.state.status != "in_progress":
            break
        yield game, letter
        game = guess_letter(game, letter)
    yield game, ""


def drawn(chance: Random, catalogue: Catalogue, length: int | None = None) -> Record:
    """A new game, as the page starts it."""
    dealer, seed = chance.choice(registry.DAY_DEALERS), chance.getrandbits(32)
    return new_game(GameChoices(length=length, dealer=dealer, seed=seed), catalogue, 0).record


def ended(chance: Random, catalogue: Catalogue, length: int | None = None) -> Record:
    """The record of a game that people played to its end."""
    record = drawn(chance, catalogue, length)
    _, *turns = turns_of(catalogue.game_of(record).game, by_rank(chance, TYPICAL))
    for number, (game, _) in enumerate(turns):
        record = record.after(Move(number.to_bytes(16, "big"), number), game.state)
    return record


def returns(catalogue: Catalogue) -> Table:
    """How often a list comes back, alone and with the guess at it."""
    columns = [f"k ≤ {most}: {what}" for most in RANKS for what in ("list", "with its guess")]
    shown = Table(
        "words of the list",
        *columns,
        title=f"How often a list comes back that one of {GAMES:,} games before it had",
    )
    shares = [share for most in RANKS for share in _shares(catalogue, most)]
    for number, before in enumerate((0, *SIZES)):
        least, most = before + 1, SIZES[number] if before < SIZES[-1] else None
        words = f"{least:,} to {most:,}" if most else f"{least:,} and more"
        shown.add_row(words, *[f"{share[number]:.0%}" for share in shares])
    return shown


def _shares(catalogue: Catalogue, most: int) -> tuple[list[float], list[float]]:
    """The share of lists that came back, and of those with their guess, by size."""
    chance, seen = Random(most), set[tuple[int, bytes, str | None]]()
    met: Counter[int] = Counter()
    lists: Counter[int] = Counter()
    guesses: Counter[int] = Counter()
    for _ in range(GAMES):
        ours = set()
        game = catalogue.game_of(drawn(chance, catalogue)).game
        for before, letter in turns_of(game, by_rank(chance, most)):
            words, size = digest_of(before.ids), _size(len(before.ids))
            alone, guessed = (
                (before.lexicon.length, words, None),
                (before.lexicon.length, words, letter),
            )
            met[size] += 1
            lists[size] += alone in seen
            guesses[size] += guessed in seen
            ours |= {alone, guessed}
        seen |= ours
    every = range(len(SIZES) + 1)
    return [lists[n] / max(1, met[n]) for n in every], [guesses[n] / max(1, met[n]) for n in every]


def _size(words: int) -> int:
    """The number of the row for a list of so many words."""
    return sum(words > most for most in SIZES)


def costs(catalogue: Catalogue) -> Table:
    """The CPU time of both, cold and after other games."""
    chance, others = Random(1), Random(2)
    games = [ended(chance, catalogue, length) for length in LENGTHS for _ in range(MEASURED)]
    shown = Table(
        "games that ended before", "confession, ms", "review, ms", "both: mean", "median",
        "figures kept", "MB",
        title=f"CPU of the end of a game, {len(games)} games (k ≤ {TYPICAL}) of "
        f"{LENGTHS[0]} to {LENGTHS[-1]} letters",
    )  # fmt: skip
    _times(catalogue, games[:3])  # the first ones compute what every game needs
    before = 0
    for warmed in (0, *WARMED):
        for _ in range(warmed - before):
            _end(catalogue, ended(others, catalogue), keeps=True)
        before = warmed
        confessions, reviews = zip(*_times(catalogue, games), strict=True)
        both = [sum(pair) for pair in zip(confessions, reviews, strict=True)]
        figures = mean(confessions), mean(reviews), mean(both), median(both)
        shelves = vars(catalogue.figures).values()
        shown.add_row(
            f"{warmed:,}",
            *[f"{1e3 * each:.1f}" for each in figures],
            f"{sum(map(len, shelves)):,}",
            f"{sum(shelf.bytes for shelf in shelves) / 1e6:.1f}",
        )  # fmt: skip
    return shown


def _times(catalogue: Catalogue, games: Sequence[Record]) -> list[tuple[float, float]]:
    """Seconds of CPU for the confession and the review of each game, which keep nothing."""
    return [_end(catalogue, game, keeps=False) for game in games]


def _end(catalogue: Catalogue, game: Record, *, keeps: bool) -> tuple[float, float]:
    transcript = game.state.transcript
    began = thread_time()
    confess(catalogue, game, keeps)
    confessed = thread_time()
    review_of(catalogue, Transcribed(transcript.answers, transcript.length, keeps_figures=keeps))
    return confessed - began, thread_time() - confessed


def report() -> Report:
    words = load(shipped("data") / registry.DEFAULT_DICTIONARY)
    dealers = registry.dealers([words])
    catalogue = Catalogue({registry.DEFAULT_DICTIONARY: words}, dealers, {})
    return [returns(catalogue), costs(replace(catalogue, figures=Figures()))], []
