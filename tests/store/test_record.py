"""A record comes back from its bytes as it was, or is reported damaged."""

import zlib
from dataclasses import replace
from secrets import token_bytes
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.transcript import Transcript, letter_answer, word_answer
from service.store.errors import GameDamaged, OtherFormat
from service.store.record import HEAD, OPERATION, Move, Record, record_bytes, record_from
from tests.support import records as factory


def played() -> Record:
    long = factory.changed(factory.record(), transcript=Transcript(64))
    record = factory.guessed(factory.guessed(long, "ñ"), "a", 2**63 + 5)
    transcript = record.state.transcript.after(word_answer("cot", hit=False))
    move = Move(token_bytes(OPERATION), record.changed_at + 86_400_000)
    played = factory.changed(record, transcript=transcript)
    return replace(played, moves=(*record.moves, move), daily="2026-11-22", keep_for=9_000)


def test_record_comes_back_as_it_was() -> None:
    record = played()

    again = record_from(record_bytes(record))

    assert again.state.cheat_list.ids.tolist() == record.state.cheat_list.ids.tolist()
    same_list = replace(again.state, cheat_list=record.state.cheat_list)
    assert vars(same_list) == vars(record.state)
    assert vars(replace(again, state=record.state)) == vars(record)


def fields_of(value: bytes) -> list[Any]:
    """The fields in a stored value."""
    fields: list[Any] = msgpack.unpackb(value[HEAD.size :], strict_map_key=False)
    return fields


def with_fields(value: bytes, fields: list[Any]) -> bytes:
    """A stored value with other fields and their checksum."""
    body: bytes = msgpack.packb(fields)
    version, _, form, operation = HEAD.unpack_from(value)
    return HEAD.pack(version, zlib.crc32(body), form, operation) + body


def test_record_that_nobody_asked_to_keep_has_the_bytes_of_1_0() -> None:
    value = record_bytes(factory.record())

    assert fields_of(value)[-1] is None
    assert record_from(value).keep_for == 0


def test_fields_of_a_later_version_are_written_back_as_they_are() -> None:
    later = ["new", b"\xff", 1.5, None, {1: ["two"]}, msgpack.ExtType(5, b"x")]
    value = record_bytes(played())
    value = with_fields(value, [*fields_of(value), *later])

    again = record_from(value)

    assert record_bytes(again) == value
    assert fields_of(record_bytes(factory.guessed(again, "z")))[17:] == later


def test_letter_is_told_from_a_word_of_one_letter() -> None:
    answers = (letter_answer("a", 0b1), word_answer("a", hit=True), word_answer("b", hit=False))
    record = factory.changed(factory.record(), transcript=Transcript(1, answers))
    record = replace(record, moves=tuple(Move(bytes([n] * OPERATION), n) for n in range(3)))

    again = record_from(record_bytes(record)).state.transcript

    assert again.answers == answers
    assert (again.guessed_letters, again.wrong_words) == (("a",), ("b",))


def test_version_is_one_and_one_more_with_each_guess() -> None:
    assert (factory.record().version, played().version) == (1, 4)
    assert record_bytes(played())[:8] == (4).to_bytes(8)


def test_format_is_4() -> None:
    assert record_bytes(played())[12] == 4


@pytest.mark.parametrize("form", [0, 1, 2, 3, 5, 255])
def test_game_in_another_format_is_told_from_a_damaged_one(form: int) -> None:
    value = bytearray(record_bytes(played()))
    value[12] = form

    with pytest.raises(OtherFormat, match=f"its format is {form}, not 4"):
        record_from(bytes(value))


def test_record_without_its_last_field_is_damaged() -> None:
    value = record_bytes(played())

    with pytest.raises(GameDamaged):
        record_from(with_fields(value, fields_of(value)[:-1]))


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
