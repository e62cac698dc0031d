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
    print_table(heads, [_row(guess) for guess in review["guesses"]])
    click.echo(
        f"\n{review['misses']} misses and {_text(review['misses_to_come'])} to come"
        f" = {_text(review['misses_expected'])} expected"
        f" + {_text(review['skill'])} by skill + {_text(review['luck'])} by luck"
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
            "verdicts": _verdicts(games),
        }
        for player, games in reviews.items()
    ]


def print_players(players: Sequence[JSON]) -> None:
    """Print a row for each player, the one whose guesses cost least first."""
    heads = ["player", "games", "found", "misses", "expected", "skill", "luck", "best", "good"]
    ranked = sorted(players, key=lambda player: player["skill"]["lower"] + player["skill"]["upper"])
    print_table(heads, [_player_row(player) for player in ranked])


def _player_row(player: JSON) -> list[str]:
    numbers = [_text(player[name]) for name in ("misses_expected", "skill", "luck")]
    games, verdicts = [str(player["games"]), str(player["found"])], player["verdicts"]
    shares = [f"{verdicts[name] / max(sum(verdicts.values()), 1):.0%}" for name in VERDICTS[:2]]
    return [player["player"], *games, f"{player['misses']:.2f}", *numbers, *shares]


def _row(guess: JSON) -> list[str]:
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
        _text(guess["cost"]),
        _text(guess["luck"]),
        guess["verdict"],
    ]


def _verdicts(games: Iterable[JSON]) -> dict[str, int]:
    counted = Counter(guess["verdict"] for game in games for guess in game["guesses"])
    return {verdict: counted[verdict] for verdict in VERDICTS}


def _mean(bounds: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    return {
        end: round(sum(each[end] for each in bounds) / len(bounds), 6) for end in ("lower", "upper")
    }


def _text(misses: Mapping[str, float]) -> str:
    """A number of misses: 0.25, or 0.2±0.1 for 0.1 to 0.3."""
    middle, spread = (misses["lower"] + misses["upper"]) / 2, misses["upper"] - misses["lower"]
    return f"{middle:.2f}" if spread < 0.005 else f"{middle:.2f}±{spread / 2:.2f}"
