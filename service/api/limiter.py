"""The limiter: it counts the units of each client in the store, for all workers."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import Final, TypeVar

from service.engine.errors import HangmanError
from service.http_cache import ONE_DAY
from service.store.commands import Commands
from service.store.scripts import LIMIT, RATE_LIMIT
from service.wording import counted

LARGE: Final = 1000  # units; clients of smaller limits are counted at every request
# A lease has a hundredth of a client's units. A client that comes back within a hundredth of the
# period is busy, and gets one.
LEASES: Final = 100
MOST_CLIENTS: Final = 1024  # that a process remembers, for leases and for its own budgets
# While the store cannot count, each process allows each client a tenth of its units.
OWN_SHARE: Final = 10

Value = TypeVar("Value")


@dataclass(frozen=True)
class Budget:
    """The most units that a client can have, and the seconds after which all of them are back."""

    units: int
    seconds: int


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
    ahead: bytes | None = None  # the value of another key, which came in the same round trip


class LimitExceeded(HangmanError):
    """A request that costs more units than its client has left."""

    code = "too-many-requests"

    sentence = "This request costs {}, and you have {}. Try again in {}."

    def __init__(self, allowance: Allowance, cost: int) -> None:
        self.kind = allowance.kind
        self.retry_after = max(1, allowance.retry_after)
        units = f"{counted(cost, 'unit')} of “{allowance.kind}”"
        left = f"{allowance.left:,}" if allowance.left else "none"
        super().__init__(units, left, counted(self.retry_after, "second"))


@dataclass
class Lease:
    """Units of a busy client, from which a process pays for requests without asking the store.

    The store has counted them already. As it forgets its client's debt, they lapse, so that nobody
    uses a unit that has also come back. If the process is killed, they come back as all units do.
    """

    allowance: Allowance  # as the store said it
    units: int
    begun: float  # these two are times of the limiter's clock
    forgotten: float  # when the store will have forgotten all debt

    def pay(self, units: int, now: float) -> Allowance | None:
        """What the client has left after it pays so many units; None if the lease has too few."""
        self._lapse(now)
        if self.units < units or self.forgotten <= now:
            return None
        self.units -= units
        return replace(self.allowance, reset=ceil(self.forgotten - now))

    def joined(self, new: "Lease") -> "Lease":
        """Both leases as one, with what the store said last; answers may arrive in any order."""
        self._lapse(new.begun)
        last = max(self, new, key=lambda each: (each.begun, -each.allowance.left))
        return replace(last, units=self.units + new.units)

    def _lapse(self, now: float) -> None:
        second = self.allowance.units / self.allowance.seconds
        self.units = min(self.units, max(0, int((self.forgotten - now) * second)))


class OwnBudgets:
    """What a process allows by itself while the store cannot count: small budgets, by client.

    The generic cell rate algorithm, as in rate_limit.lua.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._paid: dict[str, float] = {}  # by key, the time when the client's debt is paid

    def count_request(
        self, kind: str, client: str, budget: Budget, cost: int, paid: int
    ) -> Allowance:
        """Charge a client `cost` units, of which this request has already `paid` some."""
        units, seconds, now = max(1, budget.units // OWN_SHARE), budget.seconds, self._clock()
        key, unit = f"{kind}:{client}", seconds / units
        debt = max(0.0, self._paid.get(key, now) - now)
        whole = min(seconds, unit * cost)  # so that no request is refused forever
        rest = max(0.0, whole - unit * paid)
        allowed = debt + rest <= seconds + 1e-6  # sums of floats are rounded
        wait = 0.0 if allowed else debt + whole - seconds
        debt += rest if allowed else 0
        _keep(self._paid, key, now + debt)
        left = max(0, int((seconds - debt) / unit + 1e-6))
        return Allowance(kind, units, seconds, allowed, left, ceil(wait), ceil(debt))


class Limiter:
    """The limits of a service: by kind, the units that each client has in `seconds`.

    Of the kinds of `per_day`, a client has so many units in a day.
    """

    def __init__(
        self,
        commands: Commands,
        units: Mapping[str, int],
        seconds: int = 60,
        clock: Callable[[], float] = time.monotonic,
        per_day: Mapping[str, int] | None = None,
    ) -> None:
        self._commands = commands
        self._budgets = {kind: Budget(number, seconds) for kind, number in units.items()}
        for kind, number in (per_day or {}).items():
            self._budgets[kind] = Budget(number, ONE_DAY)
        self._clock = clock
        self._leases: dict[str, Lease] = {}  # by key; those that the store gave last are last
        self._asking: set[str] = set()  # keys for which a request on its way asks for a lease
        self._own = OwnBudgets(clock)

    def count_request(
        self, kind: str, client: str, cost: int = 1, paid: int = 0, ahead: str | None = None
    ) -> Allowance:
        """Charge a client `cost` units of a kind, of which this request has already `paid` some.

        It takes one round trip, which gets the value of the key `ahead`, too, if the same server
        has it; or none, if the client is busy and far from a large limit. Raises StoreUnavailable.
        """
        budget, now = self._budgets[kind], self._clock()
        key = f"{LIMIT}{kind}:{client}"
        lease = self._leases.get(key)
        if lease and (allowance := lease.pay(cost - paid, now)):
            return allowance
        is_busy = lease and now - lease.begun < budget.seconds / LEASES
        if not lease or not is_busy or key in self._asking:
            return self._count_in_store(kind, key, now, cost, paid, 0, ahead)
        self._asking.add(key)
        wanted = max(0, budget.units // LEASES - lease.units)
        try:
            return self._count_in_store(kind, key, now, cost, paid, wanted, ahead)
        finally:
            self._asking.remove(key)

    def _count_in_store(
        self, kind: str, key: str, now: float, cost: int, paid: int, wanted: int, ahead: str | None
    ) -> Allowance:
        """Charge a client in the store, and lease so many units for its next requests."""
        units, seconds = self._budgets[kind].units, self._budgets[kind].seconds
        arguments = (units, 1000 * seconds, cost, paid, wanted)
        value = None
        if ahead:
            numbers, value = self._commands.run_and_get(RATE_LIMIT, key, *arguments, ahead=ahead)
        else:
            numbers = self._commands.run(RATE_LIMIT, key, *arguments)
        allowed, left, wait, reset, leased = map(int, numbers)
        in_seconds = (-(-wait // 1000), -(-reset // 1000))
        allowance = Allowance(kind, units, seconds, bool(allowed), left, *in_seconds)
        if units > LARGE:
            # Even a lease of no units tells the next request how busy its client is.
            new = Lease(allowance, leased, now, now + (reset - 1) / 1000)
            # Other requests of the client may have got or used units meanwhile.
            lease = self._leases.get(key)
            _keep(self._leases, key, lease.joined(new) if lease else new)
        return replace(allowance, ahead=value)

    def count_without_store(
        self, kind: str, client: str, cost: int = 1, paid: int = 0
    ) -> Allowance:
        """Charge a client from a tenth of its budget that this process alone knows."""
        return self._own.count_request(kind, client, self._budgets[kind], cost, paid)


def _keep(by_client: dict[str, Value], key: str, value: Value) -> None:
    """Remember a value of a client, and forget the one that was set longest ago."""
    by_client.pop(key, None)
    by_client[key] = value
    if len(by_client) > MOST_CLIENTS:
        del by_client[next(iter(by_client))]
