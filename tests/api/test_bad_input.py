"""Bad input is a problem that says what was wrong, and nothing is lost or let through."""

import json
import re
from gzip import compress
from typing import Any

import pytest

from tests.api import contract
from tests.api.conftest import Client

JSON = "application/json"
UNSUPPORTED = "/problems/unsupported-media-type"
MACHINERY = re.compile(
    r"codec|\b(list|dict|str|int|None|True|NoneType)\b|sys\.|\(char|browser|server could|URL"
)  # words of Python and its libraries


def posted(client: Client, data: bytes, content_type: str | None = JSON) -> Any:
    return client.post("/games", data=data, content_type=content_type)


@pytest.mark.parametrize(
    "data",
    [
        b"{", b"nonsense", b"[]", b'"e"', b"null", b"7", b"{} {}", b"{'length': 5}",
        b"[" * 5000, b'{"length":' * 1600, b'{"length": NaN}', b'{"length": Infinity}',
        b'{"seed": ' + b"9" * 5000 + b"}", b'{"dealer": "\\ud800"}', b'{"\\udc00": 1}',
        b'{"x": ["\\ud800"]', b'{"length": 5, "length": 6}', b'{"dealer": "\xff"}',
        b'\xef\xbb\xbf\xef\xbb\xbf{"length": 5}', '{"length": 5}'.encode("utf-16"),
        b'{"a": "\x00"}', b'{"length": 5,}', b'{"x": ["\\ud800"]}', b'{"x": [{"y": ["\\udfff"]}]}',
        b'{"\\ud800": 1, "\\ud800": 2}', b"\x00",
        b'{"length": 0x10}', b'{"length": +5}', b'{"length": 05}',
    ],
)  # fmt: skip
def test_what_is_not_one_json_object_in_utf8_is_malformed(client: Client, data: bytes) -> None:
    response = posted(client, data)

    assert (response.status_code, response.json["type"]) == (400, "/problems/malformed-request")
    assert not MACHINERY.search(response.json["detail"])


@pytest.mark.parametrize(
    ("data", "detail"),
    [
        (b'{"length": 5, "seed": 1, "length": 6}', "The key “length” is there twice."),
        (b'{"x": {"y": 1, "y": 2}}', "The key “y” is there twice."),
        ('{"é": 1, "é": 2}'.encode(), "The key “é” is there twice."),
        (b'{"length":\n 05}', "The body is not JSON: look at line 2, column 3."),
        (b'{"dealer": "\xff"}', "The body is not UTF-8: look at byte 12."),
        (b'{"length": NaN}', "NaN is not JSON."),
        (b'{"seed": ' + b"9" * 5000 + b"}", "A number has 5000 digits; none needs so many."),
        (b'{"dealer": "x\\ud800"}', "A text has half of a character: \\ud800."),
        (b" " * 20_000, "The body is larger than 16 KiB."),
    ],
)
def test_detail_says_what_is_wrong_with_a_body(client: Client, data: bytes, detail: str) -> None:
    assert posted(client, data).json["detail"] == detail


def test_body_that_is_packed_is_refused_and_told_how_to_come(client: Client) -> None:
    packed = {"Content-Encoding": "gzip", "Content-Type": JSON}

    response = client.post("/games", data=compress(b'{"length": 5}'), headers=packed)

    assert (response.status_code, response.json["type"]) == (415, UNSUPPORTED)
    assert response.headers["Accept-Encoding"] == "identity"
    assert "Content-Encoding" in response.json["detail"]
    contract.check("/games", response)


