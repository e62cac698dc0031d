"""`hangman review`: what each guess was worth, and whether the dealer kept to its commitment."""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cache
from math import inf
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from service.cli.console import counted, print_json, print_table, visible
from service.cli.failures import Failure
from service.cli.options import DICTIONARY, JSON, WEIGHTS, completed_files, named, use_plugins
from service.engine.errors import InvalidInput

if TYPE_CHECKING:
    from service.cli.transcripts import SavedGame
    from service.engine.transcript import Answer
    from service.play.catalogue import Catalogue
    from service.play.check import CheckView, ConfessedGame

Review: TypeAlias = dict[str, Any]  # as the API has it, with its check or None

VERDICTS: Final = ("best", "good", "costly", "wasted", "repeated", "impossible", "unknown")
CHECKS: Final = {
    "kept": "the dealer kept to its commitment",
    "broken": "the dealer did not keep to its commitment",
    "unclear": "not everything could be checked",
}
MEANS: Final = ("misses_to_come", "misses_expected", "cost", "bad_luck")
UNKNOWN: Final = "?"  # a number that would take too long to compute


@click.command()
@click.argument("source", metavar="FILE|URL|FOLDER", shell_complete=completed_files)
@click.option("--commitment", help="The commitment that the game showed when it began.")
@click.option(
    "--transcript",
    metavar="FILE",
    shell_complete=completed_files,
    help="The answers that you got: a file with the JSON of GET /games/ID/guesses.",
)
@DICTIONARY
@WEIGHTS
@JSON
def review(
    source: str, commitment: str | None, transcript: str | None, as_json: bool, **defaults: str
) -> None:
    """Say what each guess of a game was worth, and check its dealer if it has confessed.

    FILE is JSON: a confession, a request for POST /reviews, a game with its guesses, or a list of
    these; “-” is standard input. URL is the address of a game that is over, to play or to watch. A
    FOLDER or a list prints a line for each player. The player's name is `player` in the file, or
    else the name of the subfolder or of the file. --dictionary and --weights are for files that do
    not name them.

    If the dealer has confessed, its answers are computed again with the dictionary of that name on
    this machine. A service may lie about its commitment, or confess other answers than it gave. To
    detect that, pass the commitment that it showed at the start, and a transcript that you saved.

    The exit code is 0 if the answers are right or nothing is confessed, 1 if an answer is wrong or
    cannot be checked, and 2 if a game cannot be read.

    \b
    Examples:
      hangman review http://localhost:8000/games/2x7rq3m9k4c8w5t1n6h0vbzyfd
      hangman review confession.json
      hangman review games/ --json
    """
    from service.cli.transcripts import DIGEST, object_in, read_answers

    commitment = commitment and commitment.lower()
    if commitment is not None and not DIGEST.match(commitment):
        raise Failure("--commitment: type 64 hexadecimal digits, as the game shows them")
    is_compared = commitment is not None or transcript is not None
    games = _games(source, dictionary=defaults.pop("name"), **defaults)
    confession = games[0].confession
    if is_compared and (len(games) > 1 or not confession):
        raise Failure("--commitment and --transcript need exactly one game, with its confession")
    if commitment and confession:
        confession = replace(confession, commitment=commitment)
        games = [replace(games[0], confession=confession)]
    heard = None if transcript is None else read_answers(object_in(transcript), transcript)
    reviews = _reviews(games, heard)
    if games[0].is_listed and not is_compared:
        players = reports(games, reviews)
        if as_json:
            print_json(players)
        else:
            print_players(players)
            _print_not_kept(games, reviews)
    elif as_json:
        print_json(reviews[0])
    else:
        print_review(reviews[0])
        if confession:
            click.echo("\n".join(_check_lines(reviews[0]["check"], confession)))
    sys.exit(any(review["check"] and review["check"]["verdict"] != "kept" for review in reviews))


def _games(source: str, **defaults: str) -> "list[SavedGame]":
    """The games in a file or a folder, or the one at an address, with its confession."""
    from service.cli.transcripts import read_game, saved_games

    if "://" in source:
        from service.cli.remote import confession_at

        return [read_game(confession_at(source), source, "", **defaults)]
    games = list(saved_games(source, **defaults))
    if not games:
        raise Failure(
            f"{source}: no game was found; give a game, a list of games, or a folder of .json files"
        )
    return games


def _reviews(games: "list[SavedGame]", heard: "list[Answer] | None") -> list[Review]:
    """The review of each game, and its check if its dealer has confessed. Raises Failure."""
    from service.play.catalogue import Catalogue
    from service.play.review import review_of

    catalogue_of = cache(lambda name: Catalogue({name: named(name)}, {}, {}))
    reviews = []
    for game in games:
        try:
            catalogue = catalogue_of(game.played.dictionary)
            reviewed = asdict(review_of(game.played, catalogue))
        except InvalidInput as error:  # no game can have gone like this
            raise Failure(f"{game.source}: {error}") from error
        check = _check(game.confession, catalogue, heard) if game.confession else None
        reviews.append({**reviewed, "check": asdict(check) if check else None})
    return reviews


