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
    """The nodes looked at so far, and two ways to end the search.

    `go_on` is asked at each node, with `nodes`, whether to look at it. `steps` are the most that
    may be `spent`, by which searches of different kinds share a budget: a step is work that takes
    some 13 microseconds of CPU.
    """

    go_on: Callable[[int], bool] = lambda _: True
    nodes: int = 0
    steps: float = math.inf
    spent: float = 0

    def count(self, steps: int = 0) -> None:
        """Count one more node, which costs some steps. Raises Cancelled."""
        self.nodes += 1
        self.spent += steps
        if self.spent > self.steps or not self.go_on(self.nodes):
            raise Cancelled

    def spend(self, steps: float) -> None:
        """Count work before it is done. Raises Cancelled if its steps are not left."""
        if self.spent + steps > self.steps:
            raise Cancelled
        self.spent += steps


class Memo(dict[Key, Value]):
    """What a search remembers; it forgets all when that is `most`."""

    def __init__(self, most: int) -> None:
        self._most = most

    def __setitem__(self, key: Key, value: Value) -> None:
        if len(self) >= self._most:
            self.clear()
        super().__setitem__(key, value)
