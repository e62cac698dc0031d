"""Cheat lists as bytes come back as they were, and foreign bytes are refused."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from zstandard import ZstdCompressor, ZstdDecompressor

from service.engine.cheat_list import CheatList, WordIDs
from service.store.cheat_lists import packed, unpacked


def round_trip(ids: WordIDs, words: int) -> WordIDs:
    return unpacked(packed(CheatList(words, ids)), words).ids


EDGES = st.sampled_from([7, 8, 9, 23, 24, 25, 255, 256, 65_535, 65_536])
GAPS, RUNS = st.integers(1, 2_000) | EDGES, st.integers(1, 5_000) | EDGES


@settings(max_examples=50)
@given(st.lists(st.tuples(GAPS, RUNS), min_size=1, max_size=9), st.integers(0, 9))
def test_runs_of_words_come_back(gaps_and_runs: list[tuple[int, int]], after: int) -> None:
    fits = np.concatenate([
        *[np.repeat([False, True], [gap, run]) for gap, run in gaps_and_runs], np.zeros(after, bool)
    ])  # fmt: skip
    ids = np.flatnonzero(fits)
    assert round_trip(ids, len(fits)).tolist() == ids.tolist()
    assert len(packed(CheatList(len(fits), ids))) < 300


@pytest.mark.parametrize(
    ("ids", "words", "tag", "size"),
    [
        (range(36_614), 36_614, b"a", 1),  # all words
        ([5, 900, 30_000], 65_536, b"i", 7),  # two bytes a word
        ([5, 900, 30_000], 65_537, b"i", 13),  # four bytes a word
        (range(100, 124), 36_614, b"i", 49),
        (range(100, 125), 36_614, b"b", None),
    ],
    ids=str,
)
def test_list_is_stored_as_documented(
    ids: list[int], words: int, tag: bytes, size: int | None
) -> None:
    data = packed(CheatList(words, np.array(ids)))
    assert data[:1] == tag
    assert size in (None, len(data))
    assert unpacked(data, words).ids.tolist() == [*ids]


def test_bits_are_in_the_order_of_the_words() -> None:
    data = packed(CheatList(37, np.arange(3, 29)))
    assert ZstdDecompressor().decompress(data[1:]).hex() == "1ffffff800"


BITS = ZstdCompressor().compress


@pytest.mark.parametrize(
    "data",
    [
        b"", b"?", b"i", b"i\0", b"i\3\0", b"b", b"bnot packed", b"b" + BITS(b"\0"),
        b"b(\xb5/\xfd\xe0" + (1 << 60).to_bytes(8, "little") + b"\1\0\0",  # it claims an exabyte
        b"b" + BITS(b"\xff\xff"), b"b" + BITS(b""), b"r" + BITS(b"\xff"),
    ],
    ids=repr,
)  # fmt: skip
def test_bytes_that_are_not_a_cheat_list_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"cheat list|buffer"):
        unpacked(data, 3)


@pytest.mark.parametrize("words", [-1, 0, 2**25, 2**63])
def test_lexicon_of_an_impossible_size_is_refused(words: int) -> None:
    with pytest.raises(ValueError, match="too few words or too many"):
        unpacked(b"a", words)


def test_list_cannot_be_written_into() -> None:
    for data in (b"a", b"i\1\0", b"b" + BITS(b"\xe0")):
        with pytest.raises(ValueError, match="read-only"):
            unpacked(data, 3).ids[0] = 0


def test_threads_pack_and_unpack_at_the_same_time() -> None:
    chance = np.random.default_rng(1)
    lists = [np.flatnonzero(chance.random(200_000) < 0.5) for _ in range(24)]
    with ThreadPoolExecutor(8) as threads:
        again = threads.map(lambda ids: round_trip(ids, 200_000), lists)
        for ids, back in zip(lists, again, strict=True):
            assert back.tolist() == ids.tolist()
