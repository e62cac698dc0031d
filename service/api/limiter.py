"""The limiter: it counts the units of each client in the store, for all workers."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.engine.errors import HangmanError
from service.store.commands import Commands
from service.store.scripts import LIMIT, RATE_LIMIT


@dataclass(frozen=True)
class Allowance:
    """Whether a request is allowed, and how many of its client's `units` of a kind are left."""

    kind: str
    units: int  # the most that a client can have
    seconds: int  # after which all of them are back
    allowed: bool
    left: int
    retry_after: int  # seconds until the same request would be allowed, rounded up
    reset: int  # seconds until all units are back, rounded up


class LimitExceeded(HangmanError):
    """A request that costs more units than its client has left."""

    def __init__(self, allowance: Allowance) -> None:
        self.retry_after = max(1, allowance.retry_after)
        super().__init__(
            f"Out of “{allowance.kind}” units: this request costs more than the {allowance.left} of"
            f" {allowance.units} that are left. Try again in {self.retry_after} s."
        )


class Limiter:
    """The limits of a service: by kind, the units that each client has in `seconds`."""

    def __init__(self, commands: Commands, units: Mapping[str, int], seconds: int = 60) -> None:
        self._commands, self._units, self._seconds = commands, units, seconds

    def count_request(self, kind: str, client: str, cost: int = 1, paid: int = 0) -> Allowance:
        """Charge a client `cost` units of a kind, of which this request has already `paid` some.

        It takes one round trip. Raises StoreUnavailable.
        """
        units, seconds = self._units[kind], self._seconds
        key = f"{LIMIT}{kind}:{client}"
        numbers = self._commands.run(RATE_LIMIT, key, units, 1000 * seconds, cost, paid)
        allowed, left, wait, reset = map(int, numbers)
        wait, reset = -(-wait // 1000), -(-reset // 1000)
        return Allowance(kind, units, seconds, bool(allowed), left, wait, reset)
