"""A circuit breaker: while the store is away, requests are told so at once."""

import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Final

from redis.exceptions import RedisError

FAILURES: Final = 3  # one after another: a lost reply is no outage
PAUSE: Final = 0.1  # seconds between looks at a store that is away


class Breaker:
    """Opens after a few failures without a success between them, and closes when `ping` succeeds.

    It is ours, for the known ones (pybreaker) serialise the threads of a process by a lock around
    each call, and let a request try whether the store is back, which then waits for its timeout.
    Here a thread tries, and no request waits.
    """

    def __init__(self, ping: Callable[[], object]) -> None:
        self.is_open = False
        self.failures = 0  # one after another; whoever has an answer sets it to 0
        self._ping = ping
        self._lock = Lock()

    def count_failure(self) -> None:
        """The store has not answered: open, if it has not for some time."""
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
        except (RedisError, OSError):
            return False
        return True
