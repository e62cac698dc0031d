"""`openapi.yaml` and the service say the same."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from openapi_spec_validator import validate as validate_contract
from pydantic import TypeAdapter

from service.api import schemas
from service.api.field_errors import Schema
from service.api.problems import PROBLEM_TYPES
from service.app import create_app
from service.dictionaries.dictionary import Dictionary
from service.engine.game import Status
from service.engine.weights import WEIGHTS
from service.play import (
    catalogue,
    commitment,
    confession,
    daily,
    evaluation,
    help,
    review,
    views,
)
from service.play import games as games_module
from service.registry import DEALERS, GUESSERS
from service.search.budget import Bounds
from service.settings import Settings
from service.store.record import Insight
from tests.api import contract
from tests.api.conftest import Client
from tests.fakes import FakeStoreClient
from tests.programs import run

ANSWERS = (views.LetterView, views.WordView)
REQUESTED = {
    "DealerName": tuple(DEALERS), "GuesserName": tuple(GUESSERS), "InsightLevel": get_args(Insight),
    "WeightsName": tuple(WEIGHTS),
}  # fmt: skip
QUERIES = {"ConfessionQuery", "HintQuery", "ReviewQuery"}
OPEN = {
    **REQUESTED, "GameStatus": get_args(Status), "Verdict": get_args(review.Verdict),
}  # fmt: skip
REQUESTS = {
    name: schema
    for name, schema in vars(schemas).items()
    if isinstance(schema, type) and issubclass(schema, Schema) and schema is not Schema
}
VIEWS = {
    "Game": views.GameView, "WatchedGame": views.WatchedView, "Daily": daily.DailyView,
    "DailyGame": daily.DailyGameView, "DailyResults": daily.DailyResultsView,
    "Insight": views.InsightView, "GuessedGame": views.GuessedView,
    "Confession": confession.ConfessionView, "Opening": commitment.OpeningView,
    "Odds": confession.OddsView, "ConfessedGuess": confession.ConfessedView,
    "Family": confession.FamilyView, "MissesForced": Bounds, "Hint": games_module.HintView,
    "Dictionary": catalogue.WordListView, "Dealer": catalogue.DealerView,
    "LengthInDictionary": catalogue.LengthView, "RankedLetter": help.RankedLetterView,
    "Suggestion": help.SuggestionView, "Solution": help.SolutionView,
    "SolutionStep": help.SolutionStepView, "Guesser": catalogue.GuesserView,
    "Review": review.ReviewView, "ReviewedGuess": review.ReviewedView,
    "BestLetter": review.BestLetterView, "MeanMisses": evaluation.MeanMisses,
}  # fmt: skip


def examples() -> Iterator[tuple[dict[str, Any], Any]]:
    """Each example of the contract, with its schema."""
    for operation in contract.operations().values():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for body in map(contract.followed, bodies):
            for kind in body.get("content", {}).values():
                for example in kind.get("examples", {}).values():
                    yield kind["schema"], contract.followed(example)["value"]


def problems() -> list[dict[str, Any]]:
    return [value for _, value in examples() if str(value.get("type", "")).startswith("/problems")]


def test_contract_is_valid() -> None:
    validate_contract(contract.contract())


def test_paths_and_methods_are_the_services(app: Flask) -> None:
    served = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert served == contract.operations().keys()


def test_each_example_is_what_its_schema_says() -> None:
    found = list(examples())

    assert len(found) > 40
    for schema, value in found:
        contract.validate(value, schema)


def test_each_answer_with_json_has_an_example() -> None:
    with_example = {
        f"{method} {path} {status}": bool(kind.get("examples"))
        for (path, method), operation in contract.operations().items()
        for status, response in operation["responses"].items()
        for mimetype, kind in contract.followed(response).get("content", {}).items()
        if mimetype in contract.WITH_BODY
    }

    assert len(with_example) > 40
    assert [answer for answer, has_one in with_example.items() if not has_one] == []


def test_each_kind_of_problem_has_an_example_and_no_other_has() -> None:
    shown = {(each["type"], each["status"], each["title"]) for each in problems()}

    assert shown == {(kind.type, kind.status, kind.title) for kind in PROBLEM_TYPES}


@pytest.mark.parametrize("name", sorted(REQUESTS.keys() - QUERIES))
def test_request_is_its_component(name: str) -> None:
    generated = as_component(name)
    written = contract.contract()["components"]["schemas"][name]

    assert written["properties"].keys() == generated["properties"].keys()
    assert set(written.get("required", ())) == set(generated.get("required", ()))
    for field, described in generated["properties"].items():
        assert essence(written["properties"][field]) == essence(described), field


@pytest.mark.parametrize("name", sorted(REQUESTS.keys() - QUERIES))
def test_null_may_stand_for_every_field_that_may_be_left_out(name: str) -> None:
    written = contract.contract()["components"]["schemas"][name]
    optional = written["properties"].keys() - written.get("required", ())

    nullable = {
        field for field, described in written["properties"].items() if "null" in types(described)
    }

    assert nullable == optional


@pytest.mark.parametrize("name", VIEWS)
def test_view_is_its_component(name: str) -> None:
    generated = TypeAdapter(VIEWS[name]).json_schema(mode="serialization")
    written = contract.merged(contract.contract()["components"]["schemas"][name])

    assert list(generated["properties"]) == list(written["properties"])
    assert set(written["required"]) == written["properties"].keys()
    for field, described in generated["properties"].items():
        assert types(written["properties"][field]) == types(described), field


def test_answer_is_the_view_of_a_letter_or_of_a_word() -> None:
    written = contract.contract()["components"]["schemas"]["Answer"]
    generated = [TypeAdapter(view).json_schema(mode="serialization") for view in ANSWERS]

    fields = [each["properties"].keys() for each in generated]
    assert written["properties"].keys() == set.union(*map(set, fields))
    assert set(written["required"]) == set.intersection(*map(set, fields))
    for each in generated:
        for field, described in each["properties"].items():
            assert types(written["properties"][field]) == types(described), field


def test_every_component_that_is_shown_has_a_view() -> None:
    made_by_views = {
        "GuessList",
        "DictionaryList",
        "DealerList",
        "GuesserList",
        "Health",
    }  # of one field
    names = {"Problem", "FieldError", "Answer", *REQUESTED, *made_by_views}

    components = contract.contract()["components"]["schemas"].keys()
    assert components - REQUESTS.keys() == VIEWS.keys() | names


def test_requests_refuse_unknown_fields_and_answers_may_grow() -> None:
    strict = {
        name
        for name, schema in contract.contract()["components"]["schemas"].items()
        if schema.get("additionalProperties") is False
    }

    assert strict == REQUESTS.keys() - QUERIES


def test_names_are_closed_in_requests_and_open_in_answers() -> None:
    components = contract.contract()["components"]["schemas"]
    problem_types = tuple(kind.type for kind in PROBLEM_TYPES)
    answers = [
        kind["schema"]
        for operation in contract.operations().values()
        for response in map(contract.followed, operation["responses"].values())
        for kind in response.get("content", {}).values()
    ]
    lists = [
        (each.get("title", "type"), tuple(each["x-extensible-enum"]))
        for each in contract.shown(answers)
        if "x-extensible-enum" in each
    ]

    assert {name: tuple(components[name]["enum"]) for name in REQUESTED} == REQUESTED
    assert not any("enum" in each for each in contract.shown(answers))
    assert {title for title, _ in lists} == OPEN.keys() - {"InsightLevel"} | {"type"}
    assert all(values == {**OPEN, "type": problem_types}[title] for title, values in lists)


def test_seeds_are_int64_and_other_integers_int32() -> None:
    fields = [
        (name, described.get("items", described))
        for each in contract.within(contract.contract()["components"]["schemas"])
        for name, described in each.get("properties", {}).items()
    ]
    integers = [(name, each["format"]) for name, each in fields if "integer" in named(each)]

    assert len(integers) > 30
    assert all(kind == ("int64" if name == "seed" else "int32") for name, kind in integers)


def test_contract_is_yaml_1_2_without_references_of_its_own() -> None:
    tokens = list(yaml.scan(contract.CONTRACT.read_text()))

    shared = [each for each in tokens if isinstance(each, yaml.AnchorToken | yaml.AliasToken)]
    assert not shared
    assert "<<" not in contract.CONTRACT.read_text()


def test_everything_has_a_description() -> None:
    whole = contract.contract()
    parts = [*contract.operations().values(), *whole["tags"]]
    parts += [
        each
        for kind in whole["components"]
        if kind != "examples"
        for each in whole["components"][kind].values()
    ]
    parts += [
        described
        for each in contract.within(whole["components"]["schemas"])
        if isinstance(each.get("properties"), dict) and "type" in each
        for described in each["properties"].values()
        if "$ref" not in described
    ]

    assert [each for each in parts if not each.get("description", "").strip()] == []


def test_table_of_problems_says_what_each_carries() -> None:
    common = contract.contract()["components"]["schemas"]["Problem"]["required"]
    text = contract.contract()["components"]["schemas"]["Problem"]["description"]
    rows = re.findall(r"^\| `(/problems/[a-z-]+)` \| (.*) \|$", text, re.MULTILINE)

    table = {name: set(re.findall(r"`(\w+)`", carried)) for name, carried in rows}

    carried: dict[str, set[str]] = {}
    for each in problems():
        carried.setdefault(each["type"], set()).update(each.keys() - set(common))
    assert table == {name: fields for name, fields in carried.items() if fields}


def as_component(name: str) -> dict[str, Any]:
    """A marshmallow schema as apispec writes it."""
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: type(schema).__name__)
    spec = APISpec("", "", "3.1.0", plugins=[plugin])
    spec.components.schema(name, schema=REQUESTS[name])
    return dict(spec.to_dict()["components"]["schemas"][name])


def types(described: dict[str, Any]) -> set[str]:
    """What a field of an answer may be: JSON's types, and the names of components."""
    if "$ref" in described:
        name = described["$ref"].rpartition("/")[2]
        by_view = {view.__name__: component for component, view in VIEWS.items()}
        by_view |= {view.__name__: "Answer" for view in ANSWERS}
        name = by_view.get(name, name)
        target = contract.contract()["components"]["schemas"][name]
        return types(target) if "enum" in target else {name}
    if "anyOf" in described:
        return set().union(*map(types, described["anyOf"]))
    if "items" in described:
        items = f"array of {sorted(types(described['items']))}"
        return {items if kind == "array" else kind for kind in named(described)}
    return named(described)