@pytest.mark.parametrize(
    "fields", [{"wrong_letters": "ab"}, {"limit": []}, {"guesser": {}}, {"pattern": None}, {"x": 1}]
)
def test_fields_are_blamed_in_the_words_of_json(client: Client, fields: dict[str, Any]) -> None:
    response = client.post("/suggestions", json={"pattern": "___", **fields})

    [error] = response.json["errors"]
    assert [error["field"]] == list(fields)
    assert not MACHINERY.search(error["message"])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("length", 5.7), ("length", 5.0000001), ("length", "5"), ("length", " 1_0 "),
        ("length", "٥"), ("length", True),
        ("length", 0), ("length", -1), ("length", [5]), ("length", {"a": 1}), ("length", 1e400),
        ("max_misses", 0), ("max_misses", 1_000_001), ("max_misses", "8"), ("max_misses", 2.5),
        ("dealer", "evil"), ("dealer", "largest-family "), ("dealer", 1), ("dealer", "honest\n"),
        ("insight", "all"), ("insight", ""), ("dictionary", ""), ("dictionary", "x" * 65),
        ("dictionary", 5), ("seed", -1), ("seed", 2**53), ("seed", 10**40), ("seed", "1"),
        ("unknown", 1), ("Length", 5), ("__class__", 1), ("x" * 64, 1), ("é\n", 1),
    ],
)  # fmt: skip
def test_field_that_is_wrong_is_named(client: Client, field: str, value: Any) -> None:
    response = posted(client, json.dumps({field: value}).replace("Infinity", "1e400").encode())

    assert (response.status_code, response.json["type"]) == (422, "/problems/invalid-input")
    assert [error["field"] for error in response.json["errors"]] == [field]


def test_each_wrong_field_is_named_at_once(client: Client) -> None:
    response = client.post("/games", json={"length": "x", "max_misses": -1, "foo": 1})

    assert {error["field"] for error in response.json["errors"]} == {"length", "max_misses", "foo"}


def test_length_without_words_lists_those_that_have_some(client: Client) -> None:
    response = client.post("/games", json={"length": 33, "dictionary": "en-large"})

    assert (response.status_code, response.json["type"]) == (422, "/problems/no-words-of-length")
    assert response.json["lengths"] == [*range(2, 33), 34, 45]


def test_unknown_dictionary_is_told_which_there_are(client: Client) -> None:
    response = client.post("/games", json={"dictionary": "klingon"})

    assert (response.status_code, response.json["type"]) == (422, "/problems/unknown-dictionary")
    assert "en-large" in response.json["detail"]


@pytest.mark.parametrize(
    "body",
    [{}, {"letter": "e", "word": "trumps"}, {"letter": None}, {"letter": ""}, {"letter": 5},
     {"letter": None, "word": None}, {"letter": " "}, {"word": "   "}, {"letter": "        e"},
     {"letter": ["e"]}, {"word": ""}, {"word": "x" * 129}, {"letter": "eeeeeeeee"},
     {"guess": "e"}],
)  # fmt: skip
def test_guess_is_a_letter_or_a_word(client: Client, body: dict[str, Any]) -> None:
    game = client.post("/games").json["id"]

    response = client.post(f"/games/{game}/guesses", json=body)

    assert (response.status_code, response.json["type"]) == (422, "/problems/invalid-input")
    assert client.get(f"/games/{game}").json["misses"] == 0


@pytest.mark.parametrize(
    "body", [{"letter": "é"}, {"letter": "1"}, {"letter": "ab"}, {"letter": "e\n"},
             {"letter": "\u0000"}, {"word": "short"}, {"word": "a'b"}, {"word": "naïveté!"}],
)  # fmt: skip
def test_guess_outside_the_dictionary_is_invalid_and_costs_nothing(
    client: Client, body: dict[str, Any]
) -> None:
    game = client.post("/games", json={"length": 8}).json["id"]

    response = client.post(f"/games/{game}/guesses", json=body)

    assert (response.status_code, response.json["type"]) == (422, "/problems/invalid-guess")
    assert [error["field"] for error in response.json["errors"]] == list(body)
    assert client.get(f"/games/{game}").json["misses"] == 0


@pytest.mark.parametrize(
    "content_type",
    [None, "", "text/plain", "application/x-www-form-urlencoded", "application/vnd.api+json",
     "application/problem+json", "multipart/form-data", "application/jsonp", "nonsense"],
)  # fmt: skip
def test_other_media_types_are_unsupported(client: Client, content_type: str | None) -> None:
    response = posted(client, b"{}", content_type)

    assert (response.status_code, response.json["type"]) == (415, UNSUPPORTED)
    assert "Accept-Encoding" not in response.headers  # RFC 9110, 12.5.3: only if it was packed


def test_json_with_a_charset_is_json(client: Client) -> None:
    assert posted(client, b"{}", "Application/JSON; charset=utf-8").status_code == 201


