"""`openapi.yaml`, and whether an answer is one that it describes."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
UNKEPT = "no-store"  # an answer whose Cache-Control the contract does not list
WITH_BODY = ("application/json", "application/problem+json")
OURS = {
    "Accept-Encoding", "Allow", "Content-Location", "Idempotent-Replayed", "Location",
    "Preference-Applied", "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate",
    "X-Request-ID",
}  # fmt: skip  # headers that an answer has only if the contract lists them


@cache
def contract() -> dict[str, Any]:
    return dict(yaml.safe_load(CONTRACT.read_text()))


def operations() -> dict[tuple[str, str], dict[str, Any]]:
    """Each operation by path and method."""
    return {
        (path, method.upper()): operation
        for path, item in contract()["paths"].items()
        for method, operation in item.items()
    }


def followed(part: dict[str, Any]) -> dict[str, Any]:
    """What a `$ref` points at; any other part itself."""
    while "$ref" in part:
        found: Any = contract()
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def validate(value: Any, schema: dict[str, Any]) -> None:
    """Raise where a value is not what a schema of the contract says."""
    referring = {**schema, "components": contract()["components"]}
    formats = Draft202012Validator.FORMAT_CHECKER
    Draft202012Validator(referring, format_checker=formats).validate(value)


def described(path: str, response: TestResponse) -> dict[str, Any]:
    """What the contract says of an answer, for a path of its own."""
    operation = operations()[path, response.request.method]
    return followed(operation["responses"][str(response.status_code)])


def check(path: str, response: TestResponse) -> None:
    """Assert that the contract has this answer for a path of its own, and is no fault of ours."""
    assert response.status_code < 500, response.text
    promised = described(path, response)
    headers = promised.get("headers", {})
    for name, header in headers.items():
        assert name in response.headers or not followed(header).get("required"), name
    assert {name for name in OURS if name in response.headers} <= headers.keys()
    may_be_kept = response.headers.get("Cache-Control", UNKEPT) != UNKEPT
    assert ("Cache-Control" in headers) or not may_be_kept
    if response.data or promised.get("content"):
        kind = promised["content"][response.mimetype]
        if response.mimetype in WITH_BODY:
            validate(response.get_json(), kind["schema"])
