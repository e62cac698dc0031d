"""How today's game went, for each day: counts in the store."""

from dataclasses import dataclass
from typing import Final

from service.store.game_store import Days
from service.store.record import Record

BEGUN: Final = "begun"
WON: Final = "won"


@dataclass(frozen=True)
class DayResults:
    """How the daily games of a date went.

    A game that is still in progress at the reveal can change them, for as long as it is kept: a day
    more, or longer with a `keep_seconds`.
    """

    begun: int
    """The number of games that were begun."""
    finished: int
    """The number of games that were won or lost."""
    won: int
    """The number of games that were won."""
    games_by_misses: list[int]
    """The number of games that ended with no miss, with one, with two, and so on. The last entry is
    for `max_misses`, so it counts the lost games, and all others count games that were won."""


def results_of(day: str, max_misses: int, days: Days) -> DayResults:
    """The results of a day whose game ends after so many misses."""
    counts = days.results_of(day)
    misses = [counts.get(_field(number), 0) for number in range(max_misses + 1)]
    return DayResults(counts.get(BEGUN, 0), sum(misses), counts.get(WON, 0), misses)


def count_start(record: Record, days: Days) -> None:
    """Count the start of a game, if it is a daily game."""
    if record.daily:
        days.count(record.daily, BEGUN)


def count_end(record: Record, days: Days) -> None:
    """Count the end of a game, if it is over and a daily game."""
    status = record.state.status
    if record.daily and status != "in_progress":
        ended = _field(record.state.transcript.misses)
        days.count(record.daily, ended, *([WON] if status == "won" else []))


def _field(misses: int) -> str:
    return f"misses {misses}"
