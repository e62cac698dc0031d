"""A circuit breaker; and connections of a store: first come, first served."""

import threading
import time
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NotInTime

from service.store.clients import AllInUse, ConnectionQueue
from service.store.errors import StoreBusy, StoreUnavailable
from service.store.guarded import Guarded
from tests.support.waiting import PATIENCE, wait_until


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
    client.error = NotInTime()
    assert not away_after(guarded, 2)
    assert away_after(guarded, 2)
    assert client.commands.count("GET") == 6


@pytest.mark.parametrize(
    ("error", "raised"), [(ResponseError(), StoreUnavailable), (AllInUse(), StoreBusy)]
)
def test_refusal_or_a_full_pool_is_no_failure(
    client: Client, guarded: Guarded, error: Exception, raised: type[Exception]
) -> None:
    client.error = error
    for _ in range(3):
        with pytest.raises(raised):
            guarded.execute_command("GET", "key")
    assert not guarded.is_away


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


def started(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_first_come_is_first_served_by_as_many_as_there_are() -> None:
    queue, order = ConnectionQueue(3, PATIENCE), list[int]()

    def take(number: int) -> None:
        with queue:
            order.append(number)

    with queue, queue:
        threads = []
        with queue:
            for number in range(20):
                threads.append(started(lambda number=number: take(number)))  # type: ignore[misc]  # mypy knows no defaults of lambdas
                wait_until(lambda: len(queue._waiting) == len(threads), "it does not wait")
        for thread in threads:
            thread.join(PATIENCE)

    assert order == list(range(20))
    assert queue._left == 3


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
        assert (queue._left, len(queue._waiting)) == (0, 0)
    assert queue._left == 1
