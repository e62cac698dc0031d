"""`hangman dictionary show`: all about one dictionary."""

from typing import TYPE_CHECKING

import click

from service.cli.lookup import named, ranges
from service.cli.tables import print_table

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary


@click.command()
@click.argument("name")
def show(name: str) -> None:
    """Show what dictionary NAME is and how many words of each length it has.

    \b
    Example:
      hangman dictionary show en-large
    """
    dictionary = named(name)
    for label, value in _facts(dictionary).items():
        click.echo(f"{label:12} {value}")
    counts = dictionary.description.words_per_length
    print_table(["length", "words"], [[str(n), str(words)] for n, words in counts.items()])


def _facts(dictionary: "Dictionary") -> dict[str, object]:
    about = dictionary.description
    return {
        "name": about.name,
        "language": about.language,
        "alphabet": about.alphabet,
        "source": about.source,
        "fingerprint": about.fingerprint,
        "words": len(dictionary),
        "lengths": ranges(list(dictionary.lexicons)),
        "on disk": f"{dictionary.size_on_disk / 1000:.0f} kB",
        "folder": dictionary.folder,
    }
