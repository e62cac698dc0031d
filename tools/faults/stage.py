"""Many who call a service at once."""

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing.pool import Pool
from typing import Any, Final, TypeVar

import numpy as np

PATIENCE: Final = 180.0  # seconds: who waits for longer has been forgotten

T = TypeVar("T")
R = TypeVar("R")


def together(call: Callable[[T], R], each: Sequence[T]) -> list[R]:
    """What comes of calls that are made at once, each in a thread of its own."""
    with ThreadPoolExecutor(len(each)) as pool:
        return list(pool.map(call, each))


def processes(count: int) -> Pool:
    """New processes, which share nothing with this one."""
    return multiprocessing.get_context("spawn").Pool(count)


@contextmanager
def beside(work: Callable[..., R], *arguments: Any) -> Iterator[Callable[[], R]]:
    """Let another process work meanwhile; what comes of it, when it is called."""
    with processes(1) as pool:
        working = pool.apply_async(work, arguments)
        yield lambda: working.get(PATIENCE)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so large a share of the others does not exceed."""
    return float(np.quantile(values, share))
