"""`openapi.yaml`, and whether an answer is one that it describes."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
UNKEPT = "no-store"  # a Cache-Control that the contract does not list
PROBLEM = "application/problem+json"
EVENTS = "text/event-stream"
WITH_BODY = ("application/json", PROBLEM)
OURS = {
    "Accept-Encoding", "Allow", "Content-Location", "Idempotent-Replayed", "Location",
    "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate",
    "X-Request-ID",
}  # fmt: skip  # headers that an answer has only if the contract lists them


@cache
def contract() -> dict[str, Any]:
    return read(CONTRACT.read_text())


def read(text: str) -> dict[str, Any]:
    """Parse a contract in YAML or JSON, in C: a parser in Python takes seconds."""
    return dict(yaml.load(text, yaml.CSafeLoader))


@cache
def operations() -> dict[tuple[str, str], dict[str, Any]]:
    """Each operation by path and method."""
    return {
        (path, method.upper()): operation
        for path, item in contract()["paths"].items()
        for method, operation in item.items()
    }


@cache
def ending() -> list[tuple[str, str]]:
    """The operations, by path and method, whose responses end: all but the streams of events."""
    return [
        each
        for each, operation in operations().items()
        if "text/event-stream" not in operation["responses"].get("200", {}).get("content", {})
    ]


def operation_of(method: str, path: str) -> tuple[str, str] | None:
    """The operation of a request, by path and method; None if the contract has none."""
    if (path, method) in operations():
        return path, method  # `/watch/events` is no `/watch/{watch_id}`
    for known, verb in operations():
        if verb == method and re.fullmatch(re.sub(r"{\w+}", "[^/]+", known), path):
            return known, verb
    return None


def followed(part: dict[str, Any]) -> dict[str, Any]:
    """The target of a `$ref`; any other part itself."""
    while "$ref" in part:
        found: Any = contract()
        for name in part["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        part = found
    return part


def validate(value: Any, schema: dict[str, Any]) -> None:
    """Raise ValidationError unless a value fits a schema of the contract."""
    _validator(json.dumps(schema)).validate(value)


@cache
def _validator(schema: str) -> Draft202012Validator:
    referring = {**json.loads(schema), "components": contract()["components"]}
    return Draft202012Validator(referring, format_checker=Draft202012Validator.FORMAT_CHECKER)


def check(response: TestResponse) -> None:
    """Assert that an answer is as the contract describes it, if it is to one of its operations."""
    request = response.request
    operation = operation_of(request.method, request.environ["PATH_INFO"])
    if operation is None:
        return
    promised = followed(operations()[operation]["responses"][str(response.status_code)])
    headers = promised.get("headers", {})
    for name, header in headers.items():
        assert name in response.headers or not followed(header).get("required"), name
    assert {name for name in OURS if name in response.headers} <= headers.keys()
    may_be_cached = response.headers.get("Cache-Control", UNKEPT) != UNKEPT
    assert ("Cache-Control" in headers) or not may_be_cached
    if response.mimetype == EVENTS:
        assert EVENTS in promised["content"]
        return  # it may have no end
    if response.data or promised.get("content"):
        kind = promised["content"][response.mimetype]
        if response.mimetype in WITH_BODY and "Content-Encoding" not in response.headers:
            is_brief = response.headers.get("Preference-Applied") == "return=minimal"
            validate(response.get_json(), kind["x-brief-schema" if is_brief else "schema"])
        if response.mimetype == PROBLEM:
            assert response.get_json()["code"] in promised["x-problem-codes"]
