"""Figures of lists that were computed before: players share their openings, so lists come back.

Each is computed from words and weights alone, so it is the same in whichever game its list comes
back. Work for a game of today may read them, but it keeps nothing until its day is over: if it made
another game's figures faster, their times would tell who deals today.
"""

import sys
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from math import inf
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from service.engine.cheat_list import WordIDs, digest_of
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.search.budget import Bounds

MOST_BYTES: Final = 16_000_000  # in each process
ENTRY_BYTES: Final = 220  # of an entry besides its value, as tracemalloc counts them
TRACE_BYTES: Final = 300  # of a Trace,
FOUND_BYTES: Final = 250  # and of each of its bounds
LEAST_WORDS: Final = 20  # shorter lists seldom come back, and cost little

Key: TypeAlias = tuple[Hashable, ...] | None  # None: of a list that is too short to keep
Value = TypeVar("Value")


class SearchedBounds(NamedTuple):
    """Bounds on what a list forces, and the steps of a budget that they took."""

    bounds: Bounds
    steps: float


@dataclass(frozen=True)
class Trace:
    """The bounds that a search found, closer and closer, each with the steps until then.

    It had a budget of `steps`; infinity if it came to its end.
    """

    found: tuple[SearchedBounds, ...]
    steps: float

    def within(self, steps: float) -> SearchedBounds | None:
        """What the search finds with so many steps; None if it had fewer.

        A search that is cut short uses all of its steps.
        """
        if steps > self.steps:
            return None
        # A search goes the same way with any budget, until the budget ends it.
        closest = [each for each in self.found if each.steps <= steps][-1]
        is_whole = self.steps == inf and closest is self.found[-1]
        return closest if is_whole else SearchedBounds(closest.bounds, steps)

    def __sizeof__(self) -> int:
        return TRACE_BYTES + FOUND_BYTES * len(self.found)


class Shelf(Generic[Value]):
    """Figures of one kind by key; those that were used last stay, within `most` bytes."""

    def __init__(self, most: int) -> None:
        self.bytes = 0
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    @property
    def keys(self) -> list[Key]:
        """The keys of the figures; the one that was used last comes last."""
        return list(self._values)

    def get(self, key: Key) -> Value | None:
        """The figure; None if it is not here."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def keep(self, key: Key, value: Value) -> None:
        """Put a figure here, and forget those that were not used for longest if it is too full.

        It replaces the figure that has this key.
        """
        if key is None:
            return
        if key in self._values:
            self.bytes -= _bytes_of(self._values.pop(key))
        self._values[key] = value
        self.bytes += _bytes_of(value)
        while self.bytes > self._most:
            self.bytes -= _bytes_of(self._values.popitem(last=False)[1])


class Reader(Shelf[Value]):
    """Figures of somebody else, who sees no trace of what was read."""

    def __init__(self, shelf: Shelf[Value]) -> None:
        super().__init__(most=0)
        self._values = shelf._values  # of the same family

    def get(self, key: Key) -> Value | None:
        """The figure; None if it is not here."""
        return self._values.get(key)

    def keep(self, key: Key, value: Value) -> None:
        """Do nothing."""


class Figures:
    """The figures that one process remembers, within `most` bytes.

    `uppers` has upper bounds of the misses that lists force, and `searched` what searches found.
    `letters` has the letters that seem good at a list, and `misses` those after a guess.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.uppers: Shelf[int] = Shelf(most // 8)
        self.searched: Shelf[Trace] = Shelf(most // 8)
        self.letters: Shelf[tuple[str, ...]] = Shelf(most // 8)
        self.misses: Shelf[float] = Shelf(most * 5 // 8)

    def to_read(self) -> "Figures":
        """The same figures, for work that must leave nothing behind."""
        figures = Figures()
        figures.uppers = Reader(self.uppers)
        figures.searched = Reader(self.searched)
        figures.letters = Reader(self.letters)
        figures.misses = Reader(self.misses)
        return figures


@dataclass(frozen=True)
class WeighedFigures:
    """The figures of words with the weights of this name."""

    figures: Figures
    weights: str

    def key(self, words: PossibleWords) -> Key:
        """The key of some words and the letters that they show: which misses were made is all one.

        The letters that were hit stand at the same positions in all of the words.
        """
        shown = words.guessed & int(words.lexicon.presence[words.ids[0]])
        return key_of(words.lexicon, words.ids, shown, self.weights)


def key_of(lexicon: Lexicon, ids: WordIDs, *others: Hashable) -> Key:
    """The key of a figure that is computed from some words of a lexicon, and `others`."""
    return None if len(ids) < LEAST_WORDS else (lexicon, digest_of(ids), *others)


def _bytes_of(value: object) -> int:
    return ENTRY_BYTES + sys.getsizeof(value)
