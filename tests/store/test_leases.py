"""Leases: a busy client pays a process, which has asked the store before, and never gets more."""

import time
from collections.abc import Callable
from itertools import count
from typing import Any, cast

import gevent
import pytest
from gevent.event import Event
from redis import Redis

from service.api.limiter import LEASES, Allowance, Limiter
from service.store.commands import Commands
from service.store.embedded import EmbeddedServer
from service.store.errors import StoreUnavailable
from service.store.game_store import GameStore
from service.store.scripts import LIMIT
from tests.support import records as factory
from tests.support.waiting import wait_until

UNITS = 1200
LEASED = UNITS // LEASES
Clock = Callable[[], float]


@pytest.fixture
def store(server: EmbeddedServer) -> GameStore:
    with Redis.from_url(server.url) as client:
        client.delete(f"{LIMIT}guess:me")
    return factory.store(server)


class Late:
    """The commands of a store, whose answers arrive after other greenlets have asked it."""

    def __init__(self, commands: Commands) -> None:
        self._commands = commands
        self.calls = 0
        self.held: Event | None = None  # until it is set, the next answer does not arrive

    def run(self, *arguments: Any) -> Any:
        self.calls += 1
        answer = self._commands.run(*arguments)
        held, self.held = self.held, None
        if held:
            held.wait()
        gevent.sleep(0)
        return answer


def late_worker(store: GameStore) -> tuple[Limiter, Late]:
    """A limiter whose clients send several requests at once."""
    late = Late(store.commands)
    return Limiter(cast(Commands, late), {"guess": UNITS}, 60_000, lambda: 0.0), late


def at_once(limiter: Limiter, *costs: int) -> list[Allowance]:
    """What requests of these costs are told, which one client sends at once."""
    asked = [gevent.spawn(limiter.count_request, "guess", "me", each) for each in costs]
    gevent.joinall(asked, raise_error=True)
    return [each.get() for each in asked]


def worker(
    store: GameStore, units: int = UNITS, seconds: int = 60, clock: Clock = lambda: 0.0
) -> Limiter:
    """The limiter of a worker. With the default clock, each client is busy, and no unit lapses."""
    return Limiter(store.commands, {"guess": units}, seconds, clock)


def left_after(limiter: Limiter, requests: int) -> list[int]:
    return [limiter.count_request("guess", "me").left for _ in range(requests)]


def left_in(store: GameStore, seconds: int = 60) -> int:
    """What a worker that has just begun is told, for a request that costs nothing."""
    return worker(store, seconds=seconds).count_request("guess", "me", cost=0).left


def test_busy_client_is_counted_once_for_many_requests(store: GameStore) -> None:
    left = left_after(worker(store, seconds=60_000), LEASED + 4)
    leased = UNITS - 2 - LEASED
    assert left == [UNITS - 1, *[leased] * (LEASED + 1), leased - 1 - LEASED, leased - 1 - LEASED]


def test_slow_client_is_counted_at_every_request(store: GameStore) -> None:
    slow = worker(store, seconds=60_000, clock=count(step=601).__next__)
    assert left_after(slow, 5) == list(range(UNITS - 1, UNITS - 6, -1))


def test_small_limit_is_counted_at_every_request(store: GameStore) -> None:
    assert left_after(worker(store, 1000, 60_000), 5) == list(range(999, 994, -1))


def test_client_near_its_limit_is_counted_at_every_request(store: GameStore) -> None:
    near = worker(store, seconds=60_000)
    near.count_request("guess", "me", cost=UNITS // 2)
    assert left_after(near, 5) == list(range(UNITS // 2 - 1, UNITS // 2 - 6, -1))


def test_client_is_never_told_of_more_than_the_store_has(store: GameStore) -> None:
    telling = worker(store)
    for _ in range(5 * LEASED):
        assert telling.count_request("guess", "me").left <= left_in(store)


def test_requests_at_once_cost_a_client_no_unit(store: GameStore) -> None:
    limiter, _ = late_worker(store)
    allowed = 0
    while all(answers := [each.allowed for each in at_once(limiter, *[1] * 32)]):
        allowed += 32
    assert UNITS - LEASED <= allowed + sum(answers) <= UNITS


def test_requests_at_once_get_one_lease(store: GameStore) -> None:
    limiter, late = late_worker(store)
    at_once(limiter, *[1] * 32)
    at_once(limiter, *[1] * 32)
    assert left_in(store, seconds=60_000) == UNITS - 64 - LEASED
    already = late.calls
    at_once(limiter, *[1] * LEASED)
    assert late.calls == already


def test_expensive_request_leaves_the_rest_of_a_lease(store: GameStore) -> None:
    limiter, late = late_worker(store)
    for cost in (1, 1, 1, 1, 5 * LEASED):
        at_once(limiter, cost)
    assert left_in(store, seconds=60_000) == UNITS - 4 - LEASED - 5 * LEASED
    already = late.calls
    at_once(limiter, *[1] * LEASED)
    assert late.calls == already


def test_answer_that_comes_late_tells_of_no_more_units(store: GameStore) -> None:
    limiter, late = late_worker(store)
    at_once(limiter, 1, 1)
    late.held = arrived = Event()
    first = gevent.spawn(limiter.count_request, "guess", "me", 2)
    gevent.sleep(0)
    at_once(limiter, 100)
    arrived.set()
    first.join()
    [told] = at_once(limiter, 1)
    assert told.left <= left_in(store, seconds=60_000)


def test_lease_is_asked_for_again_after_a_failure(store: GameStore) -> None:
    limiter, late = late_worker(store)
    at_once(limiter, 1)
    run, late.run = late.run, fails  # type: ignore[method-assign]  # until the store is back
    with pytest.raises(StoreUnavailable):
        limiter.count_request("guess", "me")
    late.run = run  # type: ignore[method-assign]
    at_once(limiter, 1)
    already = late.calls
    at_once(limiter, *[1] * LEASED)
    assert late.calls == already


def fails(*_: Any) -> Any:
    raise StoreUnavailable("away")


def test_many_workers_together_allow_no_more_than_the_limit(store: GameStore) -> None:
    workers = [worker(store, seconds=10, clock=time.monotonic) for _ in range(20)]
    for each in workers:
        left_after(each, 3)  # 20 leases are 20 % of the limit
    wait_until(lambda: left_in(store, seconds=10) == UNITS, "the debt stays")

    begun, allowed = time.monotonic(), 0
    for each in workers:
        while each.count_request("guess", "me").allowed:
            allowed += 1

    back = (time.monotonic() - begun) * UNITS / 10
    assert UNITS - 1 <= allowed <= UNITS + back + 1


def test_lease_of_a_killed_worker_comes_back(store: GameStore) -> None:
    left_after(worker(store), 3)
    assert left_in(store) < UNITS
    wait_until(lambda: left_in(store) == UNITS, "the lease stays")
