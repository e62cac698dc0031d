"""What a person is asked before a game."""

from collections.abc import Callable
from typing import Final, TypeVar

import click

from service.cli.lookup import ranges
from service.cli.names import MOST_MISSES

Answer = TypeVar("Answer")

USUAL_MISSES: Final = 8


def ask_length(lengths: list[int]) -> int | None:
    """The length that the person wants; None: any."""
    question = f"How many letters? {ranges(lengths)} (Enter: any)"
    return ask(question, lambda text: _length(text, lengths))


def ask_max_misses() -> int | None:
    """How many misses the person wants to have; None: never hanged."""
    question = f"How many misses until you hang? (Enter: {USUAL_MISSES}, none: never)"
    return ask(question, lambda text: max_misses(text or str(USUAL_MISSES)))


def ask_insight() -> str:
    """What the person wants to see of the words left."""
    return "count" if click.confirm("Show how many words are left?", default=False) else "none"


def ask(question: str, read: Callable[[str], Answer]) -> Answer:
    """What a person answers, asked again until `read` takes it; it raises ValueError if not."""
    while True:
        text = click.prompt(question, default="", show_default=False, prompt_suffix=" ")
        try:
            return read(text.strip())
        except ValueError as error:
            click.echo(str(error))


def max_misses(text: str) -> int | None:
    """The number of misses in what was typed; None for `none`. Raises ValueError."""
    if text.lower() == "none":
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MOST_MISSES):
        raise ValueError(f"A whole number from 1 to {MOST_MISSES:,}, please, or none.")
    return int(text)


def _length(text: str, lengths: list[int]) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and int(text) in lengths):
        raise ValueError(f"There are no words of that length; there are of {ranges(lengths)}.")
    return int(text)
