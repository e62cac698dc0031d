"""`hangman review`: what each guess of a game was worth."""

from pathlib import Path

import click

from service.cli import client
from service.cli.failures import Failure
from service.cli.json_text import print_json
from service.cli.lookup import named
from service.cli.options import DICTIONARY, JSON, WEIGHTS


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
    from service.cli.review_report import player_report, print_players, print_review

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


def _reviews(source: str, **asked: str) -> dict[str, list[client.JSON]]:
    """The reviews of the games in a file or a folder, by player."""
    from dataclasses import asdict

    from service.cli.transcripts import played_games
    from service.play.catalogue import Catalogue
    from service.play.review import Reviewer

    games = list(played_games(source, **asked))
    if not games:
        raise Failure(f"{source} has no game as JSON")
    names = {played.dictionary for _, played in games}
    reviewer = Reviewer(Catalogue({name: named(name) for name in names}))
    reviews: dict[str, list[client.JSON]] = {}
    for player, played in games:
        reviews.setdefault(player, []).append(asdict(reviewer.review(played)))
    return reviews
