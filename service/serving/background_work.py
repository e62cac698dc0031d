"""Slow work in a thread of its own, one piece at a time; the worker answers other requests."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Final

from gevent import sleep
from gevent.lock import Semaphore
from gevent.threadpool import ThreadPoolExecutor
from gevent.util import wrap_errors

from service.play.catalogue import Made
from service.play.refusals import Busy

MOST_WAITING: Final = 16  # requests in each line
LONGEST_WAIT: Final = 2.0  # seconds that a request waits for its turn
PAUSE: Final = 0.25  # seconds before “busy”: who asks again at once must not cost others
SWITCH_INTERVAL: Final = 0.001  # seconds until the thread gives the interpreter to the worker


class Line:
    """Requests that wait for their turn, in order: not too many, and not for ever."""

    def __init__(self) -> None:
        self._waiting = 0
        self._turn = Semaphore(1)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A turn, which lasts as long as the block. Raises Busy."""
        if self._waiting >= MOST_WAITING:
            sleep(PAUSE)
            raise Busy
        self._waiting += 1
        try:
            if not self._turn.acquire(timeout=LONGEST_WAIT):
                raise Busy
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._turn.release()


class BackgroundWorker:
    """Runs slow work in one thread. Only the request that needs it waits, and not for ever."""

    def __init__(self) -> None:
        self._line = Line()
        self._line_of_others = Line()

    def __call__(self, work: Callable[[], Made]) -> Made:
        """Run the work of a game and return its result. Raises Busy, and what the work raises."""
        with self._line.turn():
            done = self._thread.submit(wrap_errors((Exception,), work)).result()
        if isinstance(done, Exception):  # gevent prints what is raised in its thread
            raise done
        return done

    def beside_games(self, work: Callable[[], Made]) -> Made:
        """Run other work so too: between two pieces of it, every game that waits has its turn."""
        with self._line_of_others.turn():
            return self(work)

    @cached_property
    def _thread(self) -> ThreadPoolExecutor:
        """The thread, which the first work starts: this object may be made before a fork."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        return ThreadPoolExecutor(1)
