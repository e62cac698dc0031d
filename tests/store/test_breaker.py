"""The breaker: a server is away if nothing has succeeded for a while; and slow networks."""

import re
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any

import pytest
from redis import ConnectionPool
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NotInTime

from service.settings import Settings
from service.store import servers
from service.store.address import servers_at
from service.store.breaker import Breaker, ServerAway
from service.store.commands import Command
from service.store.connection_queue import AllInUse
from service.store.errors import StoreBusy, StoreUnavailable
from service.store.redis_commands import RedisCommands
from service.store.slow_network import ENOUGH, SILENCE, WITHIN, timeout_of
from tests.support.waiting import wait_until

READ, CONNECT = Settings().store_read_timeout, Settings().store_connect_timeout
LATE = NotInTime("Timeout reading from 127.0.0.1:6379")
NEVER_CONNECTED = NotInTime("Timeout connecting to server")


class Clocked:
    """A breaker with the default timeouts, whose clock goes as commands go, and its events."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.events: list[tuple[str, dict[str, Any]]] = []
        timeout = max(READ, CONNECT)
        self.breaker = Breaker("the store", self.ping, timeout, self.note, lambda: self.now)

    def ping(self) -> None:
        raise LATE

    def note(self, name: str, /, **facts: Any) -> None:
        self.events.append((name, facts))

    def answer(self, after: float = 0) -> None:
        self.now += after
        self.breaker.answered()

    def fail(self, error: Exception = LATE, after: float = READ) -> None:
        begun = self.now
        self.now += after
        self.breaker.failed(error, begun)


@pytest.fixture
def clocked() -> Clocked:
    return Clocked()


@pytest.mark.parametrize("error", [LATE, NEVER_CONNECTED, NotConnected()], ids=repr)
def test_server_that_answers_among_failures_is_never_away(clocked: Clocked, error: Any) -> None:
    for _ in range(100):
        for _ in range(20):  # as if they were all lost at the same moment
            clocked.fail(error, after=0.01)
        clocked.answer(after=0.1)
    assert not clocked.breaker.is_away


def test_frozen_server_is_away_after_two_timeouts_in_a_row(clocked: Clocked) -> None:
    clocked.answer()
    clocked.now += 60  # nobody plays
    clocked.fail()
    assert not clocked.breaker.is_away
    clocked.fail()
    assert clocked.breaker.is_away


def test_frozen_server_under_load_is_away_within_0_6_s(clocked: Clocked) -> None:
    clocked.answer()
    frozen_at = clocked.now
    for client in range(200):  # another one every 10 ms, from before the server froze
        begun = frozen_at - READ + client / 100
        clocked.now = begun + READ
        clocked.breaker.failed(LATE, begun)
        if clocked.breaker.is_away:
            break
    assert 0.3 < clocked.now - frozen_at <= 0.6


def test_failures_that_follow_each_other_at_once_are_a_restart(clocked: Clocked) -> None:
    for _ in range(100):
        clocked.fail(NotConnected(), after=0.001)
    assert not clocked.breaker.is_away
    clocked.now += 1
    clocked.fail(NotConnected(), after=0.001)
    assert clocked.breaker.is_away


def test_one_failure_is_not_enough_however_long_it_took(clocked: Clocked) -> None:
    clocked.fail(after=60)
    assert not clocked.breaker.is_away


@pytest.mark.parametrize(("error", "timeout"), [(LATE, "read"), (NEVER_CONNECTED, "connect")])
def test_timeout_that_is_often_too_short_is_told_once(
    clocked: Clocked, error: Any, timeout: str
) -> None:
    def be_late_and_answer(times: int) -> None:
        for _ in range(times):
            for _ in range(20):
                clocked.fail(error, after=0.001)
            clocked.answer(after=0.1)

    be_late_and_answer(ENOUGH - 1)
    clocked.now += WITHIN
    be_late_and_answer(ENOUGH - 1)
    assert clocked.events == []  # never often enough within that time
    be_late_and_answer(50)
    assert clocked.events == [("store_slow", {"timeout": timeout})]
    clocked.now += SILENCE
    be_late_and_answer(50)
    assert len(clocked.events) == 2


@pytest.mark.parametrize(
    ("error", "timeout"), [(LATE, "read"), (NEVER_CONNECTED, "connect"), (NotConnected(), None)]
)
def test_server_that_goes_away_is_told_with_its_timeout(
    clocked: Clocked, error: Any, timeout: str | None
) -> None:
    for _ in range(5):
        clocked.fail(error)
    reason = f"{type(error).__name__}: {error}"
    facts = {"server": "the store", "reason": reason, "timeout": timeout}
    assert clocked.events == [("store_away", facts)]


def test_errors_of_redis_py_name_the_timeout() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as silent, ExitStack() as others:
        address = f"redis://127.0.0.1:{silent.getsockname()[1]}"

        def timeout() -> str | None:
            there = servers_at(address, connect_timeout=0.2, read_timeout=0.1)
            [error] = there.send([Command(("GET", "key"), "key")])
            return timeout_of(error) if isinstance(error, NotInTime) else None

        assert timeout() == "read"  # it is connected, and nobody answers

        def has_no_room() -> bool:
            others.enter_context(connecting(silent.getsockname()))
            return timeout() == "connect"

        wait_until(has_no_room, "everybody is connected")


def connecting(address: tuple[str, int]) -> socket.socket:
    """A socket that has begun to connect."""
    client = socket.socket()
    client.setblocking(False)
    client.connect_ex(address)
    return client


# --- At a server ----------------------------------------------------------------------------------


class Line:
    """A server to which we send nothing: each command fails with `error`, if it is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: Exception | None = NotConnected()
        self.sent: list[str] = []
        self.server = servers.Server(ConnectionPool(socket_timeout=0.01))
        monkeypatch.setattr(self.server, "_exchange", self.exchange)

    def exchange(self, commands: Sequence[Any]) -> list[Any]:
        self.sent.append(commands[0][0])
        if self.error:
            raise self.error
        return [None]

    def goes_away(self) -> None:
        wait_until(lambda: self.refusal().startswith("ServerAway"), "it is not away")

    def refusal(self) -> str:
        with pytest.raises(StoreUnavailable) as error:
            RedisCommands(self.server).get("key")
        return str(error.value)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    return Line(monkeypatch)


@pytest.mark.parametrize("error", [ResponseError(), AllInUse(), ServerAway()], ids=repr)
def test_refusal_and_full_pool_are_no_failures(line: Line, error: Exception) -> None:
    line.error = error
    for _ in range(3):
        with pytest.raises(StoreBusy if isinstance(error, AllInUse) else StoreUnavailable):
            RedisCommands(line.server).get("key")
    assert line.server.breaker._failures == 0


@pytest.mark.parametrize(
    "error", [NotConnected(), ValueError("Invalid file object: None")], ids=repr
)
def test_server_is_back_when_it_answers_and_not_before(line: Line, error: Exception) -> None:
    """Whatever a ping raises, another ping follows, and requests are told why."""
    line.goes_away()
    sent, pings = line.sent.count("GET"), line.sent.count("PING")
    line.error = error
    wait_until(lambda: line.sent.count("PING") > pings + 1, "it is not pinged again")
    why = re.escape(f"the store is away; last error: {type(error).__name__}: {error}")
    with pytest.raises(StoreUnavailable, match=why):
        RedisCommands(line.server).get("key")
    assert line.sent.count("GET") == sent
    line.error = None
    wait_until(lambda: not line.server.breaker.is_away, "it is not back")
    assert line.server.breaker._failures == 0
