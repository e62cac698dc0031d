"""A circuit breaker: whether a server of the store is away."""

import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Final

from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NotInTime

from service.events import OnEvent, ignore
from service.store.slow_network import SlowNetwork, timeout_of

FEWEST_FAILURES: Final = 2  # one alone says nothing
PATIENCE: Final = 1.5  # timeouts: two in a row take longer than that
PROBE_INTERVAL: Final = 0.1  # seconds between two probes of a server that is away


class ServerAway(RedisError):
    """A command that was not sent, because its server is away."""


class Breaker:
    """Whether a server is away: if nothing has succeeded for a while, until a probe succeeds.

    The while begins when the first command begins that fails after the last success, and takes
    PATIENCE times the longer timeout, which is given in seconds. So a server that answers some
    commands is not away, however many others are lost.

    We wrote it because pybreaker holds a lock during each call, so that requests wait for each
    other, and because it finds out by a request whether the server is back, and that request waits
    for a timeout. Here a thread of its own does, by `ping`, and no request waits.
    """

    def __init__(
        self,
        server: str,
        ping: Callable[[], object],
        timeout: float,
        on_event: OnEvent = ignore,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.is_away = False
        self._server = server  # its name, for messages
        self._ping = ping
        self._while = PATIENCE * timeout  # seconds
        self._on_event = on_event
        self._clock = clock
        self._network = SlowNetwork(on_event, clock)
        self._failures = 0  # since the last success
        self._failing_since = 0.0
        self._succeeded_at = clock()
        self._last_error = ""
        self._lock = Lock()

    def allow(self) -> None:
        """Return if a command may be sent. Raises ServerAway."""
        if self.is_away:
            raise ServerAway(f"{self._server} is away; last error: {self._last_error}")

    def answered(self) -> None:
        """Note an answer; a refusal is one, too."""
        self._succeeded_at = self._clock()
        if self._failures:
            self._failures = 0
            self._network.answered()

    def failed(self, error: Exception, begun: float) -> None:
        """Note that a command failed, which was begun at this time of the clock."""
        with self._lock:
            self._last_error = named(error)
            if isinstance(error, NotInTime):
                self._network.was_late(error)
            if not self._failures:
                # What it answered meanwhile, to others, counts.
                self._failing_since = max(begun, self._succeeded_at)
            self._failures += 1
            is_long = self._clock() - self._failing_since >= self._while
            if self.is_away or not is_long or self._failures < FEWEST_FAILURES:
                return
            self.is_away = True
        timeout = timeout_of(error) if isinstance(error, NotInTime) else None
        self._on_event("store_away", server=self._server, reason=named(error), timeout=timeout)
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
                self._succeeded_at = self._clock()
                self._failures = 0
                self.is_away = False


def named(error: Exception) -> str:
    """An error with the name of its class."""
    return f"{type(error).__name__}: {error}"
