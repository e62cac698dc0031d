"""Waiting for something to happen, however busy the machine is."""

import time
from collections.abc import Callable

import httpx
from redis.exceptions import RedisError

from service.store.errors import StoreUnavailable

PATIENCE = 60.0  # seconds until a wait is given up; less than the timeout of a test


def wait_until(holds: Callable[[], bool], otherwise: str, seconds: float = PATIENCE) -> float:
    """Wait until a condition holds; return how long that took, in seconds.

    An error of a connection means that it does not hold yet. Raises TimeoutError, whose text is
    `otherwise`.
    """
    begun = time.monotonic()
    while time.monotonic() < begun + seconds:
        try:
            if holds():
                return time.monotonic() - begun
        except (StoreUnavailable, RedisError, OSError, KeyError, httpx.HTTPError):
            pass
        time.sleep(0.02)
    raise TimeoutError(otherwise)
