"""Bad input is a problem that says what was wrong, and what tools and phones add is forgiven."""

import re
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.api import hooks, schemas
from service.api.field_errors import Schema
from service.play.requests import new_game_id
from service.store.record import watch_id
from tests.api.conftest import Client
from tests.inputs import Input, inputs
from tests.support import contract

JSON = "application/json"
REQUESTS = [
    each for each in vars(schemas).values() if isinstance(each, type) and issubclass(each, Schema)
]
MACHINERY = re.compile(
    r"codec|(?<!-)\b(list|dict|str|int|None|True|NoneType)\b|sys\.|\(char|browser|server could|URL"
    r"|\{\w"
)  # words of Python and its libraries


def answer_of(response: Any) -> str:
    """Status, problem, and each `/field:code`, `?parameter:code` or `header:code`."""
    told = response.json if response.status_code >= 400 else {}
    problem = told.get("code", "")
    blamed = sorted(f"{place_of(error)}:{error['code']}" for error in told.get("errors", []))
    return " ".join([str(response.status_code), problem, *blamed]).strip()


def place_of(error: dict[str, str]) -> str:
    """The one place that an error names."""
    [(kind, place)] = [
        (name, error[name]) for name in error.keys() & {"pointer", "parameter", "header"}
    ]
    return f"?{place}" if kind == "parameter" else place


@pytest.mark.parametrize("sent", [*inputs()], ids=lambda sent: f"{sent.request} {sent.answer}"[:80])
def test_input_has_the_answer_of_the_table(client: Client, sent: Input) -> None:
    game = client.post("/games", json={"length": 8}).json
    method, path = sent.request.split(" ", 1)

    with client.open(
        path.replace("{game_id}", game["id"]), method=method, data=sent.body, headers=sent.headers
    ) as response:
        assert answer_of(response) == sent.answer
        if response.status_code >= 400:
            told = [
                response.json["detail"],
                *(e["detail"] for e in response.json.get("errors", [])),
            ]
            assert not MACHINERY.search(" ".join(told))
        if (known := path.partition("?")[0], method) in contract.operations():
            contract.check(known, response)
    assert client.get(f"/games/{game['id']}").json == game


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b'{"length": 5, "seed": 1, "length": 6}', "The key “length” is there twice."),
        (b'{"x": {"y": 1, "y": 2}}', "The key “y” is there twice."),
        ('{"é": 1, "é": 2}'.encode(), "The key “é” is there twice."),
        (b'{"length":\n 05}', "The body is not JSON in UTF-8: line 2, column 2."),
        (b'{"dealer": "\xff"}', "The body is not JSON in UTF-8: line 1, column 1."),
        (b'{"length": NaN}', "The body is not JSON in UTF-8: line 1, column 12."),
        (b'{"seed": ' + b"9" * 5000 + b"}", "The body is not JSON in UTF-8: line 1, column 10."),
        (b'{"dealer": "x\\ud800"}', "The body is not JSON in UTF-8: line 1, column 14."),
        (b" " * 20_000, "The body is larger than 16 KiB."),
    ],
)
def test_detail_says_what_is_wrong_with_a_body(client: Client, data: bytes, detail: str) -> None:
    assert client.post("/games", data=data, content_type=JSON).json["detail"] == detail


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/games", "GET is not allowed here. Allowed: POST (start a game; keep its id, because"
         " games are not listed)."),
        ("/games/x/", "There is nothing at “/games/x/”. Leave out the slash at its end."),
        ("/nope/", "There is nothing at this path."),
    ],
)  # fmt: skip
def test_detail_says_what_is_wrong_with_a_path(client: Client, path: str, detail: str) -> None:
    assert client.get(path).json["detail"] == detail


@pytest.mark.parametrize("path", ["//games", "//livez", "///", "//"])
def test_two_slashes_are_not_one(client: Client, path: str) -> None:
    answer = client.get("/x", environ_overrides={"PATH_INFO": path})

    assert (answer.status_code, answer.json["code"]) == (404, "not-found")


