"""`hangman review`: what each guess of a game was worth, and of players side by side."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from statistics import fmean
from typing import Any, Final, TypeAlias

import click

from service.cli.console import counted, print_table
from service.cli.failures import Failure
from service.cli.json_text import print_json
from service.cli.lookup import named
from service.cli.options import DICTIONARY, JSON, WEIGHTS

Review: TypeAlias = dict[str, Any]  # as the API has it

VERDICTS: Final = ("best", "good", "costly", "wasted", "repeated", "impossible")
MEANS: Final = ("misses_expected", "cost", "bad_luck", "misses_to_come")


@click.command()
@click.argument("source", metavar="FILE|URL|FOLDER")
@DICTIONARY
@WEIGHTS
@JSON
def review(source: str, name: str, weights: str, as_json: bool) -> None:
    """Say what each guess of a game was worth, and what was luck.

    FILE has the game as JSON: what POST /reviews takes, a confession, or a game with its guesses;
    or a list of such games. “-” is standard input. URL is the address of a game, as
    http://localhost:8000/games/ID. Of a FOLDER, or of several games, there is a line for each
    player: `player` in the file, else the name of the subfolder or of the file. The dictionary
    and the weights count if the file names none.

    \b
    Examples:
      hangman review game.json
      hangman review games/ --json
    """
    if "://" in source:
        from service.cli.remote import game_at

        service, game = game_at(source)
        reviews = {"": [service.review(game, weights)]}
    else:
        reviews = _reviews(source, dictionary=name, weights=weights)
    [games, *others] = reviews.values()
    if others or len(games) > 1 or Path(source).is_dir():
        players = [player_report(*played) for played in reviews.items()]
        (print_json if as_json else print_players)(players)
    else:
        (print_json if as_json else print_review)(games[0])


def _reviews(source: str, **asked: str) -> dict[str, list[Review]]:
    """The reviews of the games in a file or a folder, by player."""
    from dataclasses import asdict

    from service.cli.transcripts import played_games
    from service.play.catalogue import Catalogue
    from service.play.review import review_of

    games = list(played_games(source, **asked))
    if not games:
        raise Failure(f"{source} has no game as JSON")
    names = {played.dictionary for _, played in games}
    catalogue = Catalogue({name: named(name) for name in names})
    reviews: dict[str, list[Review]] = {}
    for player, played in games:
        reviews.setdefault(player, []).append(asdict(review_of(played, catalogue)))
    return reviews


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


def player_report(player: str, games: Sequence[Review]) -> dict[str, Any]:
    """The means over the games of a player, and how many guesses had which verdict."""
    costs, lucks = zip(*map(sums, games), strict=True)
    verdicts = Counter(guess["verdict"] for game in games for guess in game["guesses"])
    return {
        "player": player,
        "games": len(games),
        "found": sum(game["found"] for game in games),
        "misses": fmean(game["misses"] for game in games),
        **{name: _mean([game[name] for game in games]) for name in MEANS},
        "estimated_cost": round(fmean(costs), 6),
        "estimated_bad_luck": round(fmean(lucks), 6),
        "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
    }


def print_players(players: Sequence[dict[str, Any]]) -> None:
    """Print a row for each player, the one whose guesses cost least first."""
    heads = ["player", "games", "found", "misses", "expected", "cost", "bad luck", "best", "good"]
    ranked = sorted(players, key=lambda player: player["estimated_cost"])
    print_table(heads, [_player_row(player) for player in ranked])


def _player_row(player: dict[str, Any]) -> list[str]:
    counts, verdicts = [player["player"], player["games"], player["found"]], player["verdicts"]
    expected = player["misses_expected"]["upper"]
    numbers = [player["misses"], expected, player["estimated_cost"], player["estimated_bad_luck"]]
    shares = [f"{verdicts[name] / max(sum(verdicts.values()), 1):.0%}" for name in VERDICTS[:2]]
    return [*map(str, counts), *[f"{number:.2f}" for number in numbers], *shares]


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
