"""Options that several commands have."""

import click

DICTIONARY = click.option("--dictionary", "name", default="en", show_default=True)
LENGTH = click.option("--length", type=click.IntRange(1), help="Only words of this length.")
MAX_SECONDS = click.option(
    "--max-seconds", default=60.0, show_default=True, type=click.FloatRange(0), help="Per length."
)
