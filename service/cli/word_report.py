"""What a command says of a file of words: what it took it for, and what it kept and dropped."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from service.cli.console import print_table, visible
from service.settings import shipped

if TYPE_CHECKING:
    from service.dictionaries.alphabets import Alphabet
    from service.dictionaries.word_list import FilterResult

ALPHABETS = "data/alphabets.json"


def known_alphabet(language: str) -> "Alphabet | None":
    """The alphabet of a language, if we know it."""
    from service.dictionaries.alphabets import alphabet_of, alphabets_in

    return alphabet_of(language, alphabets_in(shipped(ALPHABETS)))


def letters_to_expect(language: str = "und") -> list[str]:
    """The letters of a language that ASCII cannot write; of all languages, if a file may be any."""
    from service.dictionaries.alphabets import alphabets_in

    own = known_alphabet(language)
    is_known = own and not own.letters.isascii()
    every = [own] if own and is_known else alphabets_in(shipped(ALPHABETS)).values()
    return [each.letters or each.without_accents for each in every]


def facts(filtered: "FilterResult") -> dict[str, object]:
    """What was understood and dropped, for programs."""
    examples = {reason: visible(each.text) for reason, each in filtered.examples.items()}
    dropped = [
        {"reason": reason, "count": count, "example": examples.get(reason)}
        for reason, count in filtered.dropped_by_reason().items()
    ]
    return {"understood": filtered.file.description, "dropped": dropped}


def print_what_was_dropped(filtered: "FilterResult") -> None:
    """Say on standard error what is not among the words, and what was done; nothing if all is."""
    lines = [*_lines(filtered)]
    if len(lines) > 1:
        for line in lines:
            click.echo(f"hangman: {visible(line)}", err=True)


def print_filtered(filtered: "FilterResult") -> None:
    """Print what a file was taken for, its words by length, and what was dropped, with examples."""
    from service.dictionaries.entries import Dropped

    understood, *others = _lines(filtered)
    click.echo(visible(understood))
    counts = {"words": filtered.words_per_length()}
    for reason in Dropped:
        lines = {n: count for (n, why), count in filtered.dropped.items() if why == reason}
        counts |= {f"dropped:\n{reason}": Counter(lines)} if lines else {}
    lengths = sorted(set().union(*counts.values()))
    rows = [[str(n), *[str(count[n]) for count in counts.values()]] for n in lengths]
    rows.append(["all", *[str(count.total()) for count in counts.values()]])
    print_table(["length", *counts], rows)
    for line in others:
        click.echo(visible(line))


def _lines(filtered: "FilterResult") -> Iterator[str]:
    """What the file was taken for; then what was done, and what was dropped."""
    from service.dictionaries.word_list import dropped_line

    file = filtered.file
    yield f"{file.path}: {file.description}"
    yield from filter(None, [file.read.note, file.numbers.value])
    for reason in filtered.dropped_by_reason():
        yield f"dropped, {dropped_line(filtered, reason)}"
