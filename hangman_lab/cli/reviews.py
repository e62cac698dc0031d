"""`hangman-lab reviews`: how close the costs in reviews are to proven costs."""

from dataclasses import asdict

import click

from hangman_lab.cli.options import SEED
from service.cli.console import print_json, print_table
from service.cli.environment import lexicons, named
from service.cli.options import DICTIONARY, JSON, LENGTH

HEADS = ["length", "guesses", "difference", "same verdict", "games", "mean luck", "judged"]


@click.command()
@DICTIONARY
@LENGTH
@SEED
@click.option("--games", default=1000, show_default=True, help="Honest games per length.")
@click.option("--proven", default=40, show_default=True, help="Games whose costs are proven.")
@JSON
def reviews(
    name: str, length: int | None, seed: int, games: int, proven: int, as_json: bool
) -> None:
    """Compare the costs in reviews with proven costs, and print the mean luck.

    Costs are proven for lists of up to 250 words. Good luck and bad luck of honest games must
    cancel out.

    \b
    Examples:
      hangman-lab reviews --length 5
      hangman-lab reviews --dictionary en-large --length 8 --games 100
    """
    from hangman_lab.experiments.reviews import reviewed_length

    lengths = lexicons(named(name), length)
    rows = [asdict(reviewed_length(lexicon, games, proven, seed)) for lexicon in lengths]
    if as_json:
        print_json(rows)
        return
    print_table(HEADS, [[_text(value) for value in row.values()] for row in rows])


def _text(value: int | float) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)
