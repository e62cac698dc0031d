"""Dear work in a thread of its own, one piece at a time; the worker answers other requests."""

import sys
from collections.abc import Callable
from typing import Final

from gevent import Timeout, sleep
from gevent.lock import Semaphore
from gevent.threadpool import ThreadPoolExecutor

from service.play.dear_work import Busy, Made

MOST_WAITING: Final = 16  # requests
PATIENCE: Final = 2.0  # seconds that a request waits for its turn
PAUSE: Final = 0.25  # seconds before “busy”: who asks again at once must not cost others
SWITCH_INTERVAL: Final = 0.001  # seconds until the thread gives the interpreter to the worker


class OneAtATime:
    """Runs dear work in one thread. Only the request that needs it waits, and not for ever.

    The thread starts with the first work, so this object can be made before a fork.
    """

    def __init__(self) -> None:
        self._waiting = 0
        self._turn = Semaphore(1)
        self._thread: ThreadPoolExecutor | None = None

    def __call__(self, work: Callable[[], Made]) -> Made:
        """Run the work and return its result. Raises Busy, and what the work raises."""
        self._wait_for_turn()
        try:
            return self._thread_of_process().submit(work).result()
        finally:
            self._turn.release()

    def _wait_for_turn(self) -> None:
        if self._waiting >= MOST_WAITING:
            sleep(PAUSE)
            raise Busy
        self._waiting += 1
        try:
            with Timeout(PATIENCE, Busy):
                self._turn.acquire()
        finally:
            self._waiting -= 1

    def _thread_of_process(self) -> ThreadPoolExecutor:
        if self._thread is None:
            sys.setswitchinterval(SWITCH_INTERVAL)
            self._thread = ThreadPoolExecutor(1)
        return self._thread
