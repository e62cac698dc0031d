"""The game of each day, the same for everybody, and how it went."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Final, Protocol

from service.play.refusals import DayNotCome, DayNotOpen
from service.play.requests import GameRequest
from service.play.views import rfc3339
from service.store.record import Milliseconds, Record

DICTIONARY: Final = "en"
LENGTHS: Final = range(6, 13)
DEALERS: Final = ("largest-family", "cheat-score", "honest")
MAX_MISSES: Final = 8
COUNTED: Final = timedelta(days=400)  # as long as results are kept
BEGUN: Final = "begun"
WON: Final = "won"


class Results(Protocol):
    """Counts of what became of each day's games; store.game_store says how they are kept."""

    def count(self, day: str, *fields: str) -> None: ...  # noqa: D102
    def of(self, day: str) -> Mapping[str, int]: ...  # noqa: D102


@dataclass(frozen=True)
class DailyGameView:
    """What to ask for to play the game of a day; POST /games takes it as it is."""

    dictionary: str
    length: int
    dealer: str
    max_misses: int
    seed: int


@dataclass(frozen=True)
class DailyResultsView:
    """How the games of a day went; `misses` counts the finished games with 0, 1, 2, … misses."""

    begun: int
    won: int
    misses: list[int]


@dataclass(frozen=True)
class DailyView:
    """The game of a day, when the next one comes, and, once the day is over, how it went."""

    date: str
    game: DailyGameView
    next_at: str
    results: DailyResultsView | None


def game_of(day: date) -> DailyGameView:
    """The game of a day, worked out from the date alone, so that all services agree.

    Of the SHA-256 of “evil-hangman 2026-11-22”, the first six bytes are the seed, the seventh
    chooses the length and the eighth the dealer.
    """
    digest = sha256(f"evil-hangman {day}".encode()).digest()
    return DailyGameView(
        dictionary=DICTIONARY,
        length=LENGTHS[digest[6] % len(LENGTHS)],
        dealer=DEALERS[digest[7] % len(DEALERS)],
        max_misses=MAX_MISSES,
        seed=int.from_bytes(digest[:6]),
    )


def asked_for(daily: str, now: Milliseconds) -> GameRequest:
    """The request for today's game. Raises DayNotOpen if `daily` is another day, or none."""
    today = day_of(now)
    if daily not in ("today", str(today)):
        raise DayNotOpen(today)
    return GameRequest(**vars(game_of(today)), daily=str(today))


def day_of(now: Milliseconds) -> date:
    """The date in UTC."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def shown(day: date, now: Milliseconds, results: Results) -> DailyView:
    """The game of a day, and its results if the day is over. Raises DayNotCome."""
    today = day_of(now)
    if day > today:
        raise DayNotCome(day, today)
    game, is_over = game_of(day), today - COUNTED < day < today
    return DailyView(
        date=str(day),
        game=game,
        next_at=_midnight_after(today),
        results=_seen(results.of(str(day)), game.max_misses) if is_over else None,
    )


def count_end(record: Record, results: Results) -> None:
    """Count a game that its last guess has ended, if it is a day's game."""
    status, day = record.state.status, record.daily
    if day and status != "in_progress":
        ended = _field(record.state.transcript.misses)
        results.count(day, ended, *([WON] if status == "won" else []))


def _seen(counts: Mapping[str, int], max_misses: int) -> DailyResultsView:
    misses = [counts.get(_field(number), 0) for number in range(max_misses + 1)]
    return DailyResultsView(begun=counts.get(BEGUN, 0), won=counts.get(WON, 0), misses=misses)


def _field(misses: int) -> str:
    return f"misses {misses}"


def _midnight_after(today: date) -> str:
    midnight = datetime.combine(today + timedelta(days=1), datetime.min.time(), UTC)
    return rfc3339(int(midnight.timestamp()) * 1000)
