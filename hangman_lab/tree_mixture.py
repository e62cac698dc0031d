"""The mixture of trees of guesses by which `unexploitable` plays.

A player who draws a tree by its chance and follows it guesses like one who draws a letter at each
position: perfect recall makes the two equivalent (Kuhn, 1953). A position is the words that are
still possible, whichever guesses led there, so trees share most of their positions.

For example, bill, dill, fill, gill, hill, kill, mill, pill, till and will are one position. Each of
their ten first letters is drawn with the chance 1/10, and then each of nine with the chance 1/9.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs

PARTS: Final = 1 << 15  # the parts of the letters of a position sum to this

Keys: TypeAlias = NDArray[np.uint64]


@dataclass(frozen=True, eq=False)
class TreeMixture:
    """The letters of each position of two words or more at which no letter is in all of them.

    `keys` (positions,) ascend. `counts` (positions,) uint8: how many letters are drawn there.
    `letters` (all of them,) uint8 and `parts` uint16 are those letters, as indices into the
    alphabet, and the chance of each. No word costs more than `misses`, on average.
    """

    misses: float
    keys: Keys
    counts: NDArray[np.uint8]
    letters: NDArray[np.uint8]
    parts: NDArray[np.uint16]

    def drawn_at(self, ids: WordIDs) -> Mapping[int, int]:
        """The letters to draw from if these words are possible, with their parts.

        Empty if no tree comes to this position.
        """
        key = key_of(ids)
        place = int(np.searchsorted(self.keys, np.uint64(key)))
        if place == len(self.keys) or int(self.keys[place]) != key:
            return {}
        options = slice(self._ends[place] - self.counts[place], self._ends[place])
        return dict(zip(self.letters[options].tolist(), self.parts[options].tolist(), strict=True))

    @cached_property
    def _ends(self) -> NDArray[np.int64]:
        return self.counts.cumsum(dtype=np.int64)


def key_of(ids: WordIDs) -> int:
    """A number for a set of words, which identifies a position without its words.

    Each word ID has a mark, a random number; the key of a set is the sum of its words' marks
    (Zobrist, as in chess). Two of a million sets share a key once in forty million runs.
    """
    return int(mixed(ids).sum(dtype=np.uint64))


def mixed(numbers: NDArray[Any]) -> Keys:
    """The numbers, mixed up by Steele, Lea and Flood's SplitMix64; the same on every machine."""
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ mixed >> np.uint64(31))
