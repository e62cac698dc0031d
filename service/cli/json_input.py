"""JSON that somebody else wrote, as a service or in a file: nothing in it steers the terminal."""

import json
import re
from typing import Any, Final

# Control characters, line separators, overrides of the direction, and halves of characters.
STEERING: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def json_in(data: bytes) -> Any:
    """The JSON value of some bytes, all its text visible. Raises ValueError."""
    try:
        return _visible_in(json.loads(data))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def visible(text: str) -> str:
    r"""A text with what steers a terminal as Python escapes it: the key Escape is `\x1b`."""
    return STEERING.sub(lambda steering: steering[0].encode("unicode_escape").decode(), text)


def _visible_in(value: Any) -> Any:
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, list):
        return [_visible_in(item) for item in value]
    if isinstance(value, dict):
        return {visible(name): _visible_in(member) for name, member in value.items()}
    return value
