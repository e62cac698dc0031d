"""Rate limits, counted by a real server."""

import time
from functools import partial
from secrets import token_hex

import pytest

from service.api.limits import PREFIX, Limiter
from service.store.embedded import EmbeddedServer
from service.store.game_store import GameStore
from tests.support import records as factory
from tests.support.waiting import wait_until


@pytest.fixture
def store(server: EmbeddedServer) -> GameStore:
    return factory.store(server)


def limiter(store: GameStore, seconds: int = 60, **units: int) -> Limiter:
    return Limiter(store.client, units, seconds)


def test_units_of_a_period_are_allowed_at_once_and_no_more(store: GameStore) -> None:
    few = limiter(store, seconds=6000, few=5)

    allowances = [few.count_request("few", "a client") for _ in range(7)]

    assert [each.allowed for each in allowances] == [True] * 5 + [False] * 2
    assert [each.left for each in allowances] == [4, 3, 2, 1, 0, 0, 0]
    resets = [1200, 2400, 3600, 4800, 6000, 6000, 6000]
    assert [each.reset for each in allowances] == pytest.approx(resets, abs=60)  # a slow machine
    assert [each.retry_after for each in allowances] == pytest.approx([0] * 5 + [1200] * 2, abs=60)


def test_seconds_are_rounded_up(store: GameStore) -> None:
    short = limiter(store, seconds=1, short=1)
    first, second = [short.count_request("short", "me") for _ in range(2)]
    assert (first.allowed, first.reset) == (True, 1)
    assert second.allowed or second.retry_after == 1


def test_clients_and_kinds_are_counted_apart(store: GameStore) -> None:
    two_kinds = limiter(store, one=1, other=1)
    requests = [("one", "anna"), ("one", "otto"), ("other", "anna"), ("one", "anna")]
    allowed = [two_kinds.count_request(kind, client).allowed for kind, client in requests]
    assert allowed == [True, True, True, False]


def test_price_is_paid_or_refused(store: GameStore) -> None:
    """Each request has its cost, what of that was paid before, and what it leaves."""
    for units, requests, retry_after in (  # the last of them is refused
        (10, [(8, 0, 2), (8, 0, 2)], 3600),
        (10, [(1, 0, 9), (8, 1, 2), (1, 0, 1), (8, 1, 1)], 4200),  # the rest waits for all of it
        (4, [(8, 0, 0), (1, 0, 0)], 1500),  # more than all units costs all of them
    ):
        costly, me = limiter(store, seconds=6000, costly=units), token_hex(8)
        allowances = [
            costly.count_request("costly", me, cost=cost, paid=paid) for cost, paid, _ in requests
        ]
        assert [each.allowed for each in allowances] == [True] * (len(requests) - 1) + [False]
        assert [each.left for each in allowances] == [left for *_, left in requests]
        assert allowances[-1].retry_after == pytest.approx(retry_after, abs=60)
        left = allowances[-1].left
        assert left == 0 or costly.count_request("costly", me, cost=left).allowed


def test_clock_that_goes_back_leaves_a_period_of_debt_at_most(store: GameStore) -> None:
    a_day_ahead = 1000 * (time.time() + 86_400)
    key = f"{PREFIX}back:me"
    store.client.execute_command("SET", key, f"{a_day_ahead:.3f}", "PX", 86_400_000)

    refused = limiter(store, seconds=6000, back=4).count_request("back", "me")

    assert not refused.allowed
    assert (refused.retry_after, refused.reset) == pytest.approx((1500, 6000), abs=60)


def test_value_that_is_no_time_locks_nobody_out(store: GameStore) -> None:
    foreign = limiter(store, seconds=1, foreign=100)
    for value in ("", "soon", "nan", "inf", "-inf", "9e99", "0x10", "\xff", "a list"):
        me = token_hex(8)
        key, command = f"{PREFIX}foreign:{me}", "RPUSH" if value == "a list" else "SET"
        store.client.execute_command(command, key, value)
        wait_until(partial(is_allowed, foreign, me), f"locked out by {value}")
        for_ever = -1  # PTTL of a key without an expiry; -2 is that of a key that is gone already
        assert store.client.execute_command("PTTL", key) != for_ever


def is_allowed(foreign: Limiter, client: str) -> bool:
    return foreign.count_request("foreign", client).allowed


def test_requests_are_allowed_again_in_time_and_no_faster(store: GameStore) -> None:
    fast, begun = limiter(store, seconds=1, fast=10), time.monotonic()
    allowed = sum(fast.count_request("fast", "me").allowed for _ in range(100))
    again = wait_until(lambda: fast.count_request("fast", "me").allowed, "it never is again")
    assert 10 <= allowed <= 11 + 10 * (time.monotonic() - begun - again)
