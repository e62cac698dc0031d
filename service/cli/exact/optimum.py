"""`hangman analyze optimum`: the fewest misses that anybody can expect."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.exact.lengths import Measurement, Stopwatch, for_each, show
from service.cli.lookup import lexicons, named
from service.cli.options import DICTIONARY, FOLDER, JSON, LENGTH, MAX_SECONDS, WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.engine.lexicon import Lexicon
    from service.engine.weights import Weights, WeightsName
    from service.exact.budget import Budget


@dataclass(frozen=True)
class Optimum:
    """The least misses, summed over the words, each times its weight, and on average.

    None if the time did not suffice.
    """

    misses: int | None
    mean_misses: float | None

    def __str__(self) -> str:
        return "not known" if self.mean_misses is None else f"{self.mean_misses:.4f}"


@click.command()
@DICTIONARY
@LENGTH
@WEIGHTS
@MAX_SECONDS
@click.option("--save", type=FOLDER, help="Put the results beside the dictionaries in this folder.")
@JSON
def optimum(
    name: str,
    length: int | None,
    weights: "WeightsName",
    max_seconds: float,
    save: Path | None,
    as_json: bool,
) -> None:
    """Say how few misses the best player can expect against an honest dealer, exactly.

    `hangman analyze misses` compares guessers with that.

    \b
    Examples:
      hangman analyze optimum --length 12
      hangman analyze optimum --length 12 --weights commonness
    """
    from service.engine.weights import WEIGHTS

    dictionary = named(name)
    measurements = for_each(
        lexicons(dictionary, length),
        f"optimum of {name}",
        lambda lexicon: _measure(lexicon, WEIGHTS[weights](lexicon), Stopwatch(max_seconds)),
    )
    if save:
        _save(save, dictionary.fingerprint(weights), measurements)
    show(measurements, ["misses", "nodes"], as_json=as_json)


def _measure(lexicon: "Lexicon", weights: "Weights", watch: Stopwatch) -> Measurement[Optimum]:
    budget = watch.budget()
    misses = _least_misses(lexicon, weights, budget)
    least = Optimum(misses, None if misses is None else misses / int(weights.sum()))
    return Measurement(lexicon.length, len(lexicon), least, budget.seen, watch.seconds)


def _least_misses(lexicon: "Lexicon", weights: "Weights", budget: "Budget") -> int | None:
    """The least misses, summed over the weighed words; None if the budget does not suffice."""
    from service.exact.budget import Stopped
    from service.exact.least_misses import LeastMisses

    try:
        least = LeastMisses(lexicon, range(len(lexicon)), budget, weights=weights)
        return least.misses(least.everything)
    except Stopped:
        return None


def _save(folder: Path, fingerprint: str, measurements: "Iterable[Measurement[Optimum]]") -> None:
    from service.dictionaries.exact_values import LEAST, put

    misses = {
        row.length: row.result.misses for row in measurements if row.result.misses is not None
    }
    put(folder / LEAST, fingerprint, misses)
