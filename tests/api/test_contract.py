"""`openapi.yaml` and the service say the same."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import EXCLUDE
from openapi_spec_validator import validate as validate_contract
from pydantic import TypeAdapter

from service.api.field_errors import CODES
from service.api.messages import PROBES
from service.api.problems import PROBLEM_TYPES, TYPES
from service.app import application, create_app
from service.choices import WEIGHTS_NAMES
from service.dictionaries.dictionary import Dictionary
from service.play.games import Games
from service.settings import Settings
from tests.api.conftest import Client
from tests.support import contract
from tests.support.fakes import FakeStoreClient
from tests.support.programs import run
from tools.contract import schemas
from tools.contract.compatibility import PROMISES, breaks, promises
from tools.contract.schemas import OPEN, SHARED, Schemas
from tools.contract.writing import PATHS, REFERENCE, in_yaml, made_contract
from tools.reference import reference

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
COMPONENTS = contract.contract()["components"]["schemas"]
NOT_IN_IT = ("docs", "page", "mcp")  # blueprints that are for browsers and for agents
WRITTEN = yaml.safe_load(PATHS.read_text())
MADE = Schemas(WRITTEN["names"], WRITTEN["formats"])
for component in COMPONENTS.keys() & (MADE.views.keys() | MADE.requests.keys()):
    MADE.named(component)
REQUESTS = COMPONENTS.keys() & MADE.requests.keys()
VIEWS = MADE.components.keys() - REQUESTS
LIMITS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")


def examples() -> Iterator[tuple[dict[str, Any], Any]]:
    """Each example of the contract, with its schema."""
    for operation in contract.operations().values():
        bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
        for body in map(contract.followed, bodies):
            for kind in body.get("content", {}).values():
                for example in kind["examples"].values():
                    yield kind["schema"], example["value"]


def test_contract_and_reference_are_the_ones_that_are_made() -> None:
    made, missing, played = made_contract()

    assert not missing
    assert contract.CONTRACT.read_text() == in_yaml(made), "make docs"
    assert REFERENCE.read_text() == reference(made, played), "make docs"


def test_contract_is_valid() -> None:
    validate_contract(contract.contract())


def test_released_contract_is_kept_or_the_changelog_says_so() -> None:
    broken = breaks(yaml.safe_load(PROMISES.read_text()), promises(contract.contract()))

    told = CHANGELOG.read_text()
    assert [each for each in broken if f"`{each}`" not in told] == []


def test_break_of_the_contract_is_named_and_growth_is_none() -> None:
    kept = promises(contract.contract())
    now = yaml.safe_load(contract.CONTRACT.read_text())
    schemas = now["components"]["schemas"]
    del now["paths"]["/guessers"]
    del schemas["Game"]["properties"]["pattern"]
    schemas["Game"]["properties"]["misses"]["type"] = ["integer", "null"]
    schemas["GameRequest"]["properties"]["insight"]["x-extensible-enum"].remove("count")
    schemas["HintRequest"]["properties"]["colour"] = {"type": "string"}
    schemas["HintRequest"]["required"] += ["colour", "guesser"]
    schemas["Problem"]["properties"]["code"]["x-extensible-enum"].append("new-code")
    schemas["Guess"]["properties"]["new"] = {"type": "string"}
    schemas["Guess"]["required"].append("new")
    schemas["GuessRequest"]["properties"]["new"] = {"type": "string"}
    schemas["TranscriptGuess"]["required"] = ["mood"]
    schemas["TranscriptGuess"]["properties"]["mood"] = {"type": "string"}

    assert not breaks(kept, kept)
    assert set(breaks(kept, promises(now))) == {
        "listGuessers", "listGuessers.IfNoneMatch", "Game.pattern", "Game.misses",
        "GameRequest.insight", "HintRequest.guesser", "HintRequest.colour",
        "TranscriptGuess.mood",
    }  # fmt: skip


def test_field_without_prose_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schemas, "prose_of", lambda cls: {})
    without = Schemas(WRITTEN["names"], WRITTEN["formats"])

    without.named("Family")

    assert without.missing == ["FamilyView.positions", "FamilyView.word_count"]


def test_paths_and_methods_are_the_services(games: Games) -> None:
    app = application(games, Settings(mcp=True))
    served = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if not rule.endpoint.startswith(NOT_IN_IT)
    }

    assert served == contract.operations().keys()


def test_each_example_is_what_its_schema_says() -> None:
    found = list(examples())

    assert len(found) > 100
    for schema, value in found:
        contract.validate(value, schema)


def test_each_type_of_problem_has_an_example_and_no_other_has() -> None:
    shown = {
        (each["code"], each["status"], each["title"]) for _, each in examples() if "type" in each
    }

    assert shown == {
        (kind.code, kind.status, kind.title)
        for kind in PROBLEM_TYPES
        if kind.code != "origin-not-allowed"  # only /mcp, which is not in the contract, has it
    }


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_request_is_what_apispec_makes_of_its_schema(name: str) -> None:
    named = {schema: name for name, schema in MADE.requests.items()}
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: named[type(schema)])
    spec = APISpec("", "", "3.1.0", plugins=[plugin])
    spec.components.schema(name, schema=MADE.requests[name])
    referee = spec.to_dict()["components"]["schemas"][name]

    written = COMPONENTS[name]
    ignores_more = MADE.requests[name]().unknown == EXCLUDE
    assert written.get("additionalProperties", True) is ignores_more
    assert list(written["properties"]) == list(referee["properties"])
    assert set(written.get("required", ())) == set(referee.get("required", ()))
    for field, described in referee["properties"].items():
        assert limits(written["properties"][field], field) == limits(described, field), field


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_null_may_stand_for_every_field_that_may_be_left_out(name: str) -> None:
    fields = MADE.requests[name]().fields

    assert [field for field, each in fields.items() if each.allow_none is each.required] == []


@pytest.mark.parametrize("name", sorted(VIEWS))
def test_answer_is_what_pydantic_makes_of_its_view(name: str) -> None:
    referee = TypeAdapter(MADE.views[name]).json_schema(mode="serialization")

    written = COMPONENTS[name]
    assert list(written["properties"]) == written["required"] == list(referee["properties"])
    for field, described in referee["properties"].items():
        assert field in SHARED or types(written["properties"][field]) == types(described), field


def limits(described: dict[str, Any], field: str) -> dict[str, Any]:
    """What a field of a request may be; whether it may be null, another test asks."""
    kept = {key: described[key] for key in LIMITS if key in described}
    names = described.get("enum", described.get("x-extensible-enum"))
    if names and field not in OPEN:
        kept["names"] = [value for value in names if value is not None]
    if "items" in described:
        kept["items"] = limits(described["items"], field)
    if field in SHARED:
        return {}
    return {**kept, "type": types(described) - {"null"}} if field != "at" else {}


def types(described: dict[str, Any]) -> set[str]:
    """What a field may be: JSON's types, and the names of schemas, as the contract has them."""
    if "$ref" in described:
        name = described["$ref"].rpartition("/")[2]
        return {name if name in COMPONENTS else MADE.names.get(name, name.removesuffix("View"))}
    if "anyOf" in described:
        return set().union(*map(types, described["anyOf"]))
    kind = described.get("type", [])
    kinds = set(kind) if isinstance(kind, list) else {kind}
    items = sorted(types(described["items"])) if "items" in described else []
    return {f"array of {items}" if kind == "array" else kind for kind in kinds}


