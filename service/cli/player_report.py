"""Reports on players: the means over their reviewed games, in a table that ranks them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from statistics import fmean
from typing import Final, get_args

import click

from service.cli.checked_review import CheckedReview, text_of
from service.cli.console import print_table, visible
from service.cli.transcripts import SavedGame
from service.play import check, review

HEADS: Final = [
    *("player", "games", "found", "misses", "expected", "cost", "bad luck"),
    *("best", "good", "kept"),
]


@dataclass(frozen=True)
class PlayerReport:
    """A player's games; the means are over those that were judged, None if none was."""

    player: str
    games: int
    judged: int
    """The games whose numbers of misses were all computed."""
    found: int
    misses: float | None
    misses_to_come: float | None
    misses_expected: float | None
    cost: float | None
    bad_luck: float | None
    verdicts: Mapping[review.Verdict, int]
    """How many guesses had which verdict."""
    checks: Mapping[check.Verdict, int]
    """How many dealers were checked, with which verdict."""

    def row(self) -> list[str]:
        """The report's row in the table."""
        means = (self.misses, self.misses_expected, self.cost, self.bad_luck)
        guesses, checks = sum(self.verdicts.values()), sum(self.checks.values())
        shares = [self.verdicts["best"] / max(guesses, 1), self.verdicts["good"] / max(guesses, 1)]
        return [
            *(self.player, str(self.games), str(self.found)),
            *map(text_of, means),
            *[f"{share:.0%}" for share in shares],
            f"{self.checks['kept']}/{checks}" if checks else "",
        ]


def reports(games: Sequence[SavedGame], reviews: Sequence[CheckedReview]) -> list[PlayerReport]:
    """A report on each player of some games."""
    by_player: dict[str, list[CheckedReview]] = {}
    for game, reviewed in zip(games, reviews, strict=True):
        by_player.setdefault(game.player, []).append(reviewed)
    return [_report(*played) for played in by_player.items()]


def _report(player: str, reviews: Sequence[CheckedReview]) -> PlayerReport:
    # All means are over the same games, so that they add up, and players can be compared.
    judged = [each for each in reviews if _is_judged(each)]
    verdicts = Counter(guess.verdict for each in reviews for guess in each.guesses)
    checks = Counter(each.check.verdict for each in reviews if each.check)
    return PlayerReport(
        player=player,
        games=len(reviews),
        judged=len(judged),
        found=sum(each.found for each in reviews),
        misses=_mean([each.misses for each in judged]),
        misses_to_come=_mean([each.misses_to_come for each in judged]),
        misses_expected=_mean([each.misses_expected for each in judged]),
        cost=_mean([each.cost for each in judged]),
        bad_luck=_mean([each.bad_luck for each in judged]),
        verdicts={verdict: verdicts[verdict] for verdict in get_args(review.Verdict)},
        checks={verdict: checks[verdict] for verdict in get_args(check.Verdict)},
    )


def _is_judged(reviewed: CheckedReview) -> bool:
    means = (reviewed.misses_to_come, reviewed.misses_expected, reviewed.cost, reviewed.bad_luck)
    return None not in means


def _mean(numbers: Sequence[float | None]) -> float | None:
    present = [number for number in numbers if number is not None]
    return round(fmean(present), 6) if present else None


def print_players(players: Sequence[PlayerReport]) -> None:
    """Print a row for each player, the one whose guesses cost least first."""
    ranked = sorted(players, key=lambda each: inf if each.cost is None else each.cost)
    print_table(HEADS, [each.row() for each in ranked])
    for each in ranked:
        if unjudged := each.games - each.judged:
            text = f"{each.player}: {unjudged} of {each.games} games have no cost"
            click.echo(visible(text))
