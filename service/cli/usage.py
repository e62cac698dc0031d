"""What is wrong with a command line, in our own words: click's are about its parser."""

import re
from collections.abc import Collection
from typing import Any, Final

import click

from service.wording import listed

TOO_MUCH: Final = re.compile(r"\((.+)\)$")  # the arguments that click's message has in brackets


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
    """What a value of one of click's types must be; None for a type of ours, which says it."""
    match kind:
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
