"""`hangman dictionary`: builds dictionaries, and shows what is in them."""

from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

import click

from service.cli.console import json_line, print_json, print_table, progress, ranges, visible
from service.cli.environment import dictionaries, lexicons, named, places
from service.cli.install import install
from service.cli.options import JSON, LENGTH, NAME
from service.settings import shipped

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary
    from service.dictionaries.word_list import FilterResult

PATH = click.Path(path_type=Path)


@click.group()
def dictionary() -> None:
    """Build dictionaries and look into them.

    \b
    Examples:
      hangman dictionary list
      hangman dictionary build class-7b words.txt
    """


dictionary.add_command(install)


@dictionary.command()
@click.argument("name")
@click.argument("words_file", type=PATH)
@click.option(
    "--alphabet", default=ascii_lowercase, show_default=True, help="Its letters, 64 at most."
)
@click.option("--language", default="en", show_default=True, help="Its language (BCP 47).")
@click.option(
    "--min-length",
    default=2,
    show_default=True,
    type=click.IntRange(1),
    help="Leave out shorter words.",
)
@click.option("--lowercase", is_flag=True, help="Accept lines with capital letters, as lower case.")
@click.option("--drop-accents", is_flag=True, help="Read é as e, unless the alphabet has é.")
@click.option("--hidden", type=PATH, help="A list of words to leave out, one a line.")
@click.option("--reviewed", is_flag=True, help="You have read its words: children may see them.")
@click.option("--title", default="", help="Its name for people, such as “German, class 7b”.")
@click.option("--source", default="", help="Where the words come from, for `show` and the API.")
@JSON
@click.option("--into", type=PATH, help="Write the dictionary to this folder.")
def build(
    name: str, words_file: Path, into: Path | None, alphabet: str, as_json: bool, **choices: Any
) -> None:
    """Build dictionary NAME from WORDS_FILE.

    The file is UTF-8 and has one word a line. A tab and a number from 1 to 255 after a word is its
    commonness: a lower number means a commoner word. A word without a number is one of the rarest.

    \b
    Example, in German:
      hangman dictionary build de words.txt --title Deutsch --language de --lowercase \\
          --alphabet abcdefghijklmnopqrstuvwxyzäöüß
    """
    from service.dictionaries.dictionary import dictionary_of, files_of, write
    from service.dictionaries.word_list import Rules, checked_alphabet, filter_words, words_hidden
    from service.engine.weights import WEIGHTS

    folder = (into or places().dictionary_folders[0]) / name
    letters = checked_alphabet(alphabet)
    about = {each: choices.pop(each) for each in ("language", "title", "source", "reviewed")}
    about["source"] = about["source"] or words_file.name
    hidden = choices.pop("hidden")
    rules = Rules(letters, about["language"], **choices)
    rules = replace(rules, hidden=words_hidden(hidden, rules)) if hidden else rules
    with progress(None, name):
        filtered = filter_words(words_file, rules)
        built = dictionary_of(
            name,
            filtered.commonness,
            alphabet=letters,
            drops_accents=rules.drop_accents,
            **about,
        )
    with progress(len(WEIGHTS) * len(built), name) as played:
        files = files_of(built, played)
    write(folder, files)
    if (shipped("data") / name).is_dir() and shipped("data") not in folder.resolve().parents:
        click.echo(
            f"hangman: a shipped dictionary is called {name}, too. Where both are found, the new"
            " one is used. Today's game is played with en.",
            err=True,
        )
    if as_json:
        print_json(
            {"name": name, "word_count": len(filtered.commonness), "folder": visible(str(folder))}
        )
        return
    _print_filtered(filtered)
    click.echo(f"{name}: {len(filtered.commonness)} words in {folder}")


@dictionary.command("list")
@JSON
def list_all(as_json: bool) -> None:
    """List the dictionaries that the service will find.

    \b
    Examples:
      hangman dictionary list
      HANGMAN_DICTIONARY_PATH=/srv/dictionaries hangman dictionary list
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
    """Describe dictionary NAME.

    Print its title, its source, its alphabet, and how many words of each length it has.

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

    One word a line, in the order of Unicode: z comes before ä.

    \b
    Examples:
      hangman dictionary words en --length 20
      hangman dictionary words en | grep zz
    """
    by_length = lexicons(named(name), length)
    every_word = sorted(word for each in by_length for word in each.written(each.everything))
    click.echo(json_line(every_word) if as_json else "\n".join(every_word))


def _print_filtered(filtered: "FilterResult") -> None:
    """Print by length how many lines are words, and why the others were dropped."""
    from service.dictionaries.word_list import Dropped

    counts = {"words": filtered.words_per_length()}
    for reason in Dropped:
        lines = {n: count for (n, why), count in filtered.dropped.items() if why == reason}
        counts |= {f"dropped:\n{reason}": Counter(lines)} if lines else {}
    lengths = sorted(set().union(*counts.values()))
    rows = [[str(n), *[str(count[n]) for count in counts.values()]] for n in lengths]
    rows.append(["all", *[str(count.total()) for count in counts.values()]])
    print_table(["length", *counts], rows)


def _view(dictionary: "Dictionary") -> dict[str, object]:
    """A dictionary as the API shows it, and where it is."""
    from service.play.listings import word_list_view

    return {**asdict(word_list_view(dictionary)), "folder": visible(str(dictionary.folder))}


def _facts(dictionary: "Dictionary") -> dict[str, object]:
    """The same for people."""
    lengths, size = ranges(list(dictionary.lexicons)), dictionary.size_on_disk
    view = {**_view(dictionary), "lengths": lengths, "on disk": f"{size / 1000:.0f} kB"}
    labels = {"word_count": "words"}
    return {labels.get(name, name): fact for name, fact in view.items() if name != "default"}
