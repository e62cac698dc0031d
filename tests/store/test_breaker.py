"""A circuit breaker."""

import time
from collections.abc import Callable

import pytest
from redis.exceptions import ConnectionError as NotConnected

from service.store.breaker import FAILURES, Breaker


def away() -> None:
    raise NotConnected


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(500):
        if holds():
            return
        time.sleep(0.01)
    pytest.fail("it never was so")


def test_it_opens_after_failures_one_after_another() -> None:
    breaker = Breaker(away)
    for _ in range(FAILURES - 1):
        breaker.count_failure()
    breaker.failures = 0
    for _ in range(FAILURES - 1):
        breaker.count_failure()
    assert not breaker.is_open

    breaker.count_failure()

    assert breaker.is_open


def test_it_closes_by_itself_when_the_store_answers() -> None:
    answers: list[Exception | None] = [NotConnected(), NotConnected(), None]

    def ping() -> None:
        if error := answers.pop(0):
            raise error

    breaker = Breaker(ping)
    for _ in range(FAILURES):
        breaker.count_failure()
    assert breaker.is_open

    wait_until(lambda: not breaker.is_open)
    assert answers == []


def test_it_can_open_again() -> None:
    breaker = Breaker(lambda: None)
    for _ in range(3):
        for _ in range(FAILURES):
            breaker.count_failure()
        wait_until(lambda: not breaker.is_open)
