"""A circuit breaker: while the store is away, requests fail at once."""

import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Final

FAILURES: Final = 3  # in a row: one lost reply is no outage
PAUSE: Final = 0.1  # seconds between two pings of a store that is away


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
        except Exception:  # whatever it is: who stops asking leaves it open for good
            return False
        return True
