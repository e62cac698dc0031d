"""A cheat list comes back from its bytes as it was."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine import cheat_list


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


def test_whole_lexicon_is_one_byte() -> None:
    assert cheat_list.encode(np.arange(36_614), 36_614) == b"a"


def test_short_list_is_two_bytes_a_word() -> None:
    assert len(cheat_list.encode(np.array([5, 900, 30_000]), 36_614)) == 7


def test_unknown_encoding_is_refused() -> None:
    with pytest.raises(ValueError, match="no encoding"):
        cheat_list.decode(b"?", 3)
