"""How today's game went, for each day: counts in the store."""

from dataclasses import dataclass
from typing import Final

from service.store.game_store import Days
from service.store.record import Record

BEGUN: Final = "begun"
WON: Final = "won"
CALLED: Final = "called"


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
    called: int
    """The number of finished games whose player called the dealer a cheat before the end."""
    called_right: int
    """The number of those who were right: all of them if the dealer cheats, and otherwise none."""
    games_by_misses: list[int]
    """The number of games that ended with no miss, with one, with two, and so on. The last entry is
    for `max_misses`, so it counts the lost games, and all others count games that were won."""


def results_of(day: str, max_misses: int, is_honest: bool, days: Days) -> DayResults:
    """The results of a day whose game ends after so many misses, and whose dealer is known."""
    counts = days.results_of(day)
    misses = [counts.get(_field(number), 0) for number in range(max_misses + 1)]
    called = counts.get(CALLED, 0)
    return DayResults(
        begun=counts.get(BEGUN, 0),
        finished=sum(misses),
        won=counts.get(WON, 0),
        called=called,
        called_right=0 if is_honest else called,
        games_by_misses=misses,
    )


def count_start(record: Record, days: Days) -> None:
    """Count the start of a game, if it is a daily game."""
    if record.daily:
        days.count(record.daily, BEGUN)


def count_end(record: Record, days: Days) -> None:
    """Count the end of a game, and its player's call, if it is over and a daily game.

    A call is counted at the end: so the calls are never more than the games that have finished.
    """
    status = record.state.status
    if record.daily and status != "in_progress":
        also = {WON: status == "won", CALLED: record.called}
        ended = _field(record.state.transcript.misses)
        days.count(record.daily, ended, *[name for name, counts in also.items() if counts])


def _field(misses: int) -> str:
    return f"misses {misses}"
