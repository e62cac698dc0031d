"""Who may use the API: keys, limits, proxies, private documentation; and what requests cost.

A request is charged before its body is read. Problems and games have a largest size.
"""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from marshmallow import ValidationError, fields, validate

from service.api import schemas
from service.api.application import Application
from service.api.field_errors import MOST_ERRORS, Schema, complaint
from service.api.hooks import hash_of
from service.api.limiter import Allowance
from service.api.limits import NAME, client
from service.api.messages import PROBES
from service.http_cache import content_of
from service.play.games import Games
from service.store.commands import Command
from service.store.record import key_of
from tests.api.conftest import DAY, Body, Client, Make, created, guessed, played, served
from tests.support import contract
from tests.support.fakes import FakeServers
from tests.support.programs import ROOT, run

SECRET, OTHER = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"
USED, OTHERS = ({"Authorization": f"Bearer {key}"} for key in (SECRET, OTHER))
LIMITED: dict[str, Any] = {"ratelimit_create": 2}
ORIGIN = "https://ours.example"


def starts(client: Client, number: int, **headers: str) -> list[int]:
    """Start `number` games; return the statuses. `{}` in a header becomes the start's number."""
    sent = [{name: each.format(n) for name, each in headers.items()} for n in range(number)]
    return [client.post("/games", headers=each).status_code for each in sent]


def test_games_are_limited(client_with: Make) -> None:
    client = client_with(**LIMITED)
    first, second, refused = [client.post("/games") for _ in range(3)]
    assert (first.status_code, second.status_code, refused.status_code) == (201, 201, 429)
    storage = '"storage";q=400000;w=86400'
    assert first.headers["RateLimit-Policy"] == f'"create";q=2;w=60, {storage}'
    assert refused.headers["RateLimit-Policy"] == '"create";q=2;w=60'
    assert first.headers["RateLimit"].startswith('"create";r=1;t=30, "storage";r=')
    seconds = int(refused.headers["Retry-After"])
    assert 1 <= seconds <= 30
    assert refused.json["detail"] == f"That was too much at once. Try again in {seconds} seconds."
    assert refused.headers["RateLimit"].startswith('"create";r=0;')


@pytest.mark.parametrize(
    ("settings", "claimed", "is_limited"),
    [
        ({"ratelimit_enabled": False}, "", False),
        *(({"trusted_proxies": n}, "203.0.113.9, 198.51.100.{}", n != 1) for n in range(3)),
        *(
            ({"trusted_proxies": 1}, claimed, True)
            for claimed in ("unknown", "", "198.51.100.1:4711", "x" * 5000, "é")
        ),
    ],
    ids=lambda each: str(each)[:25],
)
def test_clients_are_counted_apart(
    client_with: Make, settings: dict[str, Any], claimed: str, is_limited: bool
) -> None:
    statuses = starts(client_with(**LIMITED, **settings), 3, **{"X-Forwarded-For": claimed})
    assert statuses == [201, 201, 429 if is_limited else 201]


def test_limits_are_counted_for_a_key_and_not_for_its_address(client_with: Make) -> None:
    client = client_with(**LIMITED, api_keys=f"{hash_of(SECRET)},{hash_of(OTHER)}")
    assert starts(client, 3, **USED) == [201, 201, 429]
    assert starts(client, 1, **OTHERS) == [201]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),  # an IPv4 client at a dual-stack socket
        ("[::ffff:192.0.2.1]:4711", "192.0.2.1"),
        ("2001:db8::1", "20010db800000000"),
        ("2001:db8::ffff:1", "20010db800000000"),  # of the same household
        ("[2001:db8::1]:4711", "20010db800000000"),
        ("[2001:db8::1]", "20010db800000000"),
        ("::1", "0"),
        *[(odd, odd[:NAME]) for odd in ("unknown", "", "x" * 5000, "a:b", "[")],
    ],
)
def test_client_is_named_by_its_address(app: Flask, address: str, name: str) -> None:
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert client() == name


def test_api_needs_a_key_if_keys_are_set(client_with: Make) -> None:
    client = client_with(api_keys=f"{hash_of(OTHER)}, {hash_of(SECRET).upper()}")
    for wrong in ({}, {"Authorization": "Bearer x"}, {"Authorization": f"Basic {SECRET}"}):
        answer = client.post("/games", headers=wrong)
        invalid = ' error="invalid_token"' if wrong else ""
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, f"Bearer{invalid}")
    for scheme in ("Bearer", "bearer", "BEARER"):
        assert starts(client, 1, Authorization=f"{scheme} {SECRET}") == [201]
    for path in ("/dealers", "/nowhere"):
        assert client.get(path).status_code == 401


