"""`hangman-lab optimum`: the fewest misses that anybody can expect."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from hangman_lab.cli.lengths import Measurement, Stopwatch, for_each, put, show
from hangman_lab.cli.options import FOLDER, MAX_SECONDS
from service.cli.lookup import lexicons, named
from service.cli.options import DICTIONARY, JSON, LENGTH, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from service.engine.lexicon import Lexicon
    from service.engine.weights import WeightsName
    from service.search.budget import Bounds
    from service.search.least_misses import LeastMisses


@dataclass(frozen=True)
class Optimum:
    """Bounds on the least misses, summed over the words, each times its weight, and on average.

    `misses` and `mean_misses` are None if the time did not suffice to find them exactly.
    """

    lower: int
    upper: int
    misses: int | None
    mean_lower: float
    mean_upper: float
    mean_misses: float | None

    def __str__(self) -> str:
        if self.mean_misses is None:
            return f"{self.mean_lower:.4f} to {self.mean_upper:.4f}"
        return f"{self.mean_misses:.4f}"


Row: TypeAlias = "tuple[Measurement[Optimum], Mapping[str, str] | None]"


@click.command()
@DICTIONARY
@LENGTH
@WEIGHTS
@MAX_SECONDS
@click.option(
    "--save",
    type=FOLDER,
    help="Put what is exact beside the dictionaries in this folder, for the guesser expected.",
)
@JSON
def optimum(
    name: str,
    length: int | None,
    weights: "WeightsName",
    max_seconds: float,
    save: Path | None,
    as_json: bool,
) -> None:
    """Say how few misses the best player can expect.

    The dealer is honest. The number is exact; if the time does not suffice, there are two, one that
    is too low and one that is too high.

    `hangman-lab misses` compares guessers with that.

    \b
    Examples:
      hangman-lab optimum --length 12
      hangman-lab optimum --length 12 --weights commonness
    """
    dictionary = named(name)
    rows = for_each(
        lexicons(dictionary, length),
        f"optimum of {name}",
        lambda lexicon: _measure(
            lexicon, weights, Stopwatch(max_seconds), with_letters=bool(save) and weights == "even"
        ),
    )
    if save:
        _save(save, dictionary.fingerprint(weights), weights, rows)
    show([measurement for measurement, _ in rows], ["misses", "nodes"], as_json=as_json)


def _measure(
    lexicon: "Lexicon", weights: "WeightsName", watch: Stopwatch, *, with_letters: bool
) -> Row:
    from service.engine.weights import WEIGHTS
    from service.search.least_misses import LeastMisses

    budget, words = watch.budget(), len(lexicon)
    least = LeastMisses(lexicon, range(words), budget, weights=WEIGHTS[weights](lexicon))
    bounds, total = _bounds(lexicon, weights, least), int(least.weights.sum())
    misses = bounds.lower if bounds.exact else None
    means = bounds.lower / total, bounds.upper / total, None if misses is None else misses / total
    found = Optimum(bounds.lower, bounds.upper, misses, *means)
    letters = _best_letters(lexicon, least) if with_letters and bounds.exact else None
    return Measurement(lexicon.length, words, found, budget.seen, watch.seconds), letters


def _bounds(lexicon: "Lexicon", weights: "WeightsName", least: "LeastMisses") -> "Bounds":
    """Bounds on the least misses, summed over the words: `expected` misses no fewer.

    If common words are likelier, the guesser is `expected-common`.
    """
    from hangman_lab.exact.optimum import bounds_of
    from hangman_lab.experiments.misses import misses_of_words
    from service.search.budget import Bounds
    from service.search.expectations import unsplit
    from service.search.guessers import LeastExpected, LeastExpectedOfCommon
    from service.search.words_in_play import quick_bounds

    everything = lexicon.everything
    [quick] = quick_bounds(lexicon, unsplit(everything, everything[:0], 0), least.weights)
    bounds = bounds_of(least, least.everything, quick.upper)
    if bounds.exact:
        return bounds
    guesser = LeastExpected() if weights == "even" else LeastExpectedOfCommon()
    [misses] = misses_of_words([lexicon], guesser)
    return Bounds(bounds.lower, min(bounds.upper, int(least.weights @ misses)))


def _best_letters(lexicon: "Lexicon", least: "LeastMisses") -> "Mapping[str, str] | None":
    """The letters that `expected` should know; None if the time does not suffice."""
    from hangman_lab.exact.optimum import best_letters
    from service.search.budget import Cancelled

    try:
        return best_letters(lexicon, least)
    except Cancelled:
        return None


def _save(folder: Path, fingerprint: str, weights: "WeightsName", rows: "Iterable[Row]") -> None:
    from service.dictionaries.exact_tables import BEST_LETTERS, LEAST

    exact = [(row, letters) for row, letters in rows if row.result.misses is not None]
    put(folder / LEAST, fingerprint, {row.length: row.result.misses for row, _ in exact})
    letters_of = {row.length: letters for row, letters in exact if letters is not None}
    if weights == "even":
        put(folder / BEST_LETTERS, fingerprint, letters_of)
