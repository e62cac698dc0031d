"""A game for scripts: a guess a line, and a line of state after each."""

from collections.abc import Iterable

import click

from service.cli.client import JSON, Client, Unreachable
from service.cli.json_text import json_line
from service.engine.errors import HangmanError


def play(client: Client, asked: JSON, lines: Iterable[str], as_json: bool = False) -> bool:
    """Play a game with the guesses of some lines; say whether it came to its end.

    A line is a letter or a whole word. What is no guess is told on standard error and costs
    nothing. With `as_json` the game is printed as the API shows it, and the confession follows.
    Raises HangmanError if there can be no such game, and Unreachable.
    """
    game = client.start(asked)
    for line in filter(None, map(str.strip, lines)):
        guess = {"letter": line} if len(line) == 1 else {"word": line.removeprefix("=")}
        try:
            game = client.guess(game, guess)
        except Unreachable:
            raise
        except HangmanError as error:
            click.echo(f"hangman: {error}", err=True)
            continue
        click.echo(json_line(game) if as_json else state(game))
        if game["status"] != "in_progress":
            click.echo(_confessed(client, game) if as_json else f"{game['status']}: {game['word']}")
            return True
    return False


def _confessed(client: Client, game: JSON) -> str:
    """The confession in a line; what speaks against it is told on standard error."""
    confession = client.confession(game)
    if doubt := client.doubt(confession):
        click.echo(f"hangman: {doubt}", err=True)
    return json_line(confession)


def state(game: JSON) -> str:
    """A game in a line; with full insight, as Moertel's program printed it in its verbose mode."""
    guessed = "".join(sorted(game["guessed_letters"]))
    insight = game["insight"]
    if insight and insight["cheat_score"] is not None:
        words = f": {' '.join(insight['words'])}" if insight["words"] else ""
        counts = f"(words={insight['words_remaining']}/{insight['cheat_score']}{words})"
        return f"{game['pattern'].replace('_', '.')} [{guessed}] {counts}"
    most = "" if game["max_misses"] is None else f"/{game['max_misses']}"
    words = f" words={insight['words_remaining']}" if insight else ""
    return f"{game['pattern']} [{guessed}] misses={game['misses']}{most}{words}"
