"""Turns at something of which there are only so many: who came first goes first."""

from collections import deque
from threading import Lock

from redis.exceptions import RedisError


class AllInUse(RedisError):
    """All connections of this process were in use for as long as a command waits for one."""


class Turns:
    """`many` turns at once; as a context manager it waits for one, for `patience` seconds at most.

    A semaphore would give a turn to whoever asks at the right moment. Here whoever is done hands
    the turn to the one who has waited longest. Raises AllInUse.
    """

    def __init__(self, many: int, patience: float) -> None:
        self._left = many
        self._patience = patience
        self._waiting: deque[Lock] = deque()  # each is released when its turn has come
        self._lock = Lock()

    def __enter__(self) -> None:
        with self._lock:
            if self._left:
                self._left -= 1
                return
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if not turn.acquire(timeout=self._patience):
            self._leave(turn)

    def _leave(self, turn: Lock) -> None:
        with self._lock:
            if turn in self._waiting:  # else it came at the last moment
                self._waiting.remove(turn)
                raise AllInUse(f"no connection was free for {self._patience:g} s")

    def __exit__(self, *_: object) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._left += 1
