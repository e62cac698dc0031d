"""A circuit breaker."""

from threading import Event

from redis.exceptions import ConnectionError as NotConnected

from service.store.breaker import Breaker
from service.store.errors import StoreUnavailable
from tests.waiting import wait_until


def away() -> None:
    raise NotConnected


def is_open(breaker: Breaker) -> bool:
    try:
        breaker.check()
    except StoreUnavailable:
        return True
    return False


def test_it_opens_at_the_third_failure_one_after_another() -> None:
    breaker = Breaker(away)
    for _ in range(2):
        breaker.failed()
    breaker.succeeded()
    for _ in range(2):
        breaker.failed()
    assert not is_open(breaker)

    breaker.failed()

    assert is_open(breaker)


def test_it_closes_by_itself_when_the_store_answers_again_and_not_before() -> None:
    back, asked = Event(), []

    def ping() -> None:
        asked.append("ping")
        if not back.is_set():
            raise NotConnected

    breaker = Breaker(ping)
    for _ in range(3):
        breaker.failed()
    wait_until(lambda: len(asked) >= 2, "the store was not asked again")
    assert is_open(breaker)

    back.set()
    wait_until(lambda: not is_open(breaker), "it did not close")
    breaker.failed()  # it counts from nothing again
    assert not is_open(breaker)


def test_it_can_open_again() -> None:
    back = Event()

    def ping() -> None:
        if not back.is_set():
            raise NotConnected

    breaker = Breaker(ping)
    for _ in range(3):
        back.clear()
        for _ in range(3):
            breaker.failed()
        assert is_open(breaker)
        back.set()
        wait_until(lambda: not is_open(breaker), "it did not close")
