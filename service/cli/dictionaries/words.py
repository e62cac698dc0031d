"""`hangman dictionary words`: the words of a dictionary."""

import click

from service.cli.json_output import print_json
from service.cli.lookup import lexicons, named
from service.cli.options import JSON, LENGTH, NAME


@click.command()
@NAME
@LENGTH
@JSON
def words(name: str, length: int | None, as_json: bool) -> None:
    """Print the words of dictionary NAME.

    Each has a line of its own; they are in alphabetical order.

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
    if as_json:
        print_json(sorted(every_word))
    else:
        click.echo("\n".join(sorted(every_word)))
