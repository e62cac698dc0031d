"""`hangman dictionary list`: all dictionaries."""

from typing import TYPE_CHECKING

import click

from service.cli.lookup import dictionaries, ranges
from service.cli.tables import print_table

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary


@click.command("list")
def list_all() -> None:
    """List the dictionaries that the service will find.

    \b
    Examples:
      hangman dictionary list
      DICTIONARY_PATH=/srv/dictionaries hangman dictionary list
    """
    rows = [_row(name, dictionary) for name, dictionary in dictionaries().items()]
    print_table(["name", "language", "words", "lengths", "on disk"], rows)


def _row(name: str, dictionary: "Dictionary") -> list[str]:
    return [
        name,
        dictionary.description.language,
        str(len(dictionary)),
        ranges(list(dictionary.lexicons)),
        f"{dictionary.size_on_disk / 1000:.0f} kB",
    ]