def test_problem_lists_what_there_is(client: Client) -> None:
    length = client.post("/games", json={"length": 33, "dictionary": "en-large"}).json
    dictionary = client.post("/games", json={"dictionary": "klingon"}).json
    method = client.put("/games")

    assert length["errors"][0]["allowed"] == [*range(2, 33), 34, 45]
    assert "en-large" in dictionary["errors"][0]["allowed"]
    assert set(method.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


def test_packed_body_is_told_to_come_unpacked(
    client: Client,
) -> None:
    def accepted(**headers: str) -> Any:
        answer = client.post("/games", data=b"{}", headers=headers)
        return answer.headers.get("Accept-Encoding")  # RFC 9110, 12.5.3: only if it was packed

    assert accepted(**{"Content-Encoding": "gzip", "Content-Type": JSON}) == "identity"
    assert accepted(**{"Content-Type": "text/plain"}) is None


KNOWN: dict[str, Any] = {"pattern": "_a__e", "wrong_letters": ["s", "t"], "wrong_words": ["dance"]}


@pytest.mark.parametrize(
    ("path", "plain", "as_sent"),
    [
        *(("/games", {}, {name: None}) for name in (
            "length", "dictionary", "dealer", "insight", "seed")),
        *(("/games", {"length": 8}, data) for data in (b'{"length": 8.0}', b'{"length": 80e-1}')),
        ("/games", {"length": 8}, b'\xef\xbb\xbf{"length": 8}'),
        ("/games", {"seed": 2**53 - 1}, {"seed": float(2**53 - 1)}),
        *(("guesses", {"letter": "e"}, sent) for sent in (
            {"letter": "e "}, {"letter": " E"}, {"letter": "e", "word": None})),
        *(("guesses", {"word": "nonsense"}, sent) for sent in (
            {"word": "nonsense "}, {"word": "  Nonsense"}, {"letter": None, "word": "nonsense"})),
        ("/hints", KNOWN, {
            "pattern": " _a__e ", "wrong_letters": ["s ", " t"], "wrong_words": ["dance "],
            **dict.fromkeys(["dictionary", "guesser", "words"])}),
        ("/hints", {"pattern": "_a__e"}, {
            "pattern": "_a__e", **dict.fromkeys(["wrong_letters", "wrong_words"])}),
        *(("/hints", {"pattern": "_a__e"}, {"pattern": pattern}) for pattern in (
            "-a--e", ".a..e", "?a??e", "_A-.e")),
        ("/solutions", {"word": "jazzy"}, {
            "word": " jazzy ", **dict.fromkeys(["dictionary", "guesser", "max_misses", "seed"])}),
    ],
)  # fmt: skip
def test_what_tools_and_phones_add_changes_nothing(
    client: Client, path: str, plain: dict[str, Any], as_sent: dict[str, Any] | bytes
) -> None:
    """An idempotency key makes it sure: with another request it would be refused."""
    if path == "guesses":
        path = f"/games/{client.post('/games', json={'length': 8}).json['id']}/guesses"
    key = {"Idempotency-Key": "the-same-request-again"}
    body: Any = {"json": as_sent}
    if isinstance(as_sent, bytes):
        body = {"data": as_sent, "content_type": JSON}

    answer = client.post(path, headers=key, **body)

    assert answer.status_code in (200, 201)
    assert client.post(path, headers=key, json=plain).json == answer.json


def test_null_for_max_misses_means_left_out(client: Client) -> None:
    def most(**asked: Any) -> Any:
        return client.post("/games", json=asked).json.get("max_misses")

    assert (most(), most(max_misses=None), most(max_misses=1000)) == (8, 8, 1000)
    assert most(max_misses=1001) is None


def id_of(number: int) -> str:
    with patch("secrets.randbits", return_value=number):
        return new_game_id()


@given(st.integers(0, 2**128 - 1))
def test_every_id_stays_out_of_logs_however_it_is_written(number: int) -> None:
    game_id = id_of(number)

    assert hooks.without_ids(f"/x/{game_id}") == f"/x/{watch_id(game_id)}"
    assert hooks.without_ids(f"/x/{game_id.upper()}") == f"/x/{watch_id(game_id)}"


@given(st.integers(0, 2**128 - 1), st.sets(st.integers(0, 25), min_size=1))
def test_id_that_is_percent_encoded_stays_out_of_logs(number: int, encoded: set[int]) -> None:
    game_id = id_of(number)
    letters = [f"%{ord(each):x}" if n in encoded else each for n, each in enumerate(game_id)]

    for name in ("".join(letters), "".join(letters).replace("%", "%25").upper()):
        assert hooks.without_ids(f"/x/{name}") == f"/x/{watch_id(game_id)}"


def test_id_has_one_spelling(client: Client) -> None:
    game = client.post("/games").json["id"]

    assert client.get(f"/games/{game.upper()}").status_code == 404
    assert client.delete(f"/games/{game.upper()}").status_code == 404
    assert client.get(f"/games/{game}").status_code == 200


@pytest.mark.parametrize(
    ("path", "sent", "detail"),
    [
        ("/games", {"length": 0, "x": 1}, "length: Must be 1 to 64."),
        ("/games", {"length": 5.5}, "length: Not a valid integer."),
        ("/games", {"dictionary": "fr"},
         "There is no dictionary “fr”. Choose one of: en, en-large, en-small."),
        ("guesses", {}, "Send a letter or a word, and not both."),
        ("/hints", {"pattern": "__", "wrong_letters": ["e", 5]},
         "Not a valid string."),
    ],
)  # fmt: skip
def test_detail_can_be_shown_to_a_person(client: Client, path: str, sent: Any, detail: str) -> None:
    if path == "guesses":
        path = f"/games/{client.post('/games').json['id']}/guesses"

    assert client.post(path, json=sent).json["detail"] == detail


@pytest.mark.parametrize("schema", REQUESTS, ids=lambda schema: schema.__name__)
def test_no_message_of_a_field_is_a_template(schema: type[Schema]) -> None:
    for field in schema().fields.values():
        assert not re.search(r"\{\w", str(field.error_messages))


def test_start_that_spells_out_defaults_is_the_same_request(client: Client) -> None:
    def start(**choices: Any) -> Any:
        return client.post(
            "/games", json=choices, headers={"Idempotency-Key": "0123456789abcdef0123"}
        )

    defaults = {"dictionary": "en", "max_misses": 8, "insight": "none", "dealer": "largest-family"}
    first = start()

    for each in ({}, *({name: value} for name, value in defaults.items()), defaults):
        assert start(**each).json == first.json, each
    assert start(dealer="honest").json["code"] == "idempotency-key-reused"


def test_key_may_stand_in_one_pair_of_quotes(client: Client) -> None:
    def started(key: str) -> Any:
        return client.post("/games", headers={"Idempotency-Key": key}).json["id"]

    assert started('"0123456789abcdef0123"') == started("0123456789abcdef0123")
    assert started('""0123456789abcdef0123""') != started("0123456789abcdef0123")
