"""Servers keep connections, share them, and follow keys and primaries; and their breakers."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest
from redis import ConnectionPool, Redis
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as NotInTime

from service.api.limiter import Limiter
from service.play.ids import new_game_id
from service.store import servers
from service.store.address import servers_at
from service.store.commands import Command, Servers
from service.store.connection_queue import AllInUse, ConnectionQueue
from service.store.embedded import EmbeddedServer
from service.store.errors import GameNotFound, StoreUnavailable
from service.store.game_store import Claims, Days, GameStore, Start
from service.store.record import Retention, watch_id_of
from service.store.redis_commands import RedisCommands
from service.store.replicas import NotConfirmed, Replicas
from service.store.scripts import RATE_LIMIT
from service.store.sentinels import WatchedPool
from tests.support import records
from tests.support.programs import printed
from tests.support.servers import Cluster, Server, one_server
from tests.support.waiting import PATIENCE, wait_until


def at(server: EmbeddedServer | Cluster, replicas: int = 0) -> Any:
    return servers_at(server.url, connect_timeout=5, read_timeout=5, wait_replicas=replicas)


def answer(servers: Servers, *words: Any, key: int = 1, durable: bool = False) -> Any:
    """The answer to one command, or the error; the key is the word at that place."""
    [only] = servers.send([Command(words, str(words[key]), durable)])
    return only


def close_connections(server: EmbeddedServer) -> None:
    with Redis.from_url(server.url) as other:
        other.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")


def test_only_what_a_failover_must_not_lose_waits_for_replicas(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, sent = at(server, replicas=2), list[Any]()
    assert there._replicas == Replicas(2, 2500)
    monkeypatch.setattr(there, "_replicas", Replicas(2, 10))  # no replica exists
    exchange = there._exchange

    def note(commands: list[Any]) -> Any:
        sent.append([words[0] for words in commands])
        return exchange(commands)

    monkeypatch.setattr(there, "_exchange", note)
    store, game = GameStore(RedisCommands(there), Retention(1, 1)), new_game_id()
    precious: list[Callable[[], object]] = [
        lambda: store.create(game, records.record()),
        lambda: store.save(game, records.guessed(records.record(), "e"), records.record()),
        lambda: store.keep_start(game, Start(game, bytes(8)), 9),
        lambda: Claims(store.commands).claim(game, 3, 9, b""),
        lambda: store.delete(game),
        lambda: Days(store.commands).draw_once(game, lambda: b"its game"),
        store.check,
    ]
    cheap: list[Callable[[], object]] = [
        lambda: Days(store.commands).count("2026-11-26", "begun"),
        lambda: Limiter(store.commands, {"guess": 5}).count_request("guess", "somebody"),
        lambda: store.load(watch_id_of(game)),
    ]
    for calls, waits in ((cheap, False), (precious, True)):
        for call in calls:
            sent.clear()
            if waits:
                with pytest.raises(StoreUnavailable, match="NotConfirmed: too few replicas"):
                    call()
            else:
                with suppress(GameNotFound):
                    call()
            assert sent
            assert any("WAIT" in names for names in sent) == waits, sent


def test_wait_is_never_for_ever(server: EmbeddedServer) -> None:
    hasty = servers_at(server.url, connect_timeout=5, read_timeout=0.001, wait_replicas=1)
    assert cast("servers.Server", hasty)._replicas == Replicas(1, 1)  # 0 ms would be for ever


def test_refusal_before_a_wait_is_the_answer(server: EmbeddedServer) -> None:
    there = at(server, replicas=2)
    assert isinstance(answer(there, "SET", "w", durable=True), ResponseError)
    assert answer(there, "PING", key=0) == b"PONG"  # the reply to WAIT has been read


def test_server_is_used_on_after_its_connections_closed(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "SURELY_OPEN", PATIENCE)
    there = at(server)
    there._idle = [(there._take(), time.monotonic()) for _ in range(3)]
    close_connections(server)
    # It does not check the connection used last.
    assert isinstance(answer(there, "GET", "a"), NotConnected)
    assert [answer(there, "GET", "a") for _ in range(3)] == [None] * 3
    monkeypatch.setattr(servers, "SURELY_OPEN", 0)  # now it checks idle connections first
    close_connections(server)
    assert answer(there, "GET", "a") is None


def test_cluster_follows_keys_that_move(clustered: Cluster) -> None:
    """It waits for replicas of the node to which it was referred, too; here there are none."""
    there, keys = at(clustered), [f"game:{number}" for number in range(50)]
    promising = servers_at(clustered.url, connect_timeout=5, read_timeout=0.5, wait_replicas=1)
    answer(promising, "GET", "elsewhere")  # it knows the nodes as they are now
    redis_py = there.redis_py
    for key in keys:
        assert answer(there, "SET", key, key)

    slot = redis_py.keyslot("elsewhere")
    giver = redis_py.nodes_manager.get_node_from_slot(slot)
    taker = next(node for node in redis_py.get_primaries() if node != giver)
    ids = [node.redis_connection.cluster("myid").decode() for node in (giver, taker)]
    taker.redis_connection.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", ids[0])
    giver.redis_connection.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", ids[1])
    answer(there, "SET", "elsewhere", "asked")
    by_ask = answer(there, "GET", "elsewhere")
    asked = answer(promising, "SET", "elsewhere", "asked", durable=True)
    for node in (taker, giver):
        node.redis_connection.execute_command("CLUSTER SETSLOT", slot, "NODE", ids[1])
    moved = answer(promising, "SET", "elsewhere", "moved", durable=True)
    by_moved = answer(there, "GET", "elsewhere")

    assert [type(asked), type(moved)] == [NotConfirmed] * 2
    assert [answer(there, "GET", key).decode() for key in keys] == keys
    assert (by_ask, by_moved) == (b"asked", b"moved")
    assert redis_py.nodes_manager.get_node_from_slot(slot) == taker


def test_value_is_got_with_a_script_if_one_node_has_both(clustered: Cluster) -> None:
    commands = RedisCommands(at(clustered))
    script = (RATE_LIMIT, "{here}limit", 9, 9, 1, 0, 0)
    keys = ["{here}game", *(f"ahead:{number}" for number in range(20))]
    for key in keys:
        commands.set_new(key, b"it")

    for _ in range(2):  # at first, the node does not know the script
        answered = [commands.run_and_get(*script, ahead=key) for key in keys]

    together = [commands.servers.are_together(script[1], key) for key in keys]
    assert together[0]
    assert not all(together)
    assert [value for _, value in answered] == [b"it" if each else None for each in together]
    assert all(len(numbers) == 5 for numbers, _ in answered)


def test_threads_that_come_together_share_one_cluster(clustered: Cluster) -> None:
    there = at(clustered)
    with ThreadPoolExecutor(8) as threads:
        shared = set(threads.map(lambda _: there.redis_py, range(8)))

    assert len(shared) == 1


class Nodes:
    """Redis-py's client of a cluster of one node, whose address changes."""

    def __init__(self) -> None:
        self.nodes_manager: Any = self
        self.move(1)

    def move(self, port: int) -> None:
        self.node = ClusterNode("127.0.0.1", port)
        self.redis = SimpleNamespace(connection_pool=ConnectionPool(port=port, socket_timeout=0.1))

    def keyslot(self, key: str) -> int:
        return len(key)

    def get_node_from_slot(self, _: int) -> ClusterNode:
        return self.node

    def get_redis_connection(self, _: ClusterNode) -> Any:
        return self.redis

    def get_nodes(self) -> list[ClusterNode]:
        return [self.node]

    def initialize(self, *_: Any, **__: Any) -> None:
        """As if nothing had changed."""


