"""What requests cost: each is charged before it is read, and its problem and game are short."""

import random
import re
from io import BytesIO
from typing import Any

import pytest
from marshmallow import ValidationError, fields, validate

from service.api import schemas
from service.api.field_errors import MOST_ERRORS, Schema, complaint
from service.api.hooks import Application
from service.api.limits import LIMITER, Allowance
from service.api.messages import PROBES
from service.play.games import Games
from service.store.record import key_of
from tests.api.conftest import DAY, Body, Client, created, guessed, played, served
from tests.support import contract

LONGEST_PROBLEM = 4096  # bytes
RARE_FIRST = "qjxzkvwybfghmpdlcntsroiuae"
MISSES = [{"letter": letter, "positions": []} for letter in RARE_FIRST]
MOST_BYTES = {"record": 16_384, "": 16_384, "/guesses": 16_384}  # of a game of 126 guesses
MOST_BYTES |= {"/confession": 65_536, "/confession?words=50": 262_144}
JSON = "application/json"
ARRAYS = [
    field
    for schema in vars(schemas).values()
    if isinstance(schema, type) and issubclass(schema, Schema)
    for field in schema().fields.values()
    if isinstance(field, fields.List)
]


class Counting:
    """A limiter that remembers what was charged, and has `units` of each kind."""

    def __init__(self, units: int) -> None:
        self.units = units
        self.charged: list[int] = []

    def count_request(self, kind: str, client: str, cost: int = 1, paid: int = 0) -> Allowance:
        self.charged.append(cost - paid)
        left = self.units - sum(self.charged)
        return Allowance(kind, self.units, 60, left >= 0, max(0, left), 0, 60)


