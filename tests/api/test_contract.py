"""`openapi.yaml` and the service agree, also about bad input.

A problem says what was wrong. What tools and phones add to a request is forgiven.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.api import schemas
from service.api.documents import WRITTEN
from service.api.problems import PROBLEM_TYPES, TYPES
from service.choices import INSIGHTS, WEIGHTS_NAMES
from service.play.games import Games
from tests.api.conftest import KEY, Body, Client, created, served
from tests.inputs import WATCH_ID, inputs
from tests.support import contract
from tests.support.programs import run
from tools.contract.codes import CODES, error_codes
from tools.contract.compatibility import PROMISES, breaks, promises
from tools.contract.document import Document
from tools.contract.writing import PATHS, made_contract, written

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
COMPONENTS = contract.contract()["components"]["schemas"]
NOT_IN_IT = ("docs", "page")  # blueprints for browsers


def examples() -> Iterator[tuple[dict[str, Any], dict[str, Any], Any]]:
    """Yield each example of the contract: its request or response, its schema, and its value."""
    for operation in contract.operations().values():
        messages = [operation.get("requestBody", {}), *operation["responses"].values()]
        for message in map(contract.followed, messages):
            for body in message.get("content", {}).values():
                for example in body["examples"].values():
                    yield message, body["schema"], example["value"]


def test_what_is_made_of_the_contract_is_up_to_date() -> None:
    generated, missing, played = made_contract()
    assert not missing
    files = written(generated, played)
    for file, text in files.items():
        assert file.read_text() == text, "make docs"
    assert {*WRITTEN.rglob("*.*")} <= files.keys(), "make docs"


def test_changelog_names_each_break_of_the_released_contract() -> None:
    broken = breaks(contract.read(PROMISES.read_text()), promises(contract.contract()))
    changelog = CHANGELOG.read_text()
    assert [each for each in broken if f"`{each}`" not in changelog] == []


def test_breaks_of_the_contract_are_named_and_additions_not() -> None:
    before = promises(contract.contract())
    now = contract.read(contract.CONTRACT.read_text())
    described = now["components"]["schemas"]
    del now["paths"]["/guessers"]
    del described["Game"]["properties"]["pattern"]
    described["Game"]["properties"]["misses"]["type"] = ["integer", "null"]
    described["GameRequest"]["properties"]["insight"]["enum"].remove("count")
    described["ReviewRequest"]["properties"]["weights"]["enum"].append("new-weights")
    described["Game"]["properties"]["status"]["enum"].append("drawn")
    described["HintRequest"]["properties"]["colour"] = {"type": "string"}
    described["HintRequest"]["required"] += ["colour", "guesser"]
    described["Problem"]["properties"]["code"]["x-extensible-enum"].append("new-code")
    described["Guess"]["properties"]["new"] = {"type": "string"}
    described["Guess"]["required"].append("new")
    described["GuessRequest"]["properties"]["new"] = {"type": "string"}
    described["TranscriptGuess"]["required"] = ["mood"]
    described["TranscriptGuess"]["properties"]["mood"] = {"type": "string"}

    assert not breaks(before, before)
    assert set(breaks(before, promises(now))) == {
        "listGuessers", "listGuessers.IfNoneMatch", "Game.pattern", "Game.misses", "Game.status",
        "GameRequest.insight", "HintRequest.guesser", "HintRequest.colour",
        "TranscriptGuess.mood",
    }  # fmt: skip


def test_paths_and_methods_are_the_services(games: Games) -> None:
    found = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in served(games).url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if not rule.endpoint.startswith(NOT_IN_IT)
    }
    assert found == contract.operations().keys()


def test_examples_fit_their_schemas_and_show_all_problems() -> None:
    found, shown = list(examples()), set()
    assert len(found) > 100
    for message, schema, value in found:
        contract.validate(value, schema)
        if "type" in value:
            shown.add((value["code"], value["status"], value["title"]))
            assert value["code"] in message["x-problem-codes"]
            errors = {each["code"] for each in value.get("errors", [])}
            assert errors <= {*message.get("x-error-codes", [])}, value
    assert shown == {(kind.code, kind.status, kind.title) for kind in PROBLEM_TYPES}


def test_lists_are_closed_where_nobody_adds_to_them() -> None:
    closed = {
        f"{name}.{field}": about["enum"]
        for name, schema in COMPONENTS.items()
        for field, about in schema.get("properties", {}).items()
        if "enum" in about
    }
    weights, ends = [*WEIGHTS_NAMES, None], ["in_progress", "won", "lost"]
    assert closed == {
        **{f"{name}.status": ends for name in ("Game", "WatchedGame")},
        "GameRequest.insight": [*INSIGHTS, None], "ReviewRequest.weights": weights,
    }  # fmt: skip
    problem, error = (COMPONENTS[name]["properties"]["code"] for name in ("Problem", "FieldError"))
    lists = [each["x-extensible-enum"] for each in (COMPONENTS["Weights"], problem, error)]
    assert lists == [[*WEIGHTS_NAMES], [*TYPES], [*CODES]]


@pytest.mark.parametrize("name", ["dealer", "guesser", "dictionary"])
def test_names_that_others_add_to_are_open_and_have_examples(name: str) -> None:
    requests = [each for each in COMPONENTS.values() if each.get("additionalProperties") is False]
    fields = [each["properties"][name] for each in requests if name in each["properties"]]
    assert fields
    for field in fields:
        assert "enum" not in field
        assert field["description"].endswith(f"Known: {', '.join(field['examples'])}.")


def test_every_parameter_has_an_example_that_fits_it() -> None:
    parameters = {
        str(parameter): parameter
        for operation in contract.operations().values()
        for parameter in map(contract.followed, operation["parameters"])
    }
    assert len(parameters) > 10
    for parameter in parameters.values():
        contract.validate(parameter["example"], parameter["schema"])


def test_request_may_have_null_where_the_service_accepts_it() -> None:
    """null is a field that is left out: a field may be null unless it is required."""
    described = {
        f"{name}.{field}": "null" in about["type"]
        for name, schema in COMPONENTS.items()
        if schema.get("additionalProperties") is False
        for field, about in schema.get("properties", {}).items()
    }
    accepted = {
        f"{name}.{field}": about.allow_none
        for name in {each.partition(".")[0] for each in described}
        for field, about in getattr(schemas, name)().fields.items()
    }
    assert described == accepted
    assert sum(accepted.values()) > 20


def test_everything_has_a_description() -> None:
    whole = contract.contract()
    parts = [*contract.operations().values(), *whole["tags"], *COMPONENTS.values()]
    parts += whole["components"]["headers"].values()
    for operation in contract.operations().values():
        messages = [*operation["parameters"], *operation["responses"].values()]
        parts += map(contract.followed, messages)
    for schema in COMPONENTS.values():
        parts += schema.get("properties", {}).values()
    assert [each for each in parts if not each.get("description", "").strip()] == []


def test_client_generator_accepts_the_contract_silently(tmp_path: Path) -> None:
    output = f"--output-path={tmp_path / 'client'}"
    contract_path = f"--path={contract.CONTRACT}"
    ran = run("openapi-python-client", "generate", contract_path, output, "--fail-on-warning")
    assert ran.returncode == 0, ran.stdout + ran.stderr


# --- Bad input, and what is forgiven --------------------------------------------------------------


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
        data = sent.body.replace(WATCH_ID.encode(), game["watch_id"].encode())
        with client.open(path, method=method, data=data, headers=sent.headers) as response:
            assert answer_of(response) == answer, sent
            if response.status_code >= 400:
                errors = [response.json, *response.json.get("errors", [])]
                assert not MACHINERY.search(" ".join(each["detail"] for each in errors)), sent
        assert client.get(f"/games/{game['id']}").json == game, sent


def test_each_call_gives_the_codes_of_the_contract_and_no_others(games: Games) -> None:
    """Each error code that a call can return has an input in the table that causes it."""
    written = yaml.safe_load(PATHS.read_text())
    document = Document(written, served(games), [])
    possible = {
        (operation["path"], code)
        for operation in written["operations"].values()
        for code in error_codes(operation, document.taken(operation))
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
        ("/games", {"length": 0, "x": 1}, "“length” must be from 1 to 64. This request has no field"
         " “x”. Choose length, dictionary, max_misses, dealer, insight, seed, daily, secret_word,"
         " copyable, like or keep_seconds."),
        ("/games", {"length": 5.5}, "“length” must be a whole number, for example 8."),
        ("/games", {"length": "8"}, '“length” must be a number, without quotes: 8, and not "8".'),
        ("/hints", {"pattern": "__", "words": "5"},
         '“words” must be a number, without quotes: 8, and not "8".'),
        ("/games", {"daily": "today", "length": 8, "seed": 1},
         "Today's game is the same for everybody, so leave out “length”. Today's game is the same"
         " for everybody, so leave out “seed”."),
        ("/games", {"length": 60}, "The dictionary has no words of 60 letters. It has words of"
         " 2 to 22 letters."),
        ("/games", {"length": 1}, "The dictionary has no words of 1 letter. It has words of 2 to 22"
         " letters."),
        ("/games/x/guesses", {},
         'There is no guess: send a letter, for example {"letter": "e"}, or a word.'),
        ("/games/x/guesses", {"letter": "e", "word": "zebra"},
         "Send a letter or a word, not both."),
        ("/families", {}, "Send “length” or “pattern”."),
        ("/reviews", {"length": 5, "guesses": [{"letter": "e"}, 5, {"word": "zebra"}]},
         "“guesses[0].positions” is missing: a letter needs its positions, [] if it was a miss."
         " “guesses[1]” must be an object, in braces. “guesses[2].hit” is missing: a word needs"
         " true or false."),
        ("/games", {"keep_seconds": 172_801}, "A game can be kept for 1 to 172800 seconds."),
        ("/games", {"secret_word": "zebrax"},
         "“zebrax” is not in the dictionary: set another word, or choose another dictionary."),
        ("/hints", {"pattern": "__", "wrong_letters": ["e", 5]},
         "“wrong_letters[1]” must be a text, in double quotes."),
        ("/solutions", {"word": "naïveté"},
         "The dictionary has no letter “é” or “ï”. Its letters are abcdefghijklmnopqrstuvwxyz."),
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
        ("/mcp", {"method": "tools/list"},
         "The tools for language models (MCP) are a program of their own now: examples/mcp in the"
         " project's repository, explained in docs/agents.md."),
    ],
)  # fmt: skip
def test_detail_can_be_shown_to_a_person(client: Client, path: str, sent: Any, detail: str) -> None:
    body = {"data": sent, "content_type": JSON} if isinstance(sent, bytes) else {"json": sent}
    answer = client.get(path) if sent is None else client.post(path, **body)
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
        ("/hints", {"pattern": "_a__e", "wrong_letters": ["s", "t"], "wrong_words": ["dance"]}, {
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
        ("/reviews", REVIEW, {  # fields of a later version
            "length": 12, "guesses": [{**MISS, "mood": "smug", "answered_in": {"ms": 7}}]}),
        ("/reviews", {"length": 5, "guesses": [{"letter": "e", "positions": [1, 4]}]},
         {"length": 5, "guesses": [{"letter": " E ", "positions": [4, 1.0]}]}),
    ],
)  # fmt: skip
def test_what_tools_and_phones_add_changes_nothing(
    client: Client, path: str, plain: Body, as_sent: Body | bytes
) -> None:
    """The idempotency key proves it: the service refuses a key for a request that differs."""
    place = path.format(**created(client, length=8))
    sent: Any = {"json": as_sent}
    if isinstance(as_sent, bytes):
        sent = {"data": as_sent, "content_type": JSON}
    answer = client.post(place, headers=KEY, **sent)
    assert answer.status_code in (200, 201)
    assert client.post(place, headers=KEY, json=plain).json == answer.json
