"""No text of a library reaches a client: every field of every request is sent wrong values."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import marshmallow
import pytest
from marshmallow import ValidationError, fields, validate
from werkzeug import exceptions as http

from service.api.field_errors import NOT_VALID, Query, Schema, complaints
from service.api.operations import Taken
from tests.api.conftest import Client, created

WRONG: Final[tuple[Any, ...]] = (
    None, 5, -1, 5.5, 2**80, True, "", " ", "x", "5", "é", "_a_", "x" * 200, "2026-99-99", [],
    [None], [5], ["x"], ["", "e"], {}, {"x": 1}, [{}], [[]], ["x"] * 300,
)  # fmt: skip
VALID: Final[dict[str, dict[str, Any]]] = {  # what a request needs beside the wrong field
    "/hints": {"pattern": "_a__e"}, "/solutions": {"word": "jazzy"}, "/families": {"length": 5},
    "/reviews": {"length": 5, "guesses": []},
}  # fmt: skip


def subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    yield kind
    for each in kind.__subclasses__():
        yield from subclasses(each)


def texts_of_libraries() -> re.Pattern[str]:
    """Every message of marshmallow's fields, validators and schemas, and of werkzeug's errors."""
    texts = set[str]()
    for kind in (fields.Field, validate.Validator, marshmallow.Schema):
        for each in subclasses(kind):
            if each.__module__.startswith("marshmallow"):
                named = [value for name, value in vars(each).items() if "message" in name]
                tables = [table for table in named if isinstance(table, dict)]
                texts |= {text for table in tables for text in table.values()}
                texts |= {text for text in named if isinstance(text, str)}
    for each in subclasses(http.HTTPException):
        texts |= {str(each.description)} - {"None", ""}
    assert len(texts) > 50
    # What stands in braces is filled in.
    forms = (re.sub(r"\\{\w*\\}", ".*", re.escape(text.rstrip("."))) for text in texts)
    return re.compile("|".join(sorted(forms)))


LIBRARIES: Final = texts_of_libraries()


def requests(client: Client) -> Iterator[tuple[str, dict[str, Any]]]:
    """The path of each call that reads a body or a query, and the options of a wrong request."""
    game = created(client, length=5)
    of_game = {"<game_id>": game["id"], "<watch_id>": game["watch_id"], "<name>": "en"}
    app: Any = client.application
    for rule in app.url_map.iter_rules():
        taken: Taken | None = getattr(app.view_functions[rule.endpoint], "takes", None)
        path = re.sub("<[^>]*>", lambda part: of_game.get(part[0], "today"), rule.rule)
        if taken and taken.body:
            for sent in bodies(taken.body(), VALID.get(path, {})):
                yield path, {"method": "POST", "json": sent}
        if taken and taken.query and "POST" not in rule.methods:
            for name in [*taken.query().fields, "unknown"]:
                values = [each for each in WRONG if isinstance(each, str)]
                for text in values:
                    yield path, {"query_string": {name: text}}
        yield path, {"query_string": "x=1&x=2"}
        yield path, {"headers": {"If-Match": "1", "If-None-Match": "1"}}


def bodies(schema: Schema, valid: dict[str, Any]) -> Iterator[Any]:
    yield from ({}, 5, [], "x")
    for name, field in [*schema.fields.items(), ("unknown", None)]:
        yield from ({**valid, name: wrong} for wrong in WRONG)
        inner = getattr(field, "inner", None)
        if isinstance(inner, fields.Nested):
            for part in inner.schema.fields:
                yield from ({**valid, name: [{part: wrong}]} for wrong in WRONG)


def test_every_wrong_request_is_refused_in_our_words(client: Client) -> None:
    sentences = set[str]()
    for path, options in requests(client):
        with client.open(path, **options) as response:
            if response.status_code >= 400:
                problem = response.json
                errors = [each["detail"] for each in problem.get("errors", [])]
                sentences |= {problem["title"], problem["detail"], *errors}
                about = json.dumps(options)[:200]
                assert problem["detail"].endswith("."), about
                assert "{field}" not in problem["detail"], about
    assert len(sentences) > 50
    assert [text for text in sentences if LIBRARIES.search(text)] == []


@pytest.mark.parametrize("status", [400, 406, 411, 418, 428, 451])
def test_errors_of_werkzeug_are_told_in_our_words(client: Client, status: int) -> None:
    """Whatever raises them, now or in a later version."""
    app: Any = client.application
    view, named = app.view_functions["listings.dealers"], app.view_functions

    def failing() -> None:
        http.abort(status)

    named["listings.dealers"] = failing
    try:
        said = client.get("/dealers").json
    finally:
        named["listings.dealers"] = view
    assert not LIBRARIES.search(said["detail"])
    assert said["detail"].endswith(".")


class Foreign(Schema):
    """A request with a field whose validator is the library's."""

    address = fields.Email()


class Numbers(Query):
    """A query with a field of a kind that nobody has a sentence for."""

    share = fields.Decimal()


def test_validator_of_the_library_says_nothing_to_clients() -> None:
    with pytest.raises(ValidationError) as refused:
        Foreign().load({"address": "nowhere"})
    [(path, about)] = complaints(refused.value.messages)
    assert (path, about) == (("address",), NOT_VALID)
    assert about.about(path) == "“address” is not valid."


def test_field_of_a_new_kind_needs_a_sentence_of_its_own() -> None:
    with pytest.raises(TypeError, match="Decimal"):
        Numbers()


@pytest.mark.parametrize(
    ("wrong", "sentences"),
    [
        ({"length": 0}, 1),
        ({"length": 0, "max_misses": 0}, 2),
        ({"length": 0, "max_misses": 0, "seed": -1, "insight": "all"}, 4),  # the last: “errors”
    ],
)
def test_each_fault_has_a_sentence(client: Client, wrong: dict[str, Any], sentences: int) -> None:
    problem = client.post("/games", json=wrong).json
    assert len(problem["errors"]) == len(wrong)
    assert len(re.findall(r"\.(?= |$)", problem["detail"])) == sentences
    assert problem["detail"].endswith("“errors” names the others.") == (len(wrong) > 3)
