"""A circuit breaker."""

import time
from collections.abc import Callable

import pytest
from redis.exceptions import ConnectionError as NotConnected

from service.store.breaker import FAILURES, Breaker
from service.store.errors import StoreUnavailable


def away() -> None:
    raise NotConnected


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(500):
        if holds():
            return
        time.sleep(0.01)
    pytest.fail("it never was so")


def is_open(breaker: Breaker) -> bool:
    try:
        breaker.check()
    except StoreUnavailable:
        return True
    return False


def test_it_opens_after_failures_one_after_another() -> None:
    breaker = Breaker(away)
    for _ in range(FAILURES - 1):
        breaker.failed()
    breaker.succeeded()
    for _ in range(FAILURES - 1):
        breaker.failed()
    assert not is_open(breaker)

    breaker.failed()

    assert is_open(breaker)


def test_it_closes_by_itself_when_the_store_answers() -> None:
    answers: list[Exception | None] = [NotConnected(), NotConnected(), None]

    def ping() -> None:
        if error := answers.pop(0):
            raise error

    breaker = Breaker(ping)
    for _ in range(FAILURES):
        breaker.failed()
    assert is_open(breaker)

    wait_until(lambda: not is_open(breaker))
    assert answers == []


def test_it_can_open_again() -> None:
    breaker = Breaker(lambda: None)
    for _ in range(3):
        for _ in range(FAILURES):
            breaker.failed()
        wait_until(lambda: not is_open(breaker))