def named(described: dict[str, Any]) -> set[str]:
    given = described.get("type", [])
    return set(given) if isinstance(given, list) else {given}


def essence(described: dict[str, Any]) -> dict[str, Any]:
    """What of a property of a request a client relies on."""
    if "anyOf" in described:
        reference, null = described["anyOf"]
        assert null == {"type": "null"}
        named_values = essence(contract.followed(reference))
        return {**named_values, "type": sorted(["null", named_values["type"]])}
    kept = {"type", "format", "minimum", "maximum", "minLength", "maxLength", "maxItems"}
    found = {key: value for key, value in described.items() if key in kept}
    if "enum" in described:
        found["enum"] = [value for value in described["enum"] if value is not None]
    if "items" in described:
        found["items"] = essence(described["items"])
    if isinstance(found.get("type"), list):
        found["type"] = sorted(found["type"])
    return found


def test_every_answer_of_a_game_is_in_the_contract(client: Client) -> None:
    key = {"Idempotency-Key": "0123456789abcdef"}
    asked = {"length": 8, "max_misses": 4, "insight": "full", "dealer": "cheat-score"}
    created = client.post("/games", json=asked, headers=key)
    contract.check("/games", created)
    for body in ({"length": 99}, {"length": 9}, {"dictionary": "fr"}, {"max_misses": "x"}):
        contract.check("/games", client.post("/games", json=body, headers=key))
    for data in (b"{", b" " * 20_000):
        contract.check("/games", client.post("/games", data=data, content_type="application/json"))
    contract.check("/games", client.post("/games", data=b"{}", content_type="text/plain"))

    game = f"/games/{created.json['id']}"
    path = "/games/{game_id}"
    guesses = [{"letter": letter} for letter in "eeaiousnt"]
    for guess in [{"word": "nonsense"}, {"word": "nonsense"}, *guesses, {"letter": "é"}, {}]:
        contract.check(f"{path}/guesses", client.post(f"{game}/guesses", json=guess))
        contract.check(path, client.get(game))
        contract.check(f"{path}/confession", client.get(f"{game}/confession"))
        contract.check(f"{path}/review", client.get(f"{game}/review"))
        contract.check(f"{path}/hint", client.get(f"{game}/hint"))
    assert client.get(game).json["status"] == "lost"
    late = client.post(f"{game}/guesses", json={"letter": "z"}, headers={"If-Match": '"1"'})
    contract.check(f"{path}/guesses", late)
    contract.check(
        path, client.get(game, headers={"If-None-Match": client.get(game).headers["ETag"]})
    )
    contract.check(f"{path}/guesses", client.get(f"{game}/guesses"))
    for _ in range(2):
        contract.check(path, client.delete(game))
    contract.check(f"{path}/confession", client.get(f"{game}/confession"))
    contract.check(f"{path}/review", client.get(f"{game}/review"))


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/dictionaries", "/dictionaries"), ("/dictionaries/{name}", "/dictionaries/en"),
        ("/dictionaries/{name}", "/dictionaries/fr"), ("/dealers", "/dealers"),
        ("/livez", "/livez"), ("/readyz", "/readyz"), ("/", "/"), ("/docs", "/docs"),
        ("/problems", "/problems"), ("/guessers", "/guessers"),
        ("/problems/{name}", "/problems/game-over"), ("/problems/{name}", "/problems/none"),
        ("/docs/{asset}", "/docs/none"), ("/openapi.json", "/openapi.json"),
        ("/.well-known/api-catalog", "/.well-known/api-catalog"),
        ("/web/{version}/{asset}", "/web/x/main.js"), ("/web/{version}/{asset}", "/web/x/y"),
        ("/openapi.yaml", "/openapi.yaml"), ("/docs/{asset}", "/docs/docs.js"),
    ],
)  # fmt: skip
def test_every_other_answer_is_in_the_contract(client: Client, path: str, asked: str) -> None:
    with client.get(asked) as response:
        contract.check(path, response)


