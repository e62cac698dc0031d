"""`hangman dictionary build`: a dictionary from a word list."""

from collections import Counter
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING

import click

from service.cli.console import print_table, progress
from service.cli.json_text import print_json
from service.cli.lookup import settings
from service.cli.options import JSON
from service.settings import shipped

if TYPE_CHECKING:
    from service.dictionaries.word_list import FilterResult

EXISTING_FILE = click.Path(path_type=Path)


@click.command()
@click.argument("name")
@click.argument("words_file", type=EXISTING_FILE)
@click.option(
    "--alphabet", default=ascii_lowercase, show_default=True, help="Its letters, 64 at most."
)
@click.option("--language", default="en", show_default=True, help="Its language (BCP 47).")
@click.option("--min-length", default=2, show_default=True, type=click.IntRange(1))
@click.option("--lowercase", is_flag=True, help="Take lines with capitals, in small letters.")
@click.option("--drop-accents", is_flag=True, help="Take é as e, unless the alphabet has é.")
@click.option("--hidden", type=EXISTING_FILE, help="A list of words to leave out, one a line.")
@click.option("--title", default="", help="Its name for people, such as “German, class 7b”.")
@click.option("--source", default="", help="Where the words come from, for `show` and the API.")
@JSON
@click.option("--into", type=click.Path(path_type=Path), help="The folder that gets it.")
def build(
    name: str,
    words_file: Path,
    alphabet: str,
    language: str,
    min_length: int,
    lowercase: bool,
    drop_accents: bool,
    hidden: Path | None,
    title: str,
    source: str,
    into: Path | None,
    as_json: bool,
) -> None:
    """Build dictionary NAME from WORDS_FILE.

    The file is UTF-8 and has one word a line. A tab and a number from 1 to 255 behind a word is its
    commonness: lower is commoner. To --weights, a word without a number is as one of the rarest.

    \b
    Example, in German:
      hangman dictionary build de words.txt --title Deutsch --language de --lowercase \\
          --alphabet abcdefghijklmnopqrstuvwxyzäöüß
    """
    from service.dictionaries.dictionary import build as built
    from service.dictionaries.dictionary import write
    from service.dictionaries.word_list import Rules, checked_alphabet, filter_words, words_hidden

    folder = (into or settings().dictionary_folders[0]) / name
    letters = checked_alphabet(alphabet)
    words = words_hidden(hidden) if hidden else frozenset()
    filtered = filter_words(words_file, Rules(letters, min_length, words, lowercase, drop_accents))
    about = {"language": language, "source": source or words_file.name, "title": title}
    with progress(len(filtered.commonness), name) as bar:
        files = built(name, filtered.commonness, alphabet=letters, count=bar.update, **about)
    write(folder, files)
    if (shipped("data") / name).is_dir() and not folder.is_relative_to(shipped("data")):
        click.echo(
            f"hangman: a shipped dictionary is called {name}, too. Where both are found, the new"
            " one is used. The game of the day is played with en.",
            err=True,
        )
    if as_json:
        print_json({"name": name, "words": len(filtered.commonness), "folder": str(folder)})
        return
    _print(filtered)
    click.echo(f"{name}: {len(filtered.commonness)} words in {folder}")


def _print(filtered: "FilterResult") -> None:
    """Print by length how many lines are words, and why the others were dropped."""
    from service.dictionaries.word_list import Dropped

    counts = {"words": filtered.words_per_length()}
    for reason in Dropped:
        lines = {n: count for (n, why), count in filtered.dropped.items() if why == reason}
        if lines:
            counts[f"dropped:\n{reason}"] = Counter(lines)
    lengths = sorted(set().union(*counts.values()))
    rows = [[str(n), *[str(count[n]) for count in counts.values()]] for n in lengths]
    rows.append(["all", *[str(count.total()) for count in counts.values()]])
    print_table(["length", *counts], rows)