def test_no_list_of_values_is_closed() -> None:
    fields = [schema.get("properties", {}) for schema in COMPONENTS.values()]

    assert not [field for each in fields for field, about in each.items() if "enum" in about]
    assert COMPONENTS["Weights"]["x-extensible-enum"] == [*WEIGHTS_NAMES]


def test_seeds_are_int64_and_other_integers_int32() -> None:
    integers = {
        (field, described.get("format", "int32"))
        for schema in COMPONENTS.values()
        for field, each in schema.get("properties", {}).items()
        for described in (each, each.get("items", {}))
        if "integer" in types(described)
    }

    assert len(integers) > 20
    assert {field for field, kind in integers if kind != "int32"} == {"seed", "maximum"}


def test_contract_has_no_references_of_yaml() -> None:
    tokens = list(yaml.scan(contract.CONTRACT.read_text()))

    assert not [each for each in tokens if isinstance(each, yaml.AnchorToken | yaml.AliasToken)]


def test_everything_has_a_description() -> None:
    whole = contract.contract()
    parts = [*contract.operations().values(), *whole["tags"], *COMPONENTS.values()]
    parts += [
        each
        for operation in contract.operations().values()
        for each in map(
            contract.followed, [*operation["parameters"], *operation["responses"].values()]
        )
    ]
    parts += whole["components"]["headers"].values()
    parts += [
        field for schema in COMPONENTS.values() for field in schema.get("properties", {}).values()
    ]

    assert [each for each in parts if not each.get("description", "").strip()] == []


