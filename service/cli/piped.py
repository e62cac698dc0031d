"""A game for scripts: a guess a line, and a line of state after each."""

from collections.abc import Iterable

import click

from service.cli.client import JSON, Client, Declined


def play(client: Client, asked: JSON, lines: Iterable[str]) -> bool:
    """Play a game with the guesses of some lines; whether it came to its end.

    A line is a letter or a whole word; what is no guess is told on standard error and costs
    nothing. Raises Declined where there can be no such game, and Unreachable.
    """
    game = client.start(asked)
    for line in filter(None, map(str.strip, lines)):
        try:
            guess = {"letter": line} if len(line) == 1 else {"word": line.removeprefix("=")}
            game = client.guess(game, guess)
        except Declined as error:
            click.echo(f"hangman: {error}", err=True)
            continue
        click.echo(state(game))
        if game["status"] != "in_progress":
            click.echo(f"{game['status']}: {game['word']}")
            return True
    return False


def state(game: JSON) -> str:
    """A game in a line; with full insight, as Moertel's program printed it in its verbose mode."""
    guessed = "".join(sorted(game["guessed_letters"]))
    insight = game["insight"]
    if insight and insight["cheat_score"] is not None:
        listed = f": {' '.join(insight['words'])}" if insight["words"] else ""
        counted = f"(words={insight['words_remaining']}/{insight['cheat_score']}{listed})"
        return f"{game['pattern'].replace('_', '.')} [{guessed}] {counted}"
    most = "" if game["max_misses"] is None else f"/{game['max_misses']}"
    words = f" words={insight['words_remaining']}" if insight else ""
    return f"{game['pattern']} [{guessed}] misses={game['misses']}{most}{words}"
