"""The client that the whole service shares: a circuit breaker, which raises our own errors."""

import time
from threading import Lock, Thread
from typing import Any, TypeAlias

from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import NoScriptError, OutOfMemoryError, RedisError
from redis.exceptions import TimeoutError as NotInTime

from service.store.clients import MOST_FAILURES, TRY_INTERVAL, AllInUse, Client, failures_in
from service.store.errors import StoreBusy, StoreFull, StoreUnavailable, WrongType
from service.store.scripts import Script

Argument: TypeAlias = bytes | int | str


class Guarded:
    """A client that sends each command once, and none to a store that is known to be away.

    It is away after MOST_FAILURES in a row, and back when it answers a PING. We wrote this
    circuit breaker because pybreaker holds a lock during each call, so that requests wait for each
    other, and because it finds out by a request whether the store is back, and that request waits
    for a timeout. Here a thread of its own finds out, and no request waits.
    """

    def __init__(self, client: Client) -> None:
        self.is_away = False
        self._client = client
        self._failures = 0  # in a row
        self._last_error = ""
        self._lock = Lock()

    def execute_command(self, *arguments: Any) -> Any:
        """The store's answer.

        Raises StoreUnavailable, StoreBusy, StoreFull, WrongType, and redis-py's NoScriptError.
        """
        if self.is_away:
            raise StoreUnavailable(f"it is away; last error: {self._last_error}")
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
                self._count_failure(error)
            if str(error).startswith("WRONGTYPE"):
                key = arguments[3 if arguments[0].startswith("EVAL") else 1]
                raise WrongType(f"{key}: {error}") from error
            raise StoreUnavailable(_named(error)) from error
        self._failures = 0
        return answer

    def run(self, script: Script, key: str, *arguments: Argument) -> Any:
        """Run a script on a key and return its result; send its text if the server needs it.

        We do not use SCRIPT LOAD, which on a cluster fails if any primary is away.
        """
        try:
            return self.execute_command("EVALSHA", script.digest, 1, key, *arguments)
        except NoScriptError:
            return self.execute_command("EVAL", script.text, 1, key, *arguments)

    def _count_failure(self, error: Exception) -> None:
        with self._lock:
            self._last_error = _named(error)
            self._failures += failures_in(error)
            if self.is_away or self._failures < MOST_FAILURES:
                return
            self.is_away = True
        Thread(target=self._ping_until_back, name="breaker", daemon=True).start()

    def _ping_until_back(self) -> None:
        """Ping the store until it answers."""
        while self.is_away:
            time.sleep(TRY_INTERVAL)
            try:
                self._ping()
            except Exception as error:  # if one ended this thread, the store would stay away
                self._last_error = _named(error)
            else:
                self._failures = 0
                self.is_away = False

    def _ping(self) -> None:
        self._client.execute_command("PING")


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