def test_preflight_needs_no_key_and_costs_nothing(client_with: Make) -> None:
    client = client_with(api_keys=hash_of(SECRET), cors_origins=ORIGIN, ratelimit_create=1)
    headers = {"Origin": ORIGIN, "Access-Control-Request-Method": "POST"}
    answers = [client.options("/games", headers=headers) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [204] * 3
    assert answers[0].headers["Access-Control-Allow-Origin"] == ORIGIN
    assert "RateLimit" not in answers[0].headers
    assert starts(client, 1, **USED) == [201]
    for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"):
        assert client.open("/games", method=method, headers=headers).status_code == 401


@pytest.mark.parametrize(
    ("public", "keys", "headers", "status"),
    [
        (True, hash_of(SECRET), {}, 200),
        (False, "", {}, 404),
        (False, hash_of(SECRET), {}, 401),
        (False, hash_of(SECRET), USED, 200),
    ],
)
def test_probes_need_no_key_and_documents_can_be_private(
    client_with: Make, public: bool, keys: str, headers: Mapping[str, str], status: int
) -> None:
    client = client_with(docs_public=public, api_keys=keys)
    contracts = ("/openapi.yaml", "/openapi.json", "/.well-known/api-catalog")
    for path in ("/docs", "/docs/docs.js", *contracts, "/problems", "/problems/game-over"):
        with client.get(path, headers=headers) as answer:
            assert answer.status_code == status, path
            assert 'class="open"' not in answer.text  # shown if no key is needed
    for path in ("/livez", "/readyz", "/"):
        assert client.get(path).status_code == 200


def test_key_made_as_the_documents_say_is_accepted(client_with: Make) -> None:
    page = (ROOT / "docs/operate.md").read_text()
    [command] = re.findall(r"^(KEY=.*)$", page, re.MULTILINE)
    key, hashed = run("bash", "-c", command).stdout.split()[:2]
    client = client_with(api_keys=hashed)
    assert starts(client, 1, Authorization=f"Bearer {key}") == [201]
    assert starts(client, 1) == [401]


@pytest.mark.parametrize(
    ("proxies", "is_believed", "prefixes"),
    [
        (1, True, ["/ours", "/a/b-c.d/e_f", "/v1.2", "/...", "/..x", "/.x", "/x..y"]),
        (2, True, ["/ours", "/theirs,/ours", "evil, /ours"]),  # the nearest proxy is believed
        (1, False, [
            "//evil.example", "http://x.y", "evil", "/x/", "/x?y", "/x#", "/%2f", "//x,", "/..",
            "/x/../y", "/.", "/é", "/x y",
        ]),
        (0, False, ["/ours"]),
    ],
)  # fmt: skip
def test_prefix_of_a_trusted_proxy_is_believed_if_it_is_a_path(
    client_with: Make, proxies: int, is_believed: bool, prefixes: list[str]
) -> None:
    client = client_with(trusted_proxies=proxies, ratelimit_enabled=False)
    for prefix in prefixes:
        answer = client.post("/games", headers={"X-Forwarded-Prefix": prefix})
        believed = re.sub(".*, ?", "", f"{prefix}/games/") if is_believed else "/games/"
        assert answer.headers["Location"].startswith(believed), prefix


def test_answer_with_a_prefix_in_it_is_not_cached(client_with: Make) -> None:
    client, before = client_with(trusted_proxies=1), content_of.cache_info().currsize
    for path in ("/openapi.json", "/openapi.yaml", "/.well-known/api-catalog"):
        answer = client.get(path, headers={"X-Forwarded-Prefix": "/a-prefix"})
        assert "/a-prefix" in answer.text
        assert answer.headers["Cache-Control"] == "no-store"
        assert content_of.cache_info().currsize == before
        for each in (answer, client.get(path)):
            assert "X-Forwarded-Prefix" in each.headers["Vary"]
        before = content_of.cache_info().currsize


# --- What requests cost ---------------------------------------------------------------------------


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
    """A limiter that records what was charged, and has `units` for all kinds together.

    What is charged for storage is in `stored`, and never refused.
    """

    def __init__(self, units: int) -> None:
        self.units = units
        self.charged: list[int] = []
        self.stored: list[int] = []

    def count_request(
        self, kind: str, client: str, cost: int = 1, paid: int = 0, ahead: str | None = None
    ) -> Allowance:
        if kind == "storage":
            self.stored.append(cost)
            return Allowance(kind, 1, 1, True, 1, 0, 0)
        self.charged.append(cost - paid)
        left = self.units - sum(self.charged)
        return Allowance(kind, self.units, 60, left >= 0, max(0, left), 0, 60)


def test_guess_is_counted_and_its_game_read_in_one_go(
    client_with: Make, store: FakeServers
) -> None:
    client = client_with(**LIMITED)
    game = created(client, length=5)
    guessed(client, game, "a")  # the store has the scripts now
    with patch.object(store, "send", wraps=store.send) as send:
        assert guessed(client, game, "e").json["guessed_letters"] == ["a", "e"]
    assert [len(call.args[0]) for call in send.call_args_list] == [2, 1]


def test_guess_that_was_overtaken_is_made_on_the_newer_game(
    client_with: Make, store: FakeServers
) -> None:
    client = client_with(**LIMITED)
    game, send = created(client, length=5), store.send

    def overtaken(commands: Sequence[Command]) -> Any:
        answers = send(commands)
        reading.stop()
        assert guessed(client, game, "a").status_code == 200
        return answers

    reading = patch.object(store, "send", overtaken)
    reading.start()
    assert guessed(client, game, "e").json["guessed_letters"] == ["a", "e"]


class Unread(BytesIO):
    """A body that fails the test if anything reads it: it might be slow, or huge."""

    def read(self, *_: Any) -> bytes:
        raise AssertionError("the body was read before the request was charged")

    readinto = readline = read  # type: ignore[assignment]  # all ways to read


@pytest.fixture(scope="module")
def app(games: Games) -> Application:
    return served(games)


@pytest.fixture(autouse=True)
def counting(app: Application) -> Counting:
    counting = Counting(units=100)
    app.parts = replace(app.parts, limiter=counting)  # type: ignore[arg-type]  # counts as one does
    return counting


def test_body_is_charged_and_then_read(
    app: Application, client: Client, counting: Counting
) -> None:
    rules = [rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]
    assert len(rules) >= 7
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


def test_all_calls_are_limited_except_probes(client: Client, counting: Counting) -> None:
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
        ("guess", "POST /games/{id}/guesses", {"letter": "z"}, [1]),
        ("hint", "POST /hints", {"pattern": "___"}, [1]),
        ("hint", "GET /games/{id}/hint", {}, [1]),
        ("hint", "POST /solutions", {"word": "cat"}, [1]),
        ("hint", "GET /games/{id}/confession", {}, [1, 9]),
        ("hint", "GET /watch/{watch_id}/confession", {}, [1, 9]),
        ("hint", "POST /reviews", {"length": 5, "guesses": []}, [1, 11]),
        ("hint", "POST /reviews", {"length": 5, "guesses": MISSES}, [1, 13]),
        ("hint", "POST /families", families(), [1]),
        ("hint", "POST /families", families("cheat-score"), [1]),
        ("hint", "POST /families", families("minimax"), [1, 2]),
        ("hint", "POST /families", families("minimax", "minimax"), [1, 2]),
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


@pytest.mark.parametrize(
    ("kind", "call", "body", "units"),
    [
        ("create", "POST /games", {}, 217),
        ("create", "POST /games", {"dictionary": "en-large"}, 371),
        ("create", "POST /games", {"length": 5}, 170),
        ("create", "POST /games", {"daily": "today"}, 217),
        ("create", "POST /games", {"keep_seconds": 2 * DAY // 1000}, 217),  # as long as any game
        ("read", "POST /watch/{watch_id}/words", {}, 4),
    ],
)
def test_what_stays_in_the_store_is_charged_too(
    client: Client, counting: Counting, kind: str, call: str, body: Body, units: int
) -> None:
    game = played(client, created(client, length=8, max_misses=1), "e")
    counting.stored.clear()
    method, path = call.format(**game).split()
    answer = client.open(path, method=method, json=body)
    assert counting.stored == [units]
    kinds = re.findall(r'"(\w+)";r=', answer.headers["RateLimit"])
    assert kinds == [kind, "storage"]


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
    record: Any = games.store.commands.get(key_of(game["id"]))

    statuses = [answer.status_code for answer in answers]
    assert statuses[:102] == [200] * 100 + [409, 200]  # no more whole words, but letters
    assert {view.status_code for view in views.values()} == {200}
    sizes = {"record": len(record)} | {path: len(view.data) for path, view in views.items()}
    assert max(len(answer.data) for answer in answers) <= MOST_BYTES[""]
    assert not {name: size for name, size in sizes.items() if size > MOST_BYTES[name]}
