"""`hangman dictionary`: builds dictionaries, and shows what is in them."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.cli.console import json_line, print_json, print_table, progress, ranges, visible
from service.cli.environment import dictionaries, existing_folders, lexicons, named
from service.cli.install import install
from service.cli.options import JSON, LENGTH, NAME
from service.cli.usage import Whole
from service.cli.word_report import facts, known_alphabet, letters_to_expect, print_filtered
from service.settings import shipped

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary
    from service.dictionaries.word_file import WordFile
    from service.dictionaries.word_list import FilterResult, Rules

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
    "--alphabet",
    help="Its letters, 64 at most. Without it: those of its language, or those of the file.",
)
@click.option("--language", default="en", show_default=True, help="Its language (BCP 47).")
@click.option(
    "--min-length",
    default=2,
    show_default=True,
    type=Whole(1),
    help="Leave out shorter words.",
)
@click.option("--lowercase", is_flag=True, help="Accept words with capital letters, as lower case.")
@click.option("--drop-accents", is_flag=True, help="Read é as e, unless the alphabet has é.")
@click.option("--hidden", type=PATH, help="A list of words to leave out, one a line.")
@click.option("--reviewed", is_flag=True, help="You have read its words: children may see them.")
@click.option("--title", default="", help="Its name for people, such as “German, class 7b”.")
@click.option("--source", default="", help="Where the words come from, for `show` and the API.")
@JSON
@click.option("--dry-run", is_flag=True, help="Only say what would be in the dictionary.")
@click.option("--into", type=PATH, help="Write the dictionary to this folder.")
def build(
    name: str, words_file: Path, into: Path | None, as_json: bool, dry_run: bool, **choices: Any
) -> None:
    """Build dictionary NAME from WORDS_FILE.

    The file may be a list of words, one or several on a line, a hunspell dictionary (.dic), a CSV
    with a column “word”, or JSON, in any usual encoding, and packed (.gz, .zip, .bz2, .xz). It says
    what it took the file for, and what it dropped.

    Words may have numbers. How often a word occurs decides how common it is. A tab and a number
    from 1 to 255 after a word is its commonness itself: a lower number means a commoner word. A
    word without a number is one of the rarest.

    \b
    Examples, the second in German:
      hangman dictionary build class-7b words.txt --dry-run
      hangman dictionary build de index.dic --title Deutsch --language de --lowercase
    """
    from service.dictionaries.dictionary import check_place, files_of, write
    from service.engine.weights import WEIGHTS

    folder = (into or existing_folders()[0]) / name
    check_place(folder)
    choices["source"] = choices["source"] or words_file.name
    with progress(None, name):
        filtered, built = _read(name, words_file, **choices)
    if not dry_run:
        with progress(len(WEIGHTS) * len(built), name) as played:
            files = files_of(built, played)
        write(folder, files)
        _note_shipped(name, folder)
    if as_json:
        where = None if dry_run else visible(str(folder))
        print_json({"name": name, "word_count": len(built), "folder": where, **facts(filtered)})
        return
    print_filtered(filtered)
    if not choices["alphabet"]:
        click.echo(f"letters: {built.description.alphabet}")
    click.echo(f"{name}: {len(built)} words {'(a dry run)' if dry_run else f'in {folder}'}")


def _read(
    name: str,
    words_file: Path,
    *,
    alphabet: str | None,
    hidden: Path | None,
    title: str,
    source: str,
    reviewed: bool,
    **choices: Any,
) -> "tuple[FilterResult, Dictionary]":
    """What is in a file, and the dictionary of its words; `choices` are those of Rules."""
    from service.dictionaries.dictionary import dictionary_of
    from service.dictionaries.word_file import word_file
    from service.dictionaries.word_list import Rules, words_hidden, words_in

    language = choices["language"]
    rules = Rules("", **choices)
    file = word_file(words_file, letters_to_expect(language))
    rules = replace(rules, alphabet=_letters(alphabet, file, rules))
    rules = replace(rules, hidden=words_hidden(hidden, rules)) if hidden else rules
    filtered = words_in(file, rules)
    built = dictionary_of(
        name,
        filtered.commonness,
        alphabet=rules.alphabet,
        language=language,
        source=source,
        title=title,
        drops_accents=rules.drop_accents,
        reviewed=reviewed,
    )
    return filtered, built


def _letters(alphabet: str | None, file: "WordFile", rules: "Rules") -> str:
    """The letters that the user chose, or those of the language, or those of the file."""
    from service.dictionaries.alphabets import letters_of
    from service.dictionaries.word_list import checked_alphabet, own_alphabet

    if alphabet is not None:
        return checked_alphabet(alphabet)
    known = known_alphabet(rules.language)
    return (
        letters_of(known, drop_accents=rules.drop_accents) if known else own_alphabet(file, rules)
    )


def _note_shipped(name: str, folder: Path) -> None:
    """Say that a shipped dictionary has the name of the one in a folder."""
    if (shipped("data") / name).is_dir() and shipped("data") not in folder.resolve().parents:
        click.echo(
            f"hangman: a shipped dictionary is called {name}, too. Where both are found, the new"
            " one is used. Today's game is played with en.",
            err=True,
        )


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


def _view(dictionary: "Dictionary") -> dict[str, object]:
    """A dictionary as the API shows it, and where it is."""
    from service.play.listings import word_list_view

    return {**asdict(word_list_view(dictionary)), "folder": visible(str(dictionary.folder))}


def _facts(dictionary: "Dictionary") -> dict[str, object]:
    """The same for people."""
    lengths, size = ranges(list(dictionary.lexicons)), dictionary.size_on_disk
    view = {**_view(dictionary), "lengths": lengths, "on disk": f"{size / 1000:.0f} kB"}
    labels, hidden = {"word_count": "words"}, ("default", "capitals", "read_as")
    return {labels.get(name, name): fact for name, fact in view.items() if name not in hidden}
