"""Bounds on a number of misses, and the time and memory of a search that makes them closer."""

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


@dataclass(frozen=True)
class Bounds:
    """A number of misses: at least `lower`, at most `upper`."""

    lower: int
    """It is at least this many."""
    upper: int
    """It is at most this many."""

    @property
    def exact(self) -> bool:
        """Whether the bounds meet, so that the number is known."""
        return self.lower == self.upper


class Cancelled(Exception):
    """The search was cancelled before it had an answer; it can be run again."""


@dataclass
class Budget:
    """The nodes that a search has looked at, and two limits that end it.

    The search ends at the first node for which `go_on(nodes)` is false, or when it has `spent` more
    than `steps`. Searches of different kinds can share the steps: one is some 13 microseconds of
    CPU.
    """

    go_on: Callable[[int], bool] = lambda _: True
    nodes: int = 0
    steps: float = math.inf
    spent: float = 0

    def count(self, steps: int = 0) -> None:
        """Count one more node and its steps. Raises Cancelled if a limit is reached."""
        self.nodes += 1
        self.spent += steps
        if self.spent > self.steps or not self.go_on(self.nodes):
            raise Cancelled

    def spend(self, steps: float) -> None:
        """Count the steps of work before it is done. Raises Cancelled if too few are left."""
        if self.spent + steps > self.steps:
            raise Cancelled
        self.spent += steps


class Memo(dict[Key, Value]):
    """The memory of a search, for `most` entries; when it is full, it forgets them all."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
