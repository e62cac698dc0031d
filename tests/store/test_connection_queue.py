"""Connections of a store: first come, first served."""

import time
from collections.abc import Callable
from threading import Event, Thread

import pytest
from redis.exceptions import TimeoutError as NotInTime

from service.store.clients import AllInUse, ConnectionQueue
from tests.support.waiting import PATIENCE, wait_until


def started(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_first_come_is_first_served() -> None:
    queue, order = ConnectionQueue(1, PATIENCE), list[int]()

    def take(number: int) -> None:
        with queue:
            order.append(number)

    with queue:
        threads = []
        for number in range(20):
            threads.append(started(lambda number=number: take(number)))  # type: ignore[misc]  # mypy knows no defaults of lambdas
            wait_until(lambda: len(queue._waiting) == len(threads), "it does not wait")
    take(20)
    for thread in threads:
        thread.join(PATIENCE)

    assert order == list(range(21))


@pytest.mark.parametrize(
    ("patience", "turn", "turns", "fails"), [(0.5, 0.05, 20, False), (0.2, 0.1, 10, True)]
)
def test_waiting_goes_on_as_long_as_others_are_served(
    patience: float, turn: float, turns: int, fails: bool
) -> None:
    """A turn that ends in an error has served nobody."""
    queue, served, errors = ConnectionQueue(1, patience), list[int](), list[Exception]()

    def stay() -> None:
        try:
            with queue:
                time.sleep(turn)
                if fails:
                    raise NotInTime
            served.append(1)
        except (AllInUse, NotInTime) as error:
            errors.append(error)

    for thread in [started(stay) for _ in range(turns)]:
        thread.join(PATIENCE)

    assert len(served) == (0 if fails else turns)
    assert (sum(isinstance(error, AllInUse) for error in errors) >= 5) == fails


def test_nobody_waits_for_longer_than_the_patience() -> None:
    queue = ConnectionQueue(1, 0.05)

    with queue:
        begun = time.monotonic()
        with pytest.raises(AllInUse), queue:
            pass
        assert time.monotonic() - begun >= 0.05

    with queue:
        assert (queue._left, len(queue._waiting)) == (0, 0)
    assert queue._left == 1


def test_as_many_as_there_are_turns_go_at_once() -> None:
    queue, may_end, inside = ConnectionQueue(3, PATIENCE), Event(), list[int]()

    def stay() -> None:
        with queue:
            inside.append(1)
            may_end.wait(PATIENCE)

    threads = [started(stay) for _ in range(4)]
    wait_until(lambda: len(inside) == 3 and len(queue._waiting) == 1, "three did not get in")
    may_end.set()
    for thread in threads:
        thread.join(PATIENCE)

    assert (len(inside), queue._left) == (4, 3)
