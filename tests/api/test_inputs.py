"""Bad input is a problem that says what was wrong, and what tools and phones add is forgiven."""

import re
from typing import Any, Final

import pytest
import yaml

from service.api.field_errors import CODES
from tests.api.conftest import KEY, Body, Client, created
from tests.inputs import inputs
from tests.support import contract
from tools.contract.codes import error_codes
from tools.contract.schemas import Schemas
from tools.contract.writing import PATHS

JSON: Final = "application/json"
MACHINERY: Final = re.compile(
    r"codec|(?<!-)\b(list|dict|str|int|None|True|NoneType)\b|sys\.|\(char|browser|server could|URL"
    r"|\{\w"
)  # words of Python and its libraries


def answer_of(response: Any) -> str:
    """Status, problem, and each `/field:code`, `?parameter:code` or `header:code`."""
    problem = response.json if response.status_code >= 400 else {}
    blamed = sorted(f"{place_of(error)}:{error['code']}" for error in problem.get("errors", []))
    return " ".join([str(response.status_code), problem.get("code", ""), *blamed]).strip()


def place_of(error: dict[str, str]) -> str:
    """The one place that an error names."""
    [kind] = error.keys() & {"pointer", "parameter", "header"}
    return f"?{error[kind]}" if kind == "parameter" else error[kind]


@pytest.mark.parametrize("answer", {each.answer: None for each in inputs()})
def test_input_has_the_answer_of_the_table(client: Client, answer: str) -> None:
    game = created(client, length=8)
    for sent in (each for each in inputs() if each.answer == answer):
        method, path = sent.request.replace("{game_id}", game["id"]).split(" ", 1)
        with client.open(path, method=method, data=sent.body, headers=sent.headers) as response:
            assert answer_of(response) == answer, sent
            if response.status_code >= 400:
                errors = [response.json, *response.json.get("errors", [])]
                assert not MACHINERY.search(" ".join(each["detail"] for each in errors)), sent
        assert client.get(f"/games/{game['id']}").json == game, sent


def test_each_call_gives_the_codes_of_the_contract_and_no_others() -> None:
    """Each code that a call can give has an input that makes the call give it."""
    written = yaml.safe_load(PATHS.read_text())
    requests = Schemas(written["names"], {}).requests
    possible = {
        (operation["path"], code)
        for operation in written["operations"].values()
        for code in error_codes(operation, requests)
    }
    shown = {
        (" ".join(reversed(operation)), code)
        for each in inputs()
        if each.answer.startswith("422")
        if (operation := contract.operation_of(*each.request.partition("?")[0].split(" ")))
        for code in re.findall(r":([a-z-]+)", each.answer)
    }
    assert sorted(possible ^ shown) == []
    assert {code for _, code in shown} == CODES.keys()


@pytest.mark.parametrize(
    ("path", "sent", "detail"),
    [
        ("/games", {"length": 0, "x": 1}, "length: Must be 1 to 64."),
        ("/games", {"length": 5.5}, "length: Not a valid integer."),
        ("/games", {"keep_seconds": 172_801}, "A game can be kept for 1 to 172800 seconds."),
        ("/games", {"secret_word": "zebrax"},
         "“zebrax” is not in the dictionary: set another word, or choose another dictionary."),
        ("/hints", {"pattern": "__", "wrong_letters": ["e", 5]}, "Not a valid string."),
        ("/solutions", {"word": "naïveté"},
         "The dictionary has no “é”, “ï”. Its letters: abcdefghijklmnopqrstuvwxyz"),
        ("/games", b'{"length": 5, "seed": 1, "length": 6}', "The key “length” is there twice."),
        ("/games", b'{"x": {"y": 1, "y": 2}}', "The key “y” is there twice."),
        ("/games", '{"é": 1, "é": 2}'.encode(), "The key “é” is there twice."),
        ("/games", b'{"length":\n 05}', "The body is not JSON in UTF-8: line 2, column 2."),
        ("/games", b'{"dealer": "\xff"}', "The body is not JSON in UTF-8: line 1, column 1."),
        ("/games", b'{"length": NaN}', "The body is not JSON in UTF-8: line 1, column 12."),
        ("/games", b'{"seed": %b}' % (b"9" * 5000),
         "The body is not JSON in UTF-8: line 1, column 10."),
        ("/games", b'{"dealer": "x\\ud800"}', "The body is not JSON in UTF-8: line 1, column 14."),
        ("/games", b" " * 20_000, "The body is larger than 16 KiB."),
        ("/games", None, "GET is not allowed here. Allowed: POST (start a game; keep its id,"
         " because games are not listed)."),
        ("/games/x/", None, "There is nothing at “/games/x/”. Leave out the slash at its end."),
        ("/nope/", None, "There is nothing at this path."),
    ],
)  # fmt: skip
def test_detail_can_be_shown_to_a_person(client: Client, path: str, sent: Any, detail: str) -> None:
    place = path.format(**created(client))
    body = {"data": sent, "content_type": JSON} if isinstance(sent, bytes) else {"json": sent}
    answer = client.get(place) if sent is None else client.post(place, **body)
    assert answer.json["detail"] == detail