def test_answers_say_what_is_left_where_the_contract_says_so(
    monkeypatch: pytest.MonkeyPatch, dictionaries: Mapping[str, Dictionary]
) -> None:
    monkeypatch.setattr("service.app.load_all", lambda _: dictionaries)
    app = create_app(Settings(ratelimit_enabled=True), FakeStoreClient())
    client: Client = app.test_client()
    game = f"/games/{client.post('/games', json={'max_misses': 1}).json['id']}"
    path = "/games/{game_id}"
    asked = [
        ("/games", client.post("/games", json={"length": 33})),
        ("/games", client.post("/games", data=b"{", content_type="application/json")),
        (f"{path}/hint", client.get(f"{game}/hint")),
        (f"{path}/hint", client.get(f"{game}/hint?guesser=none")),
        (f"{path}/confession", client.get(f"{game}/confession")),
        (f"{path}/confession", client.get(f"{game}/confession?words=x")),
        (f"{path}/review", client.get(f"{game}/review")),
        (f"{path}/review", client.get(f"{game}/review?weights=none")),
        (f"{path}/guesses", client.post(f"{game}/guesses", json={"letter": "é"})),
        (f"{path}/guesses", client.post(f"{game}/guesses", json={"letter": "e"})),
        (f"{path}/guesses", client.post(f"{game}/guesses", json={"letter": "e"})),
        (f"{path}/guesses", client.get(f"{game}/guesses")),
        (path, client.get(game)),
        (path, client.get(game, headers={"If-None-Match": '"2"'})),
        (path, client.delete(game)),
        (path, client.get(game)),
        ("/suggestions", client.post("/suggestions", json={"pattern": "_a"})),
        ("/suggestions", client.post("/suggestions", json={"pattern": "a", "dictionary": "x"})),
        ("/solutions", client.post("/solutions", json={"word": "jazzy"})),
        ("/reviews", client.post("/reviews", json={"length": 20, "guesses": []})),
        *[(name, client.get(name)) for name in ("/guessers", "/dealers", "/dictionaries")],
        ("/dictionaries/{name}", client.get("/dictionaries/x")),
        *[(name, client.get(name)) for name in ("/livez", "/readyz", "/problems")],
    ]

    for name, answer in asked:
        contract.check(name, answer)
        listed = "RateLimit" in contract.described(name, answer).get("headers", {})
        counted = "guesser=none" not in answer.request.url
        assert ("RateLimit" in answer.headers) == (listed and counted), (name, answer)
    assert sum("RateLimit" in answer.headers for _, answer in asked) == len(asked) - 4


