"""`hangman dictionary words`: the words of a dictionary."""

import click

from service.cli.lookup import lexicons, named
from service.cli.options import LENGTH


@click.command()
@click.argument("name")
@LENGTH
def words(name: str, length: int | None) -> None:
    """Print the words of dictionary NAME, one a line, in alphabetical order.

    \b
    Examples:
      hangman dictionary words en --length 20
      hangman dictionary words en | grep zz
    """
    every_word = [
        word
        for lexicon in lexicons(named(name), length)
        for word in lexicon.words(lexicon.everything)
    ]
    click.echo("\n".join(sorted(every_word)))
