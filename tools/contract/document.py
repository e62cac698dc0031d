"""The document: each operation with the errors, headers and examples that it has."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from flask import Flask
from werkzeug.routing import Rule

from service.api.problem_types import ProblemType
from service.api.problems import PROBLEM_TYPES
from service.api.request_data import refuse_query
from tools.contract.played import Played
from tools.contract.schemas import Described, Schemas, reference, takes_nothing

PROBLEM: Final = "application/problem+json"
JSON: Final = "application/json"
VERSION: Final = re.compile(r'"\d+"')
PARAMETER: Final = re.compile("<(?:[^>]*:)?([^>]*)>")
AS_WRITTEN: Final = r"{\1}"
PUBLIC: Final = "health"  # the only blueprint of the document that asks for no key


class Document:
    """The contract, made from what is written by hand, the application, and what it answered."""

    def __init__(self, written: Described, app: Flask, played: Iterable[Played]) -> None:
        self.schemas = Schemas(written["names"], written["formats"])
        self._written = written
        self._problems = {each.name: each for each in PROBLEM_TYPES} | {
            name: ProblemType(name, **said) for name, said in written["of_the_server"].items()
        }
        self._rules = {
            f"{method} {PARAMETER.sub(AS_WRITTEN, rule.rule)}": rule
            for rule in app.url_map.iter_rules()
            for method in rule.methods or ()
        }
        self._app = app
        self._played = list(played)
        self._shared: dict[str, Described] = {}
        schemas = written["components"]["schemas"]
        self.schemas.components |= schemas | {"Problem": self._problem(schemas["Problem"])}
        for each in _references(schemas):
            self.schemas.named(each)

    def contract(self) -> Described:
        """All of it."""
        paths: dict[str, Described] = defaultdict(dict)
        for name, said in self._written["operations"].items():
            method, _, path = said["path"].partition(" ")
            paths[path][method.lower()] = self._operation(name, said)
        components = self._written["components"]
        return self._written["document"] | {
            "paths": dict(paths),
            "components": {
                "parameters": components["parameters"],
                "headers": dict(self._headers()),
                "securitySchemes": components["securitySchemes"],
                "responses": dict(sorted(self._shared.items())),
                "schemas": self.schemas.components,
            },
        }

    def _operation(self, name: str, said: Described) -> Described:
        parameters = [f"#/components/parameters/{each}" for each in self._parameters(name, said)]
        query = self.schemas.query(said["query"]) if "query" in said else []
        return {
            "operationId": name,
            "tags": [said["tag"]],
            "summary": said["summary"],
            "description": said["description"],
            "parameters": [{"$ref": each} for each in parameters] + query,
            **({"requestBody": self._body(name, said["asks"])} if "asks" in said else {}),
            "responses": dict(self._responses(name, said)),
        }

    def _parameters(self, name: str, said: Described) -> list[str]:
        """The parameters that are no part of a query: of the path, then headers."""
        tagged = any(each.status == 304 for each in self._answers(name))
        of_path = re.findall(r"{(\w+)}", said["path"])
        return [*of_path, *said.get("headers", []), *(["IfNoneMatch"] if tagged else [])]

    def _body(self, name: str, schema: str) -> Described:
        asked = {
            each.name: {"value": each.asked}
            for each in self._answers(name)
            if each.name and each.status < 300 and each.asked is not None
        }
        content = {"schema": self.schemas.named(schema), "examples": asked}
        required = not takes_nothing(self.schemas.requests[schema])
        return {"required": required, "content": {JSON: content}}

    def _responses(self, name: str, said: Described) -> Iterator[tuple[str, Described]]:
        successes = [each for each in self._answers(name) if each.status < 400]
        for status in sorted({each.status for each in successes}):
            answers = [each for each in successes if each.status == status]
            yield str(status), self._success(said, answers)
        by_status = defaultdict(list)
        for problem in self._problems_of(said):
            by_status[self._problems[problem].status].append(problem)
        for status, problems in sorted(by_status.items()):
            yield str(status), self._failure(name, status, problems)

    def _success(self, said: Described, answers: list[Played]) -> Described:
        headers = self._headers_of(answers)
        if answers[0].status == 304:
            return {"description": "What you have is still what you would get.", **headers}
        if answers[0].answered is None:
            return {"description": "It is done.", **headers}
        schema = self.schemas.named(said["answers"])
        content = {JSON: {"schema": schema, "examples": _examples(answers)}}
        described = self.schemas.components[said["answers"]]["description"].partition("\n\n")[0]
        links = {"links": self._links(said["links"])} if "links" in said else {}
        return {"description": described, **headers, "content": content, **links}

    def _failure(self, name: str, status: int, problems: list[str]) -> Described:
        """The answer with one of these problems, here if the operation has examples of its own."""
        own = [each for each in self._answers(name) if each.status == status and each.name]
        others = [
            next((each for each in self._played if each.problem == problem), None)
            for problem in problems
            if problem not in {each.problem for each in own}
        ]
        if len(problems) > 1 or len(own) > 1:
            return self._problem_response(problems, [*own, *filter(None, others)])
        [problem] = problems
        shared = "".join(part.title() for part in problem.split("-"))
        first = [each for each in self._played if each.problem == problem][:1]
        self._shared[shared] = self._problem_response(problems, first)
        return {"$ref": f"#/components/responses/{shared}"}

    def _problem_response(self, problems: list[str], answers: list[Played]) -> Described:
        told = [f"{each.title}. {each.advice}" for each in map(self._problems.get, problems) if each]
        content = {"schema": reference("Problem"), "examples": _examples(answers)}
        return {
            "description": "\n\n".join(told),
            **self._headers_of(answers),
            "content": {PROBLEM: content},
        }

    def _problems_of(self, said: Described) -> list[str]:
        """Every type of problem that an operation has, by what its view does."""
        kinds = ["always", *_traits(self._app, self._rules[said["path"]]), *said.get("headers", [])]
        kinds += ["body"] if "asks" in said else []
        kinds += ["one method"] if self._only_get(said["path"]) else []
        by_kind = self._written["problems"]
        problems = [*said.get("problems", []), *(each for kind in kinds for each in by_kind.get(kind, []))]
        return list(dict.fromkeys(problems))

    def _only_get(self, path: str) -> bool:
        _, _, place = path.partition(" ")
        methods = {each.partition(" ")[0] for each in self._rules if each.endswith(f" {place}")}
        return methods == {"GET", "HEAD", "OPTIONS"} and "{" not in place

    def _links(self, ids: Mapping[str, str]) -> Described:
        """From the game to each operation whose path takes an id that the answer has."""
        return {
            name: {"operationId": name, "parameters": {part: f"$response.body#/{field}"}}
            for part, field in ids.items()
            for name, said in self._written["operations"].items()
            if f"{{{part}}}" in said["path"]
        }

    def _answers(self, operation: str) -> list[Played]:
        return [each for each in self._played if each.operation == operation]

    def _headers_of(self, answers: list[Played]) -> Described:
        """The headers that some of these answers have, as far as the contract knows them."""
        given = {_header(*each) for answer in answers for each in answer.headers.items()}
        known = [each for each in self._written["components"]["headers"] if each in given]
        return {"headers": {
            "ETag" if name == "ContentTag" else name: {"$ref": f"#/components/headers/{name}"}
            for name in known
        }}

    def _headers(self) -> Iterator[tuple[str, Described]]:
        """Each header, with the first value that was played."""
        values: dict[str, str] = {}
        for answer in self._played:
            for name, value in answer.headers.items():
                values.setdefault(_header(name, value), value)
        for name, described in self._written["components"]["headers"].items():
            yield name, {**described, "schema": {"type": "string"}, "example": values[name]}

    def _problem(self, described: Described) -> Described:
        """The schema of a problem, with a table of the types, and of what each carries."""
        common = {*described["required"]}
        rows = [
            f"| `{kind.type}` | {kind.status} | {', '.join(f'`{each}`' for each in carried)} |"
            for kind in PROBLEM_TYPES
            for carried in [sorted(self._carried(kind.name) - common)]
        ]
        table = "\n".join(["", "", "| `type` | status | carries |", "|---|---|---|", *rows])
        return described | {"description": described["description"] + table}

    def _carried(self, problem: str) -> Collection[str]:
        return {field for each in self._played if each.problem == problem for field in each.answered}


def _traits(app: Flask, rule: Rule) -> Iterator[str]:
    """What the view of a path does, as its code says."""
    view, (blueprint, _, _) = app.view_functions[rule.endpoint], rule.endpoint.partition(".")
    names = getattr(view, "__wrapped__", view).__code__.co_names
    if hasattr(view, "__wrapped__") or "charge" in names:
        yield "limited"
    if refuse_query in app.before_request_funcs.get(blueprint, ()):
        yield "query"
    if rule.arguments:
        yield "game" if rule.arguments & {"game_id", "watch_id"} else "path"
    if blueprint != PUBLIC:
        yield "key"


def _references(part: Any) -> Iterator[str]:
    """The names of the schemas that are referred to."""
    for key, value in part.items() if isinstance(part, dict) else enumerate(part):
        if key == "$ref":
            yield value.rpartition("/")[2]
        elif isinstance(value, dict | list):
            yield from _references(value)


def _header(name: str, value: str) -> str:
    """The name in the contract; "" for what it does not speak of."""
    if name == "ETag" and not VERSION.fullmatch(value):
        return "ContentTag"
    return "" if value == "no-store" else name


def _examples(answers: list[Played]) -> Described:
    return {each.name: {"value": each.answered} for each in answers if each.name}
