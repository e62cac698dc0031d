"""`hangman analyze optimum`: the fewest misses that anybody can expect."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.exact.lengths import Measurement, Stopwatch, for_each, show
from service.cli.lookup import lexicons, named
from service.cli.options import DICTIONARY, FOLDER, JSON, LENGTH, MAX_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.engine.lexicon import Lexicon
    from service.exact.budget import Budget


@dataclass(frozen=True)
class Optimum:
    """The least misses, summed over the words; None if the time did not suffice."""

    misses: int | None
    mean_misses: float | None

    def __str__(self) -> str:
        return "not known" if self.mean_misses is None else f"{self.mean_misses:.4f}"


@click.command()
@DICTIONARY
@LENGTH
@MAX_SECONDS
@click.option("--save", type=FOLDER, help="Put the results beside the dictionaries in this folder.")
@JSON
def optimum(
    name: str, length: int | None, max_seconds: float, save: Path | None, as_json: bool
) -> None:
    """Say how few misses the best player can expect against an honest dealer, exactly.

    `hangman analyze misses` compares guessers with that.

    \b
    Example:
      hangman analyze optimum --length 12
    """
    dictionary = named(name)
    measurements = for_each(
        lexicons(dictionary, length),
        f"optimum of {name}",
        lambda lexicon: _measure(lexicon, Stopwatch(max_seconds)),
    )
    if save:
        _save(save, dictionary.description.fingerprint, measurements)
    show(measurements, ["misses", "nodes"], as_json=as_json)


def _measure(lexicon: "Lexicon", watch: Stopwatch) -> Measurement[Optimum]:
    budget, words = watch.budget(), len(lexicon)
    misses = _least_misses(lexicon, budget)
    least = Optimum(misses, None if misses is None else misses / words)
    return Measurement(lexicon.length, words, least, budget.seen, watch.seconds)


def _least_misses(lexicon: "Lexicon", budget: "Budget") -> int | None:
    """The least misses, summed over the words; None if the budget does not suffice."""
    from service.exact.budget import Stopped
    from service.exact.least_misses import LeastMisses

    try:
        least = LeastMisses(lexicon, range(len(lexicon)), budget)
        return least.misses(least.everything)
    except Stopped:
        return None


def _save(folder: Path, fingerprint: str, measurements: "Iterable[Measurement[Optimum]]") -> None:
    from service.dictionaries.exact_values import LEAST, put

    misses = {
        row.length: row.result.misses for row in measurements if row.result.misses is not None
    }
    put(folder / LEAST, fingerprint, misses)
