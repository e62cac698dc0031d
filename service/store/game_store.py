"""What the store keeps: games, daily games and their results, claims on finished games."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from secrets import randbits, token_bytes, token_hex
from typing import Final, NamedTuple

from service.events import OnEvent, ignore
from service.store.commands import Commands
from service.store.errors import (
    ForeignValue,
    GameChanged,
    GameDamaged,
    GameNotFound,
    StoreUnavailable,
    WrongType,
)
from service.store.record import (
    GAME,
    HEAD,
    Milliseconds,
    Record,
    Retention,
    Tag,
    key_of,
    record_bytes,
    record_from,
    tag_in,
)
from service.store.scripts import (
    CHECK_WRITING,
    CLAIM_WORD,
    COMPARE_AND_SET,
    COUNT,
    WRITE_AGAIN,
)

SECRET: Final = "hangman:draw-secret"
SECRET_BYTES: Final = 32
START: Final = "hangman:start:"  # and a hash of an idempotency key: the game that it started
DIGEST: Final = 8  # bytes
ENTRY: Final = 26 + DIGEST  # bytes: a game's id and a digest
START_LIFE: Final[Milliseconds] = 60 * 60 * 1000  # at least
DAY: Final = "hangman:day:"  # and the date: the game that was drawn
DAILY: Final = "hangman:daily:"  # and the date: a hash of counts
DAILY_LIFE: Final = 400 * 24 * 60 * 60  # seconds
CHECK: Final = "hangman:check:"  # and random digits: a number, while the check runs
COUNT_DIGITS: Final = re.compile(rb"\d{1,15}")
CLAIMS: Final = "hangman:claims:"  # and the watch id: a hash, `claimed` and a number for each key
CLAIMED: Final = "claimed"
UNCHANGED: Final = ""  # a life, in the script


class Start(NamedTuple):
    """The game that a request with an idempotency key started, and the digest of that request."""

    game_id: str
    digest: bytes


class GameStore:
    """Games in a Redis-compatible server, one string each; a game expires if nobody plays it.

    A look is one GET, a guess one script. We send each command only once, because a write may be
    done even if its reply gets lost, and nothing at all to a server that is known to be away.

    Every method raises StoreUnavailable if the server is away, frozen or full, or refuses, or if
    too few replicas confirm a write.
    """

    def __init__(self, commands: Commands, life: Retention, on_event: OnEvent = ignore) -> None:
        self.commands = commands
        self.life = life
        self._on_event = on_event
        self._secret = ConfirmedOnce(commands)

    def create(self, game_id: str, record: Record) -> None:
        """Store a new game, unless it is there already: creating it again only confirms it."""
        value, life = record_bytes(record), self.life.of(record)
        if not self.commands.set_new(key_of(game_id), value, life):
            confirm_value(self.commands, key_of(game_id), value)
        self._on_event("start", record=record)

    def start_of(self, key: str) -> Start | None:
        """The start by a request with this idempotency key, if any. Raises ForeignValue."""
        name, mask = name_and_mask(key)
        entry = self.commands.get(name)
        if entry is None:
            return None
        if len(entry) != len(mask):
            raise ForeignValue(f"{name}: not of a start; delete the key to start another game")
        start = _xor(entry, mask)
        return Start(start[:-DIGEST].decode("latin-1"), start[-DIGEST:])

    def keep_start(self, key: str, start: Start, life: Milliseconds) -> Start:
        """Store the start by a request with this key, and return the start that came first.

        Replicas have confirmed it.
        """
        name, mask = name_and_mask(key)
        entry = _xor(start.game_id.encode() + start.digest, mask)
        refusal = StoreUnavailable("the entry of a key expired while it was read")
        try:
            if self.commands.set_new(name, entry, max(life, START_LIFE)):
                return start
        # The entry may be stored although the reply was lost: read it to find out.
        except StoreUnavailable as error:
            refusal = error
        first = self.start_of(key)
        if first is None:
            raise refusal
        self.confirm_start(key, first)
        return first

    def confirm_start(self, key: str, start: Start) -> None:
        """Have replicas confirm a start that was read."""
        name, mask = name_and_mask(key)
        confirm_value(self.commands, name, _xor(start.game_id.encode() + start.digest, mask))

    def load(self, watch_id: str, ahead: bytes | None = None) -> Record:
        """The game with this watch id, decoded from `ahead` if its value was read already.

        Raises GameNotFound, GameDamaged.
        """
        try:
            data = ahead or self.commands.get(GAME + watch_id)
        except WrongType as error:
            raise GameDamaged(str(error)) from error
        if data is None:
            raise GameNotFound
        return record_from(data)

    def tags(self, watch_ids: Sequence[str]) -> list[Tag | None]:
        """The tag of each game; None if its server does not answer, "" if the game is gone."""
        keys = [GAME + watch_id for watch_id in watch_ids]
        heads = self.commands.get_many(keys, 0, HEAD.size - 1)
        return [None if head is None else tag_in(head) for head in heads]

    def save(self, game_id: str, record: Record, over: Record) -> None:
        """Replace the state `over` of a game, and renew its life.

        Raises GameChanged if the game has another version or last operation than `over`,
        GameNotFound and GameDamaged.
        """
        value = record_bytes(record)
        self._compare_and_set(key_of(game_id), over, value, self.life.of(record))
        self._on_event("guess", record=record, size=len(value))

    def confirm(self, watch_id: str, record: Record) -> None:
        """Have replicas confirm a state of a game that was read, by writing it again.

        Somebody else may have written it, and WAIT counts only what its own connection has written.
        If no replica has to confirm anything, this does nothing. Raises as `save` does.
        """
        if self.commands.replicas:
            self._compare_and_set(GAME + watch_id, record, record_bytes(record), UNCHANGED)

    def delete(self, game_id: str, over: Record | None = None) -> None:
        """Delete a game.

        Raises GameNotFound, GameDamaged, and GameChanged if the game is not `over` (None: any).
        """
        self._compare_and_set(key_of(game_id), over, b"", 0)

    def draw_secret(self) -> bytes:
        """The secret of draws; the first instance that needs it makes it, for all of them.

        Replicas have confirmed it. Raises ForeignValue.
        """
        secret = self._secret.get_or_set(SECRET, lambda: token_bytes(SECRET_BYTES))
        if not SECRET_BYTES <= len(secret) <= blake2b.MAX_KEY_SIZE:
            sizes = f"{SECRET_BYTES} to {blake2b.MAX_KEY_SIZE}"
            why = f"{len(secret)} bytes instead of {sizes}; delete the key to get another"
            raise ForeignValue(f"{SECRET}: {why}")
        return secret

    def _compare_and_set(
        self, key: str, over: Record | None, value: bytes, life: Milliseconds | str
    ) -> None:
        """Replace the state `over` (None: any) by this value, or delete the game if it is b""."""
        expected = over.identity if over else b""
        try:
            outcome = self.commands.run(COMPARE_AND_SET, key, expected, value, life, durable=True)
        except WrongType as error:
            raise GameDamaged(str(error)) from error
        if outcome == -1:
            raise GameNotFound
        if outcome == 0:
            raise GameChanged

    def check(self) -> None:
        """Return if a guess could be saved: save a number with all that a guess needs.

        It raises whatever a guess would meet. A full store is not an error, because it still saves
        guesses and refuses only new games. On a cluster, each call tries one primary at random.
        """
        number = randbits(50)
        stored = self.commands.run(CHECK_WRITING, CHECK + token_hex(16), number, durable=True)
        if stored != number:
            raise StoreUnavailable(f"{CHECK_WRITING.file} returned {stored} instead of {number}")


class Days:
    """The game of each day and counts of how it went, both kept for 400 days.

    Every method but `count` raises StoreUnavailable. A count is a command of its own, because on a
    cluster it may be on another server than the game. A lost count does no harm.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._today = ConfirmedOnce(commands)

    def game_of(self, day: str) -> bytes | None:
        """The game that was drawn on a day, if one was."""
        return self._commands.get(DAY + day)

    def draw_once(self, day: str, draw: Callable[[], bytes]) -> bytes:
        """The game of a date: the stored one, or a new draw. Replicas have confirmed it."""
        return self._today.get_or_set(DAY + day, draw, 1000 * DAILY_LIFE)

    def count(self, day: str, *fields: str) -> None:
        """Add 1 to each of these fields, unless the store is away."""
        with suppress(StoreUnavailable):
            self._commands.run(COUNT, DAILY + day, DAILY_LIFE, *fields)

    def results_of(self, day: str) -> Mapping[str, int]:
        """The counts of a day by field, as far as they are numbers."""
        try:
            stored = self._commands.get_fields(DAILY + day)
        except WrongType:
            return {}
        counts = {name.decode(errors="replace"): count for name, count in stored.items()}
        return {name: int(count) for name, count in counts.items() if COUNT_DIGITS.fullmatch(count)}


