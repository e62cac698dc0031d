"""Tell streams of events when watched games change: one look a second for all games."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias

from gevent import Greenlet, sleep, spawn
from gevent.pool import Pool

from service.engine.errors import HangmanError
from service.event_stream import event
from service.play.daily import day_of
from service.play.games import Clock
from service.play.refusals import Busy
from service.play.seats import Seat
from service.play.views import WITH_WORD, GoneView, Outcome, WatchedView
from service.serving.stream import Stream, Toll
from service.store.errors import GameDamaged, StoreUnavailable
from service.store.record import Tag

MOST_WATCHED: Final = 5_000  # games, over all streams of one worker
LOOK_INTERVAL: Final = 1.0  # seconds between two looks at a game
AT_ONCE: Final = 200  # games whose tags one command reads
LOADED_AT_ONCE: Final = 16  # games

Look: TypeAlias = Callable[[Seat], Outcome[WatchedView]]
TagLookup: TypeAlias = Callable[[Sequence[str]], list[Tag | None]]  # None: not known


class Sight:
    """A watched game as it was last seen; its event is made once, for all streams that show it."""

    __slots__ = ("event", "is_hiding_word", "number", "streams", "tag")

    def __init__(self) -> None:
        self.tag: Tag = ""  # of what watchers see; "" before the first look
        self.event = b""
        self.number = 0  # of the look that brought the event
        self.is_hiding_word = False  # the game is lost, but its day is not over
        self.streams: set[Stream] = set()


class Lookout:
    """Tells streams of events each state of their games, within about a second.

    `look` returns one game, and `tags` the tags of many; the day ends by the `clock`. While the
    store is away, the streams wait.
    """

    def __init__(self, look: Look, tags: TagLookup, clock: Clock) -> None:
        self._look, self._tags, self._clock = look, tags, clock
        self._looker: Greenlet[[], None] | None = None
        self._sights: dict[str, Sight] = {}  # by watch id, of each game that a stream shows
        self._watched = 0  # games, over all streams
        self._number = 0  # of the last look at a single game
        self._day = day_of(clock())

    def stream(self, watch_ids: Sequence[str], known: Tag, toll: Toll, connection: Any) -> Stream:
        """A stream of the events of different games, which begins with the state of each.

        A state whose tag is `known` is left out. The stream ends early with the `connection` of our
        worker, which is None under other servers. The caller closes it.

        Raises StoreUnavailable, and Busy if it would be more than MOST_WATCHED games.
        """
        if self._watched + len(watch_ids) > MOST_WATCHED:
            raise Busy
        stream = Stream(watch_ids, toll, self._leave, connection)
        self._watched += len(watch_ids)
        for watch_id in watch_ids:
            self._sights.setdefault(watch_id, Sight()).streams.add(stream)
        try:
            self._look_at(watch_ids)
            self._begin(stream, known)
        except BaseException:
            stream.close()
            raise
        self._looker = self._looker or spawn(self._look_out)  # a greenlet that has ended is false
        return stream

    def _begin(self, stream: Stream, known: Tag) -> None:
        """Tell a new stream the state of its games. Raises StoreUnavailable."""
        for watch_id in stream.games:
            sight = self._sights[watch_id]
            if not sight.tag:
                raise StoreUnavailable("a game that somebody wants to watch could not be read")
            if sight.tag == known:
                stream.skip(watch_id)
            else:
                stream.tell(watch_id, sight.event)

    def _leave(self, stream: Stream, watch_ids: Collection[str]) -> None:
        """Tell a stream nothing more about these games."""
        for watch_id in watch_ids:
            stream.games.remove(watch_id)
            sight = self._sights[watch_id]
            sight.streams.remove(stream)
            if not sight.streams:
                del self._sights[watch_id]
        self._watched -= len(watch_ids)

    def _look_out(self) -> None:
        """Look at all games every second, until nobody watches any more."""
        while self._sights:
            sleep(LOOK_INTERVAL)
            with suppress(StoreUnavailable):  # the next look may find it
                self._see_new_day()
                self._look_at([*self._sights])

    def _see_new_day(self) -> None:
        """Forget games of yesterday that hide their word: they show it now, with the same tag."""
        day = day_of(self._clock())
        for sight in self._sights.values() if day != self._day else ():
            sight.tag = "" if sight.is_hiding_word else sight.tag
        self._day = day

    def _look_at(self, watch_ids: Sequence[str]) -> None:
        """Tell all streams of those games that have changed, or were never seen."""
        pool = Pool(LOADED_AT_ONCE)
        for first in range(0, len(watch_ids), AT_ONCE):
            pool.map(self._tell, self._changed(watch_ids[first : first + AT_ONCE]))

    def _changed(self, watch_ids: Sequence[str]) -> list[str]:
        """Those games whose state was not seen yet, by one command. Raises StoreUnavailable."""
        sights = {each: self._sights[each].tag for each in watch_ids if each in self._sights}
        tagged = [each for each, tag in sights.items() if tag]
        tags = dict(zip(tagged, self._tags(tagged), strict=True)) if tagged else {}
        return [
            each
            for each, tag in sights.items()
            if tags.get(each, "") not in (None, tag.removesuffix(WITH_WORD)) or not tag
        ]

    def _tell(self, watch_id: str) -> None:
        """Tell all streams of a game its state, or that it is gone."""
        self._number = number = self._number + 1
        try:
            view, tag, _ = self._look(Seat.of_watcher(watch_id))
        except (StoreUnavailable, Busy):
            return  # the next look may find the store
        except (HangmanError, GameDamaged) as error:
            self._say_gone(watch_id, error.code)
            return
        sight = self._sights.get(watch_id)
        # Its last stream may have left meanwhile, and a later look may have been faster.
        if sight is None or number < sight.number or tag == sight.tag:
            return
        sight.number, sight.tag, sight.event = number, tag, event("game", view, tag)
        sight.is_hiding_word = bool(view.daily) and view.status == "lost" and view.word is None
        for stream in sight.streams:
            stream.tell(watch_id, sight.event)

    def _say_gone(self, watch_id: str, code: str) -> None:
        """Tell all streams of a game that it is gone, for which reason, and forget it."""
        gone = event("gone", GoneView(watch_id, code))
        for stream in [*self._sights[watch_id].streams] if watch_id in self._sights else ():
            stream.tell(watch_id, gone)
            self._leave(stream, [watch_id])
