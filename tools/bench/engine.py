"""Each operation of the engine compared with the plain referee."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from timeit import Timer

from rich.table import Table

from service.dictionaries.arrays import lexicon_bytes, lexicon_from
from service.dictionaries.dictionary import load_all
from service.engine import cheat_list
from service.engine.game import Game, guess_letter, start
from service.engine.indexing import lexicon_of
from service.engine.lexicon import Lexicon
from service.engine.possible_words import possible_words
from service.registry import DEALERS, GUESSERS
from service.settings import shipped
from tests.support import guessing_referee
from tests.support.referee import Referee
from tools.bench.markdown import Report

PROMISED = {"guess": 400, "hint (most-words)": 60}  # times as fast as plain, 8 letters
ROUNDS = 7


@dataclass(frozen=True)
class Row:
    """The seconds that an operation takes here and in the plain program."""

    operation: str
    ours: float
    plain: float

    @property
    def ratio(self) -> float:
        return self.plain / self.ours


def rows(lexicon: Lexicon) -> list[Row]:
    """Measure each operation at its costliest, with all words of the lexicon or half of them."""
    words = lexicon.words(lexicon.everything)
    referee = Referee(words, "largest-family")
    game = new_game(lexicon)
    left = guess_letter(game, "e").ids
    words_left = lexicon.words(left)
    data = cheat_list.encode(left, len(lexicon))
    written = json.dumps(words_left)
    stored = lexicon_bytes(lexicon)
    operations: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "guess": (  # the plain one is what everyone writes first
            lambda: guess_letter(game, "e"),
            lambda: max(referee.families("e").values(), key=len),
        ),
        "cheat score": (lambda: game.cheat_score, lambda: referee.score(words)),
        "hint (most-words)": (
            lambda: GUESSERS["most-words"]().preferences(possible_words(lexicon, game.transcript)),
            lambda: guessing_referee.most_words(words, ""),
        ),
        "encode": (lambda: cheat_list.encode(left, len(lexicon)), lambda: json.dumps(words_left)),
        "decode": (lambda: cheat_list.decode(data, len(lexicon)), lambda: json.loads(written)),
        "load": (lambda: lexicon_from(stored), lambda: lexicon_of(dict.fromkeys(words, 0), "".join(
            sorted(set("".join(words)))))),
    }  # fmt: skip
    return [
        Row(operation, best_of(ours), best_of(plain))
        for operation, (ours, plain) in operations.items()
    ]


def new_game(lexicon: Lexicon, dealer: str = "largest-family") -> Game:
    """A game that has just begun."""
    return start(
        {lexicon.length: lexicon},
        DEALERS[dealer](),
        length=lexicon.length,
        max_misses=1000,
        seed=1,
    )


def best_of(do: Callable[[], object]) -> float:
    """The seconds of one call in the best round, the one that was least disturbed."""
    timer = Timer(do)
    times = max(1, min(200, round(0.01 / timer.timeit(1))))
    return min(timer.repeat(ROUNDS, times)) / times


def report() -> Report:
    lexicon = load_all([shipped("data")])["en-large"].lexicons[8]
    measured = rows(lexicon)
    table = Table(
        "", "us", "plain, us", "times as fast",
        title=f"The engine, {len(lexicon):,} words of {lexicon.length} letters (en-large)",
    )  # fmt: skip
    for row in measured:
        figures = [row.ours * 1e6, row.plain * 1e6, row.ratio]
        table.add_row(
            row.operation,
            *[f"{value:,.1f}" if value < 100 else f"{value:,.0f}" for value in figures],
        )
    return [table], [
        f"{row.operation}: {row.ratio:,.0f} times as fast as the plain program; "
        f"{PROMISED[row.operation]:,} was promised"
        for row in measured
        if row.ratio < PROMISED.get(row.operation, 0)
    ]
