"""`hangman analyze optimum`: the fewest misses that anybody can expect."""

import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from service.cli.finding import lexicons, named
from service.cli.options import DICTIONARY, LENGTH, MAX_SECONDS
from service.cli.progress import progress
from service.cli.tables import print_table
from service.dictionaries.exact_values import LEAST, put
from service.engine.lexicon import Lexicon
from service.exact.budget import Budget, Stopped
from service.exact.least_misses import LeastMisses

LOOKS = 256  # positions between looks at the clock


@dataclass(frozen=True)
class Measured:
    """The least misses, summed over the words; None where the time did not suffice."""

    length: int
    words: int
    misses: int | None
    mean_misses: float | None
    nodes: int
    seconds: float


@click.command()
@DICTIONARY
@LENGTH
@MAX_SECONDS
@click.option(
    "--save",
    type=click.Path(file_okay=False, path_type=Path),
    help="Put what was found beside the dictionaries in this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def optimum(
    name: str, length: int | None, max_seconds: float, save: Path | None, as_json: bool
) -> None:
    """Say how few misses the best player can expect against an honest dealer, exactly.

    `hangman analyze misses` compares guessers with that.

    \b
    Example:
      hangman analyze optimum --length 12
    """
    words = lexicons(named(name), length)
    found = []
    with progress(len(words), f"optimum of {name}") as bar:
        for lexicon in words:
            found.append(_measured(lexicon, max_seconds))
            bar.update(1)
    if save:
        known = {one.length: one.misses for one in found if one.misses is not None}
        put(save / LEAST, named(name).description.fingerprint, known)
    if as_json:
        click.echo(json.dumps([asdict(one) for one in found]))
        return
    heads = ["length", "words", "misses", "positions", "seconds"]
    print_table(heads, [_row(one) for one in found])


def _measured(lexicon: Lexicon, max_seconds: float) -> Measured:
    began = time.monotonic()
    nodes = Budget(lambda seen: seen % LOOKS != 1 or time.monotonic() < began + max_seconds)
    misses = None
    try:
        expected = LeastMisses(lexicon, range(len(lexicon)), nodes)
        misses = expected.misses(expected.everything)
    except Stopped:
        pass
    return Measured(
        length=lexicon.length,
        words=len(lexicon),
        misses=misses,
        mean_misses=None if misses is None else misses / len(lexicon),
        nodes=nodes.seen,
        seconds=round(time.monotonic() - began, 3),
    )


def _row(one: Measured) -> list[str]:
    mean = "not known" if one.mean_misses is None else f"{one.mean_misses:.4f}"
    return [str(one.length), f"{one.words:,}", mean, f"{one.nodes:,}", f"{one.seconds:,.1f}"]
