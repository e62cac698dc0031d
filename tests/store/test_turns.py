"""Turns: first come, first served."""

import time
from collections.abc import Callable
from threading import Event, Thread

import pytest

from service.store.turns import AllInUse, Turns
from tests.waiting import PATIENCE, wait_until


def started(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_who_came_first_goes_first_even_if_somebody_asks_at_the_right_moment() -> None:
    turns, order = Turns(1, PATIENCE), list[int]()

    def take(number: int) -> None:
        with turns:
            order.append(number)

    with turns:
        threads = []
        for number in range(20):
            threads.append(started(lambda number=number: take(number)))  # type: ignore[misc]  # mypy knows no defaults of lambdas
            wait_until(lambda: len(turns._waiting) == len(threads), "it does not wait")
    take(20)
    for thread in threads:
        thread.join(PATIENCE)

    assert order == list(range(21))


def test_nobody_waits_for_longer_than_his_patience_and_no_turn_is_lost() -> None:
    turns = Turns(1, 0.05)

    with turns:
        begun = time.monotonic()
        with pytest.raises(AllInUse), turns:
            pass
        assert time.monotonic() - begun >= 0.05

    with turns:
        assert (turns._left, len(turns._waiting)) == (0, 0)
    assert turns._left == 1


def test_as_many_as_there_are_turns_go_at_once() -> None:
    turns, may_end = Turns(3, PATIENCE), Event()
    inside = list[int]()

    def stay() -> None:
        with turns:
            inside.append(1)
            may_end.wait(PATIENCE)

    threads = [started(stay) for _ in range(4)]
    wait_until(lambda: len(inside) == 3 and len(turns._waiting) == 1, "three did not get in")
    may_end.set()
    for thread in threads:
        thread.join(PATIENCE)

    assert (len(inside), turns._left) == (4, 3)