def _check(
    confession: "ConfessedGame", catalogue: "Catalogue", heard: "list[Answer] | None"
) -> "CheckView":
    """Whether the dealer kept to its commitment. Raises BadSetting, BadPlugin, NotPrepared."""
    from service.play.check import verify
    from service.registry import dealers

    use_plugins()
    opening, dictionary = confession.opening, catalogue.dictionary(confession.opening.dictionary)
    bound = dealers([dictionary], opening.budget)
    return verify(confession, dictionary, bound.get(opening.dealer), heard)


def _check_lines(check: Review, confession: "ConfessedGame") -> list[str]:
    from service.play.check import in_words

    origin = {None: "", True: ", word drawn by the seed", False: ", word set by somebody"}
    length = len(confession.word)
    return [
        f"\ncommitment {check['commitment']}",
        f"dealer {check['dealer']}{origin[check['drawn']]}",
        f"answers {check['as_committed']} of {check['answers']} as they had to be",
        *(f"{n:3} {in_words(each, length)}" for n, each in enumerate(confession.answers, 1)),
        *check["reasons"],
        f"{check['verdict']}: {CHECKS[check['verdict']]}",
    ]


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


def reports(games: "Sequence[SavedGame]", reviews: Sequence[Review]) -> list[dict[str, Any]]:
    """A report on each player of some games."""
    by_player: dict[str, list[Review]] = {}
    for game, review in zip(games, reviews, strict=True):
        by_player.setdefault(game.player, []).append(review)
    return [_report(*played) for played in by_player.items()]


def _report(player: str, games: Sequence[Review]) -> dict[str, Any]:
    """The means over the judged games of a player, and how many guesses had which verdict."""
    judged = [game for game in games if all(game[name] is not None for name in MEANS)]
    verdicts = Counter(guess["verdict"] for game in games for guess in game["guesses"])
    checks = Counter(game["check"]["verdict"] for game in games if game["check"])
    return {
        "player": player,
        "games": len(games),
        "judged": len(judged),
        "found": sum(game["found"] for game in games),
        # All means are over the same games, so that they add up, and players can be compared.
        **{name: _mean([game[name] for game in judged]) for name in ("misses", *MEANS)},
        "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
        "checks": {verdict: checks[verdict] for verdict in CHECKS},
    }


def print_players(players: Sequence[dict[str, Any]]) -> None:
    """Print a row for each player, the one whose guesses cost least first."""
    worth = ["misses", "expected", "cost", "bad luck", "best", "good"]
    ranked = sorted(players, key=lambda player: inf if player["cost"] is None else player["cost"])
    print_table(["player", "games", "found", *worth, "kept"], list(map(_player_row, ranked)))
    for each in ranked:
        name, games = each["player"], each["games"]
        if unjudged := games - each["judged"]:
            click.echo(visible(f"{name}: {unjudged} of {games} games have no cost"))


def _print_not_kept(games: "Sequence[SavedGame]", reviews: Sequence[Review]) -> None:
    """Print a line for each game whose dealer did not keep to its commitment, or may not have."""
    for game, review in zip(games, reviews, strict=True):
        verdict = review["check"]["verdict"] if review["check"] else "kept"
        if verdict != "kept":
            click.echo(visible(f"{game.source}: {verdict}: {CHECKS[verdict]}"))


def _player_row(player: dict[str, Any]) -> list[str]:
    counts = [str(player[name]) for name in ("player", "games", "found")]
    numbers = [_text(player[name]) for name in ("misses", "misses_expected", "cost", "bad_luck")]
    guesses, checks = player["verdicts"], sum(player["checks"].values())
    shares = [f"{guesses[name] / max(sum(guesses.values()), 1):.0%}" for name in VERDICTS[:2]]
    return [*counts, *numbers, *shares, f"{player['checks']['kept']}/{checks}" if checks else ""]


def _row(guess: dict[str, Any]) -> list[str]:
    name, answer = guess["letter"] or guess["word"], "hit" if guess["hit"] else "miss"
    worth = [""] * 4
    if guess["verdict"] != "impossible":
        letters = "".join(best["letter"] for best in guess["best_letters"])
        chance = f"{guess['hit_probability']:.0%}"
        worth = [chance, letters, _text(guess["cost"]), _text(guess["bad_luck"])]
    return [name, answer, f"{guess['words_before']:,}", *worth, guess["verdict"]]


def _mean(numbers: Sequence[float]) -> float | None:
    return round(fmean(numbers), 6) if numbers else None


def _text(misses: float | None) -> str:
    return UNKNOWN if misses is None else f"{round(misses, 2) + 0.0:.2f}"  # not -0.00


def _signed(misses: str) -> str:
    return misses if misses.startswith("-") else f"+{misses}"
