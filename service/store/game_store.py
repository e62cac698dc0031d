"""Load a game, save it if unchanged, let it expire."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

from redis import Redis, RedisError

from service.store.errors import GameChanged, GameExists, GameNotFound, StoreUnavailable
from service.store.record import Milliseconds, Record, record_bytes, record_from

PREFIX: Final = "hangman:game:"
COMPARE_AND_SET: Final = Path(__file__).with_name("compare_and_set.lua")


class GameStore:
    """Games in a Redis-compatible server, one string each, which expire when left alone.

    Reading is one GET, writing one script call (two commands on one key inside). Every method
    raises StoreUnavailable where the server is away, frozen, full, or otherwise refuses; it tries
    once and re-sends nothing, for a write whose reply was lost may have been done.
    """

    def __init__(self, client: Redis, life: Milliseconds) -> None:
        self.client = client
        self.life = life
        self._compare_and_set = client.register_script(COMPARE_AND_SET.read_text())

    def create(self, game_id: str, record: Record) -> None:
        """Store a new game. Raises GameExists."""
        with _failures_translated():
            done = self.client.set(_key(game_id), record_bytes(record), px=self.life, nx=True)
        if not done:
            raise GameExists

    def load(self, game_id: str) -> Record:
        """The game with this id. Raises GameNotFound, GameDamaged."""
        with _failures_translated():
            data = cast("bytes | None", self.client.get(_key(game_id)))  # it decodes nothing
        if data is None:
            raise GameNotFound
        return record_from(data)

    def save(self, game_id: str, record: Record, over: int) -> None:
        """Replace version `over` of a game and renew its life. Raises GameChanged, GameNotFound."""
        value, version = record_bytes(record), over.to_bytes(8)
        with _failures_translated():
            outcome = self._compare_and_set([_key(game_id)], [version, value, self.life])
        if outcome == -1:
            raise GameNotFound
        if outcome == 0:
            raise GameChanged

    def delete(self, game_id: str) -> None:
        """Forget a game. Raises GameNotFound."""
        with _failures_translated():
            deleted = self.client.delete(_key(game_id))
        if not deleted:
            raise GameNotFound

    def ping(self) -> None:
        """Return if the server answers."""
        with _failures_translated():
            self.client.ping()


def _key(game_id: str) -> str:
    return PREFIX + game_id


@contextmanager
def _failures_translated() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
