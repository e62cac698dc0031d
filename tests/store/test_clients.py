"""A client that waits for replicas sends the wait with each write, and with nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from redis.exceptions import RedisError

from service.store.clients import Replicated


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
