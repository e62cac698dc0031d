"""Questions to a person before a game."""

from collections.abc import Callable, Container, Mapping
from typing import Final, TypeVar

import click

from service.choices import MOST_MISSES
from service.cli.options import ranges

Choice = TypeVar("Choice")

LEAVES: Final = "q"  # at a question; in a game it is a letter


def ask_length(lengths: list[int]) -> int | None:
    """The length that the person wants; None: any."""
    question = f"How many letters? {ranges(lengths)} (Enter: any)"
    none = f"There are no words of that length. Type one of {ranges(lengths)}."
    return ask(question, lambda text: _number(text, lengths, none) if text else None)


def ask_choice(question: str, answers: Mapping[str, Choice]) -> Choice:
    """What the person chooses, by its first letter or digit; “” is Enter alone."""

    def chosen(text: str) -> Choice:
        if text[:1].lower() not in answers:
            raise click.BadParameter(f"Type one of {', '.join(filter(None, answers))}.")
        return answers[text[:1].lower()]

    return ask(question, chosen)


def ask(question: str, read: Callable[[str], Choice]) -> Choice:
    """The answer of a person. The question is repeated while `read` raises BadParameter.

    Raises Abort at `q`, and at the end of the input.
    """

    def answered(text: str) -> Choice:
        if text.strip().lower() == LEAVES:
            raise click.Abort
        return read(text.strip())

    answer: Choice = click.prompt(
        question, default="", show_default=False, prompt_suffix=" ", value_proc=answered
    )
    return answer


def max_misses(text: str) -> int:
    """The number of misses in what was typed, which may be `never`. Raises BadParameter."""
    if text.lower() == "never":
        return MOST_MISSES
    wanted = f"Type a whole number from 1 to {MOST_MISSES}, or never."
    return _number(text, range(1, MOST_MISSES + 1), wanted)


def _number(text: str, numbers: Container[int], otherwise: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) in numbers):
        raise click.BadParameter(otherwise)
    return int(text)
