"""`hangman-lab misses`: the misses of a guesser against every word."""

from pathlib import Path

import click

from hangman_lab.cli.options import FOLDER, HARDEST, PLOT
from hangman_lab.cli.reports import show
from service.choices import WeightsName
from service.cli.failures import Failure
from service.cli.options import DICTIONARY, GUESSER, JSON, LENGTH, WEIGHTS


@click.command()
@GUESSER
@DICTIONARY
@LENGTH
@WEIGHTS
@HARDEST
@JSON
@PLOT
@click.option("--save", type=FOLDER, help="Write those of expected beside the dictionaries here.")
def misses(
    guesser: str,
    name: str,
    length: int | None,
    weights: WeightsName,
    hardest: int,
    as_json: bool,
    plot: Path | None,
    save: Path | None,
) -> None:
    """Count the misses of a guesser against every word.

    The guesser must leave nothing to chance, and the dealer is honest. For each length, the misses
    are compared with the fewest that any player can expect, if that number is known.

    \b
    Examples:
      hangman-lab misses
      hangman-lab misses --guesser careful --dictionary en-large --length 8
      hangman-lab misses --guesser expected-common --weights commonness
    """
    from hangman_lab.cli.miss_report import miss_report

    if save and (guesser, weights) != ("expected", "even"):
        raise Failure("--save works only with --guesser expected and --weights even")
    report = miss_report(guesser, name, length, weights, hardest)
    if save:
        report.save(save)
    show(report, as_json, plot)
