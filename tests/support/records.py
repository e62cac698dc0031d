"""Records and stores, each in one line."""

import zlib
from dataclasses import replace
from secrets import token_bytes
from typing import Any

import msgpack

from service.choices import MOST_MISSES
from service.engine.game import State
from service.engine.transcript import Transcript, letter_answer
from service.store.address import servers_at
from service.store.embedded import EmbeddedServer
from service.store.game_store import GameStore
from service.store.record import HEAD, OPERATION, Commitment, Move, Record, Retention
from service.store.redis_commands import RedisCommands
from tests.support.factory import lexicon

WORDS = ["cat", "cot", "cut"]


def store(server: EmbeddedServer | str, life: int = 60_000, read_timeout: float = 30) -> GameStore:
    url = server if isinstance(server, str) else server.url
    servers = servers_at(url, connect_timeout=30, read_timeout=read_timeout)
    return GameStore(RedisCommands(servers), Retention(life, life))


def record() -> Record:
    words = lexicon(WORDS)
    return Record(
        dictionary="tiny",
        fingerprint="0123456789abcdef",
        dealer="largest-family",
        insight="full",
        created_at=1_700_000_000_000,
        moves=(),
        state=State(
            seed=2**53 - 1,
            max_misses=MOST_MISSES,
            word="cat",
            cheat_list=words.cheat_list(words.everything),
            transcript=Transcript(3),
        ),
        commitment=Commitment(b"\xfe" * 32, b"\xfd" * 16, "0123456789abcdef", 100, "cat"),
    )


def changed(before: Record, **fields: Any) -> Record:
    """A record with another state."""
    return replace(before, state=replace(before.state, **fields))


def guessed(before: Record, letter: str, positions: int = 0) -> Record:
    transcript = before.state.transcript.after(letter_answer(letter, positions))
    move = Move(token_bytes(OPERATION), before.changed_at + 1)
    return replace(changed(before, transcript=transcript), moves=(*before.moves, move))


def fields_of(value: bytes) -> list[Any]:
    """The fields in a stored value."""
    fields: list[Any] = msgpack.unpackb(value[HEAD.size :], strict_map_key=False)
    return fields


def with_fields(value: bytes, fields: list[Any]) -> bytes:
    """A stored value with other fields and their checksum."""
    body: bytes = msgpack.packb(fields)
    version, _, form, operation = HEAD.unpack_from(value)
    return HEAD.pack(version, zlib.crc32(body), form, operation) + body


def kept(before: Record, keep_for: int) -> Record:
    """A record of a game that is kept for so many milliseconds."""
    return replace(before, keep_for=keep_for)
