"""`hangman play`: a game in the terminal, or from a script."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import click

from service.cli.client import JSON, Client, Declined, Unreachable, of_process, over_http
from service.cli.conversation import Conversation, max_misses
from service.cli.failing import Failure, one_line_failures
from service.cli.finding import dictionaries
from service.cli.piped import play as play_piped
from service.dictionaries.dictionary import Dictionary, build, load, write
from service.dictionaries.word_list import ENGLISH, Rules, checked_alphabet, lines_of, sift
from service.play.games import DEALER_NAMES, INSIGHTS, LARGEST_SEED

if TYPE_CHECKING:
    from flask import Flask

OF_A_FILE: Final = "words"  # the name of a dictionary that is made of a word list, for one game


class Misses(click.ParamType[list[int | None]]):
    """A number of misses, or none."""

    name = "1-26|none"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[int | None]:
        """The number, in a list: click takes a bare None for a value that is missing."""
        try:
            return [max_misses(value)]
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command()
@click.option("--url", help="Play at this service; else in this process, with no server.")
@click.option("--dictionary", help="The dictionary; en by default.")
@click.option("--words", type=click.Path(path_type=Path), help="Play with a word list's words.")
@click.option("--length", type=click.IntRange(1), help="Letters of the word.")
@click.option("--max-misses", type=Misses(), help="Misses that hang you; none: you never hang.")
@click.option("--dealer", type=click.Choice(DEALER_NAMES), help="Who answers your guesses.")
@click.option("--insight", type=click.Choice(INSIGHTS), help="What to see of the words left.")
@click.option("--seed", type=click.IntRange(0, LARGEST_SEED), help="The same game again.")
def play(
    url: str | None,
    dictionary: str | None,
    words: Path | None,
    max_misses: list[int | None] | None,
    **given: Any,
) -> None:
    """Play hangman here.

    At a terminal it asks for what you do not say. From a pipe it takes a guess a line, a letter or
    a whole word, and prints a line of state after each; it ends with code 0 when the game has
    ended, 1 when the input has ended first, 2 where something is wrong.

    \b
    Examples:
      hangman play
      hangman play --length 8 --max-misses 6 --dealer honest
      hangman play --words words.txt --insight full --dealer cheat-score
      hangman play --url http://localhost:8000 --dictionary en-large
      printf '%s\\n' e a i o u | hangman play --length 5 --seed 1 --max-misses none
    """
    if words and (url or dictionary):
        raise Failure("--words is a dictionary of its own: leave out --url and --dictionary")
    if os.environ.get("NO_COLOR"):
        click.get_current_context().color = False
    name = OF_A_FILE if words else dictionary or "en"
    said = {option: value for option, value in given.items() if value is not None}
    wanted: JSON = {"dictionary": name, **said}
    if max_misses:
        [wanted["max_misses"]] = max_misses
    client = Client(over_http(url) if url else of_process(_service(words)))
    try:
        code = _converse(client, wanted) if _is_terminal() else _pipe(client, wanted)
    except (Declined, Unreachable) as error:
        raise Failure(str(error)) from error
    sys.exit(code)


def _converse(client: Client, wanted: JSON) -> int:
    conversation = Conversation(client, wanted)
    try:
        conversation.hold()
    except (click.Abort, KeyboardInterrupt):
        click.echo("\nGoodbye.")
        return 0 if conversation.over else 1
    return 0


def _pipe(client: Client, wanted: JSON) -> int:
    lines = (line.decode(errors="replace") for line in sys.stdin.buffer)
    if play_piped(client, wanted, lines):
        return 0
    click.echo("hangman: the input ended before the game did", err=True)
    return 1


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _service(words: Path | None) -> "Flask":
    from service.app import in_process  # costs 0.2 s, which the other commands need not pay

    return in_process({OF_A_FILE: _dictionary_of(words)} if words else dictionaries())


def _dictionary_of(words: Path) -> Dictionary:
    """A dictionary of the words of a file, whatever their letters."""
    with one_line_failures(), TemporaryDirectory() as folder:
        letters = {one for line in lines_of(words) for one in line.lower() if one.isalpha()}
        alphabet = checked_alphabet(ENGLISH + "".join(sorted(letters - set(ENGLISH))))
        found = sift(words, Rules(alphabet=alphabet, min_length=1, lowercase=True))
        files = build(
            OF_A_FILE, found.commonness, alphabet=alphabet, language="und", source=words.name
        )
        write(Path(folder, OF_A_FILE), files)
        return load(Path(folder, OF_A_FILE))
