"""`hangman dictionary`: build one from a word list, list them, show one, print its words."""

from pathlib import Path

import click

from service.cli.failing import one_line_failures
from service.cli.finding import dictionaries, lexicons, named, ranges, settings
from service.cli.options import LENGTH
from service.cli.tables import print_table
from service.dictionaries.dictionary import Dictionary, build, write
from service.dictionaries.word_list import (
    ENGLISH,
    Dropped,
    Rules,
    Sifting,
    checked_alphabet,
    sift,
    words_hidden,
)

EXISTING_FILE = click.Path(path_type=Path)


@click.group()
def dictionary() -> None:
    """Build dictionaries and look into them.

    \b
    Examples:
      hangman dictionary list
      hangman dictionary build class-7b words.txt
    """


@dictionary.command("build")
@click.argument("name")
@click.argument("words_file", type=EXISTING_FILE)
@click.option("--alphabet", default=ENGLISH, show_default=True, help="Its letters, 64 at most.")
@click.option("--language", default="en", show_default=True, help="Its language (BCP 47).")
@click.option("--min-length", default=2, show_default=True, type=click.IntRange(1))
@click.option("--lowercase", is_flag=True, help="Take lines with capitals, in small letters.")
@click.option("--hidden", type=EXISTING_FILE, help="A list of words to leave out, one a line.")
@click.option("--source", default="", help="Where the words come from, for `show` and the API.")
@click.option("--into", type=click.Path(path_type=Path), help="The folder that gets it.")
def build_one(
    name: str,
    words_file: Path,
    alphabet: str,
    language: str,
    min_length: int,
    lowercase: bool,
    hidden: Path | None,
    source: str,
    into: Path | None,
) -> None:
    """Build dictionary NAME from WORDS_FILE: UTF-8, one word a line.

    A tab and a number from 0 to 255 behind a word is its commonness: lower is commoner.

    \b
    Example, in German:
      hangman dictionary build de words.txt --language de --lowercase \\
          --alphabet abcdefghijklmnopqrstuvwxyzäöüß
    """
    with one_line_failures():
        letters = checked_alphabet(alphabet)
        rules = Rules(
            alphabet=letters,
            min_length=min_length,
            hidden=words_hidden(hidden) if hidden else frozenset(),
            lowercase=lowercase,
        )
        sifting = sift(words_file, rules)
        named = source or words_file.name
        files = build(name, sifting.commonness, alphabet=letters, language=language, source=named)
        folder = (into or settings().dictionary_folders[0]) / name
        write(folder, files)
    _print_report(sifting)
    click.echo(f"{name}: {len(sifting.commonness)} words in {folder}")


@dictionary.command("list")
def list_all() -> None:
    """List the dictionaries that the service will find.

    \b
    Examples:
      hangman dictionary list
      DICTIONARY_PATH=/srv/dictionaries hangman dictionary list
    """
    rows = [
        [
            name,
            found.description.language,
            str(len(found)),
            ranges(list(found.lexicons)),
            _kilobytes(found),
        ]
        for name, found in dictionaries().items()
    ]
    print_table(["name", "language", "words", "lengths", "on disk"], rows)


@dictionary.command()
@click.argument("name")
def show(name: str) -> None:
    """Show what dictionary NAME is and how many words of each length it has.

    \b
    Example:
      hangman dictionary show en-large
    """
    found = named(name)
    about = found.description
    for label, value in {
        "name": about.name,
        "language": about.language,
        "alphabet": about.alphabet,
        "source": about.source,
        "fingerprint": about.fingerprint,
        "words": len(found),
        "lengths": ranges(list(found.lexicons)),
        "on disk": _kilobytes(found),
        "folder": found.folder,
    }.items():
        click.echo(f"{label:12} {value}")
    counts = about.words_per_length
    print_table(["length", "words"], [[str(n), str(words)] for n, words in counts.items()])


@dictionary.command()
@click.argument("name")
@LENGTH
def words(name: str, length: int | None) -> None:
    """Print the words of dictionary NAME, one a line, in alphabetical order.

    \b
    Examples:
      hangman dictionary words en --length 20
      hangman dictionary words en | grep zz
    """
    printed = [
        word
        for lexicon in lexicons(named(name), length)
        for word in lexicon.words(lexicon.everything)
    ]
    click.echo("\n".join(sorted(printed)))


def _kilobytes(found: Dictionary) -> str:
    return f"{found.size_on_disk / 1000:.0f} kB"


def _print_report(sifting: Sifting) -> None:
    counts = sifting.words_per_length()
    reasons = [reason for reason in Dropped if any(r == reason for _, r in sifting.dropped)]
    lengths = sorted(counts.keys() | {length for length, _ in sifting.dropped})
    rows = [
        [str(n), str(counts[n]), *[str(sifting.dropped[n, reason]) for reason in reasons]]
        for n in lengths
    ]
    dropped = [
        str(sum(count for (_, r), count in sifting.dropped.items() if r == reason))
        for reason in reasons
    ]
    rows.append(["all", str(counts.total()), *dropped])
    print_table(["length", "words", *[f"dropped:\n{reason}" for reason in reasons]], rows)
