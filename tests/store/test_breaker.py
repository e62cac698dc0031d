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
        self.asked: list[str] = []

    def execute_command(self, *arguments: Any) -> None:
        self.asked.append(arguments[0])
        if self.error:
            raise self.error


@pytest.fixture
def client() -> Iterator[Client]:
    client = Client()
    yield client
    client.error = None


@pytest.fixture
def guarded(client: Client) -> Guarded:
    return Guarded(client)


def is_away(guarded: Guarded) -> bool:
    return guarded.is_away


def fail(guarded: Guarded, times: int) -> None:
    for _ in range(times):
        with pytest.raises(StoreUnavailable):
            guarded.execute_command("GET", "key")


def test_store_is_away_after_three_failures_in_a_row(client: Client, guarded: Guarded) -> None:
    fail(guarded, 2)
    client.error = None
    guarded.execute_command("GET", "key")
    client.error = NotConnected()
    fail(guarded, 2)
    assert not is_away(guarded)

    fail(guarded, 2)

    assert is_away(guarded)
    assert client.asked.count("GET") == 6


def test_refusals_are_no_failures(client: Client, guarded: Guarded) -> None:
    client.error = ResponseError()

    fail(guarded, 3)

    assert not is_away(guarded)


def test_it_is_back_when_it_answers_again_and_not_before(client: Client, guarded: Guarded) -> None:
    fail(guarded, 3)
    wait_until(lambda: client.asked.count("PING") >= 2, "the store was not asked again")
    assert is_away(guarded)

    client.error = None
    wait_until(lambda: not is_away(guarded), "it is not back")
    client.error = NotConnected()
    fail(guarded, 2)  # it counts from nothing again
    assert not is_away(guarded)

    fail(guarded, 1)
    assert is_away(guarded)


@pytest.mark.parametrize(
    "error", [ValueError("Invalid file object: None"), AttributeError("sendall")]
)
def test_it_is_asked_whatever_the_ping_raises(
    client: Client, guarded: Guarded, error: Exception
) -> None:
    fail(guarded, 3)
    client.error = error
    asked = len(client.asked)
    wait_until(lambda: len(client.asked) > asked + 1, "the store was not asked again")

    client.error = None

    wait_until(lambda: not is_away(guarded), "it is not back")
