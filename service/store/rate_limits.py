"""How many requests of a kind a client may make: counted in the store, for all workers alike."""

from dataclasses import dataclass
from typing import Final

from service.store.game_store import GameStore
from service.store.scripts import Script

PREFIX: Final = "hangman:limit:"
RATE_LIMIT: Final = Script.beside(__file__, "rate_limit.lua")


@dataclass(frozen=True)
class Limit:
    """So many requests of a kind in so many seconds, and no faster in the long run."""

    name: str
    requests: int
    seconds: int = 60


@dataclass(frozen=True)
class Allowance:
    """Whether a request is allowed, and what is left: requests, and seconds (rounded up)."""

    limit: Limit
    allowed: bool
    left: int
    retry_after: int
    reset: int


def count_request(store: GameStore, limit: Limit, client: str) -> Allowance:
    """Count one request of a client, in one round trip. Raises StoreUnavailable."""
    key = f"{PREFIX}{limit.name}:{client}"
    numbers = RATE_LIMIT.run(store.client, key, limit.requests, 1000 * limit.seconds)
    allowed, left, wait, reset = map(int, numbers)
    return Allowance(limit, bool(allowed), left, -(-wait // 1000), -(-reset // 1000))
