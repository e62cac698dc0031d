"""Arrays in a file, little-endian, one after the other."""

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)
Kept = TypeVar("Kept")


def little_endian(arrays: Iterable[NDArray[Any]]) -> bytes:
    """The bytes of some arrays, of any shape and type, one after the other."""
    return b"".join(array.astype(array.dtype.newbyteorder("<")).tobytes() for array in arrays)


class Taker:
    """Takes arrays from a buffer, as read-only views. Raises ValueError if it is too short."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._offset = 0

    def __call__(self, kind: type[Number], count: int) -> NDArray[Number]:
        """The next `count` numbers of the type `kind`, (count,)."""
        little = np.dtype(kind).newbyteorder("<")
        array = np.frombuffer(self._content, little, count, self._offset)
        self._offset += array.nbytes
        return array

    def all(self, made: Kept) -> Kept:
        """`made`, as it is. Raises ValueError if the buffer has bytes that nobody took."""
        if self._offset != len(self._content):
            raise ValueError("it is longer than its header says")
        return made
