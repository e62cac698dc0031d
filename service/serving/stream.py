"""A stream of events: what one client is sent, as an iterator of bytes."""

import time
from collections.abc import Callable, Collection, Iterator
from random import SystemRandom
from typing import Any, Final, TypeAlias

from gevent.event import Event

from service.event_stream import COMMENT, retry

QUIET: Final = 15.0  # seconds without an event, after which a comment is sent
PAID: Final = 60.0  # seconds until the client pays again
# Seconds until a client comes back when its stream has ended. An instance that stops ends all its
# streams at once, and they must not come back at once.
AWAY: Final = (1.0, 4.0)

Toll: TypeAlias = Callable[[], bytes | None]  # charges the client; an event if it cannot pay
Leave: TypeAlias = Callable[["Stream", Collection[str]], None]  # nothing is told of these games


class Stream(Iterator[bytes]):
    """The events of some games, for one client.

    Only the latest event of each game waits, so a client that reads slowly costs no memory, and
    our worker's connection cuts it. The stream ends with the `connection` (None under other
    servers), with the last of its games, or when its client cannot pay. It must be closed.
    """

    __slots__ = (
        "_connection", "_is_new", "_is_over", "_leave", "_news", "_paid_until", "_toll",
        "_waiting", "games",
    )  # fmt: skip

    def __init__(
        self, watch_ids: Collection[str], toll: Toll, leave: Leave, connection: Any
    ) -> None:
        self.games = {*watch_ids}  # those that are not gone
        self._toll, self._leave, self._connection = toll, leave, connection
        self._waiting: dict[str, bytes] = {}  # by watch id
        self._news = Event()
        self._is_new = True
        self._is_over = False
        self._paid_until = time.monotonic() + PAID
        if connection:
            connection.begin_stream(self.end)

    def tell(self, watch_id: str, event: bytes) -> None:
        """Send the event of a game, instead of an earlier one that still waits."""
        self._waiting[watch_id] = event
        self._news.set()

    def skip(self, watch_id: str) -> None:
        """Send no event of a game that the client knows already."""
        self._waiting.pop(watch_id, None)

    def end(self) -> None:
        """End the stream as soon as possible."""
        self._is_over = True
        self._news.set()

    def __next__(self) -> bytes:
        """The events that wait, as soon as there are any; a comment if none comes in time."""
        if self._is_new:
            self._is_new = False
            return retry(SystemRandom().uniform(*AWAY)) + b"\n" + self._take()
        if self.games and not self._news.wait(QUIET):
            self._waiting.setdefault("", COMMENT)
        if self._is_over or not (self._waiting or self.games):
            raise StopIteration
        if time.monotonic() >= self._paid_until:
            self._paid_until += PAID
            if refusal := self._toll():
                self._is_over = True
                return refusal
        return self._take()

    def _take(self) -> bytes:
        """The events that wait."""
        self._news.clear()
        taken = b"".join(self._waiting.values())
        self._waiting.clear()
        return taken

    def close(self) -> None:
        """Let nobody tell the stream anything any more."""
        self._leave(self, [*self.games])
        if self._connection:
            self._connection.end_stream()
            self._connection = None
