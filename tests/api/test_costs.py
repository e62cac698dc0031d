"""What requests may cost: CPU counts against that of a plain guess, in the same run."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import BytesIO
from statistics import median
from typing import Any, TypeAlias

import pytest
from flask import Flask
from marshmallow import Schema, ValidationError, fields, validate
from werkzeug.routing import Rule

from service.api import schemas
from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.play.games import Games
from service.settings import Settings
from service.store.rate_limits import Allowance, Limit
from tests.api import contract
from tests.api.conftest import Client

LARGEST = 16 * 1024  # bytes of a body
DEAREST = 300  # plain guesses
DEAREST_MALFORMED = 50  # plain guesses
LONGEST_PROBLEM = 4096  # bytes
TRIES = 3  # of a request: the best counts
RARE_FIRST = "qjxzkvwybfghmpdlcntsroiuae"

Body: TypeAlias = dict[str, Any]


def cpu_of(ask: Callable[[], object]) -> float:
    """The CPU of this thread, in seconds."""
    begun = time.thread_time()
    ask()
    return time.thread_time() - begun


def plain_guess(client: Client) -> float:
    """The CPU of a plain guess, in seconds."""
    game = client.post("/games", json={"length": 6, "max_misses": None}).json["id"]

    def guess(letter: str) -> None:
        client.post(f"/games/{game}/guesses", json={"letter": letter})

    return median(cpu_of(partial(guess, letter)) for letter in "eaioutnsrl")


def in_guesses(client: Client, path: str, data: bytes) -> float:
    """The CPU of a POST, in plain guesses."""
    assert len(data) <= LARGEST

    def ask() -> None:
        client.post(path, data=data, content_type="application/json")

    return min(cpu_of(ask) for _ in range(TRIES)) / plain_guess(client)


def miss(letter: str) -> Body:
    return {"letter": letter, "positions": []}


def wrong(word: str) -> Body:
    return {"word": word, "hit": False}


def written(body: Body) -> bytes:
    return json.dumps(body, separators=(",", ":")).encode()


def words_of(dictionary: Dictionary, length: int) -> list[str]:
    lexicon = dictionary.lexicons[length]
    return [lexicon.word(number * len(lexicon) // 190) for number in range(190)]


@pytest.mark.parametrize("weights", ["even", "commonness"])
@pytest.mark.parametrize(
    ("length", "misses", "words"),
    [
        (8, "eaiosnrt", ["zygotics"] * 190), (4, "", None), (10, "", None), (9, RARE_FIRST, []),
        (19, RARE_FIRST, []), (6, "eaiosn", None),
    ],
)  # fmt: skip
def test_no_review_costs_more_than_three_hundred_guesses(
    client: Client,
    dictionaries: Mapping[str, Dictionary],
    weights: str,
    length: int,
    misses: str,
    words: list[str] | None,
) -> None:
    words = words_of(dictionaries["en-large"], length) if words is None else words
    guesses = [*map(miss, misses), *map(wrong, words)]
    asked = {"dictionary": "en-large", "length": length, "weights": weights, "guesses": guesses}

    assert client.post("/reviews", json=asked).status_code == 200
    assert in_guesses(client, "/reviews", written(asked)) <= DEAREST


def filled(start: str, item: str, end: str) -> bytes:
    """A body of 16 KiB with as many items as it holds."""
    count = (LARGEST - len(start) - len(end) + 1) // (len(item) + 1)
    return f"{start}{','.join([item] * count)}{end}".encode()


GUESS = '{"letter":"e","positions":[%s]}'
MALFORMED = {
    "empty guesses": ("/reviews", filled('{"length":5,"guesses":[', "{}", "]}")),
    "200 empty guesses": ("/reviews", written({"length": 5, "guesses": [{}] * 200})),
    "positions": (
        "/reviews",
        filled('{"length":5,"guesses":[{"letter":"e","positions":[', "-1", "]}]}"),
    ),
    "17 positions in each guess": (
        "/reviews",
        filled('{"length":5,"guesses":[', GUESS % ",".join(["-1"] * 17), "]}"),
    ),
    "wrong letters": ("/suggestions", filled('{"pattern":"__","wrong_letters":[', '""', "]}")),
    "wrong words": ("/suggestions", written({"pattern": "__", "wrong_words": [" "] * 100})),
    "keys, one of them twice": (
        "/games",
        ("{" + "".join(f'"{n:x}":1,' for n in range(1900)) + '"0":1}').encode(),
    ),
    "unknown keys": ("/games", written({f"{n:x}": 1 for n in range(1900)})),
    "a long key, twice": ("/games", b'{"%b":1,"%b":1}' % (b"x" * 8000, b"x" * 8000)),
    "a long key": ("/games", b'{"%b":1}' % (b"x" * 16000)),
    "keys of escapes": ("/games", written({"\u0001" * 100 + str(n): 1 for n in range(26)})),
    "keys of emoji": (
        "/games",
        json.dumps({"🎲" * 64 + str(n): 1 for n in range(50)}, ensure_ascii=False).encode(),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("path", "data"), MALFORMED.values(), ids=MALFORMED)
def test_malformed_body_costs_little_and_its_problem_is_short(
    client: Client, path: str, data: bytes
) -> None:
    response = client.post(path, data=data, content_type="application/json")

    assert response.status_code in (400, 422)
    assert len(response.data) <= LONGEST_PROBLEM
    contract.check(path, response)
    assert in_guesses(client, path, data) <= DEAREST_MALFORMED


def test_problem_names_twenty_errors_and_says_that_there_may_be_more(client: Client) -> None:
    guesses = [{"letter": "e", "positions": []}, *[{}] * 100]

    few = client.post("/reviews", json={"length": 5, "guesses": guesses[:20]}).json
    many = client.post("/reviews", json={"length": 5, "guesses": guesses}).json

    assert (len(few["errors"]), len(many["errors"])) == (19, 20)
    assert many["errors"][-1]["field"] == "guesses[20].letter"
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


class Unread(BytesIO):
    """A body that nobody may read: it would be slow, or huge."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read before the request was charged")

    readinto = readline = read  # type: ignore[assignment]  # whichever way


