"""A circuit breaker: whether a server of the store is away."""

import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Final

from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NotInTime

MOST_FAILURES: Final = 3  # in a row, as `failed` counts them
PROBE_INTERVAL: Final = 0.1  # seconds between two probes of a server that is away


class ServerAway(RedisError):
    """A command that was not sent, because its server is away."""


class Breaker:
    """Whether a server is away: after MOST_FAILURES in a row, and until a probe succeeds.

    We wrote it because pybreaker holds a lock during each call, so that requests wait for each
    other, and because it finds out by a request whether the server is back, and that request waits
    for a timeout. Here a thread of its own does, by `ping`, and no request waits.
    """

    def __init__(self, server: str, ping: Callable[[], object]) -> None:
        self.is_away = False
        self._server = server  # its name, for messages
        self._ping = ping
        self._failures = 0  # in a row
        self._last_error = ""
        self._lock = Lock()

    def allow(self) -> None:
        """Return if a command may be sent. Raises ServerAway."""
        if self.is_away:
            raise ServerAway(f"{self._server} is away; last error: {self._last_error}")

    def answered(self) -> None:
        """Count an answer; a refusal is one, too."""
        self._failures = 0

    def failed(self, error: Exception) -> None:
        """Count a failure; a timeout counts twice, as a request has time for two and no third.

        One is not enough: after a restart of the store, errors of kept connections follow each
        other and mean nothing.
        """
        with self._lock:
            self._last_error = named(error)
            self._failures += 2 if isinstance(error, NotInTime) else 1
            if self.is_away or self._failures < MOST_FAILURES:
                return
            self.is_away = True
        Thread(target=self._probe_until_back, name="breaker", daemon=True).start()

    def close(self) -> None:
        """End the thread: nobody will use the server any more."""
        self.is_away = False

    def probe(self) -> None:
        """Return if the server answers; raise any error if it does not."""
        self._ping()

    def _probe_until_back(self) -> None:
        while self.is_away:
            time.sleep(PROBE_INTERVAL)
            try:
                self.probe()
            except Exception as error:  # if one ended this thread, the server would stay away
                self._last_error = named(error)
            else:
                self._failures = 0
                self.is_away = False


def named(error: Exception) -> str:
    """An error with the name of its class."""
    return f"{type(error).__name__}: {error}"
