"""The tables of a review: what each guess was worth, and players side by side."""

from collections import Counter
from collections.abc import Sequence
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from service.cli.console import counted, print_table

if TYPE_CHECKING:
    from service.cli.transcripts import KeptGame

Review: TypeAlias = dict[str, Any]  # as the API has it, and its check if there is one

VERDICTS: Final = ("best", "good", "costly", "wasted", "repeated", "impossible", "unknown")
CHECKS: Final = {
    "kept": "the dealer kept to its commitment",
    "broken": "the dealer did not keep to its commitment",
    "unclear": "the words or the answers are not all here, so this cannot be settled",
}
MEANS: Final = ("misses_to_come", "misses_expected", "cost", "bad_luck")
UNKNOWN: Final = "?"  # a number that took too long to work out


def print_review(review: Review) -> None:
    """Print what each guess of a game was worth, and the sums."""
    heads = ["guess", "answer", "words", "chance", "best", "cost", "bad luck", "verdict"]
    print_table(heads, list(map(_row, review["guesses"])))
    to_come, expected, cost, luck = map(_text, map(review.get, MEANS))
    misses = counted(review["misses"], "miss", "misses")
    click.echo(
        f"\n{misses}, and {to_come} to come, = {expected} expected {_signed(cost)} cost"
        f" {_signed(luck)} bad luck"
    )


def reports(games: "Sequence[KeptGame]", reviews: Sequence[Review]) -> list[dict[str, Any]]:
    """A report on each player of some games."""
    by_player: dict[str, list[Review]] = {}
    for game, review in zip(games, reviews, strict=True):
        by_player.setdefault(game.player, []).append(review)
    return [_report(*played) for played in by_player.items()]


def _report(player: str, games: Sequence[Review]) -> dict[str, Any]:
    """The means over the games of a player, and how many guesses had which verdict."""
    verdicts = Counter(guess["verdict"] for game in games for guess in game["guesses"])
    checks = Counter(game["check"]["verdict"] for game in games if game["check"])
    return {
        "player": player,
        "games": len(games),
        "found": sum(game["found"] for game in games),
        "misses": fmean(game["misses"] for game in games),
        **{name: _mean([game[name] for game in games]) for name in MEANS},
        "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
        "checks": {verdict: checks[verdict] for verdict in CHECKS},
    }


def print_players(players: Sequence[dict[str, Any]]) -> None:
    """Print a row for each player, the one whose guesses cost least first."""
    worth = ["misses", "expected", "cost", "bad luck", "best", "good"]
    ranked = sorted(players, key=lambda player: inf if player["cost"] is None else player["cost"])
    print_table(["player", "games", "found", *worth, "kept"], list(map(_player_row, ranked)))


def _player_row(player: dict[str, Any]) -> list[str]:
    counts, verdicts = [player["player"], player["games"], player["found"]], player["verdicts"]
    numbers = [player[name] for name in ("misses", "misses_expected", "cost", "bad_luck")]
    shares = [f"{verdicts[name] / max(sum(verdicts.values()), 1):.0%}" for name in VERDICTS[:2]]
    checks = player["checks"]
    honest = f"{checks['kept']}/{sum(checks.values())}" if any(checks.values()) else ""
    return [*map(str, counts), *map(_text, numbers), *shares, honest]


def _row(guess: dict[str, Any]) -> list[str]:
    name, answer = guess["letter"] or guess["word"], "hit" if guess["hit"] else "miss"
    words = f"{guess['words_before']:,}"
    if guess["verdict"] == "impossible":
        return [name, answer, words, "", "", "", "", guess["verdict"]]
    chance = f"{guess['hit_probability']:.0%}"
    letters = "".join(best["letter"] for best in guess["best_letters"])
    worth = [_text(guess["cost"]), _text(guess["bad_luck"])]
    return [name, answer, words, chance, letters, *worth, guess["verdict"]]


def _mean(numbers: Sequence[float | None]) -> float | None:
    """The mean of the numbers that are known."""
    known = [number for number in numbers if number is not None]
    return round(fmean(known), 6) if known else None


def _text(misses: float | None) -> str:
    return UNKNOWN if misses is None else f"{round(misses, 2) + 0.0:.2f}"  # not -0.00


def _signed(misses: str) -> str:
    return misses if misses.startswith("-") else f"+{misses}"
