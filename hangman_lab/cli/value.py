"""`hangman-lab value`: how many misses a perfect cheat forces, with proofs."""

import resource
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hangman_lab.cli.lengths import BoundsFound, Measurement, for_each, put, show
from hangman_lab.cli.options import FOLDER, MAX_SECONDS
from service.cli.environment import lexicons, named
from service.cli.options import DICTIONARY, JSON, LENGTH

if TYPE_CHECKING:
    from collections.abc import Iterable


@click.command()
@DICTIONARY
@LENGTH
@MAX_SECONDS
@click.option("--again", is_flag=True, help="Ignore the results of earlier runs.")
@click.option("--prove", type=FOLDER, help="Write certificates here.")
@click.option(
    "--save", type=FOLDER, help="Write bounds and refutations beside the dictionaries here."
)
@JSON
def value(
    name: str,
    length: int | None,
    max_seconds: float,
    again: bool,
    prove: Path | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Find how many misses a perfect cheat forces.

    The player is perfect, too. If the time does not suffice, the command prints the best bounds and
    keeps them, and the next run continues from them. A certificate proves one bound; verify it with
    `hangman-lab check`. Making proofs smaller may take the same time again.

    \b
    Examples:
      hangman-lab value --length 12
      hangman-lab value --dictionary en-large --max-seconds 600 --prove proofs
    """
    from hangman_lab.cli.value_search import ValueSearch

    dictionary = named(name)
    search = ValueSearch(dictionary, max_seconds, again, certificates=prove, tables=save)
    measurements = for_each(lexicons(dictionary, length), f"values of {name}", search.measure)
    if save:
        _save(save, dictionary.description.fingerprint, measurements)
    show(measurements, ["misses forced", "nodes"], as_json=as_json)
    if not as_json:
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        click.echo(f"\n{megabytes:,.0f} MB at most")


def _save(
    folder: Path, fingerprint: str, measurements: "Iterable[Measurement[BoundsFound]]"
) -> None:
    from service.dictionaries.exact_tables import VALUES

    bounds = {row.length: [row.result.lower, row.result.upper] for row in measurements}
    put(folder / VALUES, fingerprint, bounds)
