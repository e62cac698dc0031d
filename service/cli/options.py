"""Options that several commands have, and what they offer.

What reads an option is not imported here: NumPy would cost the Tab key 0.1 s.
`tests/cli/test_options.py` holds them to what a game takes.
"""

from typing import Final

import click

from service.registry import DEFAULT_DICTIONARY, DEFAULT_GUESSER, GUESSERS

WEIGHTS_NAMES: Final = ("even", "commonness")
DEFAULT_WEIGHTS: Final = "even"
INSIGHTS: Final = ("none", "count", "full")
LARGEST_SEED: Final = 2**53 - 1
MOST_MISSES: Final = 1000  # which nobody can make: never hanged
MOST_WORDS: Final = 50  # in a list
WORDS_SHOWN: Final = 5  # unless another number is asked for


def completed_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The dictionaries that the shell offers when somebody presses Tab."""
    from service.cli.lookup import folders

    return [name for name in folders() if name.startswith(incomplete)]


DICTIONARY = click.option(
    "--dictionary",
    "name",
    default=DEFAULT_DICTIONARY,
    show_default=True,
    shell_complete=completed_names,
)
NAME = click.argument("name", shell_complete=completed_names)
LENGTH = click.option("--length", type=click.IntRange(1), help="Only words of this length.")
GUESSER = click.option(
    "--guesser", type=click.Choice(GUESSERS), default=DEFAULT_GUESSER, show_default=True
)
WEIGHTS = click.option(
    "--weights",
    type=click.Choice(WEIGHTS_NAMES),
    default=DEFAULT_WEIGHTS,
    show_default=True,
    help="Whether each word is as likely, or common words are likelier.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")
