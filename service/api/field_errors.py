"""Errors in the parts of a request: the first ones, in an answer of bounded length."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import Any, Final, TypeAlias

import marshmallow
import orjson
from marshmallow import ValidationError, fields

MOST_ERRORS: Final = 20  # in an answer; after so many, reading an array stops
MOST_BYTES: Final = 2800  # of the errors in an answer, as JSON
QUOTED: Final = 64  # characters of a client's text that an answer repeats
WHOLE_SCHEMA: Final = "_schema"  # marshmallow's name for errors that belong to no single field
BODY: Final = "pointer"  # the member with the place of an error in the body

Names: TypeAlias = Sequence[str | int]  # names of fields and numbers of items, outermost first
Complaint: TypeAlias = dict[str, Any]  # `code`, `detail`, and perhaps which values would be right
FieldError: TypeAlias = dict[str, Any]  # a complaint with its place


def complaint(code: str, detail: str, **right: Any) -> Complaint:
    """An error: a code for programs, a sentence for people, and which values would be right."""
    return {"code": code, "detail": detail, **right}


class Schema(marshmallow.Schema):
    """A schema whose error messages have codes."""

    error_messages: dict[str, Any] = {  # noqa: RUF012  # marshmallow declares it so
        "unknown": complaint("unknown-field", "Unknown field."),
        "type": complaint("wrong-type", "Not an object."),
    }

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Add codes to the messages of the field and, if it is an array, of its items."""
        for field in (field_obj, getattr(field_obj, "inner", field_obj)):
            for key, text in field.error_messages.items():
                if isinstance(text, str):
                    code = "required" if key in ("required", "null") else "wrong-type"
                    field.error_messages[key] = [complaint(code, text)]


class Query(Schema):
    """A schema of the parameters of a query or a path."""

    error_messages: dict[str, Any] = {  # noqa: RUF012  # as above
        "unknown": complaint("unknown-parameter", "Unknown parameter.")
    }


def invalid_input(
    code: str, detail: str, *names: str, place: str = BODY, **right: Any
) -> ValidationError:
    """The same error for each of these names; without names, for the field that is being read."""
    wrong = [complaint(code, detail, **right)]
    return ValidationError(dict.fromkeys(names, wrong) if names else wrong, place=place)


def first_errors(error: ValidationError) -> tuple[list[FieldError], bool]:
    """The first errors of a request, and whether there may be more."""
    place = error.kwargs.get("place", BODY)
    first = [
        field_error(path, each, place)
        for path, each in islice(complaints(error.messages), MOST_ERRORS)
    ]
    sizes = accumulate(len(orjson.dumps(each)) for each in first)
    errors = [each for each, size in zip(first, sizes, strict=True) if size <= MOST_BYTES]
    return errors or first[:1], len(errors) < len(first) or len(errors) == MOST_ERRORS


def field_error(path: Names, about: Complaint, place: str = BODY) -> FieldError:
    """An error and its place: a path in the body, a `parameter` or a `header`."""
    name = pointer_to(path) if place == BODY else str(path[0])
    return {place: brief(name), **about}


def complaints(messages: Any, path: Names = ()) -> Iterator[tuple[Names, Complaint]]:
    """The errors in marshmallow's messages about a field and the fields within it, with paths."""
    if isinstance(messages, str):
        yield path, complaint("invalid", messages)
    elif isinstance(messages, list):
        for message in messages:
            yield from complaints(message, path)
    elif isinstance(messages.get("detail"), str):
        yield path, messages
    else:
        for name, inner in messages.items():
            yield from complaints(inner, path if name == WHOLE_SCHEMA else (*path, name))


def pointer_to(path: Names) -> str:
    """The JSON Pointer to a field of the body (RFC 6901)."""
    return "".join(f"/{str(name).replace('~', '~0').replace('/', '~1')}" for name in path)


def brief(text: str) -> str:
    """A text that the client sent, shortened if it is long."""
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"