def test_two_slashes_are_not_one(client: Client) -> None:
    for path in ("//games", "//livez", "///", "//"):
        answer = client.get("/x", environ_overrides={"PATH_INFO": path})
        assert (answer.status_code, answer.json["code"]) == (404, "not-found")


def test_problem_lists_what_there_is(client: Client) -> None:
    def allowed(path: str, **choices: Any) -> list[Any]:
        return list(client.post(path, json=choices).json["errors"][0]["allowed"])

    assert allowed("/games", length=33, dictionary="en-large")[-3:] == ["32", "34", "45"]
    cheats = ["largest-family", "cheat-score", "minimax"]
    for name in ("honest", "evil"):
        assert allowed("/families", length=8, dealers=[name]) == cheats
    assert client.put("/games").headers["Allow"] == "OPTIONS, POST"


KNOWN: Final[Body] = {
    "pattern": "_a__e", "wrong_letters": ["s", "t"], "wrong_words": ["dance"],
}  # fmt: skip
MISS: Final = {"letter": "e", "positions": []}
REVIEW: Final = {"length": 12, "guesses": [MISS]}


def nulls(*names: str) -> Body:
    return dict.fromkeys(names)


@pytest.mark.parametrize(
    ("path", "plain", "as_sent"),
    [
        *(("/games", {}, nulls(name)) for name in (
            "length", "dictionary", "dealer", "insight", "seed", "max_misses")),
        ("/games", {}, {"dictionary": "en", "max_misses": 8, "insight": "none"}),  # the defaults
        ("/games", {}, {"dealer": "largest-family"}),
        *(("/games", {"length": 8}, data) for data in (b'{"length": 8.0}', b'{"length": 80e-1}')),
        ("/games", {"length": 8}, b'\xef\xbb\xbf{"length": 8}'),
        ("/games", {"seed": 2**53 - 1}, {"seed": float(2**53 - 1)}),
        *(("/games/{id}/guesses", {"letter": "e"}, sent) for sent in (
            {"letter": "e "}, {"letter": " E"}, {"letter": "e", "word": None})),
        *(("/games/{id}/guesses", {"word": "nonsense"}, sent) for sent in (
            {"word": "nonsense "}, {"word": "  Nonsense"}, {"letter": None, "word": "nonsense"})),
        ("/hints", KNOWN, {
            "pattern": " _a__e ", "wrong_letters": ["s ", " t"], "wrong_words": ["dance "],
            **nulls("dictionary", "guesser", "words")}),
        ("/hints", {"pattern": "_a__e"}, {
            "pattern": "_a__e", **nulls("wrong_letters", "wrong_words")}),
        *((path, {"pattern": "_a__e"}, {"pattern": pattern}) for path in ("/hints", "/families")
          for pattern in ("-a--e", ".a..e", "?a??e", "_A-.e", " ?a..e ")),
        *(("/reviews", {"start_pattern": "_a__e", "guesses": []},
           {"start_pattern": pattern, "guesses": []}) for pattern in ("-A--E", " ?a..e ")),
        ("/solutions", {"word": "jazzy"}, {
            "word": " jazzy ", **nulls("dictionary", "guesser", "max_misses", "seed")}),
        ("/families", {"length": 8}, {"length": 8, **nulls(
            "pattern", "wrong_letters", "letter", "words", "dealers", "dictionary")}),
        ("/reviews", REVIEW, {"length": 12, **nulls("start_pattern", "dictionary", "weights"),
                              "guesses": [{**MISS, **nulls("word", "hit", "at")}]}),
        ("/reviews", REVIEW, {  # from a later version
            "length": 12, "guesses": [{**MISS, "mood": "smug", "answered_in": {"ms": 7}}]}),
        ("/reviews", {"length": 5, "guesses": [{"letter": "e", "positions": [1, 4]}]},
         {"length": 5, "guesses": [{"letter": " E ", "positions": [4, 1.0]}]}),
    ],
)  # fmt: skip
def test_what_tools_and_phones_add_changes_nothing(
    client: Client, path: str, plain: Body, as_sent: Body | bytes
) -> None:
    """An idempotency key makes it sure: with another request it would be refused."""
    place = path.format(**created(client, length=8))
    sent: Any = {"json": as_sent}
    if isinstance(as_sent, bytes):
        sent = {"data": as_sent, "content_type": JSON}

    answer = client.post(place, headers=KEY, **sent)

    assert answer.status_code in (200, 201)
    assert client.post(place, headers=KEY, json=plain).json == answer.json
