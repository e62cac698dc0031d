"""The codes of errors that each call can give, by the fields that it reads."""

from collections.abc import Iterator, Mapping
from typing import Final

from marshmallow import Schema, fields

from service.api import schemas
from service.api.operations import Taken
from tools.contract.schemas import Described

OF_EVERY_CALL: Final = {"invalid", "twice", "unknown-parameter"}  # of its query, and of its tags
CODES: Final[Mapping[str, str]] = {  # of the errors of fields: what each means
    "required": "The field is missing or null.",
    "unknown-field": "The request has no such field.",
    "unknown-parameter": "The request has no such parameter.",
    "wrong-type": "The value has another JSON type than the field.",
    "twice": "A parameter, or a position of a guess to review, is there twice. Other lists may "
    "have an item twice.",
    "one-of": "Of these fields, send exactly one.",
    "out-of-range": "The number is below `minimum` or above `maximum`.",
    "too-short": "The text is empty.",
    "too-long": "The text or the list is too long, or the letter is more than one letter.",
    "not-allowed": "The value is not in `allowed`.",
    "invalid": "The text does not have the form that the field needs.",
    "contradiction": "The field disagrees with another one.",
    "unknown-dictionary": "The service has no such dictionary; `allowed` lists those that it has.",
    "unknown-dealer": "The service has no such dealer; `allowed` lists those that may stand here.",
    "unknown-guesser": "The service has no such guesser; `allowed` lists those that it has.",
    "no-words-of-length": "The dictionary has words of the lengths in `allowed` only.",
    "not-in-alphabet": "The text has a letter that the dictionary's alphabet does not have.",
    "wrong-length": "The word does not have as many letters as the game's.",
    "not-a-word": "The dictionary does not have this word.",
    "not-copyable": "The game was not started as `copyable`.",
    "day-not-open": "Only today's game can be started.",
}


def error_codes(entry: Described, taken: Taken | None) -> set[str]:
    """The codes of the errors of an operation; `entry` is its part of paths.yaml.

    `errors` there are those that depend on the dictionary, on the game or on several fields.
    """
    if taken is None:
        return set()
    return {
        *OF_EVERY_CALL,
        *entry.get("errors", ()),
        *(_of_schema(taken.body()) if taken.body else ()),
        *(_of_query(taken.query()) if taken.query else ()),
    }


def _of_schema(schema: Schema) -> Iterator[str]:
    yield "unknown-field"
    for field in schema.fields.values():
        yield from _of_field(field)


def _of_query(schema: Schema) -> Iterator[str]:
    """The codes of a query, in which every value is a text."""
    for field in schema.fields.values():
        match field:
            case schemas.Array():
                yield from ("required", "too-long", *_of_kind(field.inner))
            case fields.Integer():
                yield from _of_field(field)
            case _:
                yield from _of_kind(field)


def _of_field(field: fields.Field) -> Iterator[str]:  # type: ignore[type-arg]  # of any kind
    """The codes of the errors that a field alone can have."""
    if field.required:
        yield "required"
    yield "wrong-type"
    yield from _of_kind(field)


def _of_kind(field: fields.Field) -> Iterator[str]:  # type: ignore[type-arg]  # of any kind
    """The codes that only fields of this kind have."""
    match field:
        case fields.Nested():
            yield from _of_schema(field.schema)
        case schemas.Array():
            yield from ("too-long", "required", *_of_field(field.inner))  # an item cannot be null
        case schemas.Choice():
            yield "not-allowed"
        case schemas.Name():
            yield from ("too-short", "too-long", f"unknown-{field.kind}")
        case schemas.Day():
            yield "invalid"
        case fields.Integer():
            yield "out-of-range"
        case fields.String():
            yield from ("too-short", "too-long")