def test_every_answer_is_in_the_contract_and_says_what_is_left(
    monkeypatch: pytest.MonkeyPatch, dictionaries: Mapping[str, Dictionary]
) -> None:
    monkeypatch.setattr("service.app.load_all", lambda _: dictionaries)
    client: Client = create_app(Settings(), FakeStoreClient()).test_client()

    answers = list(asked(client))

    for path, answer in answers:
        contract.check(path, answer)
        listed = "RateLimit" in contract.described(path, answer).get("headers", {})
        assert listed or "RateLimit" not in answer.headers, (path, answer)
    free = [path for path, answer in answers if "RateLimit" not in answer.headers]
    assert {*free} <= CACHED, "whoever is refused is told what is left, too"


def asked(client: Client) -> Iterator[tuple[str, Any]]:
    """Requests of all kinds, none of which is in the contract's scenario, and their answers."""
    chosen = {"length": 8, "max_misses": 4, "insight": "full", "dealer": "cheat-score"}
    begun = client.post(
        "/games", json=chosen, headers={"Idempotency-Key": '"0123456789abcdef0123"'}
    )
    yield "/games", begun
    for refused in ({"length": 99}, {"length": 32}, {"dictionary": "fr"}, {"max_misses": "x"}):
        yield "/games", client.post("/games", json=refused)
    for data in (b"{", b" " * 20_000):
        yield "/games", client.post("/games", data=data, content_type="application/json")
    yield from asked_of(client, begun.json["id"])
    for path, each in ELSEWHERE:
        yield path, client.post(path, json=each)
    for path, place in PLACES:
        yield path, client.get(place)


def asked_of(client: Client, game_id: str) -> Iterator[tuple[str, Any]]:
    """Requests about a game, from its first guess until it is deleted."""
    game, path = f"/games/{game_id}", "/games/{game_id}"
    guesses = [{"letter": letter} for letter in "eeaiousnt"]
    for guess in [{"word": "nonsense"}, {"word": "nonsense"}, *guesses, {"letter": "é"}, {}]:
        yield f"{path}/guesses", client.post(f"{game}/guesses", json=guess)
        yield path, client.get(game)
        for part in ("confession", "review", "hint", "guesses"):
            yield f"{path}/{part}", client.get(f"{game}/{part}")
    for part in ("hint?guesser=none", "confession?words=x", "review?weights=x"):
        yield f"{path}/{part.partition('?')[0]}", client.get(f"{game}/{part}")
    late = {"If-Match": '"1"'}
    yield f"{path}/guesses", client.post(f"{game}/guesses", json={"letter": "z"}, headers=late)
    transcript = client.get(f"{game}/guesses").json
    yield "/reviews", client.post("/reviews", json={"length": 8, **transcript})
    for _ in range(2):
        yield path, client.delete(game)