class Unread(BytesIO):
    """A body that nobody may read: it would be slow, or huge."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read before the request was charged")

    readinto = readline = read  # type: ignore[assignment]  # whichever way


@pytest.fixture(scope="module")
def app(games: Games) -> Application:
    return served(games, mcp=True)


@pytest.fixture(autouse=True)
def counting(app: Application) -> Counting:
    app.extensions[LIMITER] = counting = Counting(units=100)
    return counting


def test_body_is_charged_and_then_read(
    app: Application, client: Client, counting: Counting
) -> None:
    rules = [rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert len(rules) >= 8
    for path in (re.sub("<.*?>", "x", rule) for rule in rules):
        counting.charged.clear()
        malformed = client.post(path, data=b"{", content_type=JSON)
        huge = client.post(path, data=b" " * 10**6, content_type=JSON)
        assert (malformed.status_code, huge.status_code) == (400, 413), path
        assert counting.charged == [1, 1], path
        counting.charged.append(100)
        bodies: list[dict[str, Any]] = [{"data": b"{"}, {"data": b" " * 10**6}]
        bodies.append({"input_stream": Unread(), "content_length": 10})
        refused = [client.post(path, content_type=JSON, **body) for body in bodies]
        assert [each.status_code for each in refused] == [429] * 3, path


def test_each_call_may_be_refused_but_for_probes(client: Client, counting: Counting) -> None:
    counting.units = 0
    for path, method in contract.operations():
        answer = client.open(path, method=method)
        is_limited = path not in PROBES
        assert (answer.status_code == 429) == ("RateLimit" in answer.headers) == is_limited, path


def families(*dealers: str) -> Body:
    return {"length": 8, "letter": "e", "dealers": dealers or None}


@pytest.mark.parametrize(
    ("kind", "call", "body", "charged"),
    [
        ("read", "GET /games/{id}", {}, [1]),
        ("read", "POST /watch/{watch_id}/words", {}, [1]),
        ("create", "POST /games", {}, [1]),
        ("create", "POST /games", {"keep_seconds": DAY // 1000}, [1]),
        ("create", "POST /games", {"keep_seconds": DAY // 1000 + 1}, [1, 59]),
        ("guess", "POST /games/{id}/guesses", {"letter": "z"}, [1]),
        ("hint", "POST /hints", {"pattern": "___"}, [1]),
        ("hint", "GET /games/{id}/hint", {}, [1]),
        ("hint", "POST /solutions", {"word": "cat"}, [1]),
        ("hint", "GET /games/{id}/confession", {}, [1, 3]),
        ("hint", "GET /watch/{watch_id}/confession", {}, [1, 3]),
        ("hint", "POST /reviews", {"length": 5, "guesses": []}, [1, 11]),
        ("hint", "POST /reviews", {"length": 5, "guesses": MISSES}, [1, 13]),
        ("hint", "POST /families", families(), [1]),
        ("hint", "POST /families", families("cheat-score"), [1]),
        ("hint", "POST /families", families("minimax"), [1, 4]),
        ("hint", "POST /families", families("minimax", "minimax"), [1, 4]),
        ("hint", "POST /families", {**families(), "dealers": []}, [1]),
        *(("hint", f"GET {refused}", {}, [1]) for refused in (
            "/games/x/hint?guesser=nobody", "/games/x/confession?words=x",
            "/games/x/review?weights=x", "/watch/x/confession?words=x", "/games/x/review")),
        ("read", "GET /daily/x", {}, [1]),
    ],
)  # fmt: skip
def test_each_request_has_its_price_and_tells_what_is_left(
    client: Client, counting: Counting, kind: str, call: str, body: Body, charged: list[int]
) -> None:
    game = played(client, created(client, length=8, max_misses=1), "e")
    counting.charged.clear()
    method, path = call.format(**game).split()
    answer = client.open(path, method=method, json=body if method == "POST" else None)
    assert counting.charged == charged
    assert answer.headers["RateLimit"] == f'"{kind}";r={100 - sum(charged)};t=60'


def test_problem_of_a_long_body_is_short(client: Client) -> None:
    many = b",".join(b'"%x": 1' % number for number in range(1400))
    long = b'"%b": 1, "%b": 1' % (b"x" * 8000, b"x" * 8000)
    wide = ",".join(f'"{"🎲" * 64}{number}": 1' for number in range(50)).encode()
    for members in (many, long, wide):
        response = client.post("/games", data=b"{%b}" % members, content_type=JSON)
        assert response.status_code in (400, 422)
        assert len(response.data) <= LONGEST_PROBLEM


def test_problem_names_twenty_errors_and_says_there_may_be_more(client: Client) -> None:
    guesses = [{"letter": "e", "positions": []}, *[{}] * 100]
    bodies = [{"length": 5, "guesses": each} for each in (guesses[:10], guesses)]
    few, many = (client.post("/reviews", json=body).json for body in bodies)
    assert (len(few["errors"]), len(many["errors"])) == (18, 20)
    assert many["errors"][-1]["pointer"] == "/guesses/10/word"
    assert "There may be more" in many["detail"]
    assert "There may be more" not in few["detail"]


@pytest.mark.parametrize("array", ARRAYS, ids=lambda array: array.name)
def test_array_is_measured_and_then_read_until_twenty_errors(
    array: fields.List[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(item: object, **_: object) -> None:
        read.append(item)
        raise ValidationError([complaint("too-short", "Nothing.")])

    lengths = [check for check in array.validators if isinstance(check, validate.Length)]
    [longest] = [check.max for check in lengths if check.max]
    read: list[object] = []
    monkeypatch.setattr(array.inner, "deserialize", wrong)
    for length, items_read in ((longest + 1, 0), (longest, min(longest, MOST_ERRORS))):
        read.clear()
        with pytest.raises(ValidationError):
            array.deserialize([""] * length)
        assert len(read) == items_read


def test_longest_game_has_a_largest_size(games: Games, counting: Counting, client: Client) -> None:
    counting.units = 1000
    lexicon = games.catalogue.dictionaries["en-large"].lexicons[8]
    game = created(client, dictionary="en-large", length=8, max_misses=1000, seed=5)
    words, chance = lexicon.words(lexicon.everything), random.Random(5)
    guesses = [*chance.sample(words, 101), *chance.sample(RARE_FIRST, 26)]

    answers = [guessed(client, game, guess) for guess in guesses]
    views = {each: client.get(f"/games/{game['id']}{each}") for each in [*MOST_BYTES][1:]}
    record = games.store.client.execute_command("GET", key_of(game["id"]))

    statuses = [answer.status_code for answer in answers]
    assert statuses[:102] == [200] * 100 + [409, 200]  # whole words end, letters go on
    assert {view.status_code for view in views.values()} == {200}
    sizes = {"record": len(record)} | {path: len(view.data) for path, view in views.items()}
    assert max(len(answer.data) for answer in answers) <= MOST_BYTES[""]
    assert not {name: size for name, size in sizes.items() if size > MOST_BYTES[name]}