class Claims:
    """The claims on the words of finished games: each claim gets the next number.

    Every method raises StoreUnavailable. If the store loses a write in a failover, two claims get
    the same number.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands

    def claim(
        self, watch_id: str, highest: int, life: Milliseconds, operation: bytes
    ) -> tuple[int, bool]:
        """The next number of a game, from 1, or 0 if none is left; and whether it is a repetition.

        The same operation id, unless it is empty, gets the same number. The claims then live for
        another `life`. Raises StoreFull, ForeignValue.
        """
        arguments = (-(-life // 1000), highest, operation)
        number, is_repeated = self._commands.run(
            CLAIM_WORD, CLAIMS + watch_id, *arguments, durable=True
        )
        if number < 0:
            raise _foreign_claims(watch_id)
        return int(number), bool(is_repeated)

    def claimed(self, watch_id: str) -> int:
        """How many numbers of a game have been claimed. Raises ForeignValue."""
        number = self._commands.get_field(CLAIMS + watch_id, CLAIMED) or b"0"
        if not COUNT_DIGITS.fullmatch(number):
            raise _foreign_claims(watch_id)
        return int(number)


def _foreign_claims(watch_id: str) -> ForeignValue:
    return ForeignValue(f"{CLAIMS}{watch_id}: its count is not a number; delete the key")


class ConfirmedOnce:
    """A value that the first who needs it makes, for all; each process has it confirmed once.

    Whoever reads it could read it from a primary that is cut off, before replicas have it.
    """

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self._confirmed: tuple[str, bytes] | None = None  # a key and its value

    def get_or_set(
        self, key: str, make: Callable[[], bytes], life: Milliseconds | None = None
    ) -> bytes:
        """The value, which replicas have confirmed. Raises StoreUnavailable."""
        value = _get_or_set(self._commands, key, make, life)
        if (key, value) != self._confirmed:
            confirm_value(self._commands, key, value)
            self._confirmed = key, value
        return value


def _get_or_set(
    commands: Commands, key: str, make: Callable[[], bytes], life: Milliseconds | None = None
) -> bytes:
    """The value of a key: what `make` returns, unless another call was first."""
    while True:
        stored = commands.get(key)
        if stored is not None:
            return stored
        value = make()
        if commands.set_new(key, value, life):
            return value


def confirm_value(commands: Commands, key: str, value: bytes) -> None:
    """Have replicas confirm a value that was read. Raises StoreUnavailable, if it is lost."""
    if commands.replicas and not commands.run(WRITE_AGAIN, key, value, durable=True):
        raise StoreUnavailable(f"{key}: its value was lost, or has expired")


def name_and_mask(key: str) -> tuple[str, bytes]:
    """The name of an idempotency key's entry in the store, and the mask of its value.

    Without the key, neither reveals the other, so reading the store does not let anyone play.
    """
    name = blake2b(key.encode(), digest_size=16, person=b"start").hexdigest()
    return START + name, blake2b(key.encode(), digest_size=ENTRY, person=b"mask").digest()


def _xor(value: bytes, mask: bytes) -> bytes:
    return bytes(byte ^ mask_byte for byte, mask_byte in zip(value, mask, strict=True))
