"""A cheat list: the IDs of the words that still fit, as an array to compute with or as bytes.

The bytes are a tag that names the encoding, then a body.

`ALL` is every word of the lexicon and has no body. `IDS` has 16 bits for each ID, or 32 if the
lexicon has more than 65,536 words. `RUNS` is compressed by zstd. It is short because the word order
turns most lists into a few long runs of consecutive IDs. It has the gaps between the ends of the
runs: their number (32 bits), then a byte for each gap. The IDs 3 4 9 are the runs 3–5 and 9–10, and
the gaps 3 2 4 1. If a gap is 255 or more, its byte is 255, and its value follows after all bytes,
in 32 bits. A list is stored in the shorter one of `IDS` and `RUNS`.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from zstandard import ZstdCompressionParameters, ZstdCompressor, ZstdDecompressor, ZstdError

from service.engine.errors import BadCheatList

WordID: TypeAlias = int  # index of a word in its lexicon
WordIDs: TypeAlias = NDArray[np.int64]  # shape (words,), strictly ascending
Coder: TypeAlias = Callable[[bytes], bytes]

ALL, IDS, RUNS = b"a", b"i", b"r"
IDS_UP_TO = 16  # words: RUNS would save a few bytes at most
RUNS_OVER = 64  # words: IDS would never be shorter
WIDE = 255
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


class CheatList:
    """The words of a lexicon with `lexicon_size` words that still fit all answers.

    Create it from the word IDs or from the bytes; it computes the other form on first use. So a
    list that is read from the store and only passed on is never decoded.
    """

    def __init__(
        self, lexicon_size: int, *, ids: WordIDs | None = None, data: bytes | None = None
    ) -> None:
        self.lexicon_size = lexicon_size
        self._ids = ids
        self._data = data

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def is_everything(self) -> bool:
        """Whether every word of the lexicon still fits."""
        return self._data == ALL if self._ids is None else len(self._ids) == self.lexicon_size

    @property
    def ids(self) -> WordIDs:
        """The word IDs, (size,) int64, ascending."""
        if self._ids is None:
            assert self._data is not None
            self._ids = decode(self._data, self.lexicon_size)
        self._ids.flags.writeable = False  # a dealer that writes into it would damage the game
        return self._ids

    def only(self, fits: NDArray[np.bool_]) -> "CheatList":
        """The words for which `fits`, (size,), is true."""
        return CheatList(self.lexicon_size, ids=self.ids.compress(fits))

    @property
    def data(self) -> bytes:
        """The word IDs, encoded."""
        if self._data is None:
            self._data = encode(self.ids, self.lexicon_size)
        return self._data

    def pack_if_over(self, words: int) -> None:
        """Drop the array of a list of more than `words` words: the bytes need less memory."""
        if self._ids is not None and len(self._ids) > words:
            self._data = self.data
            self._ids = None


def encode(ids: WordIDs, lexicon_size: int) -> bytes:
    """The encoding of `ids`, (size,) int64 ascending, in a lexicon with `lexicon_size` words."""
    if len(ids) == lexicon_size:
        return ALL
    if len(ids) > RUNS_OVER:
        return _runs(ids)
    listed = IDS + ids.astype(_id_type(lexicon_size)).tobytes()
    return listed if len(ids) <= IDS_UP_TO else min(listed, _runs(ids), key=len)


def decode(data: bytes, lexicon_size: int) -> WordIDs:
    """The word IDs that `data` encodes, (size,) int64 ascending.

    Raises BadCheatList if the bytes do not encode a cheat list of such a lexicon.
    """
    tag, body = data[:1], data[1:]
    try:
        if tag == ALL:
            ids = np.arange(lexicon_size, dtype=np.int64)
        elif tag == IDS:
            ids = np.frombuffer(body, _id_type(lexicon_size)).astype(np.int64)
        elif tag == RUNS:
            ids = _ids_of(_gaps_in(decompressed(body)))
        else:
            raise ValueError(f"the tag {tag!r} is unknown")
        if not 0 <= ids[0] <= ids[-1] < lexicon_size:
            raise ValueError("an ID is outside the lexicon")
    except (ValueError, IndexError, ZstdError) as error:
        raise BadCheatList from error
    return ids


def _runs(ids: WordIDs) -> bytes:
    return RUNS + compressed(_gap_bytes(_gaps_of(ids)))


def _id_type(lexicon_size: int) -> str:
    return "<u2" if lexicon_size <= 1 << 16 else "<u4"


def _gaps_of(ids: WordIDs) -> NDArray[np.int64]:
    """The gaps between the ends of the runs, (2 * runs,): 3 4 5 9 gives 3 3 3 1."""
    # A run ends where the next ID is not one more: 3 4 5 9 has the steps 1 1 4, so a break at 2.
    steps = ids[1:] - ids[:-1]
    breaks = (steps != 1).nonzero()[0]
    gaps = np.empty(2 * len(breaks) + 2, dtype=np.int64)
    # Even places: how many IDs are skipped before each run. Here 0 1 2, then 6 7 8: 3 and 3.
    gaps[0], gaps[2::2] = ids[0], steps[breaks] - 1
    # Odd places: the length of each run, the words up to its end less those before it: 3 and 1.
    gaps[1:-1:2], gaps[-1] = breaks + 1, len(ids)
    gaps[3::2] -= breaks + 1
    return gaps


def _ids_of(gaps: NDArray[np.int64]) -> WordIDs:
    """The IDs in runs with these gaps, (2 * runs,); the inverse of `_gaps_of`."""
    sizes = gaps[1::2].cumsum()
    # The next ID is one more, and at the start of a run the gap before it is added.
    steps = np.ones(int(sizes[-1]), dtype=np.int64)
    steps[0] = gaps[0]
    steps[sizes[:-1]] += gaps[2::2]
    return steps.cumsum()


def _gap_bytes(gaps: NDArray[np.int64]) -> bytes:
    """Gaps, (2 * runs,), as bytes."""
    count = len(gaps).to_bytes(4, "little")
    wide = gaps[gaps >= WIDE].astype("<u4")
    return count + np.minimum(gaps, WIDE).astype(np.uint8).tobytes() + wide.tobytes()


def _gaps_in(data: bytes) -> NDArray[np.int64]:
    """The gaps in the bytes of `_gap_bytes`, (2 * runs,)."""
    count = int.from_bytes(data[:4], "little")
    gaps = np.frombuffer(data, np.uint8, count, 4).astype(np.int64)
    gaps[gaps == WIDE] = np.frombuffer(data, "<u4", -1, 4 + count)
    return gaps
