"""Slow work beside the loop, one piece at a time; the worker answers other requests."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from gevent import sleep
from gevent.event import AsyncResult

from service.play.catalogue import Catalogue
from service.play.refusals import Busy
from service.play.slow_work import NOBODY, Data, Result
from service.serving.helper_process import HelperProcess

MOST_WAITING: Final = 16  # requests in each line
LONGEST_WAIT: Final = 1.5  # seconds that a request waits for its turn; nginx.conf waits for longer
BUSY_DELAY: Final = 0.25  # seconds before a refusal: retries at once must not slow others


@dataclass(eq=False)
class Place:
    """A request's place in a line. In each round, every client that waits has one turn."""

    client: str | None  # None: help, which comes after everybody who waits
    round: int
    is_called: "AsyncResult[bool]" = field(default_factory=AsyncResult)  # false: it is refused


class Line:
    """Requests that wait for their turn: clients in turn, not too many, and not forever."""

    def __init__(self) -> None:
        self._served: Place | None = None
        self._waiting: list[Place] = []  # the newest last

    @contextmanager
    def turn(self, client: str | None) -> Iterator[None]:
        """A turn, which lasts as long as the block. Raises Busy."""
        place = Place(client, self._next_round(client))
        if self._served:
            self._wait(place)
        self._served = place
        try:
            yield
        finally:
            self._served = None
            if self._waiting:
                self._call(min(self._waiting, key=lambda waiting: waiting.round))

    def _next_round(self, client: str | None) -> int:
        """The round after the client's last place; for None, after the last place of anybody.

        Ann is served in round 0, and two more requests of hers wait in rounds 1 and 2. Bob comes:
        he joins round 0, and is next.
        """
        # The line is empty: the rounds begin again at 0.
        if not self._served:
            return 0
        # A client comes a round after its own last place, and help after all places.
        before = [self._served, *self._waiting]
        if client is not None:
            before = [place for place in before if place.client == client]
        # A client without a place joins the round that is on.
        return max([self._served.round, *[place.round + 1 for place in before]])

    def _wait(self, place: Place) -> None:
        """Wait until the place is called. Raises Busy."""
        self._waiting.append(place)
        if len(self._waiting) > MOST_WAITING:
            self._refuse_one()
        place.is_called.wait(LONGEST_WAIT)
        # Its turn has not come in time.
        if place in self._waiting:
            self._waiting.remove(place)
            raise Busy
        # Too many waited, and most of them were this client's.
        if not place.is_called.value:
            sleep(BUSY_DELAY)
            raise Busy

    def _call(self, place: Place) -> None:
        """Give the turn to a place at once, so that no newcomer is served first."""
        self._waiting.remove(place)
        self._served = place
        place.is_called.set(True)

    def _refuse_one(self) -> None:
        """Refuse the newest request of the client with most waiting; of equals, the newest."""
        # `most_common` keeps this order for equals, so the newest of them comes first.
        newest_first = self._waiting[::-1]
        [(client, _)] = Counter(place.client for place in newest_first).most_common(1)
        newest = next(place for place in newest_first if place.client == client)
        self._waiting.remove(newest)
        newest.is_called.set(False)


class BackgroundWork:
    """Runs slow work in one process. Only the request that needs it waits, and not forever.

    Clients that wait are served in turn. `catalogue` is what the work gets before its data.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.helper = HelperProcess(catalogue)
        self._guesses = Line()
        self._help = Line()

    def for_guesses(
        self, work: Callable[[Catalogue, *Data], Result], *data: *Data, client: str = NOBODY
    ) -> Result:
        """Run the work of a guess and return its result.

        Raises Busy, HelperDied, and what the work raises.
        """
        with self._guesses.turn(client):
            return self.helper.result_of(work, data)

    def for_help(
        self, work: Callable[[Catalogue, *Data], Result], *data: *Data, client: str = NOBODY
    ) -> Result:
        """Run the work of help: between two pieces of it, every guess that waits has its turn."""
        with self._help.turn(client), self._guesses.turn(None):
            return self.helper.result_of(work, data)
