"""A game between requests: its key and its bytes in the store.

The key is a hash of the game's id, so that the keys do not let anyone play.
The bytes are the version (8 bytes, big-endian), a CRC-32 of the list (4 bytes), a format byte, the
operation id of the last guess (8 bytes), and a MessagePack list. The compare-and-set script reads
the version and the operation id. A later version of the service may add fields at the end of the
list; this one ignores them and writes them back.
"""

import struct
import zlib
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from types import NoneType
from typing import Any, Final, NamedTuple, TypeAlias

import msgpack

from service.choices import MOST_MISSES, Insight
from service.engine.game import State
from service.engine.transcript import Answer, Transcript, word_answer
from service.store.cheat_lists import packed, unpacked
from service.store.errors import GameDamaged

Milliseconds: TypeAlias = int  # of a duration, or since 1970, UTC
Tag: TypeAlias = str  # of one state of a game: 3-1f2e3d4c

GAME: Final = "hangman:game:"  # and the watch id: the game
FORMAT = 5
HEAD = struct.Struct(">8sIB8s")
OPERATION = 8  # bytes of an operation id
NO_OPERATION = bytes(OPERATION)  # the last guess of a new game
GUESSES_OF_PLAYED: Final = 3  # from then on, a game counts as played
LIVES: Final = 2  # times `played` after its start, guesses no longer put off a game's end
LATEST: Final[Milliseconds] = 10**14  # of a record's times, so that each sum of them is a date

# The types that a record's fields and its commitment's may have, in the order of `record_bytes`.
FIELDS: Final = [
    (*(str, str, int, str, int, int, str, str, int, int, list, bytes, list, bytes), *last)
    for last in product((NoneType, str), (list,), (NoneType, int), (bool,), (bool,))
]
BOUND: Final = list(product((bytes,), (bytes,), (str,), (NoneType, int), (str,)))


class Move(NamedTuple):
    """A guess that was made: the operation id of its request, and the time of its answer."""

    operation: bytes
    at: Milliseconds


class Commitment(NamedTuple):
    """The commitment of a game at its start: a digest, and the hashed values that may change later.

    `fingerprint` and `word` are those of the start, `budget` is the dealer's, if it searches.
    """

    digest: bytes  # SHA-256
    salt: bytes
    fingerprint: str
    budget: int | None
    word: str


@dataclass(frozen=True)
class Retention:
    """How long a game is kept: its life grows with its guesses.

    It is kept for `unplayed` after each change until its third guess, and for `played` from then
    on. `longest` is the longest time from its start that a request may choose.
    """

    played: Milliseconds
    unplayed: Milliseconds
    longest: Milliseconds = LATEST

    def of(self, record: "Record") -> Milliseconds:
        """How long a game is kept from its last change.

        A request's `keep_for` counts from the start of the game, so guesses use it up.
        """
        age = record.changed_at - record.created_at
        life = self.played if len(record.moves) >= GUESSES_OF_PLAYED else self.unplayed
        # The clock of another instance can make a game older than it can be.
        return max(1, min(life, self.most() - age), record.keep_for - age)

    def most(self, keep_for: Milliseconds = 0) -> Milliseconds:
        """How long a game can be kept from its start, however often its player guesses."""
        return max(LIVES * self.played, keep_for)


@dataclass(frozen=True, eq=False)
class Record:
    """Everything that the store has of a game: its state, the choices at its start, and its moves.

    `fingerprint` is the fingerprint of the dictionary to which the cheat list's word IDs belong.
    `daily` is the date (2026-11-22) whose game it is, if it is one. `keep_for` is how long it is
    kept at least, from its start. `copyable`: whether others may start a game with its word.
    `called`: whether its player has called the dealer a cheat. `unknown_fields` are those of a
    later version of the service.
    """

    dictionary: str
    fingerprint: str
    dealer: str
    insight: Insight
    created_at: Milliseconds
    moves: tuple[Move, ...]
    state: State
    commitment: Commitment
    daily: str | None = None
    keep_for: Milliseconds = 0
    copyable: bool = False
    called: bool = False
    unknown_fields: tuple[Any, ...] = ()

    def after(self, move: Move, state: State, called: bool = False) -> "Record":
        """This record after one more guess, with which the player may have called the dealer."""
        changed = {"moves": (*self.moves, move), "state": state, "called": self.called or called}
        return Record(**{**vars(self), **changed})

    @property
    def operations(self) -> list[bytes]:
        """The operation id of each guess, in order."""
        return [move.operation for move in self.moves]

    @property
    def version(self) -> int:
        """1 for a new game, and 1 more after each guess."""
        return 1 + len(self.moves)

    @property
    def identity(self) -> bytes:
        """Its version and its last operation, which tell this state of the game from any other.

        The version alone does not: a store that has been rolled back can have another history.
        """
        last_operation = self.moves[-1].operation if self.moves else NO_OPERATION
        return (1 + len(self.moves)).to_bytes(8) + last_operation

    @property
    def tag(self) -> Tag:
        """The ETag of this state of the game: opaque after the version at its beginning."""
        return _tag(self.identity)

    @property
    def changed_at(self) -> Milliseconds:
        """The time of the last guess, or of creation."""
        return self.moves[-1].at if self.moves else self.created_at


