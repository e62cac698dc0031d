"""`openapi.yaml`, and whether an answer is one that it describes."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
WITH_BODY = ("application/json", "application/problem+json")


@cache
def contract() -> dict[str, Any]:
    return dict(yaml.safe_load(CONTRACT.read_text()))


def operations() -> dict[tuple[str, str], dict[str, Any]]:
    """Each operation by path and method."""
    return {
        (path, method.upper()): operation
        for path, item in contract()["paths"].items()
        for method, operation in item.items()
        if method != "parameters"
    }


def followed(part: dict[str, Any]) -> dict[str, Any]:
    """What a `$ref` points at; any other part itself."""
    while "$ref" in part:
        found: Any = contract()
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def merged(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema with those that it extends (`allOf`) worked in."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for part in map(followed, schema.get("allOf", [])):
        extended = merged(part)
        properties |= extended["properties"]
        required += extended["required"]
    return {
        "properties": properties | schema.get("properties", {}),
        "required": required + schema.get("required", []),
    }


def validate(value: Any, schema: dict[str, Any]) -> None:
    """Raise where a value is not what a schema of the contract says."""
    referring = {**schema, "components": contract()["components"]}
    formats = Draft202012Validator.FORMAT_CHECKER
    Draft202012Validator(referring, format_checker=formats).validate(value)


def check(path: str, response: TestResponse) -> None:
    """Assert that the contract has this answer for a path of its own, and is no fault of ours."""
    assert response.status_code < 500, response.text
    method = response.request.method
    described = followed(operations()[path, method]["responses"][str(response.status_code)])
    for name, header in described.get("headers", {}).items():
        assert name in response.headers or not followed(header)["required"], name
    if response.data or described.get("content"):
        kind = described["content"][response.mimetype]
        if response.mimetype in WITH_BODY:
            validate(response.get_json(), kind["schema"])
