"""Clients: one keeps its connections, one waits for replicas after each write."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError, ResponseError
from redis.retry import Retry

from service.store import clients
from service.store.clients import Clustered, Pooled, Replicated
from service.store.embedded import EmbeddedServer
from tests.faults.servers import Cluster, cluster


class Server:
    """Hears commands, alone or together, and gives the answers that it is told to."""

    def __init__(self, *answers: Any) -> None:
        self.heard: list[tuple[Any, ...]] = []
        self.together: list[tuple[Any, ...]] = []
        self.answers = list(answers)

    def execute_command(self, *arguments: Any) -> Any:
        self.heard.append(arguments)
        return self.answers[0]

    def execute_together(self, commands: list[tuple[Any, ...]]) -> list[Any]:
        self.together += commands
        return self.answers


@pytest.mark.parametrize("write", [("SET", "k", "v"), ("EVALSHA", "f", 1, "k"), ("EVAL", "f", 1)])
def test_write_goes_with_a_wait_for_replicas_and_its_answer_comes_back(write: Any) -> None:
    server = Server(b"done", 2)

    answer = Replicated(server, 2, 0.125).execute_command(*write)  # type: ignore[arg-type]  # a fake

    assert answer == b"done"
    assert (server.heard, server.together) == ([], [write, ("WAIT", 2, 125)])


@pytest.mark.parametrize("command", [("GET", "SET"), ("DEL", "k"), ("PING",)])
def test_other_commands_wait_for_nothing(command: Any) -> None:
    server = Server(b"there")

    answer = Replicated(server, 2, 0.125).execute_command(*command)  # type: ignore[arg-type]  # a fake

    assert answer == b"there"
    assert (server.heard, server.together) == ([command], [])


def test_write_that_failed_is_an_error_and_replicas_that_do_not_answer_are_none() -> None:
    failed, alone = Server(RedisError("no"), 2), Server(b"done", RedisError("nobody"))

    with pytest.raises(RedisError, match="no"):
        Replicated(failed, 2, 0.125).execute_command("SET", "k", "v")  # type: ignore[arg-type]  # a fake
    answer = Replicated(alone, 2, 0.125).execute_command("SET", "k", "v")  # type: ignore[arg-type]  # a fake
    assert answer == b"done"


def test_pooled_client_goes_on_after_the_server_has_closed_all_its_connections(
    server: EmbeddedServer,
) -> None:
    client = Pooled(Redis.from_url(server.url, retry=Retry(NoBackoff(), 0)).connection_pool)
    client._idle = [(client._take(), time.monotonic()) for _ in range(3)]
    with Redis.from_url(server.url) as other:
        other.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")

    with pytest.raises(RedisError):  # it has just used this one
        client.execute_command("PING")

    assert [client.execute_command("PING") for _ in range(3)] == [b"PONG"] * 3


def test_pooled_client_asks_whether_a_connection_is_open_that_was_idle(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "PAUSE", 0)
    client = Pooled(Redis.from_url(server.url, retry=Retry(NoBackoff(), 0)).connection_pool)
    client.execute_command("PING")
    with Redis.from_url(server.url) as other:
        other.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")

    assert client.execute_command("PING") == b"PONG"


def test_pooled_client_keeps_a_connection_whose_command_the_server_refuses(
    server: EmbeddedServer,
) -> None:
    client = Pooled(Redis.from_url(server.url).connection_pool)
    number = client.execute_command("CLIENT", "ID")

    with pytest.raises(ResponseError):
        client.execute_command("NOT", "A", "COMMAND")

    assert client.execute_command("CLIENT", "ID") == number


@pytest.fixture(scope="module")
def clustered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Cluster, RedisCluster]]:
    """A cluster of three primaries, and redis-py's client of it."""
    with cluster(tmp_path_factory.mktemp("cluster"), replicas=0) as store:
        nodes = [ClusterNode("127.0.0.1", server.port) for server in store.servers]
        yield store, RedisCluster(startup_nodes=nodes, retry=Retry(NoBackoff(), 0))


def test_clustered_client_reaches_every_key_and_follows_one_that_moves(
    clustered: tuple[Cluster, RedisCluster],
) -> None:
    _, redis_py = clustered
    client, keys = Clustered(redis_py, 10), [f"game:{number}" for number in range(50)]
    for key in keys:
        assert client.execute_command("SET", key, key)

    slot = redis_py.keyslot("elsewhere")
    giver = redis_py.nodes_manager.get_node_from_slot(slot)
    taker = next(node for node in redis_py.get_primaries() if node != giver)
    ids = [node.redis_connection.cluster("myid").decode() for node in (giver, taker)]
    taker.redis_connection.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", ids[0])
    giver.redis_connection.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", ids[1])
    client.execute_command("SET", "elsewhere", "asked")
    asked = client.execute_command("GET", "elsewhere")
    for node in (taker, giver):
        node.redis_connection.execute_command("CLUSTER SETSLOT", slot, "NODE", ids[1])
    moved = client.execute_command("GET", "elsewhere")

    assert [client.execute_command("GET", key).decode() for key in keys] == keys
    assert (asked, moved) == (b"asked", b"asked")
    assert client.execute_command("PING") in (True, b"PONG")
    assert redis_py.nodes_manager.get_node_from_slot(slot) == taker


def test_clustered_client_keeps_its_connections(clustered: tuple[Cluster, RedisCluster]) -> None:
    _, redis_py = clustered
    client = Clustered(redis_py, 10)
    client.execute_command("GET", "key")
    [primary] = client._primaries.values()
    [kept] = primary._idle

    client.execute_command("GET", "key")

    assert primary._idle[0][0] is kept[0]


def test_clustered_client_looks_for_the_nodes_again_when_one_does_not_answer(
    clustered: tuple[Cluster, RedisCluster], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, redis_py = clustered
    asked: list[str] = []
    client, port = Clustered(redis_py, 10), redis_py.get_node_from_key("key").port
    monkeypatch.setattr(
        redis_py.nodes_manager,
        "initialize",
        lambda last_failed_node_name: asked.append(last_failed_node_name),
    )
    next(server for server in store.servers if server.port == port).stop()

    with pytest.raises(NotConnected):
        client.execute_command("GET", "key")

    assert asked == [f"127.0.0.1:{port}"]
