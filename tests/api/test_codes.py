"""The table of codes: each call that can complain with a code has a request that makes it do so."""

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

import pytest
from marshmallow import Schema, fields

from service.api import schemas
from service.api.field_errors import CODES
from tests.api import contract
from tests.inputs import inputs
from tools.contract.schemas import Schemas

Given: TypeAlias = set[tuple[str, str]]  # a call, and a code that it gives

CODE: Final = re.compile(r":([a-z-]+)")
DICTIONARY: Final = ("unknown-dictionary", "not-in-alphabet")
KNOWN: Final = (*DICTIONARY, "wrong-length", "contradiction")
# What the dictionary or the game shows to be wrong, or two fields together.
SHOWN: Final = {
    "POST /games": (
        "unknown-dictionary", "no-words-of-length", "not-a-word", "contradiction", "day-not-open",
    ),
    "POST /games/{game_id}/guesses": ("one-of", "not-in-alphabet", "wrong-length", "not-a-word"),
    "POST /hints": (*KNOWN, "no-words-of-length"),
    "POST /watch/{watch_id}/words": ("unknown-field",),
    "POST /families": (*KNOWN, "one-of", "no-words-of-length", "not-allowed"),
    "POST /reviews": (*KNOWN, "one-of", "no-words-of-length", "twice"),
    "POST /solutions": DICTIONARY,
}  # fmt: skip
HEADERS: Final = ("POST /games", "POST /games/{game_id}/guesses", "POST /watch/{watch_id}/words")


def operation_of(request: str) -> str:
    """The call of a request, with the names of its parameters: GET /games/{game_id}."""
    method, path = request.partition("?")[0].split(" ")
    for known, of in contract.operations():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(known))
        if of == method and re.fullmatch(pattern, path):
            return f"{method} {known}"
    return ""


def codes_of(field: fields.Field) -> Iterator[str]:  # type: ignore[type-arg]  # of any kind
    """The codes with which a field alone can complain."""
    if field.required:
        yield "required"
    if not isinstance(field, fields.DateTime):
        yield "wrong-type"
    yield from codes_of_kind(field)


def codes_of_kind(field: fields.Field) -> Iterator[str]:  # type: ignore[type-arg]  # of any kind
    """The codes that only fields of this kind have."""
    match field:
        case fields.Nested():
            yield from codes_of_schema(field.schema)
        case schemas.Array():
            yield from ("too-long", "required", *codes_of(field.inner))  # null is no item
        case schemas.Choice():
            yield field.validators[0].code  # type: ignore[attr-defined]  # a OneOf of ours
        case schemas.Day() | fields.DateTime():
            yield "invalid"
        case fields.Integer():
            yield "out-of-range"
        case fields.String():
            yield from ("too-short", "too-long")


def codes_of_schema(schema: Schema) -> Iterator[str]:
    yield "unknown-field"
    for field in schema.fields.values():
        yield from codes_of(field)


def possible() -> Given:
    """Each call, and each code that it can give."""
    requests = Schemas({"AnsweredGuess": "TranscriptGuess"}, {}).requests
    codes: Given = {(call, code) for call, known in SHOWN.items() for code in known}
    codes |= {(call, "invalid") for call in HEADERS} | {("GET /daily/{date}", "invalid")}
    for (path, method), operation in contract.operations().items():
        call = f"{method} {path}"
        if body := operation.get("requestBody"):
            name = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            codes |= {(call, code) for code in codes_of_schema(requests[name]())}
        if not path.endswith("z"):  # probes of a load balancer may have a query
            codes |= {(call, "unknown-parameter"), (call, "twice")}
    queries = {
        "GET /games/{game_id}/hint": schemas.HintQuery,
        "GET /games/{game_id}/confession": schemas.ConfessionQuery,
        "GET /watch/{watch_id}/confession": schemas.ConfessionQuery,
        "GET /games/{game_id}/review": schemas.ReviewQuery,
    }
    for call, query in queries.items():
        for field in query().fields.values():
            typed = {"wrong-type"} if not isinstance(field, fields.Integer) else set()
            codes |= {(call, code) for code in set(codes_of(field)) - typed}
    return codes


def shown() -> Given:
    """Each call, and each code that an input makes it give."""
    return {
        (operation_of(each.request), code)
        for each in inputs()
        if each.answer.startswith("422")
        for code in CODE.findall(each.answer)
    }


def test_each_code_of_each_call_has_an_input() -> None:
    assert sorted(possible() - shown()) == []


def test_no_call_gives_a_code_that_is_not_its_own() -> None:
    assert sorted(shown() - possible()) == []


@pytest.mark.parametrize("code", CODES)
def test_each_code_of_the_table_is_given(code: str) -> None:
    assert code in {given for _, given in shown()}


def test_each_code_that_is_given_is_in_the_table() -> None:
    assert {code for _, code in shown()} <= CODES.keys()
