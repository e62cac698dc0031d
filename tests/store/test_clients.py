"""Clients: they keep connections, share them, and follow keys and primaries; and their breaker."""

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError, ResponseError
from redis.exceptions import TimeoutError as NotInTime

from service.api.limiter import Limiter
from service.store import clients
from service.store.address import WatchedPool, client_of
from service.store.clients import AllInUse, ConnectionQueue, NodeAway, Pooled
from service.store.embedded import EmbeddedServer
from service.store.errors import StoreBusy, StoreUnavailable
from service.store.game_store import GameStore
from service.store.guarded import Guarded
from service.store.record import Retention
from service.store.scripts import RATE_LIMIT
from tests.support.programs import printed
from tests.support.servers import Cluster, Server, one_server
from tests.support.waiting import PATIENCE, wait_until


def client_to(server: EmbeddedServer | Cluster, replicas: int = 0) -> Any:
    return client_of(server.url, connect_timeout=5, read_timeout=5, wait_replicas=replicas)


def close_connections(server: EmbeddedServer) -> None:
    with Redis.from_url(server.url) as other:
        other.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")


@pytest.mark.parametrize(
    "write", [("SET", "w", "v"), ("EVAL", "redis.call('SET', KEYS[1], 1) return 1", 1, "w")]
)
def test_write_goes_with_a_wait_for_replicas(
    write: Any, server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, sent = client_to(server, replicas=2), list[Any]()
    assert client._wait == [("WAIT", 2, 2500)]
    monkeypatch.setattr(client, "_wait", [("WAIT", 2, 10)])  # no replica exists
    execute = client._execute

    def note(commands: list[Any]) -> Any:
        sent.extend(commands)
        return execute(commands)

    monkeypatch.setattr(client, "_execute", note)
    store = GameStore(Guarded(client), Retention(1, 1))
    store.check()
    assert Limiter(store.client, {"guess": 5}).count_request("guess", "somebody").allowed
    assert ("WAIT", 2, 10) not in sent, "these may be lost"
    sent.clear()
    assert client.execute_command(*write) in (b"OK", 1)
    assert client.execute_command("GET", "w")
    with pytest.raises(ResponseError):
        client.execute_command("SET", "w")
    assert sent == [write, ("WAIT", 2, 10), ("GET", "w"), ("SET", "w"), ("WAIT", 2, 10)]


def test_pooled_client_goes_on_after_its_connections_closed(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "SURELY_OPEN", PATIENCE)
    client = client_to(server)
    client._idle = [(client._take(), time.monotonic()) for _ in range(3)]
    close_connections(server)
    with pytest.raises(RedisError):  # it does not check the connection used last
        client.execute_command("PING")
    assert [client.execute_command("PING") for _ in range(3)] == [b"PONG"] * 3
    monkeypatch.setattr(clients, "SURELY_OPEN", 0)  # now it checks idle connections first
    close_connections(server)
    assert client.execute_command("PING") == b"PONG"


def test_clustered_client_follows_keys_that_move(clustered: Cluster) -> None:
    client, keys = client_to(clustered), [f"game:{number}" for number in range(50)]
    redis_py = client.cluster
    for key in keys:
        assert client.execute_command("SET", key, key)

    slot = redis_py.keyslot("elsewhere")
    giver = redis_py.nodes_manager.get_node_from_slot(slot)
    taker = next(node for node in redis_py.get_primaries() if node != giver)
    ids = [node.redis_connection.cluster("myid").decode() for node in (giver, taker)]
    taker.redis_connection.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", ids[0])
    giver.redis_connection.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", ids[1])
    client.execute_command("SET", "elsewhere", "asked")
    by_ask = client.execute_command("GET", "elsewhere")
    for node in (taker, giver):
        node.redis_connection.execute_command("CLUSTER SETSLOT", slot, "NODE", ids[1])
    by_moved = client.execute_command("GET", "elsewhere")

    assert [client.execute_command("GET", key).decode() for key in keys] == keys
    assert (by_ask, by_moved) == (b"asked", b"asked")
    assert client.execute_command("PING") in (True, b"PONG")
    assert redis_py.nodes_manager.get_node_from_slot(slot) == taker


def test_threads_that_come_together_share_one_clustered_client(clustered: Cluster) -> None:
    client = client_to(clustered)
    with ThreadPoolExecutor(8) as threads:
        shared = set(threads.map(lambda _: client.cluster, range(8)))

    assert len(shared) == 1


SLOW = "for step = 1, 300000 do end return KEYS[1]"


@pytest.mark.parametrize(
    ("command", "answer"), [(("EVAL", SLOW, 1, "key"), b"key"), (("WAIT", 9, 250), 0)]
)
@pytest.mark.parametrize(("kind", "replicas"), [("server", 0), ("server", 1), ("clustered", 0)])
def test_more_commands_than_connections_are_all_answered(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    replicas: int,
    command: Any,
    answer: object,
) -> None:
    monkeypatch.setattr(clients, "MOST_TIMEOUTS", 1)  # together they take longer, alone not
    url = f"{request.getfixturevalue(kind).url}?max_connections=1"
    client = client_of(url, connect_timeout=5, read_timeout=1, wait_replicas=replicas)
    with ThreadPoolExecutor(8) as threads:
        calls = [threads.submit(client.execute_command, *command) for _ in range(8)]
        assert {call.result() for call in calls} == {answer}


LATE = """
from gevent import monkey; monkey.patch_all()
import sys, time
import gevent
from service.store.address import WatchedPool, client_of

client = client_of(sys.argv[1], connect_timeout=5, read_timeout=0.4)
for connection in [client.pool.get_connection() for _ in range(100)]:
    client.pool.release(connection)

def be_late():
    gevent.sleep(0.05)
    time_is_up = time.monotonic() + 0.5
    while time.monotonic() < time_is_up:
        pass

calls = [gevent.spawn(client.execute_command, "WAIT", 9, 60) for _ in range(100)]
gevent.spawn(be_late)
gevent.joinall(calls)
print(sum(call.successful() for call in calls))
"""


def test_late_process_reads_answers_that_have_arrived(server: EmbeddedServer) -> None:
    assert printed(sys.executable, "-c", LATE, server.url).split() == ["100"]


def test_silent_node_hides_no_other_and_is_looked_for_again(
    clustered: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "TRY_INTERVAL", PATIENCE)
    client, keys = client_to(clustered), [f"many:{number}" for number in range(30)]
    for key in keys:
        client.execute_command("SET", key, key)
    port = client.cluster.get_node_from_key(keys[0]).port
    manager, silent = client.cluster.nodes_manager, set[str]()
    monkeypatch.setattr(manager, "initialize", lambda _, **failed: silent.update(failed.values()))
    [node] = [server for server in clustered.servers if server.port == port]
    node.stop()
    try:
        answers = client.execute_command("GETRANGE", keys, 0, -1)
        guarded = Guarded(client)
        for why in (": Conn", ": Conn", " is away; last error: Conn"):
            with pytest.raises(StoreUnavailable, match=f"NodeAway: {node.address}{why}"):
                guarded.execute_command("GET", keys[0])
        assert not guarded.is_away
    finally:
        node.start()
        clustered.wait_until_whole()
    client._next_try[node.address] = 0
    assert guarded.run(RATE_LIMIT, f"{{{keys[0]}}}", 9, 9, 1, 0)[0] == 1  # it has lost its scripts
    assert guarded.execute_command("GET", keys[0]) == keys[0].encode()
    answered = [key for key, answer in zip(keys, answers, strict=True) if answer == key.encode()]
    assert len(answered) >= 10
    assert {type(answer) for answer in answers} == {bytes, NodeAway}
    wait_until(lambda: silent == {node.address}, "it is not looked for")
    nowhere = client_of("redis+cluster://127.0.0.1:1", connect_timeout=1, read_timeout=1)
    with pytest.raises(NotConnected):
        nowhere.execute_command("GET", "key")


class Sentinel:
    """A sentinel that names its `primary`."""

    def __init__(self, primary: Server) -> None:
        self.primary = primary
        self.calls = 0
        self.is_away = False

    def sentinel_master(self, _: str) -> dict[str, Any]:
        self.calls += 1
        if self.is_away:
            raise NotConnected
        return {"ip": "127.0.0.1", "port": self.primary.port}


def test_connection_moves_to_the_primary_named_anew(tmp_path: Path) -> None:
    with one_server(tmp_path / "first") as first, one_server(tmp_path / "second") as second:
        for name, server in (("first", first), ("second", second)):
            server.client.set("name", name)
        ahead, behind = Sentinel(first), Sentinel(first)
        manager: Any = SimpleNamespace(sentinels=[behind, ahead])
        manager.discover_master = lambda _: ("127.0.0.1", manager.sentinels[0].primary.port)
        pool = WatchedPool("games", manager, socket_timeout=30)
        client = Pooled(pool)
        assert [client.execute_command("GET", "name") for _ in range(20)] == [b"first"] * 20

        ahead.is_away = True
        already = ahead.calls
        wait_until(lambda: ahead.calls > already + 1, "it is not asked again")
        ahead.primary, ahead.is_away = second, False
        wait_until(lambda: client.execute_command("GET", "name") == b"second", "it stays")
    assert pool.sentinel_manager.sentinels == [ahead, behind]  # the one that knows is first
    pool.close()
    wait_until(
        lambda: "sentinel" not in [thread.name for thread in threading.enumerate()], "it still asks"
    )


def test_late_answer_is_not_given_to_the_next_command(server: EmbeddedServer) -> None:
    client = client_of(server.url, connect_timeout=5, read_timeout=0.5)
    client.execute_command("SET", "other", "other")
    os.kill(server.process_id, signal.SIGSTOP)
    try:
        with pytest.raises(NotInTime):
            client.execute_command("GET", "name")
    finally:
        os.kill(server.process_id, signal.SIGCONT)
    assert client.execute_command("GET", "other") == b"other"


# --- Connections, first come, first served; and a circuit breaker ---------------------------------


class Client:
    """A client of a store that is away while `error` is set."""

    def __init__(self) -> None:
        self.error: Exception | None = NotConnected()
        self.commands: list[str] = []

    def execute_command(self, *arguments: Any) -> None:
        self.commands.append(arguments[0])
        if self.error:
            raise self.error


def away_after(guarded: Guarded, failures: int) -> bool:
    for _ in range(failures):
        with pytest.raises(StoreUnavailable):
            guarded.execute_command("GET", "key")
    return guarded.is_away


def test_store_is_away_after_three_failures_or_two_timeouts() -> None:
    guarded = Guarded(client := Client())
    assert not away_after(guarded, 2)
    client.error = None
    guarded.execute_command("GET", "key")
    assert away_after(Guarded(Client()), 3)
    client.error = NotInTime()
    assert not away_after(guarded, 1)
    assert away_after(guarded, 2)
    assert client.commands.count("GET") == 5


@pytest.mark.parametrize("error", [ResponseError(), AllInUse(), NodeAway()], ids=repr)
def test_refusal_and_full_pool_are_no_failures(error: Exception) -> None:
    guarded = Guarded(client := Client())
    client.error = error
    for _ in range(3):
        with pytest.raises(StoreBusy if isinstance(error, AllInUse) else StoreUnavailable):
            guarded.execute_command("GET", "key")
    assert not guarded.is_away


@pytest.mark.parametrize(
    "error", [NotConnected(), ValueError("Invalid file object: None")], ids=repr
)
def test_store_is_back_when_it_answers_and_not_before(error: Exception) -> None:
    """Whatever a ping raises, another ping follows, and requests are told why."""
    guarded = Guarded(client := Client())
    away_after(guarded, 3)
    client.error = error
    pings = client.commands.count("PING")
    wait_until(lambda: client.commands.count("PING") > pings + 1, "the store is not asked again")
    why = re.escape(f"it is away; last error: {type(error).__name__}: {error}")
    with pytest.raises(StoreUnavailable, match=why):
        guarded.execute_command("GET", "key")
    client.error = None
    wait_until(lambda: not guarded.is_away, "it is not back")
    client.error = NotConnected()
    assert not away_after(guarded, 2)  # the count starts at 0 again
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
    assert (queue._left, len(queue._waiting)) == (1, 0)