def reading_rules(app: Flask) -> list[Rule]:
    """The routes that may read a body."""
    return [
        rule
        for rule in app.url_map.iter_rules()
        if {"POST", "PUT", "PATCH"} & (rule.methods or set())
    ]


def test_every_route_that_reads_a_body_charges_first(games: Games) -> None:
    app = application(games, Settings(), Refusing())  # type: ignore[arg-type]  # it needs no store
    client: Client = app.test_client()
    rules = reading_rules(app)

    for rule in rules:
        path = rule.rule.replace("<game_id>", "x")
        malformed = client.post(path, data=b"{", content_type="application/json")
        huge = client.post(path, data=b" " * 10**6, content_type="application/json")
        slow = client.post(path, input_stream=Unread(), content_length=10)
        assert [each.status_code for each in (malformed, huge, slow)] == [429] * 3, rule

    assert len(rules) >= 5


def test_what_is_left_is_told_after_the_last_charge(games: Games) -> None:
    charged: list[int] = []

    class Counting(Refusing):
        def count_request(self, kind: str, client: str, cost: int = 1) -> Allowance:
            charged.append(cost)
            return Allowance(Limit(kind, 100, 60), True, 100 - sum(charged), 0, 60)

    app = application(games, Settings(), Counting())  # type: ignore[arg-type]  # it needs no store
    client: Client = app.test_client()
    guesses = [miss(letter) for letter in RARE_FIRST]

    short = client.post("/reviews", json={"length": 5, "guesses": []})
    charged_short = sum(charged)
    long = client.post("/reviews", json={"length": 5, "guesses": guesses})

    assert (short.status_code, long.status_code) == (200, 200)
    assert (charged_short, sum(charged) - charged_short) == (12, 14)
    assert long.headers["RateLimit"] == f'"hint";r={100 - sum(charged)};t=60'
