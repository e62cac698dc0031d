"""Work that would hold other requests up, and how it is run: by default here and now."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from service.engine.errors import HangmanError

Made = TypeVar("Made")


class Busy(HangmanError):
    """Dear work that others are waiting for already, or that has waited for too long."""

    def __init__(self) -> None:
        super().__init__("Others have asked for dear work first; ask again in a moment.")


class Run(Protocol):
    """How dear work is run."""

    def __call__(self, work: Callable[[], Made]) -> Made:
        """What the work returns. Raises Busy, and what the work raises."""


def at_once(work: Callable[[], Made]) -> Made:
    """What the work returns, run here and now."""
    return work()