def test_body_over_16_kib_is_too_large(client: Client) -> None:
    fits = posted(client, b" " * (16 * 1024 - 2) + b"{}")
    over = posted(client, b" " * (16 * 1024 - 1) + b"{}")

    assert (fits.status_code, over.status_code) == (201, 413)
    assert over.json["type"] == "/problems/body-too-large"


@pytest.mark.parametrize(
    ("method", "path"), [("PUT", "/games"), ("GET", "/games"), ("PATCH", "/games/x"),
                         ("POST", "/livez"), ("DELETE", "/dictionaries")],
)  # fmt: skip
def test_method_that_a_path_does_not_take_is_answered_with_those_that_it_does(
    client: Client, method: str, path: str
) -> None:
    response = client.open(path, method=method)

    assert (response.status_code, response.json["type"]) == (405, "/problems/method-not-allowed")
    assert response.headers["Allow"]
    assert response.json["detail"].startswith(f"This path takes no {method}.")


def test_looking_for_the_games_tells_how_to_start_one(client: Client) -> None:
    assert client.get("/games").json["detail"] == (
        "This path takes no GET. POST: Start a game; keep its id, because games are not listed."
    )


@pytest.mark.parametrize("path", ["/games", "/games/x", "/games/x/guesses", "/dealers", "/livez"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_slash_too_many_is_told(client: Client, method: str, path: str) -> None:
    response = client.open(f"{path}/", method=method)

    assert (response.status_code, response.json["type"]) == (404, "/problems/not-found")
    assert response.json["detail"] == (
        f"There is nothing at “{path}/”. Leave out the slash at its end."
    )


@pytest.mark.parametrize("path", ["/nope", "/nope/", "/games/x/y/", "/docs/none", "/problems/none"])
def test_path_that_is_not_there_is_said_not_to_be(client: Client, path: str) -> None:
    assert client.get(path).json["detail"] == "There is nothing at this path."


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/games/{game_id}"), ("DELETE", "/games/{game_id}"),
        ("GET", "/games/{game_id}/guesses"), ("POST", "/games/{game_id}/guesses"),
        ("GET", "/games/{game_id}/confession"), ("GET", "/games/{game_id}/hint"),
        ("POST", "/games"), ("POST", "/suggestions"), ("POST", "/solutions"), ("GET", "/guessers"),
        ("GET", "/dealers"), ("GET", "/dictionaries"), ("GET", "/dictionaries/{name}"),
    ],
)  # fmt: skip
def test_parameter_that_a_call_does_not_know_is_named(
    client: Client, method: str, path: str
) -> None:
    asked = path.format(game_id=client.post("/games").json["id"], name="en")

    response = client.open(f"{asked}?verbose=1&Guesser=careful", method=method)

    assert (response.status_code, response.json["type"]) == (422, "/problems/invalid-input")
    assert {error["field"] for error in response.json["errors"]} == {"verbose", "Guesser"}
    contract.check(path, response)


def test_parameter_that_is_there_twice_is_named(client: Client) -> None:
    path = f"/games/{client.post('/games').json['id']}/hint"

    response = client.get(f"{path}?guesser=careful&guesser=entropy")

    assert response.status_code == 422
    assert [error["field"] for error in response.json["errors"]] == ["guesser"]


@pytest.mark.parametrize("path", ["/?utm_source=x", "/docs?x=1", "/livez?x=1", "/dealers?"])
def test_pages_and_probes_take_any_query(client: Client, path: str) -> None:
    assert client.get(path).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["/nope", "/games/", "//games", "/games/x/y", "/dictionaries/klingon", "/docs/../app.py",
     "/docs/%2e%2e/docs.py", "/problems/none", "/%00", "/docs/docs.html"],
)  # fmt: skip
def test_path_that_is_not_there_is_a_problem(client: Client, path: str) -> None:
    response = client.get(path)

    assert response.status_code in (308, 404)
    if response.status_code == 404:
        assert response.mimetype == "application/problem+json"


@pytest.mark.parametrize("header", ["X-HTTP-Method-Override", "X-Method-Override"])
def test_method_override_is_not_a_thing(client: Client, header: str) -> None:
    game = client.post("/games").json["id"]

    client.get(f"/games/{game}", headers={header: "DELETE"})

    assert client.get(f"/games/{game}").status_code == 200
