"""A memo of how first guesses split cheat lists, because many games begin alike."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import CheatList
from service.engine.game import Game
from service.engine.lexicon import Families, LetterSet

GUESSES: Final = 3  # the first guesses of a game; later splits are seldom seen twice
REMEMBERED: Final = 4096  # splits, of a kilobyte or two each


@dataclass
class Remembered:
    """One split: sizes and scores of its families, (families,) each, and encoded cheat lists.

    `kept` has cheat lists by family number, `scores` has scores by the letters that they count.
    """

    sizes: NDArray[np.int64] | None = None
    kept: dict[int, bytes] = field(default_factory=dict)
    scores: dict[LetterSet, NDArray[np.float64]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class RememberedFamilies(Families):
    """Families that look up in a memory what has been computed for the same split before."""

    memory: Remembered

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """As in `Families`, (families,) int64."""
        if self.memory.sizes is None:
            self.memory.sizes = np.bincount(self.numbers)
        return self.memory.sizes

    def kept(self, number: int) -> CheatList:
        """As in `Families`, but a new list each time, so that games share no decoded array."""
        if number not in self.memory.kept:
            self.memory.kept[number] = super().kept(number).data
        return CheatList(self.cheat_list.words, data=self.memory.kept[number])

    def scores(self, letters: LetterSet) -> NDArray[np.float64]:
        """As in `Families`, (families,) float64."""
        if letters not in self.memory.scores:
            self.memory.scores[letters] = super().scores(letters)
        return self.memory.scores[letters]


class Openings:
    """A memo of splits, shared by all games and dealers of one process.

    It remembers splits and not what a dealer chose, so the time of an answer does not show which
    dealers have played. It looks a cheat list up by its bytes, so a hit decodes and encodes none.
    """

    def __init__(self) -> None:
        self.hits = 0
        self.misses = 0
        self._remembered: dict[Hashable, Remembered] = {}

    def families(self, game: Game, letter: str) -> Families:
        """As `Game.families`."""
        if len(game.state.transcript.answers) >= GUESSES:
            return game.families(letter)
        lexicon, cheat_list = game.lexicon, game.state.cheat_list
        memory = self._memory_of((lexicon, cheat_list.data, letter))
        return RememberedFamilies(lexicon, lexicon.alphabet.index(letter), cheat_list, memory)

    def _memory_of(self, key: Hashable) -> Remembered:
        memory = self._remembered.get(key)
        if memory is not None:
            self.hits += 1
            return memory
        self.misses += 1
        if len(self._remembered) == REMEMBERED:
            self._remembered.clear()  # the common ones are soon back
        return self._remembered.setdefault(key, Remembered())
