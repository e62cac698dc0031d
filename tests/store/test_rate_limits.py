"""Rate limits, counted by a real server."""

import time

import pytest

from service.store.embedded import EmbeddedServer
from service.store.game_store import GameStore
from service.store.rate_limits import Limit, count_request
from tests.store import factory


@pytest.fixture
def store(server: EmbeddedServer) -> GameStore:
    return factory.store(server)


def test_so_many_requests_are_allowed_at_once_and_no_more(store: GameStore) -> None:
    limit = Limit("some", 5)

    found = [count_request(store, limit, "a client") for _ in range(7)]

    assert [one.allowed for one in found] == [True] * 5 + [False] * 2
    assert [one.left for one in found] == [4, 3, 2, 1, 0, 0, 0]
    assert [one.reset for one in found[:5]] == [12, 24, 36, 48, 60]
    assert found[-1].retry_after == 12


def test_clients_and_kinds_are_counted_apart(store: GameStore) -> None:
    one, other = Limit("one", 1), Limit("other", 1)

    assert count_request(store, one, "anna").allowed
    assert count_request(store, one, "otto").allowed
    assert count_request(store, other, "anna").allowed
    assert not count_request(store, one, "anna").allowed


def test_requests_are_allowed_again_in_time(store: GameStore) -> None:
    limit = Limit("fast", 10, seconds=1)
    while count_request(store, limit, "me").allowed:
        pass

    time.sleep(0.25)

    allowed = sum(count_request(store, limit, "me").allowed for _ in range(10))
    assert 1 <= allowed <= 4


def test_client_that_pays_its_debt_is_forgotten(store: GameStore) -> None:
    count_request(store, Limit("brief", 100, seconds=1), "gone")

    time.sleep(0.1)

    assert store.client.execute_command("EXISTS", "hangman:limit:brief:gone") == 0
