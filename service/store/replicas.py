"""Replicas that confirm what a primary writes, and writes that they do not confirm in time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError

from service.store.commands import Argument, Command
from service.store.record import Milliseconds


class NotConfirmed(RedisError):
    """A write that too few replicas have confirmed: a failover may lose it."""


@dataclass(frozen=True)
class Replicas:
    """How many replicas must confirm a durable write, and how long they may take."""

    count: int
    patience: Milliseconds  # not 0, which would mean for ever

    @property
    def wait(self) -> tuple[Argument, ...]:
        """The command that waits for them.

        It counts what its own connection has written, so it is sent right behind the writes.
        """
        return "WAIT", self.count, self.patience

    def judged(self, commands: Sequence[Command], answers: Sequence[Any], waited: Any) -> list[Any]:
        """The answers, with an error for each durable write that was done and is not confirmed.

        `waited` is the answer to `wait`.
        """
        if isinstance(waited, int) and waited >= self.count:
            return [*answers]
        error = NotConfirmed(
            f"too few replicas confirmed the write within {self.patience} ms:"
            f" {waited}, and HANGMAN_STORE_WAIT_REPLICAS is {self.count}"
        )
        return [
            error if command.is_durable and not isinstance(answer, RedisError) else answer
            for command, answer in zip(commands, answers, strict=True)
        ]
