"""`hangman analyze misses`: the misses of a guesser against every word."""

from pathlib import Path

import click

from service.cli.analysis.reports import show
from service.cli.failures import Failure
from service.cli.names import DEFAULT_GUESSER, DETERMINISTIC_GUESSERS
from service.cli.options import DICTIONARY, FOLDER, HARDEST, LENGTH, PLOT


@click.command()
@click.option(
    "--guesser",
    type=click.Choice(DETERMINISTIC_GUESSERS),
    default=DEFAULT_GUESSER,
    show_default=True,
)
@DICTIONARY
@LENGTH
@HARDEST
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
@PLOT
@click.option("--save", type=FOLDER, help="Put those of expected beside the dictionaries here.")
def misses(
    guesser: str,
    name: str,
    length: int | None,
    hardest: int,
    as_json: bool,
    plot: Path | None,
    save: Path | None,
) -> None:
    """Count the misses of a guesser against every word of a dictionary, dealt honestly.

    By length, they are compared with the least that anybody can expect, if that is known.

    \b
    Examples:
      hangman analyze misses
      hangman analyze misses --guesser careful --dictionary en-large --length 8
    """
    from service.cli.analysis.miss_report import miss_report

    if save and guesser != "expected":
        raise Failure("--save keeps the misses of expected: add --guesser expected")
    report = miss_report(guesser, name, length, hardest)
    if save:
        report.save(save)
    show(report, as_json, plot)
