"""Cheat lists as bytes: a tag that names the encoding, then a body.

`ALL` is every word of the lexicon and has no body. `IDS`, for up to LISTED_UP_TO words, has 16 bits
for each ID, or 32 if the lexicon has more than 65,536 words. `BITS` has a bit for each word of the
lexicon, first word first, compressed by zstd: the word order turns most lists into a few long runs.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from zstandard import (
    ZstdCompressionParameters,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
    frame_content_size,
)

from service.engine.cheat_list import CheatList

Coder: TypeAlias = Callable[[bytes], bytes]

ALL, IDS, BITS = b"a", b"i", b"b"
LISTED_UP_TO: Final = 24  # words: about as many bytes either way
LARGEST_LEXICON: Final = 1 << 24  # words; foreign numbers must not fill the memory
FASTEST: Final = ZstdCompressionParameters.from_level(1)  # no checksum: the record has one


class SharedCoder:
    """A coder that all threads may call: a pool of coders, each of which serves one call at a time.

    A call uses an idle coder or creates one; creating takes at least six times as long as using.
    Coders in a `threading.local` would be, under gevent, a quarter of a megabyte per connection.
    """

    def __init__(self, make_coder: Callable[[], Coder]) -> None:
        self._make_coder = make_coder
        self._idle: list[Coder] = []

    def __call__(self, data: bytes) -> bytes:
        """Code the data with an idle coder, or with a new one."""
        try:
            coder = self._idle.pop()
        except IndexError:
            coder = self._make_coder()
        coded = coder(data)
        self._idle.append(coder)
        return coded


compressed: Final = SharedCoder(lambda: ZstdCompressor(compression_params=FASTEST).compress)
decompressed: Final = SharedCoder(lambda: ZstdDecompressor().decompress)


def packed(cheat_list: CheatList) -> bytes:
    """A cheat list as bytes."""
    ids, size = cheat_list.ids, cheat_list.lexicon_size
    if len(ids) == size:
        return ALL
    if len(ids) <= LISTED_UP_TO:
        return IDS + ids.astype(_id_type(size)).tobytes()
    fits = np.zeros(size, np.bool_)
    fits[ids] = True
    return BITS + compressed(np.packbits(fits).tobytes())


def unpacked(data: bytes, lexicon_size: int) -> CheatList:
    """The cheat list in these bytes.

    Raises ValueError if they are not a cheat list of a lexicon with `lexicon_size` words.
    """
    if not 0 < lexicon_size <= LARGEST_LEXICON:
        raise ValueError("its lexicon has too few words or too many")
    tag, body = data[:1], data[1:]
    if tag == ALL:
        ids = np.arange(lexicon_size, dtype=np.int64)
    elif tag == IDS:
        ids = np.frombuffer(body, _id_type(lexicon_size)).astype(np.int64)
    elif tag == BITS:
        ids = np.flatnonzero(_bits(body, lexicon_size).view(np.bool_))
    else:
        raise ValueError("its cheat list has an unknown tag")
    if not len(ids) or not 0 <= ids[0] <= ids[-1] < lexicon_size:
        raise ValueError("its cheat list is empty, or has a word that the lexicon lacks")
    return CheatList(lexicon_size, ids)


def _bits(body: bytes, lexicon_size: int) -> NDArray[np.uint8]:
    """For each word 1 if it is on the list, else 0; (words,) uint8. Raises ValueError."""
    try:
        # Foreign bytes may claim any size: ask before memory is taken for it.
        if frame_content_size(body) != -(-lexicon_size // 8):
            raise ValueError("its cheat list is one of another lexicon")
        packed_bits = np.frombuffer(decompressed(body), np.uint8)
    except ZstdError as error:
        raise ValueError("its cheat list cannot be decompressed") from error
    return np.unpackbits(packed_bits, count=lexicon_size)


def _id_type(lexicon_size: int) -> str:
    return "<u2" if lexicon_size <= 1 << 16 else "<u4"
