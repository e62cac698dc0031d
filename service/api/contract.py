"""The contract as data: the whole of it, and what it says of each problem."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import orjson
import yaml

Contract: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """A call of the contract: its method, path and `operationId`, and its tag."""

    method: str
    path: str
    name: str
    tag: str


@cache
def read(path: Path) -> Contract:
    """The contract in a file."""
    return dict(yaml.load(path.read_bytes(), yaml.CSafeLoader))


@cache
def examples_of_problems(path: Path) -> dict[str, dict[Operation, str]]:
    """By `type` of problem, the operations that can answer with it, each with an example body."""
    by_type: dict[str, dict[Operation, str]] = {}
    for operation, example in _problems(read(path)):
        text = orjson.dumps(example, option=orjson.OPT_INDENT_2).decode()
        by_type.setdefault(example["type"], {})[operation] = text
    return by_type


def _problems(contract: Contract) -> Iterator[tuple[Operation, dict[str, Any]]]:
    for operation, described in _operations(contract):
        for response in described["responses"].values():
            content = _followed(contract, response).get("content", {})
            examples = content.get("application/problem+json", {}).get("examples", {})
            for example in examples.values():
                yield operation, _followed(contract, example)["value"]


def _operations(contract: Contract) -> Iterator[tuple[Operation, dict[str, Any]]]:
    for path, item in contract["paths"].items():
        for method, described in item.items():
            if method != "parameters":
                name, tag = described["operationId"], described["tags"][0]
                yield Operation(method.upper(), path, name, tag), described


def _followed(contract: Contract, part: dict[str, Any]) -> dict[str, Any]:
    """What a `$ref` points at; any other part itself."""
    if "$ref" not in part:
        return part
    target: Any = contract
    for name in part["$ref"].removeprefix("#/").split("/"):
        target = target[name]
    return _followed(contract, target)
