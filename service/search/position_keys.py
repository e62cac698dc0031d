"""A number for each set of words, by which a position is known without its words.

Every word ID has a mark, a random number; the key of a set is the sum of its words' marks (Zobrist,
as in chess). Two of a million sets have one key once in forty million runs.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs

Keys: TypeAlias = NDArray[np.uint64]


def key_of(ids: WordIDs) -> int:
    """The key of one set of words."""
    return int(mixed(ids).sum(dtype=np.uint64))


def keys_of(ids: WordIDs, starts: NDArray[np.int64]) -> Keys:
    """The key of each set of words, (starts,), of which the IDs begin at `starts`."""
    return np.asarray(np.add.reduceat(mixed(ids), starts))


def mixed(numbers: NDArray[Any]) -> Keys:
    """The numbers, mixed up by Steele, Lea and Flood's SplitMix64; the same on every machine."""
    mixed = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ mixed >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ mixed >> np.uint64(31))
