"""A cheat list comes back from its bytes as it was."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from zstandard import ZstdDecompressor

from service.engine import cheat_list
from service.engine.errors import BadCheatList


@given(
    st.integers(1, 200_000).flatmap(
        lambda words: st.tuples(
            st.just(words), st.sets(st.integers(0, words - 1), min_size=1, max_size=300)
        )
    )
)
def test_scattered_words_come_back(drawn: tuple[int, set[int]]) -> None:
    words, chosen = drawn
    ids = np.array(sorted(chosen), dtype=np.int64)

    assert cheat_list.decode(cheat_list.encode(ids, words), words).tolist() == ids.tolist()


@given(st.lists(st.tuples(st.integers(1, 2_000), st.integers(1, 70_000)), min_size=1, max_size=9))
def test_runs_of_words_come_back(gaps_and_runs: list[tuple[int, int]]) -> None:
    present = np.concatenate([np.repeat([False, True], [gap, run]) for gap, run in gaps_and_runs])
    ids = np.flatnonzero(present)

    encoded = cheat_list.encode(ids, len(present))

    assert cheat_list.decode(encoded, len(present)).tolist() == ids.tolist()
    assert len(encoded) < 200


@pytest.mark.parametrize("gap", [1, 2, 253, 254, 255, 256, 257, 65_535, 65_536, 100_000])
@pytest.mark.parametrize("run", [23, 253, 254, 255, 256, 257, 65_536])
def test_runs_and_gaps_of_every_width_come_back(gap: int, run: int) -> None:
    starts = [gap, 2 * gap + run, 3 * gap + 2 * run]
    ids = np.concatenate([np.arange(start, start + run) for start in starts])
    words = int(ids[-1]) + 1 + gap

    encoded = cheat_list.encode(ids, words)

    assert encoded[:1] == cheat_list.RUNS
    assert cheat_list.decode(encoded, words).tolist() == ids.tolist()


@pytest.mark.parametrize("gap", [254, 255, 256])
def test_gap_at_the_edge_of_a_byte_is_stored_as_documented(gap: int) -> None:
    ids = np.arange(gap, gap + 100)

    encoded = cheat_list.encode(ids, 1000)

    narrow = b"\x02\0\0\0" + bytes([min(gap, 255), 100])
    wide = gap.to_bytes(4, "little") if gap >= 255 else b""
    assert encoded[:1] == b"r"
    assert ZstdDecompressor().decompress(encoded[1:]) == narrow + wide


def test_whole_lexicon_is_one_byte() -> None:
    assert cheat_list.encode(np.arange(36_614), 36_614) == b"a"


@pytest.mark.parametrize(("words", "size"), [(36_614, 7), (65_536, 7), (65_537, 13)])
def test_short_list_is_two_bytes_a_word_or_four(words: int, size: int) -> None:
    assert len(cheat_list.encode(np.array([5, 900, 30_000]), words)) == size


@pytest.mark.parametrize(("words", "tag"), [(16, b"i"), (17, b"r"), (64, b"r"), (65, b"r")])
def test_run_of_words_is_stored_as_one_from_17_words_on(words: int, tag: bytes) -> None:
    assert cheat_list.encode(np.arange(100, 100 + words), 36_614)[:1] == tag


def test_scattered_words_are_listed_if_that_is_shorter() -> None:
    ids = np.random.default_rng(1).choice(65_000, 50, replace=False)

    assert cheat_list.encode(np.sort(ids), 65_000)[:1] == b"i"


@pytest.mark.parametrize(
    "data", [b"", b"?", b"i", b"i\0", b"i\3\0", b"r", b"rnot packed"], ids=repr
)
def test_bytes_that_are_no_cheat_list_are_refused(data: bytes) -> None:
    with pytest.raises(BadCheatList):
        cheat_list.decode(data, 3)


def test_threads_encode_and_decode_at_the_same_time() -> None:
    chance = np.random.default_rng(1)
    lists = [np.flatnonzero(chance.random(400_000) < 0.5) for _ in range(40)]

    def back(ids: cheat_list.WordIDs) -> cheat_list.WordIDs:
        return cheat_list.decode(cheat_list.encode(ids, 400_000), 400_000)

    with ThreadPoolExecutor(8) as threads:
        for ids, again in zip(lists, threads.map(back, lists), strict=True):
            assert again.tolist() == ids.tolist()


def test_coder_is_kept_for_the_next_call() -> None:
    coders = iter([bytes.upper])
    shared = cheat_list.Shared(lambda: next(coders))

    assert [shared(b"a"), shared(b"b")] == [b"A", b"B"]
