"""Arrays in a file: a line that names its format, a line of JSON, and then the arrays, deflated.

The arrays are little-endian, one after the other; the JSON says how long they are.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)
Result = TypeVar("Result")


class ArrayReader:
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

    @property
    def is_at_the_end(self) -> bool:
        """Whether everything has been read."""
        return self._offset == len(self._content)


def packed(form: bytes, header: Mapping[str, Any], arrays: Iterable[NDArray[Any]]) -> bytes:
    """The content of a file with arrays of any shape and type; the same give the same bytes."""
    content = b"".join(array.astype(array.dtype.newbyteorder("<")).tobytes() for array in arrays)
    return b"\n".join([form, json.dumps(header).encode(), zlib.compress(content, 9)])


def unpacked(form: bytes, data: bytes, make: Callable[..., Result]) -> Result:
    """What `make` makes of a file, given an ArrayReader of its arrays and its header as keywords.

    Raises ValueError if the file is damaged or of another format.
    """
    kind, header, body = data.split(b"\n", 2)
    if kind != form:
        raise ValueError("it is of another format")
    try:
        take = ArrayReader(zlib.decompress(body))
        result = make(take, **json.loads(header))
    except (TypeError, zlib.error) as error:
        raise ValueError(str(error)) from error
    if not take.is_at_the_end:
        raise ValueError("it is longer than its header says")
    return result
