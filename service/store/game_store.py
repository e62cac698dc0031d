"""Games between requests."""

from typing import Final

from service.store.clients import Client
from service.store.errors import GameChanged, GameExists, GameNotFound
from service.store.guarded import Guarded
from service.store.keys import key_of, key_watched
from service.store.record import Life, Milliseconds, Record, record_bytes, record_from
from service.store.scripts import Script

DELETED: Final = b"deleted"  # the value of a deleted game, until it expires
COMPARE_AND_SET: Final = Script.beside(__file__, "compare_and_set.lua")


class GameStore:
    """Games in a Redis-compatible server, one string each; a game expires if nobody plays it.

    Reading is one GET, writing is one call of a script. Every method raises StoreUnavailable if the
    server is away, frozen or full, or refuses. It sends each command once, because a write whose
    reply was lost may have been done. While the server is known to be away, it is not asked.
    """

    def __init__(self, client: Client, life: Life) -> None:
        self.client = Guarded(client)
        self.life = life

    def create(self, game_id: str, record: Record) -> None:
        """Store a new game. Raises GameExists."""
        value, life = record_bytes(record), self.life.of(record)
        done = self.client.execute_command("SET", key_of(game_id), value, "PX", life, "NX")
        if not done:
            raise GameExists

    def load(self, game_id: str) -> Record:
        """The game with this id. Raises GameNotFound, GameDamaged."""
        return self._load(key_of(game_id))

    def watch(self, watch_id: str) -> Record:
        """The game with this watch id. Raises GameNotFound, GameDamaged."""
        return self._load(key_watched(watch_id))

    def _load(self, key: str) -> Record:
        data = self.client.execute_command("GET", key)
        if data in (None, DELETED):
            raise GameNotFound
        return record_from(data)

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
        key, life = key_of(game_id), self.life.played
        if over is not None:
            self._compare_and_set(game_id, DELETED, life, over)
            return
        if self.client.execute_command("GET", key) in (None, DELETED):
            raise GameNotFound  # SET with GET would say so too, but redis-py makes it a bool
        self.client.execute_command("SET", key, DELETED, "PX", life, "XX")

    def _compare_and_set(
        self, game_id: str, value: bytes, life: Milliseconds, over: Record
    ) -> None:
        arguments = (over.identity, value, life)
        outcome = COMPARE_AND_SET.run(self.client, key_of(game_id), *arguments)
        if outcome == -1:
            raise GameNotFound
        if outcome == 0:
            raise GameChanged

    def ping(self) -> None:
        """Return if the server answers."""
        self.client.execute_command("PING")
