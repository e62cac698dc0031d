"""Bounds on a number of misses that may not be known exactly."""

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


@dataclass(frozen=True)
class Guarantee(Bounds):
    """Bounds on the misses that a dealer guarantees; the letters of `line` win within the upper.

    `nodes` says how many lists of words were looked at.
    """

    line: str
    nodes: int = 0
