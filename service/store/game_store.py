"""Games between requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import OutOfMemoryError, RedisError
from redis.exceptions import TimeoutError as NotInTime

from service.store.addresses import Client
from service.store.breaker import Breaker
from service.store.errors import (
    GameChanged,
    GameExists,
    GameNotFound,
    StoreFull,
    StoreUnavailable,
)
from service.store.record import Life, Record, record_bytes, record_from
from service.store.scripts import Script

PREFIX: Final = "hangman:game:"
COMPARE_AND_SET: Final = Script.beside(__file__, "compare_and_set.lua")


class GameStore:
    """Games in a Redis-compatible server, one string each, which expire when left alone.

    Reading is one GET, writing one script call (two commands on one key inside). Every method
    raises StoreUnavailable where the server is away, frozen, full, or otherwise refuses; it tries
    once and re-sends nothing, for a write whose reply was lost may have been done. While the server
    is known to be away it is not asked.
    """

    def __init__(self, client: Client, life: Life) -> None:
        self.client = client
        self.life = life
        self._breaker = Breaker(lambda: client.execute_command("PING"))

    def create(self, game_id: str, record: Record) -> None:
        """Store a new game. Raises GameExists."""
        value, life = record_bytes(record), self.life.of(record)
        with self.asking() as client:
            done = client.execute_command("SET", _key(game_id), value, "PX", life, "NX")
        if not done:
            raise GameExists

    def load(self, game_id: str) -> Record:
        """The game with this id. Raises GameNotFound, GameDamaged."""
        with self.asking() as client:
            data = client.execute_command("GET", _key(game_id))
        if data is None:
            raise GameNotFound
        return record_from(data)

    def save(self, game_id: str, record: Record, over: int) -> None:
        """Replace version `over` of a game and renew its life. Raises GameChanged, GameNotFound."""
        value, version = record_bytes(record), over.to_bytes(8)
        with self.asking() as client:
            arguments = (version, value, self.life.of(record))
            outcome = COMPARE_AND_SET.run(client, _key(game_id), *arguments)
        if outcome == -1:
            raise GameNotFound
        if outcome == 0:
            raise GameChanged

    def delete(self, game_id: str) -> None:
        """Forget a game. Raises GameNotFound."""
        with self.asking() as client:
            deleted = client.execute_command("DEL", _key(game_id))
        if not deleted:
            raise GameNotFound

    def ping(self) -> None:
        """Return if the server answers."""
        with self.asking() as client:
            client.execute_command("PING")

    @contextmanager
    def asking(self) -> Iterator[Client]:
        """The client, for one command; its failures are ours. Raises StoreUnavailable."""
        self._breaker.check()
        try:
            yield self.client
        except OutOfMemoryError as error:
            raise StoreFull(str(error)) from error
        except RedisError as error:
            if isinstance(error, NotConnected | NotInTime):
                self._breaker.failed()
            raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
        self._breaker.succeeded()


def _key(game_id: str) -> str:
    return PREFIX + game_id
