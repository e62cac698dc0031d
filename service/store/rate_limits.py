"""Rate limits of clients, counted in the store, which all workers share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.engine.errors import HangmanError
from service.store.game_store import GameStore
from service.store.guarded import Script

PREFIX: Final = "hangman:limit:"
RATE_LIMIT: Final = Script.load("rate_limit.lua")


@dataclass(frozen=True)
class Limit:
    """A client has `units` at most, and gets them all back in `seconds`."""

    name: str
    units: int
    seconds: int


@dataclass(frozen=True)
class Allowance:
    """Whether a request is allowed, and how many units the client has left.

    `retry_after`: seconds until the same request would be allowed; `reset`: seconds until all units
    are back. Both are rounded up.
    """

    limit: Limit
    allowed: bool
    left: int
    retry_after: int
    reset: int


class LimitExceeded(HangmanError):
    """A request that costs more units than its client has left."""

    def __init__(self, allowance: Allowance) -> None:
        limit = allowance.limit
        super().__init__(
            f"A client has {limit.units} units of this kind in {limit.seconds} seconds, and this"
            f" request costs more than the {allowance.left} that are left."
        )
        self.retry_after = max(1, allowance.retry_after)


class Limiter:
    """The limits of a service: by kind, the units that each client has in `seconds`."""

    def __init__(self, store: GameStore, units: Mapping[str, int], seconds: int = 60) -> None:
        self._client = store.client
        self._limits = {kind: Limit(kind, many, seconds) for kind, many in units.items()}

    def count_request(self, kind: str, client: str, cost: int = 1) -> Allowance:
        """Charge a client `cost` units of a kind, in one round trip. Raises StoreUnavailable."""
        limit = self._limits[kind]
        key = f"{PREFIX}{kind}:{client}"
        numbers = RATE_LIMIT.run(self._client, key, limit.units, 1000 * limit.seconds, cost)
        allowed, left, wait, reset = map(int, numbers)
        return Allowance(limit, bool(allowed), left, -(-wait // 1000), -(-reset // 1000))
