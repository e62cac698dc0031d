"""Arrays in a file: a line that names its format, a line of JSON, and then the arrays, deflated.

The arrays are little-endian, one after the other; the JSON says how long they are. Those of a
lexicon are in this order: presence; the family positions of all letters, one letter after the other
(the JSON has their counts); spellings; commonness; the family numbers of each letter.
"""

import json
import zlib
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from service.engine.errors import HangmanError
from service.engine.lexicon import Lexicon, number_type
from service.engine.writing import writing_of

LEXICON_FORMAT = b"evil-hangman lexicon 1"

Number = TypeVar("Number", bound=np.generic)
Result = TypeVar("Result")


class DictionaryError(HangmanError):
    """A dictionary that cannot be built or loaded; `str(error)` says what to correct, and where."""


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
    """The content of a file with arrays of any shape and type; equal arrays give equal bytes."""
    content = b"".join(array.astype(array.dtype.newbyteorder("<")).tobytes() for array in arrays)
    return b"\n".join([form, json.dumps(header).encode(), zlib.compress(content, 9)])


def unpacked(form: bytes, data: bytes, make: Callable[..., Result]) -> Result:
    """The result of `make`, called with an ArrayReader of a file and its header as keywords.

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


def lexicon_bytes(lexicon: Lexicon) -> bytes:
    """The content of a lexicon's file; the same lexicon gives the same bytes."""
    header = {
        "alphabet": lexicon.alphabet,
        "length": lexicon.length,
        "words": len(lexicon),
        "families": [len(positions) for positions in lexicon.family_positions],
    }
    arrays = [
        lexicon.presence,
        np.concatenate([np.array(masks, dtype="u8") for masks in lexicon.family_positions]),
        lexicon.spellings,
        lexicon.commonness,
        *lexicon.family_numbers,
    ]
    return packed(LEXICON_FORMAT, header, arrays)


def lexicon_from(data: bytes) -> Lexicon:
    """The lexicon in a file; its arrays are read-only views of one buffer.

    Raises DictionaryError if the bytes are damaged or of another format.
    """
    try:
        return unpacked(LEXICON_FORMAT, data, _lexicon)
    except ValueError as error:
        raise DictionaryError(
            "this is not a lexicon, or it is damaged; build the dictionary again"
        ) from error


def _lexicon(
    take: ArrayReader, *, alphabet: str, length: int, words: int, families: list[int]
) -> Lexicon:
    return Lexicon(
        writing=writing_of(alphabet),
        length=length,
        presence=take(np.uint64, words),
        family_positions=_split(take(np.uint64, sum(families)).tolist(), families),
        spellings=take(np.uint8, words * length).reshape(words, length),
        commonness=take(np.uint8, words),
        family_numbers=tuple(take(number_type(count), words) for count in families),
    )


def _split(masks: list[int], counts: list[int]) -> tuple[tuple[int, ...], ...]:
    ends = accumulate(counts, initial=0)
    return tuple(tuple(masks[start:end]) for start, end in pairwise(ends))
