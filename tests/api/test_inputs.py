"""Bad input is a problem that says what was wrong, and what tools and phones add is forgiven."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.play import ids
from service.store.errors import GameNotFound
from service.store.record import watch_id
from tests.api import contract
from tests.api.conftest import Client
from tests.inputs import Input, inputs

JSON = "application/json"
MACHINERY = re.compile(
    r"codec|\b(list|dict|str|int|None|True|NoneType)\b|sys\.|\(char|browser|server could|URL"
)  # words of Python and its libraries


def answer_of(response: Any) -> str:
    """Status, problem and fields that are blamed."""
    told = response.json if response.status_code >= 400 else {}
    problem = told.get("type", "").removeprefix("/problems/")
    fields = sorted(error["field"] for error in told.get("errors", []))
    return " ".join([str(response.status_code), problem, *fields]).strip()


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
                *(e["message"] for e in response.json.get("errors", [])),
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
        (b'{"length":\n 05}', "The body is not JSON: look at line 2, column 3."),
        (b'{"dealer": "\xff"}', "The body is not UTF-8: look at byte 12."),
        (b'{"length": NaN}', "NaN is not JSON."),
        (b'{"seed": ' + b"9" * 5000 + b"}", "A number has 5000 digits; none needs so many."),
        (b'{"dealer": "x\\ud800"}', "A text has half of a character: \\ud800."),
        (b" " * 20_000, "The body is larger than 16 KiB."),
    ],
)
def test_detail_says_what_is_wrong_with_a_body(client: Client, data: bytes, detail: str) -> None:
    assert client.post("/games", data=data, content_type=JSON).json["detail"] == detail


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/games", "This path takes no GET. POST: Start a game; keep its id, because games are not"
         " listed."),
        ("/games/x/", "There is nothing at “/games/x/”. Leave out the slash at its end."),
        ("/nope/", "There is nothing at this path."),
    ],
)  # fmt: skip
def test_detail_says_what_is_wrong_with_a_path(client: Client, path: str, detail: str) -> None:
    assert client.get(path).json["detail"] == detail


def test_problem_lists_what_there_is(client: Client) -> None:
    length = client.post("/games", json={"length": 33, "dictionary": "en-large"}).json
    dictionary = client.post("/games", json={"dictionary": "klingon"}).json
    method = client.put("/games")

    assert length["lengths"] == [*range(2, 33), 34, 45]
    assert "en-large" in dictionary["detail"]
    assert set(method.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


def test_body_that_is_packed_is_told_how_to_come_and_other_media_types_are_not(
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
        ("/suggestions", KNOWN, {
            "pattern": " _a__e ", "wrong_letters": ["s ", " t"], "wrong_words": ["dance "],
            **dict.fromkeys(["dictionary", "guesser", "limit"])}),
        ("/suggestions", {"pattern": "_a__e"}, {
            "pattern": "_a__e", **dict.fromkeys(["wrong_letters", "wrong_words"])}),
        *(("/suggestions", {"pattern": "_a__e"}, {"pattern": pattern}) for pattern in (
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
    key = {"Idempotency-Key": "the-same-request"}
    body: Any = {"json": as_sent}
    if isinstance(as_sent, bytes):
        body = {"data": as_sent, "content_type": JSON}

    answer = client.post(path, headers=key, **body)

    assert answer.status_code in (200, 201)
    assert client.post(path, headers=key, json=plain).json == answer.json


def test_null_for_max_misses_alone_means_never(client: Client) -> None:
    def most(**asked: Any) -> Any:
        return client.post("/games", json=asked).json["max_misses"]

    assert (most(), most(max_misses=None), most(max_misses=1_000_000)) == (8, None, 1_000_000)


def written(game_id: str) -> str:
    """An id as somebody reads it out and another writes it down: O for 0, L or I for 1."""
    return game_id.upper().replace("0", "O").replace("1", "L", 1).replace("1", "i")


def test_id_may_be_written_as_people_read_it(client: Client) -> None:
    game = client.post("/games", json={"length": 8, "max_misses": 1, "seed": 7}).json
    path = f"/games/{written(game['id'])}"

    assert path != f"/games/{game['id']}"
    assert client.get(path).json == game
    answer = client.post(f"{path}/guesses", json={"letter": "e"})
    assert (answer.json["id"], answer.json["status"]) == (game["id"], "lost")
    assert answer.headers["Content-Location"] == f"/games/{game['id']}"
    assert client.get(f"{path}/guesses").json["guesses"] == [answer.json["guess"]]
    assert client.get(f"{path}/confession").json["id"] == game["id"]
    assert client.delete(path).status_code == 204
    assert client.get(f"/games/{game['id']}").status_code == 404


@given(st.binary(min_size=16, max_size=16))
def test_every_id_is_read_as_it_was_issued_and_stays_out_of_logs(key: bytes) -> None:
    game_id = ids.game_id_for(key.hex(), b"")

    assert ids.as_issued(game_id) == ids.as_issued(written(game_id)) == game_id
    assert ids.without_ids(f"/x/{written(game_id)}") == ids.without_ids(f"/x/{game_id}")
    assert ids.without_ids(f"/x/{game_id}") == f"/x/{watch_id(game_id)}"


@pytest.mark.parametrize("text", ["", "x", "u" * 26, "0" * 25, "0" * 27, "8" * 26, "\u212a" * 26])
def test_what_can_be_no_id_names_no_game(text: str) -> None:
    with pytest.raises(GameNotFound):
        ids.as_issued(text)
