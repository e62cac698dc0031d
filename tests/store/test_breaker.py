"""A circuit breaker."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import ResponseError

from service.store.errors import StoreUnavailable
from service.store.guarded import Guarded
from tests.support.waiting import wait_until


@pytest.fixture(scope="module", autouse=True)
def nobody_asks_at_the_end() -> Iterator[None]:
    """Tests leave stores away that are never back."""
    yield
    assert "breaker" not in [thread.name for thread in threading.enumerate()]


class Client:
    """A client of a store that is away until it is said to be back."""

    def __init__(self) -> None:
        self.error: Exception | None = NotConnected()
        self.commands: list[str] = []

    def execute_command(self, *arguments: Any) -> None:
        self.commands.append(arguments[0])
        if self.error:
            raise self.error

    def wait_for_pings(self, more: int) -> None:
        pings = self.commands.count("PING") + more
        wait_until(lambda: self.commands.count("PING") >= pings, "the store was not asked again")


@pytest.fixture
def client() -> Iterator[Client]:
    client = Client()
    yield client
    client.error = None


@pytest.fixture
def guarded(client: Client) -> Guarded:
    return Guarded(client)


def away_after(guarded: Guarded, failures: int) -> bool:
    for _ in range(failures):
        with pytest.raises(StoreUnavailable):
            guarded.execute_command("GET", "key")
    return guarded.is_away


def test_store_is_away_after_three_failures_in_a_row(client: Client, guarded: Guarded) -> None:
    away_after(guarded, 2)
    client.error = None
    guarded.execute_command("GET", "key")
    client.error = NotConnected()
    assert not away_after(guarded, 2)
    assert away_after(guarded, 2)
    assert client.commands.count("GET") == 6


def test_refusals_are_no_failures(client: Client, guarded: Guarded) -> None:
    client.error = ResponseError()
    assert not away_after(guarded, 3)


@pytest.mark.parametrize(
    "error", [NotConnected(), ValueError("Invalid file object: None")], ids=repr
)
def test_it_is_back_when_it_answers_again_and_not_before(
    client: Client, guarded: Guarded, error: Exception
) -> None:
    """Whatever a ping raises, the store is asked again."""
    away_after(guarded, 3)
    client.error = error
    client.wait_for_pings(2)
    client.error = NotConnected()
    assert away_after(guarded, 0)

    client.error = None
    wait_until(lambda: not guarded.is_away, "it is not back")
    client.error = NotConnected()
    assert not away_after(guarded, 2)  # it counts from nothing again
    assert away_after(guarded, 1)
