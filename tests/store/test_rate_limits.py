"""Rate limits, counted by a real server."""

import time

import pytest

from service.store.embedded import EmbeddedServer
from service.store.game_store import GameStore
from service.store.rate_limits import Limit, count_request
from tests.store import factory
from tests.waiting import wait_until


@pytest.fixture
def store(server: EmbeddedServer) -> GameStore:
    return factory.store(server)


def test_so_many_requests_are_allowed_at_once_and_no_more(store: GameStore) -> None:
    limit = Limit("some", 5, seconds=6000)

    asked = [count_request(store, limit, "a client") for _ in range(7)]

    assert [each.allowed for each in asked] == [True] * 5 + [False] * 2
    assert [each.left for each in asked] == [4, 3, 2, 1, 0, 0, 0]
    resets = [1200, 2400, 3600, 4800, 6000, 6000, 6000]
    assert [each.reset for each in asked] == pytest.approx(resets, abs=60)  # a slow machine
    assert [each.retry_after for each in asked] == pytest.approx([0] * 5 + [1200] * 2, abs=60)


def test_seconds_are_rounded_up(store: GameStore) -> None:
    first, second = [count_request(store, Limit("short", 1, seconds=1), "me") for _ in range(2)]

    assert (first.allowed, first.reset) == (True, 1)
    assert second.allowed or second.retry_after == 1


def test_clients_and_kinds_are_counted_apart(store: GameStore) -> None:
    one, other = Limit("one", 1), Limit("other", 1)

    assert count_request(store, one, "anna").allowed
    assert count_request(store, one, "otto").allowed
    assert count_request(store, other, "anna").allowed
    assert not count_request(store, one, "anna").allowed


def test_requests_are_allowed_again_in_time_and_no_faster(store: GameStore) -> None:
    limit, begun = Limit("fast", 10, seconds=1), time.monotonic()

    allowed = sum(count_request(store, limit, "me").allowed for _ in range(100))
    again = wait_until(lambda: count_request(store, limit, "me").allowed, "it never is again")

    assert 10 <= allowed <= 11 + 10 * (time.monotonic() - begun - again)


def test_client_that_pays_its_debt_is_forgotten(store: GameStore) -> None:
    count_request(store, Limit("brief", 100, seconds=1), "gone")

    time.sleep(0.1)

    assert store.client.execute_command("EXISTS", "hangman:limit:brief:gone") == 0