def test_nodes_that_have_left_the_cluster_are_forgotten() -> None:
    there = servers.Cluster(5, socket_timeout=0.1)
    nodes, seen = Nodes(), list[servers.Server]()
    there._redis_py = cast("RedisCluster", nodes)
    for port in range(1, 30):
        nodes.move(port)
        answer(there, "GET", "key")  # nobody answers there
        for server in there._servers.values():
            server.breaker.is_away = True
        seen.extend(there._servers.values())

    assert len(seen) == 29
    assert list(there._servers) == ["127.0.0.1:29"]
    assert [server.breaker.is_away for server in seen] == [False] * 28 + [True]


SLOW = "for step = 1, 300000 do end return KEYS[1]"


@pytest.mark.parametrize(
    ("words", "expected"), [(("EVAL", SLOW, 1, "key"), b"key"), (("WAIT", 9, 250), 0)]
)
@pytest.mark.parametrize(("kind", "replicas"), [("server", 0), ("server", 1), ("clustered", 0)])
def test_more_commands_than_connections_are_all_answered(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    replicas: int,
    words: Any,
    expected: object,
) -> None:
    monkeypatch.setattr(servers, "MOST_TIMEOUTS", 1)  # together they take longer, alone not
    url = f"{request.getfixturevalue(kind).url}?max_connections=1"
    there = servers_at(url, connect_timeout=5, read_timeout=1, wait_replicas=replicas)
    command = Command(words, "key", is_durable=True)
    with ThreadPoolExecutor(8) as threads:
        calls = [threads.submit(there.send, [command]) for _ in range(8)]
        answers = [each for call in calls for each in call.result()]
    if replicas:
        assert {type(each) for each in answers} == {NotConfirmed}
    else:
        assert {*answers} == {expected}


