"""Options that several commands have, beside those of `service.cli.options`."""

from pathlib import Path

import click

SEED = click.option("--seed", default=0, show_default=True, help="Seed of all random choices.")
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
    "--plot", type=click.Path(path_type=Path), help="Draw a plot: a .png or .svg file."
)
FOLDER = click.Path(file_okay=False, path_type=Path)
