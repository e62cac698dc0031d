"""Replicas that confirm what a primary writes, and writes that they do not confirm in time."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from redis.exceptions import RedisError

from service.store.commands import Argument, Command
from service.store.record import Milliseconds

LOOK_INTERVAL: Final = 0.01  # seconds


def always() -> bool:
    """Whether the primary stays one: without sentinels, nothing is known of it."""
    return True


class NotConfirmed(RedisError):
    """A write that too few replicas have confirmed: a failover may lose it."""


@dataclass(frozen=True)
class Replicas:
    """How many replicas must confirm a durable write, and how long they may take.

    In a failover, a replica may confirm what the old primary writes although another one has become
    the primary. So no confirmation counts until `is_settled`, which may take as long.
    """

    count: int
    patience: Milliseconds  # not 0, which would mean for ever
    is_settled: Callable[[], bool] = always

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
        if not (isinstance(waited, int) and waited >= self.count):
            error = NotConfirmed(
                f"too few replicas confirmed the write within {self.patience} ms:"
                f" {waited}, and HANGMAN_STORE_WAIT_REPLICAS is {self.count}"
            )
        elif not self._settles():
            error = NotConfirmed("a failover is under way, or too few sentinels answer")
        else:
            return [*answers]
        return [
            error if command.is_durable and not isinstance(answer, RedisError) else answer
            for command, answer in zip(commands, answers, strict=True)
        ]

    def _settles(self) -> bool:
        """Whether everything is settled before the patience is at an end."""
        until = time.monotonic() + self.patience / 1000
        while not self.is_settled():
            if time.monotonic() > until:
                return False
            time.sleep(LOOK_INTERVAL)
        return True
