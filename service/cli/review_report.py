"""Reviews on the terminal: a game guess by guess, and players side by side."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import click

from service.cli.client import JSON
from service.cli.tables import print_table

VERDICTS: Final = ("best", "good", "costly", "wasted", "repeated", "impossible")
MEANS: Final = ("misses_expected", "skill", "luck", "misses_to_come")


def print_review(review: JSON) -> None:
    """Print what each guess of a game was worth, and the sums."""
    heads = ["guess", "answer", "words", "chance", "best", "cost", "luck", "verdict"]
    worths = zip(review["guesses"], _estimates(review), strict=True)
    print_table(heads, [_row(guess, *worth) for guess, worth in worths])
    cost, luck = _sums(review)
    numbers = ["misses_to_come", "misses_expected", "skill", "luck"]
    about = "=" if all(_is_exact(review[name]) for name in numbers) else "≈"
    misses = "1 miss" if review["misses"] == 1 else f"{review['misses']} misses"
    click.echo(
        f"\n{misses}, and {review['misses_to_come']['upper']:.2f} to come,"
        f" {about} {review['misses_expected']['upper']:.2f} expected {cost:+.2f} by skill"
        f" {luck:+.2f} by luck"
    )


def by_player(reviews: Mapping[str, Sequence[JSON]]) -> list[JSON]:
    """For each player, the means over its games, and how many guesses had which verdict."""
    return [
        {
            "player": player,
            "games": len(games),
            "found": sum(game["found"] for game in games),
            "misses": sum(game["misses"] for game in games) / len(games),
            **{name: _mean([game[name] for game in games]) for name in MEANS},
            **_mean_estimates(games),
            "verdicts": _verdicts(games),
        }
        for player, games in reviews.items()
    ]


def print_players(players: Sequence[JSON]) -> None:
    """Print a row for each player, the one whose guesses cost least first."""
    heads = ["player", "games", "found", "misses", "expected", "skill", "luck", "best", "good"]
    ranked = sorted(players, key=lambda player: player["estimated_skill"])
    print_table(heads, [_player_row(player) for player in ranked])


def _player_row(player: JSON) -> list[str]:
    counts, verdicts = [player["player"], player["games"], player["found"]], player["verdicts"]
    expected = player["misses_expected"]["upper"]
    numbers = [player["misses"], expected, player["estimated_skill"], player["estimated_luck"]]
    shares = [f"{verdicts[name] / max(sum(verdicts.values()), 1):.0%}" for name in VERDICTS[:2]]
    return [*map(str, counts), *[f"{number:.2f}" for number in numbers], *shares]


def _row(guess: JSON, cost: float, luck: float) -> list[str]:
    name, answer = guess["letter"] or guess["word"], "hit" if guess["hit"] else "miss"
    words = f"{guess['words_before']:,}"
    if guess["verdict"] == "impossible":
        return [name, answer, words, "", "", "", "", guess["verdict"]]
    return [
        name,
        answer,
        words,
        f"{guess['hit_probability']:.0%}",
        "".join(best["letter"] for best in guess["best_letters"]),
        _text(cost, guess["cost"]),
        _text(luck, guess["luck"]),
        guess["verdict"],
    ]


def _estimates(review: JSON) -> list[tuple[float, float]]:
    """The cost and the luck of each guess, by the upper bounds, which are close to the truth.

    Where the bounds are exact, so are these; and they add up as the exact numbers do.
    """
    possible = [guess for guess in review["guesses"] if guess["cost"]]
    bests = [guess["best_misses_expected"]["upper"] for guess in possible]
    afters = [*bests, review["misses_to_come"]["upper"]][1:]
    worths = [
        (guess["misses_expected"]["upper"] - best, after - guess["misses_expected"]["upper"])
        for guess, best, after in zip(possible, bests, afters, strict=True)
    ]
    made = [
        (cost, (not guess["hit"]) + luck)
        for guess, (cost, luck) in zip(possible, worths, strict=True)
    ]
    return made + [(0.0, 0.0)] * (len(review["guesses"]) - len(made))


def _sums(review: JSON) -> tuple[float, float]:
    """All costs, and all luck."""
    costs, lucks = zip((0.0, 0.0), *_estimates(review), strict=True)
    return sum(costs), sum(lucks)


def _mean_estimates(games: Sequence[JSON]) -> dict[str, float]:
    sums = [_sums(game) for game in games]
    return {
        "estimated_skill": round(sum(cost for cost, _ in sums) / len(sums), 6),
        "estimated_luck": round(sum(luck for _, luck in sums) / len(sums), 6),
    }


def _verdicts(games: Iterable[JSON]) -> dict[str, int]:
    counted = Counter(guess["verdict"] for game in games for guess in game["guesses"])
    return {verdict: counted[verdict] for verdict in VERDICTS}


def _mean(bounds: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    return {
        end: round(sum(each[end] for each in bounds) / len(bounds), 6) for end in ("lower", "upper")
    }


def _text(estimate: float, bounds: Mapping[str, float]) -> str:
    """A number of misses: 0.25, or ~0.25 if it is not known exactly."""
    return f"{'' if _is_exact(bounds) else '~'}{round(estimate, 2) + 0.0:.2f}"


def _is_exact(bounds: Mapping[str, float]) -> bool:
    return bounds["lower"] == bounds["upper"]
