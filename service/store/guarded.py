"""The client that all of the service shares: behind a breaker, with its errors as ours."""

import time
from collections.abc import Callable
from hashlib import sha1
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, TypeAlias

from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import NoScriptError, OutOfMemoryError, RedisError
from redis.exceptions import TimeoutError as NotInTime

from service.store.clients import AllInUse, Client
from service.store.errors import StoreBusy, StoreFull, StoreUnavailable

FAILURES: Final = 3  # in a row: one lost reply is no outage
PAUSE: Final = 0.1  # seconds between two pings of a store that is away

Argument: TypeAlias = bytes | int | str


class Breaker:
    """Opens after a few failures without a success between them, and closes when `ping` succeeds.

    We wrote our own because pybreaker has a lock around each call, so that requests wait for each
    other, and lets a request try whether the store is back, so that it waits for a timeout. Here a
    thread of its own tries, and no request waits.
    """

    def __init__(self, ping: Callable[[], object]) -> None:
        self.is_open = False
        self.failures = 0  # in a row; whoever gets an answer sets it to 0
        self._ping = ping
        self._lock = Lock()

    def count_failure(self) -> None:
        """Count one more failure in a row; open if there have been enough."""
        with self._lock:
            self.failures += 1
            if self.is_open or self.failures < FAILURES:
                return
            self.is_open = True
        Thread(target=self._watch, name="breaker", daemon=True).start()

    def _watch(self) -> None:
        while not self._answers():
            time.sleep(PAUSE)
        self.failures = 0
        self.is_open = False

    def _answers(self) -> bool:
        try:
            self._ping()
        except Exception:  # whatever it is: a thread that stops asking leaves it open for good
            return False
        return True


class Guarded:
    """A client that sends each command once, and none to a store that is known to be away."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._breaker = Breaker(lambda: client.execute_command("PING"))

    def execute_command(self, *arguments: Any) -> Any:
        """The store's answer.

        Raises StoreUnavailable, StoreBusy, StoreFull, and redis-py's NoScriptError.
        """
        if self._breaker.is_open:
            raise StoreUnavailable("it did not answer others, and is asked until it does")
        try:
            answer = self._client.execute_command(*arguments)
        except NoScriptError:
            raise
        except OutOfMemoryError as error:
            raise StoreFull(str(error)) from error
        except AllInUse as error:
            raise StoreBusy(str(error)) from error
        except RedisError as error:
            if isinstance(error, (NotConnected, NotInTime)):
                self._breaker.count_failure()
            raise StoreUnavailable(f"{type(error).__name__}: {error}") from error
        self._breaker.failures = 0
        return answer


class Script:
    """A Lua script of this folder that uses one key.

    We send its SHA-1, by which servers know it, and its text if the server needs it.
    """

    def __init__(self, file: str) -> None:
        self._text = Path(__file__).with_name(file).read_text()
        self._digest = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    def run(self, client: Client, key: str, *arguments: Argument) -> Any:
        """Run the script on a key and return its result.

        We do not use SCRIPT LOAD, which on a cluster fails if any primary is away.
        """
        try:
            return client.execute_command("EVALSHA", self._digest, 1, key, *arguments)
        except NoScriptError:
            return client.execute_command("EVAL", self._text, 1, key, *arguments)
