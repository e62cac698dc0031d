"""Today's game, the same for everybody.

The first request of a day draws the game, and the store keeps it for all. Its dealer and its word
stay hidden from others until the day is revealed, an hour after its end. By then the last games are
over, and the clock of every instance shows a new day.
"""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from math import ceil
from typing import Any, Final, get_type_hints

from service.choices import MOST_MISSES, SEEDS
from service.play.catalogue import Catalogue
from service.play.commitment import is_of_kind
from service.play.day_results import DayResults, results_of
from service.play.refusals import DayNotOpen, NoDay, NoDayToStart, UnknownDay
from service.play.requests import GameChoices
from service.play.views import Instant, rfc3339
from service.registry import DAY_DEALERS, HONEST
from service.store.errors import ForeignValue
from service.store.game_store import DAY, Days
from service.store.record import Milliseconds, Record

DICTIONARY: Final = "en"
LENGTHS: Final = range(6, 13)
MAX_MISSES: Final = 8
TODAY: Final = "today"
ONE_DAY: Final = timedelta(days=1)
REVEALED_AFTER: Final = timedelta(hours=1)  # the end of the day
SHOWN_FOR: Final = timedelta(minutes=30)  # at least, a game that was hidden until then
KEPT_FOR: Final[Milliseconds] = 1000 * int(
    (ONE_DAY + REVEALED_AFTER + SHOWN_FOR).total_seconds()
)  # at most, without a guess


@dataclass(frozen=True)
class Day:
    """A daily game, which is the same for everybody."""

    date: str
    """The day, in UTC."""
    dictionary: str
    """The dictionary of the game."""
    length: int
    """How many letters the word has."""
    max_misses: int
    """How many misses hang the player."""
    ends_at: str
    """When the next day begins: midnight in UTC."""
    reveals_at: str
    """When everybody may see what the game was, and how it went: an hour after `ends_at`."""
    dealer: str | None
    """The name of the dealer; null until `reveals_at`."""
    seed: int | None
    """The seed of the game; null until `reveals_at`."""
    results: DayResults | None
    """How the games went; null until `reveals_at`."""


DAY_KINDS: Final[Mapping[str, Any]] = get_type_hints(Day)


def request_for_today(
    request: GameChoices, now: Milliseconds, days: Days, catalogue: Catalogue
) -> GameChoices:
    """The request with the choices of today's game, which is kept until its day is revealed.

    Raises DayNotOpen if it is for another day, or its words are not reviewed, and ForeignValue.
    """
    today = day_of(now)
    if request.daily not in (TODAY, str(today)):
        raise DayNotOpen(today)
    if not is_reviewed(catalogue):
        raise NoDayToStart(DICTIONARY)
    seconds = ceil((revealed_at(today) + SHOWN_FOR).timestamp() - now / 1000)
    day = _drawn_today(today, days)
    if day.dealer not in DAY_DEALERS:
        raise _foreign(day.date)
    return GameChoices(
        dictionary=day.dictionary,
        length=day.length,
        max_misses=day.max_misses,
        dealer=day.dealer,
        seed=day.seed,
        daily=day.date,
        keep_seconds=max(request.keep_seconds or 0, seconds),
    )


def is_revealed(record: Record, now: Milliseconds) -> bool:
    """Whether others may learn word and dealer: it is not a daily game, or its day is revealed."""
    return not record.daily or record.daily < str(_first_hidden(now))


def reveal_of(record: Record, now: Milliseconds) -> Instant:
    """When the day of a game that is not revealed will be."""
    first = _first_hidden(now)
    # By the clock of another instance, it can be tomorrow; no other day has begun.
    hidden = {str(day): day for day in (first, first + ONE_DAY, first + 2 * ONE_DAY)}
    return _written(revealed_at(hidden.get(record.daily or "", first)))


def day_of(now: Milliseconds) -> date:
    """The date in UTC."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def end_of(day: date) -> datetime:
    """When the next day begins."""
    return datetime.combine(day + ONE_DAY, datetime.min.time(), UTC)


def revealed_at(day: date) -> datetime:
    """When everybody may learn what the game of this day was."""
    return end_of(day) + REVEALED_AFTER


def is_reviewed(catalogue: Catalogue) -> bool:
    """Whether somebody has read the words of daily games, which everybody may see."""
    words = catalogue.dictionaries.get(DICTIONARY)
    return words is not None and words.description.reviewed


def shown(written: str | None, now: Milliseconds, days: Days, catalogue: Catalogue) -> Day:
    """The game of a date (None: today), with its results if it is revealed. Raises UnknownDay."""
    today = day_of(now)
    if written in (None, TODAY, str(today)):
        if not is_reviewed(catalogue):
            raise NoDay(DICTIONARY)
        return _hidden(_drawn_today(today, days))
    # A day in the future shows nothing.
    value = days.game_of(written) if written < str(today) else None
    if not value:
        raise UnknownDay(today)
    day = _day_in(value, written)
    if day.date >= str(_first_hidden(now)):
        return _hidden(day)
    return replace(day, results=results_of(day.date, day.max_misses, day.dealer == HONEST, days))


def _hidden(day: Day) -> Day:
    return replace(day, dealer=None, seed=None)


def _first_hidden(now: Milliseconds) -> date:
    """The first day that is not revealed: yesterday for an hour, then today."""
    return day_of(now - 1000 * int(REVEALED_AFTER.total_seconds()))


def _drawn_today(today: date, days: Days) -> Day:
    """Today's game, with its dealer and seed, which replicas have confirmed.

    The first request of the day draws it.
    """
    return _day_in(days.draw_once(str(today), lambda: _drawn(today)), str(today))


def _day_in(value: bytes, written: str) -> Day:
    """The day in a stored value, without the fields of later versions. Raises ForeignValue."""
    try:
        stored = json.loads(value)
        day = Day(**{name: stored[name] for name in DAY_KINDS})
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise _foreign(written) from error
    typed = all(is_of_kind(vars(day)[name], kind) for name, kind in DAY_KINDS.items())
    if not typed or day.date != written or not 0 < day.max_misses <= MOST_MISSES:
        raise _foreign(written)
    return day


def _foreign(written: str) -> ForeignValue:
    why = "not the game of this day; delete the key, and the next request draws another"
    return ForeignValue(f"{DAY}{written}: {why}")


def _drawn(today: date) -> bytes:
    day = Day(
        date=str(today),
        dictionary=DICTIONARY,
        length=secrets.choice(LENGTHS),
        max_misses=MAX_MISSES,
        ends_at=_written(end_of(today)),
        reveals_at=_written(revealed_at(today)),
        dealer=secrets.choice(DAY_DEALERS),
        seed=secrets.randbelow(SEEDS),
        results=None,
    )
    return json.dumps(vars(day)).encode()


def _written(time: datetime) -> Instant:
    return rfc3339(1000 * int(time.timestamp()))
