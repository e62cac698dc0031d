"""The named commands of a store, sent to its servers; they raise our own errors."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import Any, Final

from redis.exceptions import NoScriptError, OutOfMemoryError, RedisError, ResponseError

from service.events import OnEvent, ignore
from service.store.breaker import named
from service.store.commands import Argument, Command, Servers
from service.store.connection_queue import AllInUse
from service.store.errors import StoreBusy, StoreFull, StoreUnavailable, WrongType
from service.store.record import Milliseconds
from service.store.scripts import Script

WITHOUT_HELLO: Final = re.compile("NOPROTO|unknown command.*HELLO", re.IGNORECASE)
ADVICE_WITHOUT_HELLO: Final = (
    "The store does not know HELLO, as some proxies: write ?protocol=2 at the end of REDIS_URL"
)
NOTHING_WRITTEN: Final = (None, 0, -1)  # answers of durable commands: WAIT had nothing to wait for


class RedisCommands:
    """The commands of the store on these servers, each sent once.

    Every method but `get_many` raises StoreUnavailable, StoreBusy, StoreFull and WrongType.
    """

    def __init__(
        self,
        servers: Servers,
        on_event: OnEvent = ignore,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.servers = servers
        self._on_event = on_event
        self._clock = clock
        self._failing_since: float | None = -inf  # of durable commands; nothing was written yet

    @property
    def replicas(self) -> int:
        """How many replicas must confirm each durable write, or it fails."""
        return self.servers.replicas

    def failing_for(self) -> float:
        """For how many seconds this process has tried to write durably, and has not succeeded."""
        since = self._failing_since
        return 0.0 if since is None else self._clock() - since

    def get(self, key: str) -> bytes | None:
        """The value of a key, if there is one."""
        value: bytes | None = self._answer(Command(("GET", key), key))
        return value

    def get_many(self, keys: Sequence[str], start: int, end: int) -> list[bytes | None]:
        """The bytes of each value; b"" if it is not a string, None if no server answers."""
        if not keys:
            return []
        commands = [Command(("GETRANGE", key, start, end), key) for key in keys]
        return [_part(answer) for answer in self._answers(commands)]

    def get_field(self, key: str, field: str) -> bytes | None:
        """A field of a hash, if it is there."""
        value: bytes | None = self._answer(Command(("HGET", key, field), key))
        return value

    def get_fields(self, key: str) -> Mapping[bytes, bytes]:
        """All fields of a hash."""
        answer = self._answer(Command(("HGETALL", key), key))
        if isinstance(answer, dict):  # in the protocol's version 3
            return answer
        return dict(zip(answer[::2], answer[1::2], strict=True))

    def set_new(self, key: str, value: bytes, life: Milliseconds | None = None) -> bool:
        """Set a key, unless it has a value, and return whether it had none."""
        expiry = () if life is None else ("PX", life)
        return bool(self._answer(Command(("SET", key, value, "NX", *expiry), key, is_durable=True)))

    def run(self, script: Script, key: str, *arguments: Argument, durable: bool = False) -> Any:
        """Run a script on a key and return its result; send its text if the server needs it.

        We do not use SCRIPT LOAD, which on a cluster fails if any primary is away.
        """
        rest = (1, key, *arguments)
        try:
            return self._answer(Command(("EVALSHA", script.digest, *rest), key, durable), script)
        except NoScriptError:
            return self._answer(Command(("EVAL", script.text, *rest), key, durable), script)

    def run_and_get(
        self, script: Script, key: str, *arguments: Argument, ahead: str
    ) -> tuple[Any, bytes | None]:
        """Run a script on a key, and get the value of another key that the same server has."""
        if not self.servers.are_together(key, ahead):
            return self.run(script, key, *arguments), None
        run = Command(("EVALSHA", script.digest, 1, key, *arguments), key)
        answer, value = self._answers([run, Command(("GET", ahead), ahead)])
        if isinstance(answer, NoScriptError):
            answer = self.run(script, key, *arguments)
        return _checked(answer, key, script), value if isinstance(value, bytes) else None

    def _answer(self, command: Command, script: Script | None = None) -> Any:
        """The answer to a command, which runs this script. Raises redis-py's NoScriptError, too."""
        [answer] = self._answers([command])
        if isinstance(answer, NoScriptError):
            raise answer
        try:
            checked = _checked(answer, command.key, script)
        except StoreUnavailable as error:
            # Others say nothing about writing: the store is full, or all connections are in use.
            if command.is_durable and type(error) is StoreUnavailable:
                self._failing_since = self._clock() - self.failing_for()
            raise
        if command.is_durable and checked not in NOTHING_WRITTEN:
            self._failing_since = None
        return checked

    def _answers(self, commands: Sequence[Command]) -> list[Any]:
        """The answers to commands, or errors; every command goes through here.

        The event has the name of the first one.
        """
        begun = time.perf_counter()
        answers = self.servers.send(commands)
        seconds = time.perf_counter() - begun
        error = next((each for each in answers if isinstance(each, RedisError)), None)
        self._on_event("command", command=commands[0].name, seconds=seconds, error=error)
        return answers


def _checked(answer: Any, key: str, script: Script | None) -> Any:
    """An answer that is no error, and that this script can return. Raises StoreUnavailable."""
    if isinstance(answer, RedisError):
        raise _translated(answer, key) from answer
    if script and not script.may_return(answer):
        raise StoreUnavailable(f"{script.file} returned {answer!r:.60}, which it never does")
    return answer


def _translated(error: RedisError, key: str) -> StoreUnavailable:
    if isinstance(error, ResponseError) and WITHOUT_HELLO.search(str(error)):
        return StoreUnavailable(f"{named(error)}. {ADVICE_WITHOUT_HELLO}")
    if isinstance(error, OutOfMemoryError):
        return StoreFull(str(error))
    if isinstance(error, AllInUse):
        return StoreBusy(str(error))
    if str(error).startswith("WRONGTYPE"):
        return WrongType(f"{key}: {error}")
    return StoreUnavailable(named(error))


def _part(answer: bytes | RedisError) -> bytes | None:
    if isinstance(answer, bytes):
        return answer
    return b"" if isinstance(answer, ResponseError) else None
