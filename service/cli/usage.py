"""What is wrong with a command line, in our own words: click's are about its parser."""

import re
from collections.abc import Collection
from typing import Any, Final

import click

from service.wording import listed

MOST_SHOWN: Final = 1000  # a larger bound is not shown in the help
DIGITS: Final = 30  # of a number; `int` stops at 4,300
TOO_MUCH: Final = re.compile(r"\((.+)\)$")  # the arguments that click's message has in brackets


class Whole(click.ParamType[int]):
    """A whole number, from `least` on, up to `most` if there is such a bound."""

    name = "number"

    def __init__(self, least: int, most: int | None = None) -> None:
        self._least, self._most = least, most
        self.wanted = _range("a whole number", least, most)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """What the help shows for a value."""
        del param, ctx
        is_short = self._most is not None and self._most <= MOST_SHOWN
        return f"{self._least}-{self._most}" if is_short else "NUMBER"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number. Raises BadParameter."""
        text = str(value)
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < DIGITS else None
        if number is None or number < self._least or (self._most or number) < number:
            self.fail(f"must be {self.wanted}", param, ctx)
        return number


class Misused(click.UsageError):
    """A command line that is wrong for a reason that the command itself gives."""


def sentence_of(error: click.UsageError) -> str:
    """What was wrong with a command line, and what to do."""
    match error:
        case Misused():
            return error.message
        case click.NoSuchOption():
            return f"there is no option {error.option_name}.{_meant(error.possibilities)}"
        case click.exceptions.NoSuchCommand():
            return f"there is no command “{error.command_name}”.{_meant(error.possibilities)}"
        case click.MissingParameter():
            return f"{_name_of(error.param)} is missing."
        case click.BadParameter():
            name, wanted = _name_of(error.param), error.param and _wanted(error.param.type)
            return f"{name} must be {wanted}." if wanted else f"{name}: {error.message}"
        case click.BadOptionUsage():
            is_flag = "not take" in error.message  # nothing else tells the two apart
            return f"{error.option_name} {'takes no value' if is_flag else 'needs a value'}."
        case _:
            more = TOO_MUCH.search(error.message)
            return f"“{more[1]}” is too much." if more else "name one of its commands."


def _meant(names: Collection[str] | None) -> str:
    """The names that somebody may have meant."""
    return f" Did you mean {listed([*names], 'or')}?" if names else ""


def _name_of(param: click.Parameter | None) -> str:
    """An option as it is typed, and an argument as the help has it."""
    match param:
        case click.Option():
            return max(param.opts, key=len)
        case click.Argument():
            return param.human_readable_name
        case _:
            return "a value"


def _wanted(kind: click.ParamType[Any]) -> str | None:
    """What a value of a type must be; None for a type of ours that says more than that."""
    match kind:
        case Whole():
            return kind.wanted
        case click.Choice():
            return listed([*kind.choices], "or")
        case click.types.IntParamType():
            return _range("a whole number", getattr(kind, "min", None), getattr(kind, "max", None))
        case click.types.FloatParamType():
            return _range("a number", getattr(kind, "min", None), getattr(kind, "max", None))
        case click.Path():
            return "a file that you can read" if kind.file_okay else "a folder"
        case _:
            return None


def _range(number: str, least: float | None, most: float | None) -> str:
    """A number with its bounds, if it has any."""
    if least is None:
        return number if most is None else f"{number} up to {most}"
    return f"{number} of {least} or more" if most is None else f"{number} from {least} to {most}"
