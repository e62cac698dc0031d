"""Waiting until a game changes that somebody else plays: one look a second for all games."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final, Protocol, TypeAlias

from gevent import Greenlet, sleep, spawn
from gevent.event import AsyncResult
from gevent.pool import Pool

from service.engine.errors import HangmanError
from service.play.refusals import Busy
from service.play.requests import Version
from service.play.views import WatchedView
from service.store.errors import GameDamaged, StoreUnavailable

MOST_WAITING: Final = 5_000  # requests of one worker
PAUSE: Final = 1.0  # seconds between two looks at a game
AT_ONCE: Final = 200  # games of whose versions the store is asked in one go
LOADED_AT_ONCE: Final = 16  # games

Look: TypeAlias = Callable[[str], WatchedView]
Expected: TypeAlias = tuple[str, Version]  # a game, and the version that those who wait have
Versions: TypeAlias = Callable[[Sequence[str]], list[Version | None]]  # None: not known


class Connection(Protocol):
    """The connection of a client that waits; `serving.worker` has the real one."""

    def wait(self, news: "AsyncResult[Any]", seconds: float) -> None:
        """Wait for news, for `seconds` at most; less if the client closes the connection."""


class News:
    """The next version of a game, and how many requests wait for it."""

    def __init__(self) -> None:
        self.waiting = 0
        self.seen: AsyncResult[WatchedView] = AsyncResult()


class Watching:
    """Lets requests wait for the next version of a game.

    `versions` tells which of many games have changed, and `look` shows one as it stands. While the
    store is away, requests wait on.
    """

    def __init__(self, look: Look, versions: Versions) -> None:
        self._look = look
        self._versions = versions
        self._looker: Greenlet[[], None] | None = None
        self._waiting = 0
        self._news: dict[Expected, News] = {}

    def next_after(
        self, watch_id: str, version: Version, seconds: float, connection: Connection | None
    ) -> WatchedView | None:
        """The game once it is at another version; None if it has not changed in `seconds`.

        Raises what `look` raises of this game, and Busy if as many requests wait as may.
        """
        if self._waiting >= MOST_WAITING:
            raise Busy
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
        if not self._looker:
            self._looker = spawn(self._look_out)
        return news

    def _look_out(self) -> None:
        """Look at all games every second, some at a time, until nobody waits any more."""
        while self._news:
            sleep(PAUSE * AT_ONCE / max(AT_ONCE, len(self._news)))
            with suppress(StoreUnavailable):
                self._look_at(self._share())

    def _share(self) -> list[Expected]:
        """The games that have gone longest without a look, if anybody expects them."""
        share = [(expected, self._news[expected]) for expected in islice(self._news, AT_ONCE)]
        for expected, news in share:
            del self._news[expected]
            if news.waiting:
                self._news[expected] = news  # at the end
        return [expected for expected, news in share if news.waiting]

    def _look_at(self, share: list[Expected]) -> None:
        """Tell those who wait for one of these games if it has changed."""
        versions = self._versions([watch_id for watch_id, _ in share])
        looked_at = zip(share, versions, strict=True)
        changed = [expected for expected, now in looked_at if now not in (None, expected[1])]
        Pool(LOADED_AT_ONCE).map(self._tell, changed)

    def _tell(self, expected: Expected) -> None:
        """Give a game that has changed, or why it cannot be seen, to all who wait for it."""
        watch_id, version = expected
        news = self._news[expected]
        try:
            seen = self._look(watch_id)
            if seen.version != version:
                news.seen.set(seen)
        except StoreUnavailable:
            return  # the next look may find the store
        except (HangmanError, GameDamaged) as error:
            news.seen.set_exception(error)
        if news.seen.ready():
            del self._news[expected]
