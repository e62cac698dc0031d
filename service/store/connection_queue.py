"""The queue for a server's connections: first come, first served."""

from collections import deque
from threading import Lock

from redis.exceptions import RedisError


class AllInUse(RedisError):
    """A command waited too long for a connection: all of this process stayed in use."""


class ConnectionQueue:
    """A context manager that waits for one of `size` connections, in the order of arrival.

    A request waits as long as others get answers. It raises AllInUse after `patience` seconds in
    which no request got one. Each request hands its connection to the one that has waited longest.
    `threading.Semaphore` lets a request that comes at that moment go first: when 300 requests
    shared 100 connections, some waited until their patience was at an end.
    """

    def __init__(self, size: int, patience: float) -> None:
        self._left = size
        self._patience = patience
        self._served = 0
        self._waiting: deque[Lock] = deque()  # tickets: each is released when its turn has come
        self._lock = Lock()

    def __enter__(self) -> None:
        with self._lock:
            if self._left:
                self._left -= 1
                return
            # A ticket is a locked lock: acquiring it again waits until another request releases it.
            ticket = Lock()
            ticket.acquire()
            self._waiting.append(ticket)
        served = self._served
        while not ticket.acquire(timeout=self._patience):
            # Give up if no request was served in that time.
            if self._served == served:
                self._leave(ticket)
                return
            served = self._served

    def _leave(self, ticket: Lock) -> None:
        with self._lock:
            if ticket in self._waiting:  # else its turn came at the last moment
                self._waiting.remove(ticket)
                raise AllInUse(f"no connection was free for {self._patience:g} s")

    def __exit__(self, error: type[BaseException] | None, *_: object) -> None:
        with self._lock:
            self._served += error is None
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._left += 1
