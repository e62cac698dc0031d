"""`hangman dictionary show`: all about one dictionary."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from service.cli.json_output import print_json
from service.cli.lookup import named, ranges
from service.cli.options import JSON, NAME
from service.cli.tables import print_table

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary


@click.command()
@NAME
@JSON
def show(name: str, as_json: bool) -> None:
    """Show what dictionary NAME is.

    That is its title, its source, its alphabet, and how many words of each length it has.

    \b
    Example:
      hangman dictionary show en-large
    """
    dictionary = named(name)
    if as_json:
        print_json(facts(dictionary))
        return
    for label, value in _facts(dictionary).items():
        click.echo(f"{label:12} {value}")
    counts = dictionary.description.words_per_length
    print_table(["length", "words"], [[str(n), str(words)] for n, words in counts.items()])


def facts(dictionary: "Dictionary") -> dict[str, object]:
    """A dictionary as the API shows it, and where it is."""
    from service.play.catalogue import dictionary_view

    return {**asdict(dictionary_view(dictionary)), "folder": str(dictionary.folder)}


def _facts(dictionary: "Dictionary") -> dict[str, object]:
    about = dictionary.description
    return {
        "name": about.name,
        "title": about.title,
        "language": about.language,
        "alphabet": about.alphabet,
        "source": about.source,
        "fingerprint": about.fingerprint,
        "words": len(dictionary),
        "lengths": ranges(list(dictionary.lexicons)),
        "on disk": f"{dictionary.size_on_disk / 1000:.0f} kB",
        "folder": dictionary.folder,
    }
