"""What the service says about itself in other forms: the contract as JSON, pages, a catalogue."""

from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import TypeAlias

import orjson

from service.api.documents import CATALOG, JSON
from service.api.problems import PROBLEM_TYPES
from tools.contract.schemas import Described
from tools.templates import rendered

Call: TypeAlias = tuple[str, str]  # its anchor on the documentation page; its method and path

LINKS: Described = {
    "anchor": "/",
    "service-desc": [
        {"href": "/openapi.json", "type": "application/json"},
        {"href": "/openapi.yaml", "type": "text/yaml"},
    ],
    "service-doc": [{"href": "/docs", "type": "text/html"}],
    "status": [{"href": "/readyz", "type": "application/json"}],
}


def pages(contract: Described) -> dict[str, str]:
    """The text of each file, by its path in the folder of what is written."""
    page = partial(rendered, "problems.html.jinja", {}, examples=examples_of_problems(contract))
    return {
        JSON: in_json(contract),
        CATALOG: in_json({"linkset": [LINKS]}),
        "problems.html": page(root="", problem_types=PROBLEM_TYPES),
        **{
            f"problems/{each.code}.html": page(root="../", problem_types=[each])
            for each in PROBLEM_TYPES
        },
    }


def in_json(value: Described) -> str:
    """The value as a line of JSON."""
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE).decode()


def examples_of_problems(contract: Described) -> dict[str, dict[Call, str]]:
    """By the `code` of a problem: the calls that can return it, each with an example of a body."""
    by_code = defaultdict[str, dict[Call, str]](dict)
    for address, item in contract["paths"].items():
        for method, operation in item.items():
            place = f"#/{operation['tags'][0]}/{operation['operationId']}"
            for body in _problem_bodies(operation, contract["components"]["responses"]):
                text = orjson.dumps(body, option=orjson.OPT_INDENT_2).decode()
                by_code[body["code"]][place, f"{method.upper()} {address}"] = text
    return by_code


def _problem_bodies(operation: Described, shared: Described) -> Iterator[Described]:
    """The example problems of an operation; some of its answers are shared components."""
    for response in operation["responses"].values():
        name = response.get("$ref", "").removeprefix("#/components/responses/")
        content = shared.get(name, response).get("content", {})
        for example in content.get("application/problem+json", {}).get("examples", {}).values():
            yield example["value"]
