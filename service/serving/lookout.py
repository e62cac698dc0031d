"""Wait until a watched game changes: one look a second for all games."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias
from weakref import WeakValueDictionary

from gevent import Greenlet, sleep, spawn
from gevent.event import AsyncResult
from gevent.pool import Pool

from service.engine.errors import HangmanError
from service.play.refusals import Busy
from service.play.seats import Seat
from service.play.views import Outcome, WatchedView
from service.store.errors import GameDamaged, StoreUnavailable
from service.store.record import Tag

MOST_WATCHERS: Final = 5_000  # requests of one worker
LOOK_INTERVAL: Final = 1.0  # seconds between two looks at a game
AT_ONCE: Final = 200  # games whose tags one command reads
LOADED_AT_ONCE: Final = 16  # games

Watched: TypeAlias = Outcome[WatchedView]
Look: TypeAlias = Callable[[Seat], Watched]
Expected: TypeAlias = tuple[Seat, Tag]  # a game, and the tag that those who wait have
News: TypeAlias = "AsyncResult[Watched]"  # the game in its next state
TagLookup: TypeAlias = Callable[[Sequence[str]], list[Tag | None]]  # None: not known


class Lookout:
    """Lets requests wait for the next state of a game.

    `tags` returns the tags of many games, and `look` returns one game. While the store is away,
    requests keep waiting.
    """

    def __init__(self, look: Look, tags: TagLookup) -> None:
        self._look = look
        self._tags = tags
        self._looker: Greenlet[[], None] | None = None
        self._waiting = 0
        self._news: WeakValueDictionary[Expected, News] = WeakValueDictionary()  # while any waits

    def next_after(self, seat: Seat, tag: Tag, seconds: float, connection: Any) -> Watched | None:
        """The game once it has another tag; None if it has not changed in `seconds`.

        The wait ends early with the `connection` of our worker, which is None under other servers.
        Raises what `look` raises for this game, and Busy if MOST_WATCHERS requests wait already.
        """
        if self._waiting >= MOST_WATCHERS:
            raise Busy
        news = self._news.setdefault((seat, tag), AsyncResult())
        self._looker = self._looker or spawn(self._look_out)
        self._waiting += 1
        try:
            (connection.wait if connection else AsyncResult.wait)(news, seconds)
        finally:
            self._waiting -= 1
        return news.get(block=False) if news.ready() else None

    def _look_out(self) -> None:
        """Look at all games every second, until nobody waits any more."""
        while self._news:
            sleep(LOOK_INTERVAL)
            self._look_at_all()

    def _look_at_all(self) -> None:
        """Wake the requests whose games have changed; each command reads the tags of some games."""
        waiting = list(self._news.items())
        for first in range(0, len(waiting), AT_ONCE):
            expected = [each for each, _ in waiting[first : first + AT_ONCE]]
            with suppress(StoreUnavailable):
                tags = self._tags([seat.watch_id for seat, _ in expected])
                looked_at = zip(expected, tags, strict=True)
                changed = [each for each, now in looked_at if now not in (None, each[1])]
                Pool(LOADED_AT_ONCE).map(self._tell, changed)

    def _tell(self, expected: Expected) -> None:
        """Pass a changed game, or why it cannot be seen, to all requests that wait for it."""
        seat, tag = expected
        news = self._news[expected]
        try:
            watched = self._look(seat)
            if watched.tag != tag:
                news.set(watched)
        except StoreUnavailable:
            return  # the next look may find the store
        except (HangmanError, GameDamaged) as error:
            news.set_exception(error)
        if news.ready():
            self._news.pop(expected, None)
