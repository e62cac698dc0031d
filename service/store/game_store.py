"""Games in a store, and how those of each day went."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b, sha1
from pathlib import Path
from secrets import token_bytes, token_hex
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from service.store.errors import (
    ForeignValue,
    GameChanged,
    GameExists,
    GameNotFound,
    StoreUnavailable,
)
from service.store.record import (
    VERSION,
    Milliseconds,
    Record,
    Retention,
    key_of,
    key_watched,
    record_bytes,
    record_from,
    watch_id,
)

if TYPE_CHECKING:  # a game at the terminal needs no Redis
    from service.store.clients import Client
    from service.store.guarded import Guarded
    from service.store.memory import Memory

Asked: TypeAlias = "Guarded | Memory"


class Script:
    """A Lua script of this folder that uses one key; servers know it by its digest."""

    def __init__(self, file: str) -> None:
        self.text = Path(__file__).with_name(file).read_text()
        self.digest = sha1(self.text.encode(), usedforsecurity=False).hexdigest()


DELETED: Final = b"deleted"  # the value of a deleted game, until it expires
COMPARE_AND_SET: Final = Script("compare_and_set.lua")
SECRET: Final = "hangman:id-secret"
SECRET_BYTES: Final = 32
DAY: Final = "hangman:day:"  # and the date: the game that was drawn
DAILY: Final = "hangman:daily:"  # and the date: a hash of counts
DAILY_LIFE: Final = 400 * 24 * 60 * 60  # seconds
COUNT_DIGITS: Final = re.compile(rb"\d{1,15}")
COUNT: Final = Script("count_daily.lua")


class GameStore:
    """Games in a Redis-compatible server, one string each; a game expires if nobody plays it.

    Reading is one GET, writing is one call of a script. Every method raises StoreUnavailable if the
    server is away, frozen or full, or refuses. It sends each command once, because a write whose
    reply was lost may have been done. While the server is known to be away, it is not asked.
    """

    def __init__(self, client: "Client", life: Retention) -> None:
        from service.store.guarded import Guarded

        self.client: Asked = Guarded(client)
        self.life = life

    def create(self, game_id: str, record: Record) -> None:
        """Store a new game. Raises GameExists."""
        value, life = record_bytes(record), self.life.of(record)
        done = self.client.execute_command("SET", key_of(game_id), value, "PX", life, "NX")
        if not done:
            raise GameExists

    def load(self, game_id: str) -> Record:
        """The game with this id. Raises GameNotFound, GameDamaged."""
        return self.watch(watch_id(game_id))

    def watch(self, watch_id: str) -> Record:
        """The game with this watch id. Raises GameNotFound, GameDamaged."""
        data: bytes | None = self.client.execute_command("GET", key_watched(watch_id))
        if data is None or data == DELETED:
            raise GameNotFound
        return record_from(data)

    def versions(self, watch_ids: Sequence[str]) -> list[int | None]:
        """The version of each game; None if its server does not answer.

        A game that is gone or damaged has one that no game has.
        """
        keys = [key_watched(watch_id) for watch_id in watch_ids]
        heads = self.client.execute_command("GETRANGE", keys, 0, VERSION - 1)
        return [_version(head) for head in heads]

    def save(self, game_id: str, record: Record, over: Record) -> None:
        """Replace the state `over` of a game, and renew its life.

        Raises GameChanged if the game has another version or last operation than `over`, and
        GameNotFound.
        """
        self._compare_and_set(game_id, record_bytes(record), self.life.of(record), over)

    def delete(self, game_id: str, over: Record | None = None) -> None:
        """Delete a game; until its id expires, `create` raises GameExists for it.

        Raises GameNotFound, and GameChanged if the game is not as in `over` (None: any).
        """
        self._compare_and_set(game_id, DELETED, self.life.played, over)

    def id_secret(self) -> bytes:
        """The secret of the ids that are derived; whoever needs it first makes it, for all.

        Raises ForeignValue.
        """
        secret = _kept(self.client, SECRET, lambda: token_bytes(SECRET_BYTES))
        if not SECRET_BYTES <= len(secret) <= blake2b.MAX_KEY_SIZE:
            sizes = f"{SECRET_BYTES} to {blake2b.MAX_KEY_SIZE}"
            why = f"{len(secret)} bytes instead of {sizes}; delete the key to get another"
            raise ForeignValue(f"{SECRET}: {why}")
        return secret

    def _compare_and_set(
        self, game_id: str, value: bytes, life: Milliseconds, over: Record | None
    ) -> None:
        arguments = (over.identity if over else b"", value, life)
        outcome = self.client.run(COMPARE_AND_SET, key_of(game_id), *arguments)
        if outcome == -1:
            raise GameNotFound
        if outcome == 0:
            raise GameChanged

    def check(self) -> None:
        """Return if a guess could be saved: try to, in a game that there is not.

        So it hears every reason to refuse a guess, and only these: a full store is none. On a
        cluster each call asks some primary.
        """
        self.client.run(COMPARE_AND_SET, key_watched(token_hex(16)), bytes(16), b"", 1)


class Days:
    """The game of each day and counts of how it went, both kept for 400 days.

    A count is a command of its own, because on a cluster it is on another server than the game.
    One that is lost is not missed.
    """

    def __init__(self, client: Asked) -> None:
        self._client = client

    def game_of(self, day: str) -> bytes | None:
        """The game that was drawn on a day, if one was. Raises StoreUnavailable."""
        game: bytes | None = self._client.execute_command("GET", DAY + day)
        return game

    def keep(self, day: str, draw: Callable[[], bytes]) -> bytes:
        """The game of a day: what the first request of the day drew. Raises StoreUnavailable."""
        return _kept(self._client, DAY + day, draw, "EX", DAILY_LIFE)

    def count(self, day: str, *fields: str) -> None:
        """Add 1 to each of these fields, unless the store is away."""
        with suppress(StoreUnavailable):
            self._client.run(COUNT, DAILY + day, DAILY_LIFE, *fields)

    def results_of(self, day: str) -> Mapping[str, int]:
        """The counts of a day by field, as far as they are numbers. Raises StoreUnavailable."""
        flat = self._client.execute_command("HGETALL", DAILY + day)
        pairs = flat.items() if isinstance(flat, dict) else zip(flat[::2], flat[1::2], strict=True)
        counts = {name.decode(errors="replace"): count for name, count in pairs}
        return {name: int(count) for name, count in counts.items() if COUNT_DIGITS.fullmatch(count)}


def _kept(client: Asked, key: str, make: Callable[[], bytes], *life: str | int) -> bytes:
    """What is kept under a key: what `make` returns, unless another call was first."""
    while True:
        kept: bytes | None = client.execute_command("GET", key)
        if kept is not None:
            return kept
        made = make()
        if client.execute_command("SET", key, made, "NX", *life):
            return made


def _version(head: Any) -> int | None:
    from redis.exceptions import ResponseError

    if isinstance(head, bytes):
        return int.from_bytes(head)
    return 0 if isinstance(head, ResponseError) else None
