"""Options that several commands have, beside those of `service.cli.options`; and some names."""

from pathlib import Path
from typing import Final

import click

from service.cli.names import GUESSERS

KNOWABLE_DEALERS: Final = ("largest-family", "minimax")  # they leave nothing to chance
DRAWING_GUESSERS: Final = ("letter-frequency", "top-heavy", "unexploitable")
DETERMINISTIC_GUESSERS: Final = tuple(
    [guesser for guesser in GUESSERS if guesser not in DRAWING_GUESSERS]
)

SEED = click.option("--seed", default=0, show_default=True, help="Where chance begins.")
HARDEST = click.option(
    "--hardest",
    default=10,
    show_default=True,
    type=click.IntRange(1),
    help="How many of the hardest words to list.",
)
MAX_SECONDS = click.option(
    "--max-seconds", default=60.0, show_default=True, type=click.FloatRange(0), help="Per length."
)
PLOT = click.option(
    "--plot", type=click.Path(path_type=Path), help="Draw it into a .png or .svg file."
)
FOLDER = click.Path(file_okay=False, path_type=Path)
