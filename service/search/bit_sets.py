"""Sets of small whole numbers as Python integers: bit i is 1 if i is in the set."""

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

BitSet: TypeAlias = int


def set_of(members: NDArray[np.bool_]) -> BitSet:
    """The numbers at which the array, (numbers,), is true."""
    return int.from_bytes(np.packbits(members, bitorder="little").tobytes(), "little")


def packed(members: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Sets of numbers below n, (…, n) bool, as bits: (…, ceil(n / 64)) uint64."""
    octets = np.packbits(members, axis=-1, bitorder="little")
    padded = np.zeros((*octets.shape[:-1], -(-octets.shape[-1] // 8) * 8), dtype=np.uint8)
    padded[..., : octets.shape[-1]] = octets
    return padded.view(np.dtype("<u8")).astype(np.uint64, copy=False)


def first_of(members: BitSet) -> BitSet:
    """The smallest member, as a set of its own; the empty set if there is none."""
    return members & -members


def number_of_first(members: BitSet) -> int:
    """The smallest member, as a number; -1 if there is none."""
    return (members & -members).bit_length() - 1


def numbers_in(members: BitSet) -> Iterator[int]:
    """All members, as numbers, ascending."""
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1


def has_several(members: BitSet) -> bool:
    """Whether there are two members or more."""
    return members & (members - 1) != 0
