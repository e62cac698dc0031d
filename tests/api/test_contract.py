"""`openapi.yaml` and the service say the same."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from service.api.field_errors import CODES
from service.api.problems import PROBLEM_TYPES, TYPES
from service.choices import WEIGHTS_NAMES
from service.play.games import Games
from tests.api.conftest import served
from tests.support import contract
from tests.support.programs import run
from tools.contract.compatibility import PROMISES, breaks, promises
from tools.contract.writing import REFERENCE, in_yaml, made_contract
from tools.reference import reference

CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
COMPONENTS = contract.contract()["components"]["schemas"]
NOT_IN_IT = ("docs", "page", "mcp")  # blueprints that are for browsers and for agents


def examples() -> Iterator[tuple[dict[str, Any], dict[str, Any], Any]]:
    """Each example of the contract, with the request or answer and the schema that it is of."""
    for operation in contract.operations().values():
        messages = [operation.get("requestBody", {}), *operation["responses"].values()]
        for message in map(contract.followed, messages):
            for body in message.get("content", {}).values():
                for example in body["examples"].values():
                    yield message, body["schema"], example["value"]


def test_contract_and_reference_are_the_ones_that_are_made() -> None:
    made, missing, played = made_contract()
    assert not missing
    assert contract.CONTRACT.read_text() == in_yaml(made), "make docs"
    assert REFERENCE.read_text() == reference(made, played), "make docs"


def test_released_contract_is_kept_or_the_changelog_says_so() -> None:
    broken = breaks(contract.read(PROMISES.read_text()), promises(contract.contract()))
    changelog = CHANGELOG.read_text()
    assert [each for each in broken if f"`{each}`" not in changelog] == []


def test_break_of_the_contract_is_named_and_growth_is_none() -> None:
    kept = promises(contract.contract())
    now = contract.read(contract.CONTRACT.read_text())
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


def test_paths_and_methods_are_the_services(games: Games) -> None:
    found = {
        (rule.rule.replace("<", "{").replace(">", "}"), method)
        for rule in served(games, mcp=True).url_map.iter_rules()
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
    assert shown == {
        (kind.code, kind.status, kind.title)
        for kind in PROBLEM_TYPES
        if kind.code != "origin-not-allowed"  # only /mcp, which is not in the contract, has it
    }


def test_no_list_of_values_is_closed() -> None:
    fields = [schema.get("properties", {}) for schema in COMPONENTS.values()]
    assert not [field for each in fields for field, about in each.items() if "enum" in about]
    problem, error = (COMPONENTS[name]["properties"]["code"] for name in ("Problem", "FieldError"))
    lists = [each["x-extensible-enum"] for each in (COMPONENTS["Weights"], problem, error)]
    assert lists == [[*WEIGHTS_NAMES], [*TYPES], [*CODES]]


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


def test_table_of_problems_has_the_games_that_they_carry() -> None:
    rows = COMPONENTS["Problem"]["description"].splitlines()
    assert "| `game-in-progress` | 409 | game, watched_game |" in rows
    assert "| `game-over` | 409 | game |" in rows
    assert "| `day-not-over` | 409 | ends_at, watched_game |" in rows


def test_client_generator_takes_the_contract_without_a_warning(tmp_path: Path) -> None:
    output = f"--output-path={tmp_path / 'client'}"
    contract_path = f"--path={contract.CONTRACT}"
    ran = run("openapi-python-client", "generate", contract_path, output, "--fail-on-warning")
    assert ran.returncode == 0, ran.stdout + ran.stderr
