"""Turns at connections."""

import time
from collections.abc import Callable
from threading import Thread

import pytest
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NotInTime

from service.store.clients import AllInUse, Turns
from tests.waiting import PATIENCE


def started(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_who_waits_does_so_for_as_long_as_others_are_served() -> None:
    turns, served = Turns(1, 0.5), list[int]()

    def stay() -> None:
        with turns:
            time.sleep(0.05)
        served.append(1)

    for thread in [started(stay) for _ in range(20)]:
        thread.join(PATIENCE)

    assert len(served) == 20


def test_turns_that_end_in_errors_serve_nobody() -> None:
    turns, errors = Turns(1, 0.2), list[Exception]()

    def fail() -> None:
        try:
            with turns:
                time.sleep(0.1)
                raise NotInTime
        except RedisError as error:
            errors.append(error)

    for thread in [started(fail) for _ in range(10)]:
        thread.join(PATIENCE)

    assert sum(isinstance(error, AllInUse) for error in errors) >= 5


def test_nobody_waits_for_longer_than_his_patience_and_no_turn_is_lost() -> None:
    turns = Turns(2, 0.05)

    for _ in range(3):
        with turns, turns, pytest.raises(AllInUse), turns:
            pass