def test_client_generator_takes_the_contract_without_a_warning(tmp_path: Path) -> None:
    ran = run(
        "openapi-python-client",
        "generate",
        f"--path={contract.CONTRACT}",
        f"--output-path={tmp_path / 'client'}",
        "--fail-on-warning",
    )

    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/suggestions", {"pattern": "_a__e"}), ("/suggestions", {"pattern": "q__q"}),
        ("/suggestions", {"pattern": "a", "wrong_letters": ["a"]}), ("/suggestions", {}),
        ("/solutions", {"word": "jazzy"}), ("/solutions", {"word": "é"}), ("/solutions", {}),
        ("/solutions", {"word": "a", "dictionary": "fr"}), ("/reviews", {}),
        ("/reviews", {"length": 12, "guesses": [{"letter": "e", "positions": [0, 11]}]}),
        ("/reviews", {"length": 12, "guesses": [{"letter": "q", "positions": list(range(12))}]}),
        ("/reviews", {"length": 12, "guesses": [{"letter": "ab", "positions": []}]}),
        ("/reviews", {"pattern": "q__q", "guesses": []}),
        ("/reviews", {"length": 40, "guesses": []}),
        ("/reviews", {"length": 5, "guesses": [], "dictionary": "fr"}),
        ("/reviews", {"length": 20, "guesses": [], "weights": "commonness"}),
        ("/reviews", {"length": 20, "guesses": [], "weights": "heavy"}),
    ],
)  # fmt: skip
def test_every_answer_to_a_player_is_in_the_contract(
    client: Client, path: str, asked: dict[str, Any]
) -> None:
    contract.check(path, client.post(path, json=asked))
