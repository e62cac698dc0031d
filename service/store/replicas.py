"""Replicas that confirm what a primary writes, and writes that they do not confirm in time."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from redis.exceptions import RedisError

from service.store.commands import Argument, Command
from service.store.record import Milliseconds

LOOK_INTERVAL: Final = 0.01  # seconds


class NotConfirmed(RedisError):
    """A write that too few replicas have confirmed: a failover may lose it."""


class Outlook(Protocol):
    """Whether the primary stays one."""

    @property
    def changes(self) -> int:
        """How often that has changed."""

    def trouble(self) -> str:
        """Why no write counts now; "" if it does."""


class Calm:
    """The outlook without sentinels: nothing is known."""

    changes = 0

    def trouble(self) -> str:
        """Nothing."""
        return ""


CALM: Final = Calm()


@dataclass(frozen=True)
class Replicas:
    """How many replicas must confirm a durable write, and how long they may take.

    In a failover, a replica may confirm what the old primary writes although another one has become
    the primary. So nothing is written, and no confirmation counts, unless the outlook is calm and
    has stayed so since before the write.
    """

    count: int
    patience: Milliseconds  # not 0, which would mean for ever
    outlook: Outlook = CALM

    @property
    def wait(self) -> tuple[Argument, ...]:
        """The command that waits for them.

        It counts what its own connection has written, so it is sent right behind the writes.
        """
        return "WAIT", self.count, self.patience

    def begun(self) -> int:
        """The changes of the outlook before a write. Raises NotConfirmed: nothing may be written.

        It waits for a while until the outlook is calm.
        """
        until = time.monotonic() + self.patience / 1000
        while trouble := self.outlook.trouble():
            if time.monotonic() > until:
                raise NotConfirmed(trouble)
            time.sleep(LOOK_INTERVAL)
        return self.outlook.changes

    def judged(
        self, commands: Sequence[Command], answers: Sequence[Any], waited: Any, begun: int
    ) -> list[Any]:
        """The answers, with an error for each durable write that was done and is not confirmed.

        `waited` is the answer to `wait`, and `begun` what there was before the writes.
        """
        try:
            self._check(waited, begun)
        except NotConfirmed as error:
            return [
                error if command.is_durable and not isinstance(answer, RedisError) else answer
                for command, answer in zip(commands, answers, strict=True)
            ]
        return [*answers]

    def _check(self, waited: Any, begun: int) -> None:
        """Raise NotConfirmed unless the confirmations count."""
        if not (isinstance(waited, int) and waited >= self.count):
            raise NotConfirmed(
                f"too few replicas confirmed the write within {self.patience} ms:"
                f" {waited}, and HANGMAN_STORE_WAIT_REPLICAS is {self.count}"
            )
        if self.begun() != begun:
            raise NotConfirmed("a failover came while it was written")
