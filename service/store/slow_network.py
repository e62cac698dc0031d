"""Timeouts that are too short for the network to a store that works."""

from collections import defaultdict, deque
from collections.abc import Callable
from typing import Final, Literal, TypeAlias

from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NotInTime

from service.events import OnEvent

Timeout: TypeAlias = Literal["connect", "read"]

ENOUGH: Final = 10  # late answers among others that came in time
WITHIN: Final = 60.0  # seconds, of those
SILENCE: Final = 3600.0  # seconds until the same is told again


class SlowNetwork:
    """Tells, once an hour, which timeout a server often misses although it answers.

    A server that freezes is late, too, for every command at the same time. So what counts is how
    often it was late and then answered.
    """

    def __init__(self, on_event: OnEvent, clock: Callable[[], float]) -> None:
        self._on_event = on_event
        self._clock = clock
        self._late = set[Timeout]()  # since its last answer
        self._times = defaultdict[Timeout, deque[float]](lambda: deque(maxlen=ENOUGH))
        self._silent_until = defaultdict[Timeout, float](float)

    def was_late(self, error: NotInTime) -> None:
        """Note that a command had no answer in time."""
        self._late.add(timeout_of(error))

    def answered(self) -> None:
        """Note an answer after failures."""
        now = self._clock()
        while self._late:
            timeout = self._late.pop()
            times = self._times[timeout]
            times.append(now)
            is_often = len(times) == ENOUGH and now - times[0] <= WITHIN
            if is_often and now >= self._silent_until[timeout]:
                self._silent_until[timeout] = now + SILENCE
                self._on_event("store_slow", timeout=timeout)


def timeout_of(error: RedisError) -> Timeout:
    """The timeout that this error is about; redis-py has one class for both."""
    return "connect" if str(error) == "Timeout connecting to server" else "read"
