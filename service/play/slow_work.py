"""Work that is too slow for the event loop: plain data goes in, and a view or a state comes out.

So it can run in another process: it gets the catalogue there, and nothing of the request.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar, TypeVarTuple

from service.play.catalogue import Catalogue

NOBODY: Final = ""  # the client of work that waits for no other client's

Result = TypeVar("Result")
Data = TypeVarTuple("Data")


class Run(Protocol):
    """A way to run work. It has the catalogue, which the work gets before its data."""

    def __call__(
        self, work: Callable[[Catalogue, *Data], Result], *data: *Data, client: str = NOBODY
    ) -> Result:
        """The result of work that a client waits for. Raises Busy, and what the work raises."""


@dataclass(frozen=True)
class Inline:
    """Runs work in this thread at once, for programs with one user."""

    catalogue: Catalogue

    def __call__(
        self, work: Callable[[Catalogue, *Data], Result], *data: *Data, client: str = NOBODY
    ) -> Result:
        """The result of the work."""
        del client
        return work(self.catalogue, *data)
