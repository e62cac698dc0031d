"""`hangman play`: a game in the terminal, or from a script."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from service.choices import INSIGHTS, LARGEST_SEED, MOST_MISSES
from service.cli import options
from service.cli.client import Client, Unreachable
from service.cli.console import JSON, json_line
from service.cli.failures import Failure
from service.cli.game.questions import max_misses
from service.engine.errors import HangmanError
from service.registry import DEFAULT_DICTIONARY

OWN_WORDS = "words"  # the name of a dictionary that is made of a word list, for one game


@click.command()
@click.option(
    "--url", is_eager=True, help="Play at this service; else in this process, with no server."
)
@click.option("--daily", is_flag=True, help="Play the game of the day of the service at --url.")
@click.option("--dictionary", help="en by default.", shell_complete=options.completed_names)
@click.option("--words", type=click.Path(path_type=Path), help="Play with a word list's words.")
@click.option("--length", type=click.IntRange(1), help="Letters of the word.")
@click.option(
    "--max-misses",
    metavar=f"1-{MOST_MISSES - 1}|never",
    callback=lambda _context, _option, text: None if text is None else max_misses(text),
    help="Misses that hang you.",
)
@click.option(
    "--dealer", type=options.DEALER_NAME, help=f"Who answers your guesses. {options.OTHERS}"
)
@click.option("--insight", type=click.Choice(INSIGHTS), help="What to see of the words left.")
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    help="Draws the word and the dealer's ties; with the same dealer, it is the same game.",
)
@click.option(
    "--word",
    "secret_word",
    prompt="The word to guess (nobody sees it)",
    prompt_required=False,
    hide_input=True,
    help="Set the word for somebody else to guess. Without a value it asks you for it, unseen.",
)
@options.JSON
def play(url: str | None, daily: bool, words: Path | None, as_json: bool, **choices: Any) -> None:
    """Play hangman here.

    At a terminal it asks for what you do not say, and at the end, if you have named no dealer,
    whether it was cheating. From a pipe it takes a guess a line, a letter or a whole word, and
    prints a line of state after each; it ends with code 0 when the game has ended, 1 when the input
    has ended first, 2 if something is wrong. With --json a line is the game, as the API shows it,
    and the last line is the dealer's confession.

    The game of the day is the same for all who play it at a service; at a terminal it ends with a
    text to share.

    \b
    Examples:
      hangman play
      hangman play --length 8 --max-misses 6 --dealer honest
      hangman play --word
      hangman play --words words.txt --insight full --dealer cheat-score
      hangman play --url http://localhost:8000 --dictionary en-large
      hangman play --url http://localhost:8000 --daily
      printf '%s\\n' {a..z} | hangman play --length 5 --seed 1 --max-misses never
    """
    request = {option: value for option, value in choices.items() if value is not None}
    if words and (url or "dictionary" in request):
        raise Failure("--words is a dictionary of its own: leave out --url and --dictionary")
    if daily and not url:
        raise Failure("--daily needs --url: each service draws the game of its day by itself")
    name = OWN_WORDS if words else request.get("dictionary", DEFAULT_DICTIONARY)
    request |= {"daily": "today"} if daily else {"dictionary": name}
    sys.exit(_play(_client(url, name, words), request, as_json))


def _client(url: str | None, dictionary: str, words: Path | None) -> Client:
    if url:
        from service.cli.remote import remote_client

        return remote_client(url)
    from service.cli.local import local_client

    return local_client(dictionary, words)


def _play(client: Client, request: JSON, as_json: bool) -> int:
    """Play with a person, or with the guesses of a pipe; the exit code."""
    if sys.stdin.isatty() and sys.stdout.isatty() and not as_json:
        from service.cli.game.conversation import converse

        return converse(client, request)
    return _play_piped(client, request, _lines(), as_json)


def _lines() -> Iterator[str]:
    """The lines of standard input, until it ends or a plug-in closes it, as `exit()` does."""
    while not sys.stdin.closed and (line := sys.stdin.buffer.readline()):
        yield line.decode(errors="replace")


def _play_piped(client: Client, request: JSON, lines: Iterable[str], as_json: bool) -> int:
    """Play a game with the guesses of some lines; the exit code. Raises HangmanError."""
    game = client.start(request)
    for line in filter(None, map(str.strip, lines)):
        guess = {"letter": line} if len(line) == 1 else {"word": line.removeprefix("=")}
        try:
            game = client.guess(game, guess)
        except Unreachable:
            raise
        except HangmanError as error:
            click.echo(f"hangman: {error}", err=True)
            continue
        click.echo(json_line(game) if as_json else _state(game))
        if game["status"] != "in_progress":
            click.echo(_confessed(client, game) if as_json else f"{game['status']}: {game['word']}")
            return 0
    click.echo("hangman: the input ended before the game did", err=True)
    return 1


def _confessed(client: Client, game: JSON) -> str:
    """The confession in a line; what speaks against it is told on standard error."""
    confession = client.confession(game)
    if doubt := client.doubt(confession):
        click.echo(f"hangman: {doubt}", err=True)
    return json_line(confession)


def _state(game: JSON) -> str:
    """A game in a line; with full insight, as Moertel's program printed it in its verbose mode."""
    guessed = "".join(sorted(game["guessed_letters"]))
    insight = game["insight"]
    if insight and insight["cheat_score"] is not None:
        words = f": {' '.join(insight['words'])}" if insight["words"] else ""
        counts = f"(words={insight['words_left']}/{insight['cheat_score']}{words})"
        return f"{game['pattern'].replace('_', '.')} [{guessed}] {counts}"
    most = "" if game["max_misses"] == MOST_MISSES else f"/{game['max_misses']}"
    words = f" words={insight['words_left']}" if insight else ""
    return f"{game['pattern']} [{guessed}] misses={game['misses']}{most}{words}"
