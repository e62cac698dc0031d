"""Slow work: work that takes milliseconds, so that other requests would wait; and how to run it."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from service.engine.errors import HangmanError

Made = TypeVar("Made")


class Busy(HangmanError):
    """A request for which nothing was done, because too many others came first."""

    def __init__(self) -> None:
        super().__init__("Other requests came first, and nothing was done: ask again in a moment.")


class Run(Protocol):
    """A way to run slow work."""

    def __call__(self, work: Callable[[], Made]) -> Made:
        """Run the work and return its result. Raises Busy, and what the work raises."""


def run_inline(work: Callable[[], Made]) -> Made:
    """Run the work in this thread and return its result."""
    return work()
