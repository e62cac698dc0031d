"""Waiting until a game changes that somebody else plays: one look a second for all games."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final, TypeAlias
from weakref import WeakValueDictionary

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
News: TypeAlias = "AsyncResult[WatchedView]"  # the game at its next version
Versions: TypeAlias = Callable[[Sequence[str]], list[Version | None]]  # None: not known


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
        self._news: WeakValueDictionary[Expected, News] = WeakValueDictionary()  # while one waits

    def next_after(
        self, watch_id: str, version: Version, seconds: float, connection: Any
    ) -> WatchedView | None:
        """The game once it is at another version; None if it has not changed in `seconds`.

        It waits as `connection` of our worker does; None: another server runs the application.
        Raises what `look` raises of this game, and Busy if as many requests wait as may.
        """
        if self._waiting >= MOST_WAITING:
            raise Busy
        news = self._news.setdefault((watch_id, version), AsyncResult())
        self._looker = self._looker or spawn(self._look_out)
        self._waiting += 1
        try:
            (connection.wait if connection else AsyncResult.wait)(news, seconds)
        finally:
            self._waiting -= 1
        return news.get(block=False) if news.ready() else None

    def _look_out(self) -> None:
        """Look at all games every second, some at a time, until nobody waits any more."""
        while self._news:
            sleep(PAUSE * AT_ONCE / max(AT_ONCE, len(self._news)))
            with suppress(StoreUnavailable):
                self._look_at(self._share())

    def _share(self) -> dict[Expected, News]:
        """The games that have gone longest without a look; here they go to the end."""
        share = dict(islice(self._news.items(), AT_ONCE))
        for expected in share:
            del self._news[expected]
        self._news.update(share)
        return share

    def _look_at(self, share: dict[Expected, News]) -> None:
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
                news.set(seen)
        except StoreUnavailable:
            return  # the next look may find the store
        except (HangmanError, GameDamaged) as error:
            news.set_exception(error)
        if news.ready():
            self._news.pop(expected, None)
