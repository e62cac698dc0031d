"""What a contract breaks of the one last released, which tools/contract/kept.yaml has."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tools.contract.schemas import Described

KEPT: Final = Path(__file__).parent / "kept.yaml"
WORDS: Final = ("description", "summary", "title", "examples", "example", "info", "tags", "links")
UPPER: Final = ("maximum", "maxLength", "maxItems")
LOWER: Final = ("minimum", "minLength", "minItems")


def essence(part: Any, *, named: bool = False) -> Any:
    """A contract without texts and examples; the keys of what is `named` are no words of OpenAPI."""
    if isinstance(part, list):
        return [essence(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {
        key: essence(value, named=key in ("properties", "schemas", "parameters", "headers"))
        for key, value in part.items()
        if named or key not in WORDS
    }


def breaks(kept: Described, made: Described) -> Iterator[str]:
    """What clients of the kept contract lose: `getGame`, `Game.length`, `GuessRequest.word`."""
    now = _operations(made)
    for name, operation in _operations(kept).items():
        if name not in now or not _as_before(operation, now[name]):
            yield name
        else:
            yield from _parameters(name, operation, now[name])
    schemas = made["components"]["schemas"]
    for name, schema in kept["components"]["schemas"].items():
        yield from _fields(name, schema, schemas.get(name, {"properties": {}}))


def _operations(contract: Described) -> dict[str, Described]:
    return {
        operation["operationId"]: {**operation, "path": path, "method": method}
        for path, item in contract["paths"].items()
        for method, operation in item.items()
    }


def _as_before(kept: Described, made: Described) -> bool:
    """Whether an operation has its path, its method and its successes."""
    successes = {status for status in kept["responses"] if status < "4"}
    same_place = (kept["path"], kept["method"]) == (made["path"], made["method"])
    must_send = ("requestBody" in made) and made["requestBody"]["required"]
    may_send_nothing = not kept.get("requestBody", {}).get("required", False)
    same = all(
        _schema_of(kept["responses"][status]) == _schema_of(made["responses"].get(status, {}))
        for status in successes
    )
    return same_place and same and not (must_send and may_send_nothing)


def _schema_of(response: Described) -> Any:
    return [kind["schema"] for kind in response.get("content", {}).values()]


def _parameters(name: str, kept: Described, made: Described) -> Iterator[str]:
    before = {_parameter(each): each for each in kept["parameters"]}
    now = {_parameter(each): each for each in made["parameters"]}
    for gone in before.keys() - now.keys():
        yield f"{name}.{gone}"
    for kept_too in before.keys() & now.keys():
        schemas = (each[kept_too].get("schema", {}) for each in (before, now))
        if _is_narrower(*schemas):
            yield f"{name}.{kept_too}"
    for new in now.keys() - before.keys():
        if now[new].get("required"):
            yield f"{name}.{new}"


def _parameter(described: Described) -> str:
    return str(described.get("name") or described["$ref"].rpartition("/")[2])


def _fields(name: str, kept: Described, made: Described) -> Iterator[str]:
    """The fields that are gone, that are another type, or that requests now need."""
    is_request = kept.get("additionalProperties") is False
    narrower = _is_narrower if is_request else _is_wider
    for field, described in kept["properties"].items():
        now = made["properties"].get(field)
        if now is None or narrower(described, now):
            yield f"{name}.{field}"
    lost, added = {*kept.get("required", ())}, {*made.get("required", ())}
    yield from (f"{name}.{field}" for field in (added - lost if is_request else lost - added))


def _is_narrower(kept: Described, made: Described) -> bool:
    """Whether some value that was allowed is not any more."""
    return (
        not _types(kept) <= _types(made)
        or ("enum" in made and not {*kept.get("enum", ["?"])} <= {*made["enum"]})
        or any(made.get(key, kept.get(key)) < kept.get(key, 2**63) for key in UPPER if key in made)
        or any(made[key] > kept.get(key, -1) for key in LOWER if key in made)
        or ("pattern" in made and made["pattern"] != kept.get("pattern"))
        or _is_narrower(kept.get("items", {}), made.get("items", {}))
    ) if kept != made else False


def _is_wider(kept: Described, made: Described) -> bool:
    """Whether there may be a value that was never there before."""
    return kept != made and _is_narrower(made, kept)


def _types(described: Described) -> set[str]:
    """JSON's types that a value may have, and the names of schemas."""
    if "$ref" in described:
        return {described["$ref"]}
    if "anyOf" in described:
        return set().union(*map(_types, described["anyOf"]))
    kind = described.get("type", [])
    return set(kind) if isinstance(kind, list) else {kind}
