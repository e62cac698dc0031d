"""A cheat list: the IDs of the words that still fit."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

WordID: TypeAlias = int  # index of a word in its lexicon
WordIDs: TypeAlias = NDArray[np.int64]  # shape (words,), strictly ascending


@dataclass(frozen=True, eq=False)
class CheatList:
    """The words of a lexicon with `lexicon_size` words that still fit all answers."""

    lexicon_size: int
    ids: WordIDs

    def __post_init__(self) -> None:
        self.ids.flags.writeable = False  # a dealer that writes into it would damage the game

    @property
    def is_everything(self) -> bool:
        """Whether every word of the lexicon still fits."""
        return len(self.ids) == self.lexicon_size

    def only(self, fits: NDArray[np.bool_]) -> "CheatList":
        """The words for which `fits`, (size,), is true."""
        return CheatList(self.lexicon_size, self.ids.compress(fits))


def digest_of(ids: WordIDs) -> bytes:
    """A digest of some word IDs, 16 bytes; no two lists of a lexicon have the same."""
    return blake2b(ids.astype(np.uint32).tobytes(), digest_size=16).digest()
