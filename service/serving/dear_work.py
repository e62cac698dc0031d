"""Dear work in a thread of its own, one at a time, while the worker goes on with other requests."""

import sys
from collections.abc import Callable
from typing import Final

from gevent import Timeout
from gevent.lock import Semaphore
from gevent.threadpool import ThreadPoolExecutor

from service.play.dear_work import Busy, Made

MOST_WAITING: Final = 16
PATIENCE: Final = 2.0  # seconds
SWITCH_INTERVAL: Final = 0.001  # seconds after which the thread lets the worker go on


class OneAtATime:
    """Runs dear work in one thread; who asks waits for it, for a while, and nobody else does.

    A process makes its thread when it first needs one, so this can be made before a fork.
    """

    def __init__(self) -> None:
        self._waiting = 0
        self._turn = Semaphore(1)
        self._thread: ThreadPoolExecutor | None = None

    def __call__(self, work: Callable[[], Made]) -> Made:
        """What the work returns. Raises Busy, and what the work raises."""
        self._wait_for_turn()
        try:
            return self._thread_of_process().submit(work).result()
        finally:
            self._turn.release()

    def _wait_for_turn(self) -> None:
        if self._waiting >= MOST_WAITING:
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
