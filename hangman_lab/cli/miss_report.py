"""The misses of a guesser against the words of a dictionary."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import click

from hangman_lab.cli.lengths import put
from hangman_lab.cli.reports import draw_misses
from hangman_lab.experiments.misses import (
    LengthMisses,
    Misses,
    MissTable,
    by_word_length,
    miss_table,
    misses_of_words,
)
from hangman_lab.tables import EXPECTED, least_misses
from service.choices import WeightsName
from service.cli.console import print_table, progress
from service.cli.environment import lexicons, named
from service.cli.failures import Failure
from service.dictionaries.dictionary import Dictionary
from service.engine.lexicon import Lexicon
from service.engine.weights import WEIGHTS
from service.registry import guessers


@dataclass(frozen=True)
class MissReport:
    """How many words cost how many misses, in all and by length."""

    guesser: str
    dictionary: str
    weights: WeightsName
    table: MissTable
    lengths: Sequence[LengthMisses]

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return {
            **vars(self.table),
            "guesser": self.guesser,
            "dictionary": self.dictionary,
            "weights": self.weights,
            "hardest": [{"word": word, "misses": count} for word, count in self.table.hardest],
            "lengths": self.lengths,
        }

    def print(self) -> None:
        """Print a table by misses, one by length, and a summary."""
        table = self.table
        print_table(["misses", "words", "share", "or fewer"], _rows_by_misses(table))
        click.echo()
        heads = ["length", "words", "misses", "least", "above it"]
        print_table(heads, [_row(row) for row in self.lengths])
        click.echo(f"\n{table.words:,} words, {table.mean_misses:.3f} misses on average")
        click.echo("hardest: " + ", ".join(f"{word} ({count})" for word, count in table.hardest))

    def save(self, folder: Path) -> None:
        """Write the misses of each length, summed over the words, to a folder of dictionaries."""
        fingerprint = named(self.dictionary).description.fingerprint
        sums = {row.length: round(row.mean_misses * row.words) for row in self.lengths}
        put(folder / EXPECTED, fingerprint, sums)

    def draw(self, path: Path) -> None:
        """Draw bars, one for each number of misses."""
        mean = f"{self.table.mean_misses:.2f} misses on average"
        draw_misses(self.table.shares, f"{self.guesser} on {self.dictionary}: {mean}", path)


def miss_report(
    guesser: str, name: str, length: int | None, weights: WeightsName, hardest: int
) -> MissReport:
    """The misses of a guesser against the words of a dictionary, under a progress bar."""
    dictionary = named(name)
    words = lexicons(dictionary, length)
    weighed = [WEIGHTS[weights](lexicon) for lexicon in words]
    of_words, least = _misses(guesser, dictionary, words), least_misses(dictionary, weights)
    return MissReport(
        guesser,
        name,
        weights,
        miss_table(words, weighed, of_words, hardest),
        [
            by_word_length(lexicon, chances, counts, least.get(lexicon.length))
            for lexicon, chances, counts in zip(words, weighed, of_words, strict=True)
        ],
    )


def _misses(guesser: str, dictionary: Dictionary, words: Sequence[Lexicon]) -> list[Misses]:
    player = guessers([dictionary])[guesser]
    if not player.is_deterministic:
        raise Failure(f"{guesser} draws letters: hangman-lab wins plays many games with it")
    with progress(sum(map(len, words)), f"{guesser} on {dictionary.description.name}") as bar:
        return [misses_of_words(lexicon, player, bar) for lexicon in words]


def _rows_by_misses(table: MissTable) -> list[list[str]]:
    shares = list(table.shares.values())
    return [
        [str(misses), f"{words:,}", f"{share:.2%}", f"{so_far:.2%}"]
        for (misses, words), share, so_far in zip(
            table.misses.items(), shares, accumulate(shares), strict=True
        )
    ]


def _row(row: LengthMisses) -> list[str]:
    return [
        str(row.length),
        f"{row.words:,}",
        f"{row.mean_misses:.4f}",
        "not known" if row.least is None else f"{row.least:.4f}",
        "" if row.above is None else f"{row.above:+.2%}",
    ]
