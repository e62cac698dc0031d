"""The game of each day, the same for everybody.

The first request of a day draws its game, and the store has it for all.
"""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, get_type_hints

from service.choices import MOST_MISSES, SEEDS
from service.play.catalogue import Catalogue
from service.play.commitment import is_of_kind
from service.play.day_results import DayResults, results_of
from service.play.refusals import DayNotOpen, NoDay, NoDayToStart, UnknownDay
from service.play.requests import GameRequest
from service.play.views import Instant, rfc3339
from service.registry import DAY_DEALERS
from service.store.errors import ForeignValue
from service.store.game_store import DAY, Days
from service.store.record import Milliseconds, Record

DICTIONARY: Final = "en"
LENGTHS: Final = range(6, 13)
MAX_MISSES: Final = 8
TODAY: Final = "today"


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
    dealer: str | None
    """The name of the dealer; null until the day ends."""
    seed: int | None
    """The seed of the game; null until the day ends."""
    results: DayResults | None
    """How the games went; null until the day ends."""


DAY_KINDS: Final[Mapping[str, Any]] = get_type_hints(Day)


def request_for_today(
    daily: str, now: Milliseconds, days: Days, catalogue: Catalogue
) -> GameRequest:
    """The request for today's game.

    Raises DayNotOpen if `daily` is not today, or its words are not reviewed, and ForeignValue.
    """
    today = day_of(now)
    if daily not in (TODAY, str(today)):
        raise DayNotOpen(today)
    if not is_reviewed(catalogue):
        raise NoDayToStart(DICTIONARY)
    day = _drawn_today(today, days)
    if day.dealer not in DAY_DEALERS:
        raise _foreign(day.date)
    return GameRequest(
        dictionary=day.dictionary,
        length=day.length,
        max_misses=day.max_misses,
        dealer=day.dealer,
        seed=day.seed,
        daily=day.date,
    )


def is_day_over(record: Record, now: Milliseconds) -> bool:
    """Whether others may learn word and dealer: it is not a daily game, or that day is over."""
    return not record.daily or record.daily < str(day_of(now))


def day_of(now: Milliseconds) -> date:
    """The date in UTC."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def end_of(day: date) -> Instant:
    """When the next day begins."""
    midnight = datetime.combine(day + timedelta(days=1), datetime.min.time(), UTC)
    return rfc3339(int(midnight.timestamp()) * 1000)


def is_reviewed(catalogue: Catalogue) -> bool:
    """Whether somebody has read the words of daily games, which everybody may see."""
    words = catalogue.dictionaries.get(DICTIONARY)
    return words is not None and words.description.reviewed


def shown(written: str | None, now: Milliseconds, days: Days, catalogue: Catalogue) -> Day:
    """The game of a date (None: today), with its results if it is over. Raises UnknownDay."""
    today = day_of(now)
    if written in (None, TODAY, str(today)):
        if not is_reviewed(catalogue):
            raise NoDay(DICTIONARY)
        return replace(_drawn_today(today, days), dealer=None, seed=None)
    # A day in the future shows nothing.
    value = days.game_of(written) if written < str(today) else None
    if not value:
        raise UnknownDay(today)
    day = _day_in(value, written)
    return replace(day, results=results_of(day.date, day.max_misses, days))


def _drawn_today(today: date, days: Days) -> Day:
    """Today's game, with its dealer and seed; the first request of the day draws it."""
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
        ends_at=end_of(today),
        dealer=secrets.choice(DAY_DEALERS),
        seed=secrets.randbelow(SEEDS),
        results=None,
    )
    return json.dumps(vars(day)).encode()
