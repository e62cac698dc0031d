"""`hangman dictionary`: what dictionaries there are, and what is in them."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from service.cli.build import build
from service.cli.console import print_table
from service.cli.json_text import print_json
from service.cli.lookup import dictionaries, lexicons, named, ranges
from service.cli.options import JSON, LENGTH, NAME

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary


@click.group()
def dictionary() -> None:
    """Build dictionaries and look into them.

    \b
    Examples:
      hangman dictionary list
      hangman dictionary build class-7b words.txt
    """


dictionary.add_command(build)


@dictionary.command("list")
@JSON
def list_all(as_json: bool) -> None:
    """List the dictionaries that the service will find.

    \b
    Examples:
      hangman dictionary list
      DICTIONARY_PATH=/srv/dictionaries hangman dictionary list
    """
    if as_json:
        print_json([_view(each) for each in dictionaries().values()])
        return
    heads = ["name", "language", "words", "lengths", "on disk"]
    facts = [{**_facts(each), "name": name} for name, each in dictionaries().items()]
    print_table(heads, [[str(each[head]) for head in heads] for each in facts])


@dictionary.command()
@NAME
@JSON
def show(name: str, as_json: bool) -> None:
    """Show what dictionary NAME is.

    That is its title, its source, its alphabet, and how many words of each length it has.

    \b
    Example:
      hangman dictionary show en-large
    """
    shown = named(name)
    if as_json:
        print_json(_view(shown))
        return
    for label, value in _facts(shown).items():
        click.echo(f"{label:12} {value}")
    counts = shown.description.words_per_length
    print_table(["length", "words"], [[str(n), str(words)] for n, words in counts.items()])


@dictionary.command()
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
    by_length = lexicons(named(name), length)
    every_word = sorted(word for each in by_length for word in each.words(each.everything))
    if as_json:
        print_json(every_word)
    else:
        click.echo("\n".join(every_word))


def _view(dictionary: "Dictionary") -> dict[str, object]:
    """A dictionary as the API shows it, and where it is."""
    from service.play.catalogue import word_list_view

    return {**asdict(word_list_view(dictionary)), "folder": str(dictionary.folder)}


def _facts(dictionary: "Dictionary") -> dict[str, object]:
    """The same for people."""
    lengths, size = ranges(list(dictionary.lexicons)), dictionary.size_on_disk
    view = {**_view(dictionary), "lengths": lengths, "on disk": f"{size / 1000:.0f} kB"}
    labels = {"word_count": "words"}
    return {labels.get(name, name): fact for name, fact in view.items() if name != "default"}
