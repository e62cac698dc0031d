"""The promises of a contract, and those of the last release (kept.yaml) that it breaks."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tools.contract.schemas import Described

PROMISES: Final = Path(__file__).parent / "kept.yaml"
TEXTS: Final = ("description", "example", "examples")
NAMES: Final = "x-extensible-enum"  # of a list that may grow
CLOSED: Final = "enum"  # of one that does not


def promises(contract: Described) -> Described:
    """Everything that clients rely on, by name: `getGame`, `getHint.limit`, `Game.length`."""
    operations = (
        promise
        for path, item in contract["paths"].items()
        for method, operation in item.items()
        for promise in _of_operation(f"{method.upper()} {path}", operation)
    )
    schemas = contract["components"]["schemas"]
    requests = _of_requests(schemas)
    return dict(operations) | {
        f"{name}.{field}": _without_texts(described)
        | ({"is": "needed"} if field in schema.get("required", ()) else {})
        | ({"in": "request"} if name in requests else {})
        for name, schema in schemas.items()
        for field, described in schema.get("properties", {}).items()
    }


def breaks(promised: Described, contract: Described) -> list[str]:
    """The names of promises that are gone or changed, and of those that requests newly need."""
    needed = {name for name, each in contract.items() if each.keys() >= {"is", "in"}}
    changed = [
        name
        for name, promise in promised.items()
        if name not in contract or not _keeps(contract[name], promise)
    ]
    return changed + sorted(needed - promised.keys())


def _keeps(now: Described, promise: Described) -> bool:
    """Whether a promise is unchanged, except for new names in a list that may grow."""
    growing = CLOSED if promise.get("in") == "request" else NAMES  # a request may accept more
    names = [*promise.get(growing, ())]
    may_grow = {growing: names} if names and {*names} <= {*now.get(growing, ())} else {}
    return {**now, **may_grow} == promise


def _of_requests(schemas: Described) -> set[str]:
    """The schemas of requests, which allow no other fields, and of their parts."""
    whole = {name for name, each in schemas.items() if each.get("additionalProperties") is False}
    parts = re.findall(r"#/components/schemas/(\w+)", str([schemas[name] for name in whole]))
    return {*whole, *parts}


def _of_operation(path: str, operation: Described) -> Iterator[tuple[str, Described]]:
    name, body = operation["operationId"], operation.get("requestBody", {})
    answers = {
        status: _schema(response)
        for status, response in operation["responses"].items()
        if status < "3"
    }
    needs = {"is": "needed"} if body.get("required") else {}
    yield name, {"path": path, "asks": _schema(body), "answers": answers, **needs}
    for each in operation["parameters"]:
        parameter = each.get("name") or each["$ref"].rpartition("/")[2]
        yield f"{name}.{parameter}", _without_texts(each.get("schema", {}))


def _schema(body: Described) -> Any:
    return next((kind["schema"].get("$ref") for kind in body.get("content", {}).values()), None)


def _without_texts(schema: Described) -> Described:
    return {
        key: _without_texts(value) if key == "items" else value
        for key, value in schema.items()
        if key not in TEXTS
    }
