"""What requests may cost: problems are short, and a request is charged before it is read."""

import json
import random
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from marshmallow import Schema, ValidationError, fields, validate

from service.api import schemas
from service.api.limits import Allowance
from service.app import application
from service.engine.game import draw
from service.play.games import Games
from service.settings import Settings
from service.store.record import key_of
from tests.api.conftest import Client
from tests.support import contract

LONGEST_PROBLEM = 4096  # bytes
RARE_FIRST = "qjxzkvwybfghmpdlcntsroiuae"
MOST_BYTES = {"record": 16_384, "": 16_384, "/guesses": 16_384}  # of a game of 126 guesses
MOST_BYTES |= {"/confession": 65_536, "/confession?words=50": 262_144}


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

    def count_request(self, kind: str, client: str, cost: int = 1, paid: int = 0) -> Allowance:
        return Allowance(kind, 1, 60, allowed=False, left=0, retry_after=1, reset=60)


class Counting:
    """A limiter that has 100 units of each kind, and remembers what was charged."""

    def __init__(self) -> None:
        self.charged: list[int] = []

    def count_request(self, kind: str, client: str, cost: int = 1, paid: int = 0) -> Allowance:
        self.charged.append(cost - paid)
        return Allowance(kind, 100, 60, True, 100 - sum(self.charged), 0, 60)


class Unread(BytesIO):
    """A body that nobody may read: it would be slow, or huge."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read before the request was charged")

    readinto = readline = read  # type: ignore[assignment]  # whichever way


def reading_paths(app: Flask) -> list[str]:
    """The paths of the routes that may read a body."""
    return [
        rule.rule.replace("<game_id>", "x").replace("<watch_id>", "x")
        for rule in app.url_map.iter_rules()
        if {"POST", "PUT", "PATCH"} & (rule.methods or set())
    ]


def test_every_route_that_reads_a_body_charges_first(games: Games) -> None:
    app = application(games, Settings(mcp=True), Refusing())  # type: ignore[arg-type]  # it needs no store
    client: Client = app.test_client()
    paths = reading_paths(app)

    for path in paths:
        malformed = client.post(path, data=b"{", content_type="application/json")
        huge = client.post(path, data=b" " * 10**6, content_type="application/json")
        slow = client.post(path, input_stream=Unread(), content_length=10)
        assert [each.status_code for each in (malformed, huge, slow)] == [429] * 3, path

    assert len(paths) >= 8


def test_body_that_is_refused_costs_one_unit(games: Games) -> None:
    counting = Counting()
    app = application(games, Settings(mcp=True), counting)  # type: ignore[arg-type]  # it needs no store
    client: Client = app.test_client()
    paths = reading_paths(app)

    for path in paths:
        malformed = client.post(path, data=b"{", content_type="application/json")
        huge = client.post(path, data=b" " * 10**6, content_type="application/json")
        assert [malformed.status_code, huge.status_code] == [400, 413], path

    assert counting.charged == [1, 1] * len(paths)


@pytest.mark.parametrize(
    "path",
    [
        "/games/x/hint?guesser=nobody", "/games/x/confession?words=x", "/games/x/review?weights=x",
        "/watch/x/confession?words=x", "/daily/x", "/games/x/review",
    ],
)  # fmt: skip
def test_query_or_game_that_is_refused_costs_one_unit(path: str, games: Games) -> None:
    counting = Counting()
    client: Client = application(games, Settings(), counting).test_client()  # type: ignore[arg-type]  # as above

    assert client.get(path).status_code in (404, 422)
    assert counting.charged == [1]


def test_what_is_left_is_told_after_the_last_charge(games: Games) -> None:
    counting = Counting()
    client: Client = application(games, Settings(), counting).test_client()  # type: ignore[arg-type]  # as above
    guesses = [miss(letter) for letter in RARE_FIRST]

    short = client.post("/reviews", json={"length": 5, "guesses": []})
    long = client.post("/reviews", json={"length": 5, "guesses": guesses})

    assert (short.status_code, long.status_code) == (200, 200)
    assert counting.charged == [1, 11, 1, 13]
    assert long.headers["RateLimit"] == f'"hint";r={100 - sum(counting.charged)};t=60'


@pytest.mark.parametrize("length", [8, 20])
@pytest.mark.parametrize("dealer", ["largest-family", "honest"])
def test_longest_game_has_a_largest_size(games: Games, dealer: str, length: int) -> None:
    client: Client = application(games, Settings(ratelimit_enabled=False)).test_client()
    lexicon = games.catalogue.dictionaries["en-large"].lexicons[length]
    choices = {"dictionary": "en-large", "length": length, "max_misses": 1000, "seed": 5}
    game = f"/games/{client.post('/games', json={**choices, 'dealer': dealer}).json['id']}"
    drawn = lexicon.word(draw(5, "word", len(lexicon)))  # an honest dealer's
    words = [word for word in lexicon.words(lexicon.everything) if word != drawn]
    chance = random.Random(5)
    guesses: list[dict[str, str]] = [{"word": word} for word in chance.sample(words, 101)]
    guesses += [{"letter": letter} for letter in chance.sample(RARE_FIRST, 26)]

    answers = [client.post(f"{game}/guesses", json=guess) for guess in guesses]
    views = {path: client.get(game + path) for path in MOST_BYTES if path != "record"}
    record = games.store.client.execute_command("GET", key_of(game.removeprefix("/games/")))

    statuses = [answer.status_code for answer in answers]
    assert statuses[:102] == [200] * 100 + [409, 200]  # whole words end, letters go on
    assert {view.status_code for view in views.values()} == {200}
    sizes = {"record": len(record)} | {path: len(view.data) for path, view in views.items()}
    assert max(len(answer.data) for answer in answers) <= MOST_BYTES[""]
    assert not {name: size for name, size in sizes.items() if size > MOST_BYTES[name]}
