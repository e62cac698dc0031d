"""How long a search goes on: positions, and who says when it is enough."""

from collections.abc import Callable
from dataclasses import dataclass


class Stopped(Exception):
    """The search was asked to stop before it knew."""


class Tired(Exception):
    """The search has looked into as many positions as it was to, and may be asked again."""


@dataclass
class Budget:
    """Positions looked into, and whether to look on."""

    go_on: Callable[[int], bool] = lambda _: True
    seen: int = 0
    limit: int | None = None

    def count(self) -> None:
        """One more. Raises Stopped, Tired."""
        self.seen += 1
        if not self.go_on(self.seen):
            raise Stopped
        if self.limit is not None and self.seen > self.limit:
            raise Tired
