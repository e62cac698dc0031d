"""Waiting until a game changes that somebody else plays: one look a second for each game."""

from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias

from gevent import sleep, spawn
from gevent.event import AsyncResult

from service.engine.errors import HangmanError
from service.play.requests import Version
from service.play.views import Seen, WatchedView
from service.store.errors import GameDamaged, StoreUnavailable

MOST_WAITING: Final = 5_000  # requests of one worker
PAUSE: Final = 1.0  # seconds between two looks at a game

Look: TypeAlias = Callable[[str], Seen[WatchedView]]


class Connection(Protocol):
    """The connection of a client that waits; `serving.worker` has the real one."""

    def wait(self, news: "AsyncResult[Any]", seconds: float) -> None:
        """Wait for news, for `seconds` at most; less if the client closes the connection."""


class News:
    """The next version of a game, and how many requests wait for it."""

    def __init__(self) -> None:
        self.waiting = 0
        self.seen: AsyncResult[Seen[WatchedView]] = AsyncResult()


class Watching:
    """Lets requests wait for the next version of a game; `look` shows it as it stands."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._waiting = 0
        self._news: dict[tuple[str, Version], News] = {}

    @property
    def is_full(self) -> bool:
        """Whether as many requests wait as may."""
        return self._waiting >= MOST_WAITING

    def next_after(
        self, watch_id: str, version: Version, seconds: float, connection: Connection | None
    ) -> Seen[WatchedView] | None:
        """The game once it is at another version; None if it has not changed in `seconds`.

        Raises what `look` raises.
        """
        news = self._news.get((watch_id, version)) or self._expect(watch_id, version)
        self._count(news, 1)
        try:
            if connection:
                connection.wait(news.seen, seconds)
            else:  # another server than ours runs the application
                news.seen.wait(seconds)
        finally:
            self._count(news, -1)
        return news.seen.get(block=False) if news.seen.ready() else None

    def _count(self, news: News, requests: int) -> None:
        news.waiting += requests
        self._waiting += requests

    def _expect(self, watch_id: str, version: Version) -> News:
        news = self._news[watch_id, version] = News()
        spawn(self._look_out, watch_id, version, news)
        return news

    def _look_out(self, watch_id: str, version: Version, news: News) -> None:
        """Look at a game until it changes, or nobody waits any more."""
        sleep(PAUSE)
        while news.waiting and not news.seen.ready():
            try:
                seen = self._look(watch_id)
                if seen.version != version:
                    news.seen.set(seen)
            except (HangmanError, GameDamaged, StoreUnavailable) as error:
                news.seen.set_exception(error)
            else:
                sleep(PAUSE)
        del self._news[watch_id, version]
