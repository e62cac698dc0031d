"""`hangman review`: what each guess was worth, and whether the dealer kept to its commitment."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from service.cli.console import print_json
from service.cli.failures import Failure
from service.cli.options import DICTIONARY, JSON, WEIGHTS, completed_files

if TYPE_CHECKING:
    from service.cli.transcripts import SavedGame


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
    from service.cli.checked_review import checked_reviews, print_not_kept, print_review
    from service.cli.player_report import print_players, reports
    from service.cli.transcripts import DIGEST, answers_in

    commitment = commitment and commitment.lower()
    if commitment is not None and not DIGEST.match(commitment):
        raise Failure("--commitment: type 64 hexadecimal digits, as the game shows them")
    is_compared = commitment is not None or transcript is not None
    games = _games(source, dictionary=defaults.pop("name"), **defaults)
    confession = games[0].confession
    if is_compared and (len(games) > 1 or not confession):
        raise Failure("--commitment and --transcript need exactly one game, with its confession")
    if commitment and confession:
        games = [replace(games[0], confession=replace(confession, commitment=commitment))]
    heard = None if transcript is None else answers_in(transcript)
    reviews = checked_reviews(games, heard)
    is_list = games[0].is_listed and not is_compared
    if as_json:
        print_json(reports(games, reviews) if is_list else reviews[0])
    elif is_list:
        print_players(reports(games, reviews))
        print_not_kept(games, reviews)
    else:
        print_review(games[0], reviews[0])
    sys.exit(any(review.is_doubtful for review in reviews))


def _games(source: str, **defaults: str) -> "list[SavedGame]":
    """The games in a file or a folder, or the one at an address, with its confession."""
    from service.cli.transcripts import read_game, saved_games

    if "://" in source:
        from service.cli.remote_service import confession_at

        return [read_game(confession_at(source), source, "", **defaults)]
    games = list(saved_games(source, **defaults))
    if not games:
        raise Failure(
            f"{source}: no game was found; give a game, a list of games, or a folder of .json files"
        )
    return games
