"""`hangman dictionary list`: all dictionaries."""

from typing import TYPE_CHECKING

import click

from service.cli.dictionaries.show import facts
from service.cli.json_output import print_json
from service.cli.lookup import dictionaries, ranges
from service.cli.options import JSON
from service.cli.tables import print_table

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary


@click.command("list")
@JSON
def list_all(as_json: bool) -> None:
    """List the dictionaries that the service will find.

    \b
    Examples:
      hangman dictionary list
      DICTIONARY_PATH=/srv/dictionaries hangman dictionary list
    """
    if as_json:
        print_json([facts(dictionary) for dictionary in dictionaries().values()])
        return
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