@lru_cache(maxsize=1024)  # a guess needs it three times: in its key, its response and its log line
def watch_id_of(game_id: str) -> str:
    """A public name of a game, 32 hexadecimal digits; it does not reveal the game's id."""
    return blake2b(game_id.encode(), digest_size=16, person=b"watch").hexdigest()


def key_of(game_id: str) -> str:
    """The key of a game in the store."""
    return GAME + watch_id_of(game_id)


def tag_in(head: bytes) -> Tag:
    """The tag of the game whose value begins with these bytes; "" if they are not of a game."""
    if len(head) < HEAD.size:
        return ""
    version, _, _, operation = HEAD.unpack(head)
    return _tag(version + operation)


def _tag(identity: bytes) -> Tag:
    version, operation = int.from_bytes(identity[:8]), identity[8:]
    return f"{version}-{blake2b(operation, digest_size=4).hexdigest()}"


def record_bytes(record: Record) -> bytes:
    """The value to store."""
    state, answers, identity = record.state, record.state.transcript.answers, record.identity
    body: bytes = msgpack.packb(
        [
            record.dictionary,
            record.fingerprint,
            state.cheat_list.lexicon_size,
            record.dealer,
            state.seed,
            state.max_misses,
            record.insight,
            state.word,
            record.created_at,
            state.transcript.length,
            [(each.guess, each.hit if each.is_word else each.positions) for each in answers],
            b"".join([move.operation for move in record.moves]),
            [move.at - record.created_at for move in record.moves],
            packed(state.cheat_list),
            record.daily,
            record.commitment,
            record.keep_for or None,  # None in games of 1.0
            record.copyable,
            record.called,
            *record.unknown_fields,
        ]
    )
    return HEAD.pack(identity[:8], zlib.crc32(body), FORMAT, identity[8:]) + body


def record_from(data: bytes) -> Record:
    """The record in a stored value.

    Raises GameDamaged if the value is not one that `record_bytes` of this format wrote.
    """
    try:
        version, checksum, form, operation = HEAD.unpack_from(data)
        body = data[HEAD.size :]
        if form != FORMAT:
            raise ValueError(f"its format is {form}, not {FORMAT}")
        if zlib.crc32(body) != checksum:
            raise ValueError("its checksum is wrong")
        record = _record(msgpack.unpackb(body, strict_map_key=False))
        if record.identity != version + operation:
            raise ValueError("its version or its last operation is wrong")
    except (ValueError, TypeError, struct.error) as error:
        raise GameDamaged(str(error)) from error
    return record


def _record(fields: list[Any]) -> Record:
    """The record with these fields, in the order of `record_bytes`.

    We check it by hand, in 1 us; marshmallow needs 78 us. Raises ValueError, TypeError.
    """
    # A later version may have added fields at the end: check ours, and keep the others.
    known, unknown = fields[: len(FIELDS[0])], fields[len(FIELDS[0]) :]
    if tuple(map(type, known)) not in FIELDS:
        raise ValueError("a field is missing, or has another type")
    dictionary, fingerprint, lexicon_size, dealer, seed, max_misses, insight, word, *more = known
    created_at, length, answers, operations, times, encoded, daily, commitment, *more = more
    keep_for, copyable, called = more
    if tuple(map(type, commitment)) not in BOUND:
        raise ValueError("a field of its commitment is missing, or has another type")
    # The types are right. Check the values that would fail later.
    if not 0 < max_misses <= MOST_MISSES:
        raise ValueError("its misses are too few or too many")
    moments = (created_at, keep_for or 0, *times)
    if not {*map(type, moments)} <= {int} or max(map(abs, moments)) > LATEST:
        raise ValueError("a time is not a number, or too far away")
    if not OPERATION * len(answers) == OPERATION * len(times) == len(operations):
        raise ValueError("its answers, their times and their operations differ in number")
    # The operation ids are one string of bytes: cut it into one for each guess.
    starts = range(0, len(operations), OPERATION)
    keys = [operations[start : start + OPERATION] for start in starts]
    return Record(
        dictionary=dictionary,
        fingerprint=fingerprint,
        dealer=dealer,
        insight=insight,
        created_at=created_at,
        moves=tuple(map(Move, keys, [created_at + time for time in times])),
        state=State(
            seed=seed,
            max_misses=max_misses,
            word=word,
            cheat_list=unpacked(encoded, lexicon_size),
            transcript=Transcript(
                length, tuple([_answer_from(guess, shown, length) for guess, shown in answers])
            ),
        ),
        commitment=Commitment(*commitment),
        daily=daily,
        keep_for=keep_for or 0,
        copyable=copyable,
        called=called,
        unknown_fields=tuple(unknown),
    )


def _answer_from(guess: str, shown: int | bool, length: int) -> Answer:
    """An answer in a word of this length. Raises ValueError, TypeError."""
    if type(guess) is not str or shown >> length:  # a bit beyond the word, or a number below 0
        raise ValueError("an answer is not a guess and its positions in the word")
    if shown is True or shown is False:
        return word_answer(guess, shown)
    return Answer(guess, shown != 0, shown)
