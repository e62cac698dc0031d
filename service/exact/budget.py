"""The budget of a search: how many nodes it may look at."""

from collections.abc import Callable
from dataclasses import dataclass


class Stopped(Exception):
    """The search was told to stop before it had an answer."""


class Tired(Exception):
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
        """Count one more node. Raises Stopped and Tired."""
        self.seen += 1
        if not self.go_on(self.seen):
            raise Stopped
        if self.limit is not None and self.seen > self.limit:
            raise Tired

    def spend(self, nodes: int) -> None:
        """Count work that takes as long as some nodes. Raises Stopped if they are not left."""
        if not self.go_on(self.seen + nodes):
            raise Stopped
        self.seen += nodes
