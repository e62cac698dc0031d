"""A record comes back from its bytes as it was, or is reported damaged."""

import zlib
from dataclasses import replace
from secrets import token_bytes
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.transcript import Transcript, word_answer
from service.store.errors import GameDamaged, OtherFormat
from service.store.record import HEAD, OPERATION, Move, Record, record_bytes, record_from
from tests.support import records as factory


def played() -> Record:
    long = factory.changed(factory.record(), transcript=Transcript(64))
    record = factory.guessed(factory.guessed(long, "ñ"), "a", 2**63 + 5)
    for word, hit in (("c", False), ("b", True)):  # which are no letters
        transcript = record.state.transcript.after(word_answer(word, hit=hit))
        move = Move(token_bytes(OPERATION), record.changed_at + 86_400_000)
        changed = factory.changed(record, transcript=transcript)
        record = replace(changed, moves=(*record.moves, move))
    return replace(record, daily="2026-11-22", keep_for=9_000)


VALUE = record_bytes(played())


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
    value = with_fields(VALUE, [*fields_of(VALUE), *later])
    again = record_from(value)
    assert record_bytes(again) == value
    assert fields_of(record_bytes(factory.guessed(again, "z")))[17:] == later


def test_version_and_format_stand_at_the_start() -> None:
    """The version is one, and one more with each guess."""
    assert (factory.record().version, played().version) == (1, 5)
    assert (VALUE[:8], VALUE[12]) == ((5).to_bytes(8), 4)


def test_game_in_another_format_is_told_from_a_damaged_one() -> None:
    for form in (0, 1, 2, 3, 5, 255):
        with pytest.raises(OtherFormat, match=f"its format is {form}, not 4"):
            record_from(VALUE[:12] + bytes([form]) + VALUE[13:])


@given(st.integers(0, len(VALUE) - 1), st.integers(1, 255))
def test_any_damage_is_reported(place: int, change: int) -> None:
    value = bytearray(VALUE)
    value[place] ^= change
    with pytest.raises(GameDamaged):
        record_from(bytes(value))


def test_cut_record_is_reported() -> None:
    cut = [VALUE[:size] for size in (0, 5, 12, 13, 40)]
    for value in (*cut, with_fields(VALUE, fields_of(VALUE)[:-1])):
        with pytest.raises(GameDamaged):
            record_from(value)
