"""What is wrong with the fields of a request: the first errors, in an answer of bounded length."""

from collections.abc import Iterator
from typing import Any, Final, TypeAlias

import orjson

MOST_ERRORS: Final = 20  # in an answer; reading stops there
MOST_BYTES: Final = 3000  # of the errors in an answer, as JSON
QUOTED: Final = 64  # characters of a client's text that an answer repeats

FieldError: TypeAlias = dict[str, str]


def first_errors(messages: Any) -> tuple[list[FieldError], bool]:
    """The first errors in marshmallow's messages, and whether there may be more."""
    errors: list[FieldError] = []
    size = 0
    for error in field_errors(messages):
        size += len(orjson.dumps(error))
        if size > MOST_BYTES:
            return errors, True
        errors.append(error)
        if len(errors) == MOST_ERRORS:
            return errors, True
    return errors, False


def field_errors(messages: Any, field: str = "") -> Iterator[FieldError]:
    """The errors of a field, and of those within it: `guesses[1].letter`."""
    if not isinstance(messages, dict):
        yield {"field": brief(field), "message": " ".join(messages)}
        return
    for name, inner in messages.items():
        place = f"[{name}]" if isinstance(name, int) else f".{name}" if field else name
        yield from field_errors(inner, field + place)


def brief(text: str) -> str:
    """A text of the client's, cut if it is long."""
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"
