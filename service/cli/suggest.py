"""`hangman suggest`: what to guess next, in any game of hangman."""

import sys
from typing import TYPE_CHECKING

import click

from service.cli.failures import one_line_failures
from service.cli.json_output import print_json
from service.cli.lookup import asked_for
from service.cli.options import DICTIONARY, GUESSER, JSON
from service.cli.tables import print_table

if TYPE_CHECKING:
    from service.play.help import RankedLetterView, SuggestionView

LETTERS_SHOWN = 10


@click.command()
@click.argument("pattern")
@click.option("--wrong", default="", help="Letters that are not in the word, as one string.")
@click.option("--wrong-word", multiple=True, help="A word that it is not; may be given again.")
@GUESSER
@DICTIONARY
@click.option(
    "--limit", type=click.IntRange(0, 100), default=10, show_default=True, help="Words to show."
)
@JSON
def suggest(
    pattern: str,
    wrong: str,
    wrong_word: tuple[str, ...],
    guesser: str,
    name: str,
    limit: int,
    as_json: bool,
) -> None:
    """Say what to guess next in any game of hangman.

    PATTERN is what is shown, with _ . or ? for hidden letters. The exit code is 1 if no word fits.

    \b
    Example:
      hangman suggest _a__e --wrong st
    """
    from service.play.catalogue import Catalogue
    from service.play.help import HintQuestion, suggested

    with one_line_failures():
        asked = HintQuestion(pattern, tuple(wrong), wrong_word, name, guesser, limit)
        suggestion = suggested(asked, Catalogue({name: asked_for(name)}))
    if as_json:
        print_json(suggestion)
    elif suggestion.message:
        click.echo(suggestion.message)
    else:
        _print(suggestion)
    sys.exit(0 if suggestion.possible_words else 1)


def _print(suggestion: "SuggestionView") -> None:
    click.echo(f"{suggestion.possible_words} words fit: {' '.join(suggestion.words)}")
    rows = [_row(letter) for letter in suggestion.letters[:LETTERS_SHOWN]]
    print_table(["guess", "hit", "words left"], rows)


def _row(ranked: "RankedLetterView") -> list[str]:
    return [ranked.letter, f"{ranked.hit_probability:.0%}", f"{ranked.share_left:.0%}"]
