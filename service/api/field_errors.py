"""What is wrong with the fields of a request: the first errors, in an answer of bounded length."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Any, Final, TypeAlias

import marshmallow
import orjson
from marshmallow import ValidationError, fields

MOST_ERRORS: Final = 20  # in an answer; reading stops there
MOST_BYTES: Final = 2800  # of the errors in an answer, as JSON
QUOTED: Final = 64  # characters of a client's text that an answer repeats
WHOLE_SCHEMA: Final = "_schema"  # marshmallow's name for what is wrong with no field alone
INVALID: Final = "invalid"
ONE_OF: Final = "one-of"

Names: TypeAlias = Sequence[str | int]  # names of fields and numbers of items, outermost first
FieldError: TypeAlias = dict[str, str]


class Complaint(str):
    """What is wrong with a field, for a person, and its `code`, for a program."""

    code: str

    def __new__(cls, code: str, text: str) -> "Complaint":
        """The complaint with this code."""
        complaint = super().__new__(cls, text)
        complaint.code = code
        return complaint

    def format(self, *values: object, **named: object) -> "Complaint":
        """The complaint with its gaps filled in, as marshmallow does it."""
        return Complaint(self.code, super().format(*values, **named))


class Schema(marshmallow.Schema):
    """A schema whose fields complain with codes."""

    error_messages = {  # noqa: RUF012  # marshmallow declares it so
        "unknown": Complaint("unknown-field", "Unknown field."),
        "type": Complaint("wrong-type", "Not an object."),
    }  # fmt: skip

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Give the field's own messages, and those of an array's items, their codes."""
        for field in (field_obj, getattr(field_obj, "inner", field_obj)):
            for key, text in field.error_messages.items():
                code = "required" if key in ("required", "null") else "wrong-type"
                field.error_messages[key] = Complaint(code, str(text))


def one_of(names: Iterable[str], text: str) -> ValidationError:
    """The error for fields of which there must be one, and no more: each is named."""
    return ValidationError({name: [Complaint(ONE_OF, text)] for name in names})


def first_errors(error: ValidationError) -> tuple[list[FieldError], bool]:
    """The first errors of a request, and whether there may be more."""
    place = error.kwargs.get("place", "pointer")
    first = [
        field_error(path, getattr(complaint, "code", INVALID), complaint, place)
        for path, complaint in islice(complaints(error.messages), MOST_ERRORS)
    ]
    sizes = accumulate(len(orjson.dumps(each)) for each in first)
    errors = [each for each, size in zip(first, sizes, strict=True) if size <= MOST_BYTES]
    return errors, len(errors) < len(first) or len(errors) == MOST_ERRORS


def field_error(path: Names, code: str, detail: str, place: str = "pointer") -> FieldError:
    """What is wrong at a path of the body, or with a `parameter` or `header`."""
    name = pointer_to(path) if place == "pointer" else str(path[0])
    return {place: brief(name), "code": code, "detail": detail}


def complaints(messages: Any, path: Names = ()) -> Iterator[tuple[Names, str]]:
    """What marshmallow says of a field, and of those within it."""
    if not isinstance(messages, dict):
        yield from ((path, message) for message in messages)
        return
    for name, inner in messages.items():
        yield from complaints(inner, path if name == WHOLE_SCHEMA else (*path, name))


def pointer_to(path: Names) -> str:
    """The JSON Pointer to a field of the body (RFC 6901)."""
    return "".join(f"/{str(name).replace('~', '~0').replace('/', '~1')}" for name in path)


def brief(text: str) -> str:
    """A text of the client's, cut if it is long."""
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"
