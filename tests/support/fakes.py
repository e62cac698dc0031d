"""A store in this process, for tests without races: fakeredis, with what it lacks."""

from collections.abc import Sequence
from hashlib import sha1
from typing import Any

from fakeredis import FakeRedis
from redis.exceptions import RedisError

from service.store.commands import Command
from service.store.game_store import GameStore

TEXTS: dict[str, str] = {}  # of the scripts that were run, by their digests


class FakeServers(FakeRedis):
    """The servers of a store; `execute_command` is for what tests do to them.

    fakeredis does not know the flags of scripts, so their first line is left out here.
    """

    replicas = 0

    def send(self, commands: Sequence[Command]) -> list[Any]:
        return [self._answer(command) for command in commands]

    def are_together(self, *keys: str) -> bool:
        return True

    def _answer(self, command: Command) -> Any:
        try:
            return self.execute_command(*command.words)
        except RedisError as error:
            return error

    def execute_command(self, *arguments: Any, **options: Any) -> Any:
        command, *rest = arguments
        if command == "EVALSHA" and rest[0] in TEXTS:
            command, rest[0] = "EVAL", TEXTS[rest[0]]
        elif command == "EVAL":
            digest = sha1(rest[0].encode(), usedforsecurity=False).hexdigest()
            flags, _, text = rest[0].partition("\n")
            rest[0] = TEXTS[digest] = text if flags.startswith("#!lua") else rest[0]
        return super().execute_command(command, *rest, **options)  # type: ignore[no-untyped-call]  # fakeredis


def redis_of(store: GameStore) -> Any:
    """The fakeredis of a store, for what the service never does."""
    commands: Any = store.commands
    return commands.servers
