"""A record comes back from its bytes as it was, or is reported damaged."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.transcript import WordAnswer
from service.ids import new_operation
from service.store import cheat_list
from service.store.errors import GameDamaged
from service.store.record import Move, Record, record_bytes, record_from
from tests.store import factory


def played() -> Record:
    record = factory.guessed(factory.guessed(factory.record(), "ñ"), "a", 2**63 + 5)
    transcript = record.transcript.after(WordAnswer("cot", hit=False))
    move = Move(new_operation(), record.changed_at + 86_400_000)
    return replace(record, transcript=transcript, moves=(*record.moves, move))


def test_record_comes_back_as_it_was() -> None:
    record = played()

    again = record_from(record_bytes(record))

    assert again.cheat_list.tolist() == record.cheat_list.tolist()
    assert replace(again, cheat_list=record.cheat_list) == record or vars(
        replace(again, cheat_list=record.cheat_list)
    ) == vars(record)


def test_version_is_one_and_one_more_with_each_guess() -> None:
    assert (factory.record().version, played().version) == (1, 4)
    assert record_bytes(played())[:8] == (4).to_bytes(8)


@given(st.data())
def test_any_damage_is_reported(data: st.DataObject) -> None:
    value = bytearray(record_bytes(played()))
    place = data.draw(st.integers(0, len(value) - 1))
    value[place] ^= data.draw(st.integers(1, 255))

    with pytest.raises(GameDamaged):
        record_from(bytes(value))


@pytest.mark.parametrize("keep", [0, 5, 12, 13, 40])
def test_cut_record_is_reported(keep: int) -> None:
    with pytest.raises(GameDamaged):
        record_from(record_bytes(played())[:keep])


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
