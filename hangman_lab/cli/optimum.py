"""`hangman-lab optimum`: the fewest misses that any player can expect."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hangman_lab.cli.lengths import Measurement, Stopwatch, for_each, put, show
from hangman_lab.cli.options import FOLDER, MAX_SECONDS
from service.choices import WeightsName
from service.cli.environment import lexicons, named
from service.cli.options import DICTIONARY, JSON, LENGTH, WEIGHTS

if TYPE_CHECKING:
    from hangman_lab.exact.guessers import LeastExpected
    from hangman_lab.exact.least_misses import LeastMisses
    from service.dictionaries.dictionary import Dictionary
    from service.engine.lexicon import Lexicon
    from service.search.budget import Bounds


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


@click.command()
@DICTIONARY
@LENGTH
@WEIGHTS
@MAX_SECONDS
@click.option(
    "--save",
    type=FOLDER,
    help="Write exact results beside the dictionaries in this folder, for the guesser expected.",
)
@JSON
def optimum(
    name: str,
    length: int | None,
    weights: WeightsName,
    max_seconds: float,
    save: Path | None,
    as_json: bool,
) -> None:
    """Find the fewest misses that the best player can expect.

    The dealer is honest. The number is exact. If the time does not suffice, the command prints a
    lower and an upper bound.

    `hangman-lab misses` compares guessers with this number.

    \b
    Examples:
      hangman-lab optimum --length 12
      hangman-lab optimum --length 12 --weights commonness
    """
    dictionary = named(name)
    letters: dict[int, Mapping[str, str]] = {}  # the best ones, by length

    guesser = _guesser(dictionary, weights)

    def measure(lexicon: "Lexicon") -> Measurement[Optimum]:
        watch = Stopwatch(max_seconds)
        return _measured(lexicon, weights, guesser, watch, letters if save else None)

    rows = for_each(lexicons(dictionary, length), f"optimum of {name}", measure)
    if save:
        from hangman_lab.tables import BEST_LETTERS, LEAST, fingerprint_with

        exact = {row.length: row.result.misses for row in rows if row.result.misses is not None}
        put(save / LEAST, fingerprint_with(weights, dictionary), exact)
        if weights == "even":
            put(save / BEST_LETTERS, fingerprint_with(weights, dictionary), letters)
    show(rows, ["misses", "nodes"], as_json=as_json)


def _measured(
    lexicon: "Lexicon",
    weights: WeightsName,
    guesser: "LeastExpected",
    watch: Stopwatch,
    letters: dict[int, Mapping[str, str]] | None,
) -> Measurement[Optimum]:
    """The least misses; the letters of the best player are put into `letters`, if time suffices."""
    from hangman_lab.exact.least_misses import LeastMisses
    from hangman_lab.exact.optimum import best_letters
    from service.engine.weights import WEIGHTS
    from service.search.budget import Cancelled

    budget, words = watch.budget(), len(lexicon)
    least = LeastMisses(lexicon, range(words), budget, weights=WEIGHTS[weights](lexicon))
    bounds, total = _bounds(lexicon, guesser, least), int(least.weights.sum())
    misses = bounds.lower if bounds.exact else None
    means = bounds.lower / total, bounds.upper / total, None if misses is None else misses / total
    found = Optimum(bounds.lower, bounds.upper, misses, *means)
    if letters is not None and bounds.exact and weights == "even":
        with suppress(Cancelled):
            letters[lexicon.length] = best_letters(lexicon, least)
    return Measurement(lexicon.length, words, found, budget.nodes, watch.seconds)


def _guesser(dictionary: "Dictionary", weights: WeightsName) -> "LeastExpected":
    """The guesser `expected`; if common words are likelier, `expected-common`."""
    from hangman_lab.exact.guessers import LeastExpected, LeastExpectedOfCommon

    guesser = LeastExpected() if weights == "even" else LeastExpectedOfCommon()
    guesser.prepare([dictionary])
    return guesser


def _bounds(lexicon: "Lexicon", guesser: "LeastExpected", least: "LeastMisses") -> "Bounds":
    """Bounds on the least misses, summed over the words: the guesser misses no fewer."""

    from hangman_lab.exact.optimum import bounds_of
    from hangman_lab.experiments.misses import misses_of_words
    from service.search.budget import Bounds
    from service.search.words_in_play import WordsInPlay, misses_of_most_words_player

    one_list = 0 * lexicon.everything
    words = WordsInPlay.at_the_start(lexicon, lexicon.everything, one_list, 0, least.weights)
    upper = int(least.weights @ misses_of_most_words_player(words))
    bounds = bounds_of(least, least.everything, upper)
    if bounds.exact:
        return bounds
    misses = misses_of_words(lexicon, guesser)
    return Bounds(bounds.lower, min(bounds.upper, int(least.weights @ misses)))
