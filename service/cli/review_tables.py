"""The tables of a review: what each guess was worth, and players side by side."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from service.cli.console import counted, print_table

if TYPE_CHECKING:
    from service.cli.transcripts import KeptGame

Review: TypeAlias = dict[str, Any]  # as the API has it, and its check if there is one

VERDICTS: Final = ("best", "good", "costly", "wasted", "repeated", "impossible")
CHECKS: Final = {
    "kept": "the dealer kept to its commitment",
    "broken": "the dealer did not keep to its commitment",
    "unclear": "the words or the answers are not all here, so this cannot be settled",
}
MEANS: Final = ("misses_expected", "cost", "bad_luck", "misses_to_come")


def print_review(review: Review) -> None:
    """Print what each guess of a game was worth, and the sums."""
    heads = ["guess", "answer", "words", "chance", "best", "cost", "bad luck", "verdict"]
    rows = zip(review["guesses"], estimates(review), strict=True)
    print_table(heads, [_row(guess, *worth) for guess, worth in rows])
    about = "=" if all(_is_exact(review[name]) for name in MEANS) else "≈"
    misses = counted(review["misses"], "miss", "misses")
    cost, luck = sums(review)
    click.echo(
        f"\n{misses}, and {review['misses_to_come']['upper']:.2f} to come,"
        f" {about} {review['misses_expected']['upper']:.2f} expected {cost:+.2f} cost"
        f" {luck:+.2f} bad luck"
    )


def reports(games: "Sequence[KeptGame]", reviews: Sequence[Review]) -> list[dict[str, Any]]:
    """A report on each player of some games."""
    by_player: dict[str, list[Review]] = {}
    for game, review in zip(games, reviews, strict=True):
        by_player.setdefault(game.player, []).append(review)
    return [_report(*played) for played in by_player.items()]


def _report(player: str, games: Sequence[Review]) -> dict[str, Any]:
    """The means over the games of a player, and how many guesses had which verdict."""
    costs, lucks = zip(*map(sums, games), strict=True)
    verdicts = Counter(guess["verdict"] for game in games for guess in game["guesses"])
    checks = Counter(game["check"]["verdict"] for game in games if game["check"])
    return {
        "player": player,
        "games": len(games),
        "found": sum(game["found"] for game in games),
        "misses": fmean(game["misses"] for game in games),
        **{name: _mean([game[name] for game in games]) for name in MEANS},
        "estimated_cost": round(fmean(costs), 6),
        "estimated_bad_luck": round(fmean(lucks), 6),
        "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
        "checks": {verdict: checks[verdict] for verdict in CHECKS},
    }


def print_players(players: Sequence[dict[str, Any]]) -> None:
    """Print a row for each player, the one whose guesses cost least first."""
    worth = ["misses", "expected", "cost", "bad luck", "best", "good"]
    ranked = sorted(players, key=lambda player: player["estimated_cost"])
    print_table(["player", "games", "found", *worth, "kept"], list(map(_player_row, ranked)))


def _player_row(player: dict[str, Any]) -> list[str]:
    counts, verdicts = [player["player"], player["games"], player["found"]], player["verdicts"]
    expected = player["misses_expected"]["upper"]
    numbers = [player["misses"], expected, player["estimated_cost"], player["estimated_bad_luck"]]
    shares = [f"{verdicts[name] / max(sum(verdicts.values()), 1):.0%}" for name in VERDICTS[:2]]
    checks = player["checks"]
    kept = f"{checks['kept']}/{sum(checks.values())}" if any(checks.values()) else ""
    return [*map(str, counts), *[f"{number:.2f}" for number in numbers], *shares, kept]


def _row(guess: dict[str, Any], cost: float, luck: float) -> list[str]:
    name, answer = guess["letter"] or guess["word"], "hit" if guess["hit"] else "miss"
    words = f"{guess['words_before']:,}"
    if guess["verdict"] == "impossible":
        return [name, answer, words, "", "", "", "", guess["verdict"]]
    chance, bests = f"{guess['hit_probability']:.0%}", guess["best_letters"]
    letters = "".join(best["letter"] for best in bests)
    worth = [_text(cost, guess["cost"]), _text(luck, guess["bad_luck"])]
    return [name, answer, words, chance, letters, *worth, guess["verdict"]]


def estimates(review: Review) -> Iterator[tuple[float, float]]:
    """The cost and the bad luck of each guess, by the upper bounds, which are close to the truth.

    If the bounds are exact, so are these; and they add up as the exact numbers do.
    """
    bests = [guess["best_misses_expected"]["upper"] for guess in review["guesses"] if guess["cost"]]
    afters = [*bests, review["misses_to_come"]["upper"]][1:]
    for guess, best, after in zip_longest(review["guesses"], bests, afters):
        if best is None:  # it and all later guesses are impossible
            yield 0.0, 0.0
        else:
            expected = guess["misses_expected"]["upper"]
            yield expected - best, (not guess["hit"]) + after - expected


def sums(review: Review) -> tuple[float, float]:
    """All costs, and all bad luck."""
    costs, lucks = zip((0.0, 0.0), *estimates(review), strict=True)
    return sum(costs), sum(lucks)


def _mean(bounds: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {end: round(fmean(each[end] for each in bounds), 6) for end in ("lower", "upper")}


def _text(estimate: float, bounds: Mapping[str, float]) -> str:
    """A number of misses: 0.25, or ~0.25 if it is not known exactly."""
    return f"{'' if _is_exact(bounds) else '~'}{round(estimate, 2) + 0.0:.2f}"


def _is_exact(bounds: Mapping[str, float]) -> bool:
    return bounds["lower"] == bounds["upper"]