CACHED = {  # by everybody, so an answer says nothing of one client's limit; or it has none
    "/dictionaries", "/dictionaries/{name}", "/dealers", "/guessers", "/daily", "/livez", "/readyz",
}  # fmt: skip
ELSEWHERE: list[tuple[str, dict[str, Any]]] = [
    ("/hints", {"pattern": "_a__e"}), ("/hints", {"pattern": "q__q"}),
    ("/hints", {"pattern": "a", "wrong_letters": ["a"]}), ("/hints", {}),
    ("/families", {"length": 8, "letter": "e", "dealers": ["minimax"]}),
    ("/families", {"pattern": "q__q", "letter": "e"}), ("/families", {"letter": "é"}),
    ("/families", {"length": 8, "dealers": ["lottery"]}),
    ("/solutions", {"word": "jazzy"}), ("/solutions", {"word": "é"}), ("/solutions", {}),
    ("/solutions", {"word": "a", "dictionary": "fr"}), ("/reviews", {}),
    ("/reviews", {"length": 12, "guesses": [{"letter": "e", "positions": [0, 11]}]}),
    ("/reviews", {"length": 12, "guesses": [{"letter": "q", "positions": list(range(12))}]}),
    ("/reviews", {"length": 12, "guesses": [{"letter": "ab", "positions": []}]}),
    ("/reviews", {"start_pattern": "q__q", "guesses": []}),
    ("/reviews", {"length": 40, "guesses": []}),
    ("/reviews", {"length": 5, "guesses": [], "dictionary": "fr"}),
    ("/reviews", {"length": 20, "guesses": [], "weights": "commonness"}),
    ("/reviews", {"length": 20, "guesses": [], "weights": "heavy"}),
]  # fmt: skip
PLACES = [
    ("/dictionaries", "/dictionaries"), ("/dictionaries/{name}", "/dictionaries/en"),
    ("/dictionaries/{name}", "/dictionaries/fr"), ("/dealers", "/dealers"),
    ("/guessers", "/guessers"), ("/livez", "/livez"), ("/readyz", "/readyz"),
    ("/daily", "/daily"), ("/daily/{date}", "/daily/2026-02-30"), ("/daily/{date}", "/daily/x"),
    ("/watch/{watch_id}", "/watch/x"), ("/watch/{watch_id}/words", "/watch/x/words"),
    ("/watch/{watch_id}/guesses", "/watch/x/guesses"), ("/games/{game_id}", "/games/x"),
]  # fmt: skip


def test_answers_list_the_codes_that_they_can_have() -> None:
    played = [
        (answer, example["value"])
        for operation in contract.operations().values()
        for answer in map(contract.followed, operation["responses"].values())
        for kind, body in answer.get("content", {}).items()
        for example in body["examples"].values()
        if kind == "application/problem+json"
    ]

    assert len(played) > 50
    for answer, problem in played:
        assert problem["code"] in answer["x-problem-codes"]
        errors = {each["code"] for each in problem.get("errors", [])}
        assert errors <= {*answer.get("x-error-codes", [])}, problem
    assert COMPONENTS["Problem"]["properties"]["code"]["x-extensible-enum"] == [*TYPES]
    assert COMPONENTS["FieldError"]["properties"]["code"]["x-extensible-enum"] == [*CODES]


def test_table_of_problems_has_the_games_that_they_carry() -> None:
    rows = COMPONENTS["Problem"]["description"].splitlines()

    assert "| `game-in-progress` | 409 | game, watched_game |" in rows
    assert "| `game-over` | 409 | game |" in rows
    assert "| `day-not-over` | 409 | ends_at, watched_game |" in rows


def test_probes_refuse_nothing_in_the_contract() -> None:
    for path in PROBES:
        assert "422" not in contract.operations()[path, "GET"]["responses"]


def test_client_generator_takes_the_contract_without_a_warning(tmp_path: Path) -> None:
    ran = run(
        "openapi-python-client",
        "generate",
        f"--path={contract.CONTRACT}",
        f"--output-path={tmp_path / 'client'}",
        "--fail-on-warning",
    )

    assert ran.returncode == 0, ran.stdout + ran.stderr
