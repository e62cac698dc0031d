"""Clients: one keeps its connections, one waits for replicas after each write."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.retry import Retry

from service.store import clients
from service.store.clients import Pooled, Replicated
from service.store.embedded import EmbeddedServer


class Server:
    """Hears commands, alone or together, and gives the answers that it is told to."""

    def __init__(self, *answers: Any) -> None:
        self.heard: list[tuple[Any, ...]] = []
        self.together: list[tuple[Any, ...]] = []
        self.answers = list(answers)

    def execute_command(self, *arguments: Any) -> Any:
        self.heard.append(arguments)
        return self.answers[0]

    @contextmanager
    def pipeline(self, transaction: bool) -> Iterator["Server"]:
        assert not transaction
        pipeline = Server(*self.answers)
        yield pipeline
        self.together = pipeline.heard

    def execute(self, raise_on_error: bool) -> list[Any]:
        assert not raise_on_error
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
    connections = [client._take() for _ in range(3)]
    for connection in connections:
        client._keep(connection)
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
