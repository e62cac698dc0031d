"""A circuit breaker."""

import threading
from collections.abc import Iterator
from threading import Event

import pytest
from redis.exceptions import ConnectionError as NotConnected

from service.store.guarded import Breaker
from tests.waiting import wait_until


@pytest.fixture(scope="module", autouse=True)
def nobody_asks_at_the_end() -> Iterator[None]:
    """Tests leave breakers open whose store is never back."""
    yield
    assert "breaker" not in [thread.name for thread in threading.enumerate()]


def away() -> None:
    raise NotConnected


def test_it_opens_at_the_third_failure_one_after_another() -> None:
    breaker = Breaker(away)
    for _ in range(2):
        breaker.count_failure()
    breaker.failures = 0
    for _ in range(2):
        breaker.count_failure()
    assert not breaker.is_open

    breaker.count_failure()

    assert breaker.is_open


def test_it_closes_by_itself_when_the_store_answers_again_and_not_before() -> None:
    back, asked = Event(), []

    def ping() -> None:
        asked.append("ping")
        if not back.is_set():
            raise NotConnected

    breaker = Breaker(ping)
    for _ in range(3):
        breaker.count_failure()
    wait_until(lambda: len(asked) >= 2, "the store was not asked again")
    is_still_open = breaker.is_open

    back.set()
    wait_until(lambda: not breaker.is_open, "it did not close")
    breaker.count_failure()  # it counts from nothing again
    assert (is_still_open, breaker.is_open) == (True, False)

    back.clear()
    for _ in range(2):
        breaker.count_failure()
    wait_until(lambda: breaker.is_open, "it did not open again")
    back.set()
    wait_until(lambda: not breaker.is_open, "it did not close again")


def test_it_goes_on_asking_whatever_the_ping_raises() -> None:
    errors = [ValueError("Invalid file object: None"), AttributeError("sendall"), NotConnected()]

    def ping() -> None:
        if errors:
            raise errors.pop(0)

    breaker = Breaker(ping)
    for _ in range(3):
        breaker.count_failure()

    wait_until(lambda: not breaker.is_open, "it did not close")