LATE = """
from gevent import monkey; monkey.patch_all()
import sys, time
import gevent
from service.store.address import servers_at
from service.store.commands import Command

server = servers_at(sys.argv[1], connect_timeout=5, read_timeout=0.4)
for connection in [server.pool.get_connection() for _ in range(100)]:
    server.pool.release(connection)

def be_late():
    gevent.sleep(0.05)
    time_is_up = time.monotonic() + 0.5
    while time.monotonic() < time_is_up:
        pass

calls = [gevent.spawn(server.send, [Command(("WAIT", 9, 60), "")]) for _ in range(100)]
gevent.spawn(be_late)
gevent.joinall(calls)
print(sum(call.value == [0] for call in calls))
"""


def test_late_process_reads_answers_that_have_arrived(server: EmbeddedServer) -> None:
    assert printed(sys.executable, "-c", LATE, server.url).split() == ["100"]


def test_silent_node_hides_no_other_and_is_looked_for_again(
    clustered: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, keys = at(clustered), [f"many:{number}" for number in range(30)]
    for key in keys:
        answer(there, "SET", key, key)
    port = there.redis_py.get_node_from_key(keys[0]).port
    manager, silent = there.redis_py.nodes_manager, list[str]()
    monkeypatch.setattr(manager, "initialize", lambda _, **failed: silent.extend(failed.values()))
    [node] = [server for server in clustered.servers if server.port == port]
    commands = RedisCommands(there)
    node.stop()
    try:
        away = f"ServerAway: {node.address} is away; last error: Con"
        wait_until(lambda: refusal(commands, keys[0]).startswith(away), "it is not away")
        values = commands.get_many(keys, 0, -1)
        looked = len(silent)
        wait_until(lambda: len(silent) > looked + 1, "it is not looked for again and again")
    finally:
        node.start()
        clustered.wait_until_whole()
    breaker = there._servers[node.address].breaker
    wait_until(lambda: not breaker.is_away, "it is not back")
    assert commands.run(RATE_LIMIT, f"{{{keys[0]}}}", 9, 9, 1, 0, 0)[0] == 1  # it lost its scripts
    assert commands.get(keys[0]) == keys[0].encode()
    answered = [key for key, value in zip(keys, values, strict=True) if value == key.encode()]
    assert len(answered) >= 10
    assert values.count(None) == len(keys) - len(answered) > 0
    assert {*silent} == {node.address}


def refusal(commands: RedisCommands, key: str) -> str:
    """Why a key cannot be read."""
    with pytest.raises(StoreUnavailable) as error:
        commands.get(key)
    return str(error.value)


def test_cluster_that_nobody_finds_is_away_like_a_server() -> None:
    nowhere = servers_at("redis+cluster://127.0.0.1:1", connect_timeout=0.1, read_timeout=0.1)
    commands = RedisCommands(nowhere)
    assert refusal(commands, "key").startswith("ConnectionError: ")
    away = "ServerAway: the cluster is away; last error: ConnectionError: "
    wait_until(lambda: refusal(commands, "key").startswith(away), "it is not away")


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
        place = {"ip": "127.0.0.1", "port": self.primary.port}
        return {**place, "flags": "master", "config-epoch": 0}


def test_connection_moves_to_the_primary_named_anew(tmp_path: Path) -> None:
    with one_server(tmp_path / "first") as first, one_server(tmp_path / "second") as second:
        for name, server in (("first", first), ("second", second)):
            server.client.set("name", name)
        ahead, behind = Sentinel(first), Sentinel(first)
        manager: Any = SimpleNamespace(sentinels=[behind, ahead])
        manager.discover_master = lambda _: ("127.0.0.1", manager.sentinels[0].primary.port)
        pool = WatchedPool("games", manager, socket_timeout=30)
        there = servers.Server(pool)
        assert [answer(there, "GET", "name") for _ in range(20)] == [b"first"] * 20

        ahead.is_away = True
        already = ahead.calls
        wait_until(lambda: ahead.calls > already + 1, "it is not asked again")
        ahead.primary, ahead.is_away = second, False
        wait_until(lambda: answer(there, "GET", "name") == b"second", "it stays")
    assert pool.sentinel_manager.sentinels == [ahead, behind]  # the one that knows is first
    pool.close()
    wait_until(
        lambda: "sentinel" not in [thread.name for thread in threading.enumerate()], "it still asks"
    )


def test_late_answer_is_not_given_to_the_next_command(server: EmbeddedServer) -> None:
    there = servers_at(server.url, connect_timeout=5, read_timeout=0.5)
    answer(there, "SET", "other", "other")
    os.kill(server.process_id, signal.SIGSTOP)
    try:
        assert isinstance(answer(there, "GET", "name"), NotInTime)
    finally:
        os.kill(server.process_id, signal.SIGCONT)
    assert answer(there, "GET", "other") == b"other"


# --- Connections, first come, first served --------------------------------------------------------


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
