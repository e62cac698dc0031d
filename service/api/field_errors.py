"""Errors in the parts of a request: the first ones, in an answer of bounded length.

All their sentences are ours. marshmallow's own would reach a person who has not heard of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice
from typing import Any, ClassVar, Final, TypeAlias

import marshmallow
import orjson
from marshmallow import ValidationError, fields

from service.wording import listed

MOST_ERRORS: Final = 20  # in an answer; after so many, reading an array stops
MOST_BYTES: Final = 2800  # of the errors in an answer, as JSON
QUOTED: Final = 64  # characters of a client's text that an answer repeats
WHOLE_SCHEMA: Final = "_schema"  # marshmallow's name for errors that belong to no single field
BODY: Final = "pointer"  # the member with the place of an error in the body
FIELD: Final = "{field}"  # stands for the name of the field in the sentence about it
KINDS: Final = (  # of fields, and what their values must be
    (fields.Boolean, "true or false"),
    (fields.Integer, "a whole number, for example 8"),
    (fields.String, "a text, in double quotes"),
    (fields.List, "an array, in square brackets"),
    ((fields.Nested, fields.Dict), "an object, in braces"),
)

Names: TypeAlias = Sequence[str | int]  # names of fields and numbers of items, outermost first
FieldError: TypeAlias = dict[str, Any]  # a member of `errors`: its place, code and sentence


@dataclass(frozen=True)
class Complaint:
    """What is wrong with a field: a code for programs, and a sentence for people, with FIELD in it.

    `right` says what would be right: `allowed`, or `minimum` and `maximum`.
    """

    code: str
    sentence: str
    right: Mapping[str, Any] = field(default_factory=dict)

    def about(self, path: Names) -> str:
        """The sentence about the field at this path."""
        return self.sentence.replace(FIELD, f"“{brief(name_of(path))}”")


MISSING: Final = Complaint("required", f"{FIELD} is missing.")
NO_OBJECT: Final = Complaint("wrong-type", f"{FIELD} must be an object, in braces.")
NOT_VALID: Final = Complaint("invalid", f"{FIELD} is not valid.")  # of whom we know no more


class Schema(marshmallow.Schema):
    """A schema whose errors are complaints."""

    unknown_code: ClassVar = "unknown-field"
    part: ClassVar = "field"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        ours: dict[str, Any] = {
            "unknown": Complaint(self.unknown_code, self._unknown()),
            "type": NO_OBJECT,
        }
        self.error_messages = ours

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Replace marshmallow's messages in the field and, if it is an array, in its items."""
        for each in (field_obj, getattr(field_obj, "inner", field_obj)):
            wrong = Complaint("wrong-type", f"{FIELD} must be {_kind_of(each)}.")
            for key in each.error_messages:
                is_missing = key in ("required", "null")
                each.error_messages[key] = [MISSING if is_missing else wrong]

    def _unknown(self) -> str:
        """What to say of a field that the request does not have."""
        sentence = f"This request has no {self.part} {FIELD}."
        names = listed([*self.fields], "or") if self.fields else ""
        return f"{sentence} Choose {names}." if names else sentence


class Query(Schema):
    """A schema of the parameters of a query or a path."""

    unknown_code = "unknown-parameter"
    part = "parameter"


def _kind_of(each: fields.Field[Any]) -> str:
    """What the values of a field must be; `wanted`, if it says so itself.

    Raises TypeError: a new kind of field needs a row in KINDS.
    """
    if wanted := getattr(each, "wanted", None):
        return str(wanted)
    for classes, kind in KINDS:
        if isinstance(each, classes):
            return kind
    raise TypeError(f"{type(each).__name__} has no row in KINDS")


def invalid_input(
    code: str, detail: str, *names: str, place: str = BODY, **right: Any
) -> ValidationError:
    """The same error for each of these names; without names, for the field that is being read."""
    wrong = [Complaint(code, detail, right)]
    return ValidationError(dict.fromkeys(names, wrong) if names else wrong, place=place)


def first_errors(error: ValidationError) -> tuple[list[FieldError], bool]:
    """The first errors of a request, and whether there may be more."""
    place = error.kwargs.get("place", BODY)
    first = [
        field_error(path, each.code, each.about(path), each.right, place)
        for path, each in islice(complaints(error.messages), MOST_ERRORS)
    ]
    sizes = accumulate(len(orjson.dumps(each)) for each in first)
    errors = [each for each, size in zip(first, sizes, strict=True) if size <= MOST_BYTES]
    return errors or first[:1], len(errors) < len(first) or len(errors) == MOST_ERRORS


def field_error(
    path: Names, code: str, detail: str, right: Mapping[str, Any], place: str = BODY
) -> FieldError:
    """An error and its place: a path in the body, a `parameter` or a `header`."""
    name = pointer_to(path) if place == BODY else str(path[0])
    return {place: brief(name), "code": code, "detail": detail, **right}


def complaints(messages: Any, path: Names = ()) -> Iterator[tuple[Names, Complaint]]:
    """The errors in marshmallow's messages about a field and the fields within it, with paths."""
    if isinstance(messages, Complaint):
        yield path, messages
    elif isinstance(messages, str):
        yield path, NOT_VALID
    elif isinstance(messages, list):
        for message in messages:
            yield from complaints(message, path)
    else:
        for name, inner in messages.items():
            yield from complaints(inner, path if name == WHOLE_SCHEMA else (*path, name))


def name_of(path: Names) -> str:
    """The name of a field for people: `guesses[0].letter`."""
    first, *rest = path or ("",)
    inner = [f"[{each}]" if isinstance(each, int) else f".{each}" for each in rest]
    return "".join([str(first), *inner])


def pointer_to(path: Names) -> str:
    """The JSON Pointer to a field of the body (RFC 6901)."""
    return "".join(f"/{str(name).replace('~', '~0').replace('/', '~1')}" for name in path)


def brief(text: str) -> str:
    """A text that the client sent, shortened if it is long."""
    return text if len(text) <= QUOTED else f"{text[: QUOTED - 1]}…"
