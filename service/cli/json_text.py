"""JSON that is printed, and JSON that somebody else wrote: nothing in it steers the terminal."""

import json
import re
from typing import Any, Final, TypeAlias

import click

JSON: TypeAlias = dict[str, Any]

# Control characters, line separators, overrides of the direction, and halves of characters.
STEERING: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def parse_json(data: bytes, as_object: type[dict[str, Any]] = dict) -> Any:
    """The JSON value of some bytes, all its text visible. Raises ValueError."""
    try:
        return _with_visible_text(json.loads(data), as_object)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def visible(text: str) -> str:
    r"""A text with what steers a terminal as Python escapes it: the key Escape is `\x1b`."""
    return STEERING.sub(lambda steering: steering[0].encode("unicode_escape").decode(), text)


def json_line(value: Any) -> str:
    """A value as JSON; its dataclasses become objects, and keys that are numbers text."""
    import orjson

    return orjson.dumps(value, option=orjson.OPT_NON_STR_KEYS).decode()


def print_json(value: Any) -> None:
    """Print a value as JSON, in one line."""
    click.echo(json_line(value))


def _with_visible_text(value: Any, as_object: type[dict[str, Any]]) -> Any:
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [_with_visible_text(item, as_object) for item in value]
    if isinstance(value, dict):
        members = value.items()
        return as_object((visible(name), _with_visible_text(it, as_object)) for name, it in members)
    return value
