"""What requests may cost: problems are short, and a request is charged before it is read."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from marshmallow import Schema, ValidationError, fields, validate
from werkzeug.routing import Rule

from service.api import schemas
from service.api.limits import Allowance, Limit
from service.app import application
from service.play.games import Games
from service.settings import Settings
from tests.api import contract
from tests.api.conftest import Client

LONGEST_PROBLEM = 4096  # bytes
RARE_FIRST = "qjxzkvwybfghmpdlcntsroiuae"


def miss(letter: str) -> dict[str, Any]:
    return {"letter": letter, "positions": []}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/reviews", {"length": 5, "guesses": [{}] * 200}),
        ("/hints", {"pattern": "__", "wrong_words": [" "] * 100}),
        ("/games", {f"{n:x}": 1 for n in range(1400)}),
        ("/games", {"x" * 16_000: 1}),
        ("/games", b'{"%b":1,"%b":1}' % (b"x" * 8000, b"x" * 8000)),
        ("/games", {"\u0001" * 100 + str(n): 1 for n in range(26)}),
        ("/games", b"{%b}" % ",".join(f'"{"🎲" * 64}{n}": 1' for n in range(50)).encode()),
    ],
)  # fmt: skip
def test_problem_of_a_long_body_is_short(
    client: Client, path: str, body: dict[str, Any] | bytes
) -> None:
    data = body if isinstance(body, bytes) else json.dumps(body)

    response = client.post(path, data=data, content_type="application/json")

    assert response.status_code in (400, 422)
    assert len(response.data) <= LONGEST_PROBLEM
    contract.check(path, response)


def test_problem_names_twenty_errors_and_says_there_may_be_more(client: Client) -> None:
    guesses = [{"letter": "e", "positions": []}, *[{}] * 100]

    few = client.post("/reviews", json={"length": 5, "guesses": guesses[:10]}).json
    many = client.post("/reviews", json={"length": 5, "guesses": guesses}).json

    assert (len(few["errors"]), len(many["errors"])) == (18, 20)
    assert many["errors"][-1]["pointer"] == "/guesses/10/word"
    assert "There may be more" in many["detail"]
    assert "There may be more" not in few["detail"]


def arrays_in(schema: type[Schema]) -> Iterator[fields.List[Any]]:
    for field in schema().fields.values():
        if isinstance(field, fields.List):
            yield field


ARRAYS = [
    array
    for schema in vars(schemas).values()
    if isinstance(schema, type) and issubclass(schema, Schema)
    for array in arrays_in(schema)
]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: array.name)
def test_length_of_every_array_is_checked_before_its_items(
    array: fields.List[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    [longest] = [
        check.max for check in array.validators if isinstance(check, validate.Length) and check.max
    ]
    read: list[object] = []
    monkeypatch.setattr(array.inner, "deserialize", lambda item, **_: read.append(item))

    with pytest.raises(ValidationError):
        array.deserialize([None] * (longest + 1))

    assert read == []


class Refusing:
    """A limiter that has nothing left for anybody."""

    def count_request(self, kind: str, client: str, cost: int = 1) -> Allowance:
        return Allowance(Limit(kind, 1, 60), allowed=False, left=0, retry_after=1, reset=60)


def reading_rules(app: Flask) -> list[Rule]:
    """The routes that may read a body."""
    return [
        rule
        for rule in app.url_map.iter_rules()
        if {"POST", "PUT", "PATCH"} & (rule.methods or set())
    ]


def test_body_that_cannot_be_read_costs_nothing(games: Games) -> None:
    app = application(games, Settings(mcp=True), Refusing())  # type: ignore[arg-type]  # it needs no store
    client: Client = app.test_client()
    rules = [rule for rule in reading_rules(app) if rule.endpoint != "watching.claim_word"]

    for rule in rules:
        path = rule.rule.replace("<game_id>", "x")
        malformed = client.post(path, data=b"{", content_type="application/json")
        huge = client.post(path, data=b" " * 10**6, content_type="application/json")
        assert [malformed.status_code, huge.status_code] == [400, 413], rule

    assert len(rules) >= 6


def test_request_is_charged_once_for_all_that_it_costs(games: Games) -> None:
    charged: list[int] = []

    class Counting(Refusing):
        def count_request(self, kind: str, client: str, cost: int = 1) -> Allowance:
            charged.append(cost)
            return Allowance(Limit(kind, 100, 60), True, 100 - sum(charged), 0, 60)

    app = application(games, Settings(), Counting())  # type: ignore[arg-type]  # it needs no store
    client: Client = app.test_client()
    guesses = [miss(letter) for letter in RARE_FIRST]

    short = client.post("/reviews", json={"length": 5, "guesses": []})
    long = client.post("/reviews", json={"length": 5, "guesses": guesses})

    assert (short.status_code, long.status_code) == (200, 200)
    assert charged == [12, 14]
    assert long.headers["RateLimit"] == f'"hint";r={100 - sum(charged)};t=60'
