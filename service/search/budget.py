"""Bounds on a number of misses, and the budget of a search that brings them closer."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Bounds:
    """A number of misses: at least `lower`, at most `upper`."""

    lower: int
    upper: int

    @property
    def exact(self) -> bool:
        """Whether the bounds meet, so that the number is known."""
        return self.lower == self.upper


class Cancelled(Exception):
    """The search was told to stop before it had an answer."""


class NodeLimitReached(Exception):
    """The search reached its limit of nodes before it had an answer; it may be asked again."""


@dataclass
class Budget:
    """The nodes looked at so far, and two ways to end the search.

    `go_on` is asked at each node, with `seen`, whether to look at it. `limit` is the value of
    `seen` after which the search gives up for now.
    """

    go_on: Callable[[int], bool] = lambda _: True
    seen: int = 0
    limit: int | None = None

    def count(self) -> None:
        """Count one more node. Raises Cancelled and NodeLimitReached."""
        self.seen += 1
        if not self.go_on(self.seen):
            raise Cancelled
        if self.limit is not None and self.seen > self.limit:
            raise NodeLimitReached

    def spend(self, nodes: int) -> None:
        """Count work that takes as long as some nodes. Raises Cancelled if they are not left."""
        if not self.go_on(self.seen + nodes):
            raise Cancelled
        self.seen += nodes
