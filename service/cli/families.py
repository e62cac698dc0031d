"""`hangman families`: what a dealer could say to a letter, and what each cheat would."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from service.choices import LONGEST_LIST, WORDS_SHOWN
from service.cli import options
from service.cli.console import counted, print_json, print_table
from service.registry import DEALERS, DEFAULT_CHEATS, dealers

if TYPE_CHECKING:
    from service.play.families import FamiliesView, WordFamilyView


@click.command()
@click.argument("pattern")
@click.argument("letter", required=False)
@click.option("--wrong", default="", help="Letters that are not in the word, as one string.")
@click.option(
    "--wrong-word", "wrong_words", multiple=True, help="A word that it is not; can be repeated."
)
@click.option(
    "--dealer",
    "dealers",
    multiple=True,
    type=click.Choice(DEALERS),
    default=DEFAULT_CHEATS,
    help="A dealer that cheats; can be repeated.",
)
@options.DICTIONARY
@click.option(
    "--words", "file", type=click.Path(path_type=Path), help="Use the words of this file."
)
@click.option(
    "--limit",
    "words",
    type=click.IntRange(0, LONGEST_LIST),
    default=WORDS_SHOWN,
    show_default=True,
    help="The number of words of each family to show.",
)
@options.JSON
def families(name: str, wrong: str, file: Path | None, as_json: bool, **choices: Any) -> None:
    """Say what a dealer could answer to LETTER, and what each dealer that cheats would.

    PATTERN is what is shown, with _ . or ? for hidden letters. Each row is a word family: the
    pattern after the answer, the number of its words, who would keep it, and its commonest words.

    \b
    Examples:
      hangman families _a__e r --wrong st
      hangman families ____ e --words words.txt --dealer minimax
    """
    from service.cli.local import own_dictionary
    from service.play.catalogue import Catalogue
    from service.play.families import FamiliesQuestion, families_of

    dictionary = own_dictionary(file, name) if file else options.named(name)
    catalogue = Catalogue({name: dictionary}, dealers([dictionary]))
    question = FamiliesQuestion(dictionary=name, wrong_letters=tuple(wrong), **choices)
    view = families_of(question, catalogue)
    if as_json:
        print_json(view)
    else:
        _print_families(view)


def _print_families(view: "FamiliesView") -> None:
    if not view.words_before:
        click.echo("No word of the dictionary fits.")
        return
    fitting = counted(view.words_before, "word fits", "words fit")
    click.echo(f"{fitting}: {' '.join(view.words)}")
    if view.families:
        rows = [_row(view, family) for family in view.families]
        texts = ["kept by", "for example"]
        print_table(["family", "words", *texts], rows, texts)


def _row(view: "FamiliesView", family: "WordFamilyView") -> list[str]:
    keepers = [
        choice.dealer
        for choice in view.choices
        if family.positions in [each.positions for each in choice.families]
    ]
    return [family.pattern, f"{family.word_count:,}", ", ".join(keepers), " ".join(family.words)]
