"""`hangman play` and `hangman daily`: a game in the terminal, or from a script."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from service.cli import options
from service.cli.client import JSON, Client
from service.cli.failures import Failure
from service.cli.game.questions import max_misses
from service.cli.names import INSIGHTS, LARGEST_SEED, MOST_MISSES
from service.registry import DEALERS, DEFAULT_DICTIONARY

OWN_WORDS = "words"  # the name of a dictionary that is made of a word list, for one game
DAILY = "en"  # the dictionary of the game of the day


def _asked_misses(_: click.Context, __: click.Parameter, text: str | None) -> JSON:
    """The field of a new game; none if the option is not given."""
    try:
        return {} if text is None else {"max_misses": max_misses(text)}
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command()
@click.option("--url", help="Play at this service; else in this process, with no server.")
@click.option("--dictionary", help="en by default.", shell_complete=options.completed_names)
@click.option("--words", type=click.Path(path_type=Path), help="Play with a word list's words.")
@click.option("--length", type=click.IntRange(1), help="Letters of the word.")
@click.option(
    "--max-misses",
    metavar=f"1-{MOST_MISSES}|none",
    callback=_asked_misses,
    help="Misses that hang you; none: you never hang.",
)
@click.option("--dealer", type=click.Choice(DEALERS), help="Who answers your guesses.")
@click.option("--insight", type=click.Choice(INSIGHTS), help="What to see of the words left.")
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    help="Draws the word and the dealer's ties; the same seed and guesses give the same game.",
)
@click.option(
    "--word",
    prompt="The word to guess (nobody sees it)",
    prompt_required=False,
    hide_input=True,
    help="Set the word for somebody else to guess. Without a value it asks you for it, unseen.",
)
@options.JSON
def play(
    url: str | None,
    dictionary: str | None,
    words: Path | None,
    max_misses: JSON,
    as_json: bool,
    **given: Any,
) -> None:
    """Play hangman here.

    At a terminal it asks for what you do not say. From a pipe it takes a guess a line, a letter or
    a whole word, and prints a line of state after each; it ends with code 0 when the game has
    ended, 1 when the input has ended first, 2 if something is wrong. With --json a line is the
    game, as the API shows it, and the last line is the dealer's confession.

    \b
    Examples:
      hangman play
      hangman play --length 8 --max-misses 6 --dealer honest
      hangman play --word
      hangman play --words words.txt --insight full --dealer cheat-score
      hangman play --url http://localhost:8000 --dictionary en-large
      printf '%s\\n' {a..z} | hangman play --length 5 --seed 1 --max-misses none
    """
    if words and (url or dictionary):
        raise Failure("--words is a dictionary of its own: leave out --url and --dictionary")
    chosen = {option: value for option, value in given.items() if value is not None}
    name = OWN_WORDS if words else dictionary or DEFAULT_DICTIONARY
    asked = {"dictionary": name, **max_misses, **chosen}
    sys.exit(_play(_client(url, name, words), asked, as_json))


@click.command()
@click.option("--url", help="Play at this service, which counts the results of all.")
@options.JSON
def daily(url: str | None, as_json: bool) -> None:
    """Play the game of the day.

    It is the same for everybody, and ends with a text to share. The day is the date in UTC. From a
    pipe it takes a guess a line, as `hangman play` does.

    \b
    Examples:
      hangman daily
      hangman daily --url http://localhost:8000
    """
    asked = {"daily": datetime.now(UTC).date().isoformat()}
    sys.exit(_play(_client(url, DAILY), asked, as_json))


def _client(url: str | None, dictionary: str, words: Path | None = None) -> Client:
    if url:
        from service.cli.remote import remote_client

        return remote_client(url)
    from service.cli.local import local_client

    return local_client(dictionary, words)


def _play(client: Client, asked: JSON, as_json: bool) -> int:
    """Play with a person, or with the guesses of a pipe; the exit code."""
    if sys.stdin.isatty() and sys.stdout.isatty() and not as_json:
        from service.cli.game.conversation import converse, play_daily

        return play_daily(client, asked) if "daily" in asked else converse(client, asked)
    from service.cli.game.piped import play as play_piped

    lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
    if play_piped(client, asked, lines, as_json):
        return 0
    click.echo("hangman: the input ended before the game did", err=True)
    return 1
