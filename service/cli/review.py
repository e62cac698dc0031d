"""`hangman review`: what each guess of a game was worth."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.failures import one_line_failures
from service.cli.json_output import print_json
from service.cli.lookup import asked_for
from service.cli.options import DICTIONARY, JSON, WEIGHTS

if TYPE_CHECKING:
    from service.cli import client
    from service.cli.transcripts import Transcribed


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
    from service.cli.review_report import by_player, print_players, print_review

    with one_line_failures():
        reviews = _reviews(source, name, weights)
    [(_, games), *others] = reviews.items()
    several = bool(others) or len(games) > 1 or Path(source).is_dir()
    found = by_player(reviews) if several else games[0]
    if as_json:
        print_json(found)
    elif isinstance(found, list):
        print_players(found)
    else:
        print_review(found)


def _reviews(source: str, name: str, weights: str) -> "dict[str, list[client.JSON]]":
    """The reviews, by player. Raises HangmanError."""
    if "://" in source:
        return {"": [_review_at(source, weights)]}
    from service.cli.transcripts import transcripts_in

    path = Path("/dev/stdin") if source == "-" else Path(source)
    return _reviewed(list(transcripts_in(path, dictionary=name, weights=weights)))


def _review_at(address: str, weights: str) -> "client.JSON":
    """The review of the game at an address of the API, or of the page. Raises HangmanError."""
    from service.cli.remote_client import game_at

    service, game = game_at(address)
    return service.review(game, weights)


def _reviewed(games: "list[Transcribed]") -> "dict[str, list[client.JSON]]":
    from dataclasses import asdict

    from service.play.catalogue import Catalogue
    from service.play.review import Reviewer

    names = dict.fromkeys(game.played.dictionary for game in games)
    reviewer = Reviewer(Catalogue({name: asked_for(name) for name in names}))
    reviews: dict[str, list[client.JSON]] = {}
    for game in games:
        reviews.setdefault(game.player, []).append(asdict(reviewer.review(game.played)))
    return reviews
