"""What the service asks of a store: the named commands, and a command as servers get it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from service.store.record import Milliseconds
from service.store.scripts import Script

Argument: TypeAlias = bytes | int | str


class Commands(Protocol):
    """The commands of a store, each sent once: `RedisCommands`, or `Memory` in this process.

    Every method but `get_many` raises StoreUnavailable.
    """

    @property
    def replicas(self) -> int:
        """How many replicas must confirm each durable write, or it fails."""

    def failing_for(self) -> float:
        """For how many seconds this process has tried to write durably, and has not succeeded."""

    def get(self, key: str) -> bytes | None:
        """The value of a key, if there is one."""

    def get_many(self, keys: Sequence[str], start: int, end: int) -> list[bytes | None]:
        """The bytes from `start` to `end`, both included, of each value.

        They are b"" if the value is missing or no string, and None if its server does not answer.
        """

    def get_field(self, key: str, field: str) -> bytes | None:
        """A field of a hash, if it is there."""

    def get_fields(self, key: str) -> Mapping[bytes, bytes]:
        """All fields of a hash."""

    def set_new(self, key: str, value: bytes, life: Milliseconds | None = None) -> bool:
        """Set a key, unless it has a value, and return whether it had none.

        Without a `life` it does not expire. If it is set, it is durable, as in `run`.
        """

    def run(self, script: Script, key: str, *arguments: Argument, durable: bool = False) -> Any:
        """Run a script on a key and return its result.

        If it is `durable`, it fails unless `replicas` replicas confirm what it writes in time. If
        it writes nothing, nothing is confirmed.
        """

    def run_and_get(
        self, script: Script, key: str, *arguments: Argument, ahead: str
    ) -> tuple[Any, bytes | None]:
        """Run a script on a key, and get the value of another key in the same round trip.

        The value is None if it is missing or cannot be read, or if another server has it.
        """


class Command(NamedTuple):
    """A command as it is sent, and the key that it is about."""

    words: tuple[Argument, ...]
    key: str
    is_durable: bool = False

    @property
    def name(self) -> str:
        """The first word."""
        return str(self.words[0])


class Servers(Protocol):
    """The servers of a store: one `Server`, or a `Cluster`."""

    def send(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to some commands, which are sent in one go to each server.

        In place of the answer to a command that was refused, or that got no answer, there is the
        RedisError. None is raised.
        """

    def are_together(self, *keys: str) -> bool:
        """Whether one server has all of these keys."""

    @property
    def replicas(self) -> int:
        """How many replicas must confirm a durable command; if they do not, it is an error."""
