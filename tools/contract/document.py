"""The document: each operation with the errors, headers and examples that it has."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

from flask import Flask
from marshmallow import Schema

from service.api.operations import Taken
from service.api.problems import PROBLEM_TYPES, TYPES
from tools.contract.codes import CODES, OF_EVERY_CALL, error_codes
from tools.contract.played import Played
from tools.contract.schemas import Described, Schemas, can_be_empty, reference

GAME_TAG: Final = re.compile(r'"\d+-[0-9a-f]{8}"')
PARAMETER: Final = re.compile("<(?:[^>]*:)?([^>]*)>"), r"{\1}"  # in Flask's paths, and in ours
FIELDS: Final = "invalid-input"  # the problem whose errors have codes
BRIEF: Final = "x-brief-schema"  # of the body for a client that prefers little
EVENTS: Final = "text/event-stream"
PUBLIC: Final = "health"  # the only blueprint of the document that asks for no key


class Document:
    """Makes the contract from paths.yaml, the application, and the answers to the scenario."""

    def __init__(self, written: Described, app: Flask, played: Iterable[Played]) -> None:
        self.schemas = Schemas(written["names"], written["formats"])
        self._written = written
        self._app = app
        self._played = list(played)
        self._shared: dict[str, Described] = {}
        pattern, template = PARAMETER
        self._rules = {
            f"{method} {pattern.sub(template, rule.rule)}": rule
            for rule in app.url_map.iter_rules()
            for method in rule.methods or ()
        }

    def contract(self) -> Described:
        """The whole contract."""
        components = self._written["components"]
        self.schemas.components |= components["schemas"]
        self.schemas.components["Problem"] = self._with_table(components["schemas"]["Problem"])
        self.schemas.components["FieldError"] = self._with_codes(
            components["schemas"]["FieldError"]
        )
        paths: dict[str, Described] = defaultdict(dict)
        for name, entry in self._written["operations"].items():
            method, _, path = entry["path"].partition(" ")
            paths[path][method.lower()] = self._operation(name, entry)
        parts = {
            "headers": self._headers(),
            "responses": dict(sorted(self._shared.items())),
            "schemas": self.schemas.components,
        }
        for each in re.findall(r"#/components/schemas/(\w+)", str(components)):
            self.schemas.named(each)
        return {**self._written["document"], "paths": dict(paths), "components": components | parts}

    def _operation(self, name: str, entry: Described) -> Described:
        answers = [each for each in self._played if each.operation == name]
        taken = self.taken(entry)
        return {
            "operationId": name,
            "tags": [entry["tag"]],
            "summary": entry["summary"],
            "description": entry["description"],
            "parameters": self._parameters(entry, answers),
            **(self._body(taken.body, answers) if taken and taken.body else {}),
            "responses": {
                **self._successes(entry, answers),
                **self._failures(entry, [each for each in answers if each.name]),
            },
        }

    def _parameters(self, entry: Described, answers: list[Played]) -> list[Described]:
        """The parameters in the path, in headers and in the query."""
        names = [*re.findall(r"{(\w+)}", entry["path"]), *entry.get("headers", [])]
        names += ["IfNoneMatch"] if any(each.status == 304 for each in answers) else []
        taken = self.taken(entry)
        query = self.schemas.query(taken.query) if taken and taken.query else []
        return [{"$ref": f"#/components/parameters/{name}"} for name in names] + query

    def _body(self, schema: type[Schema], answers: list[Played]) -> Described:
        served = [each for each in answers if each.name and each.status < 300]
        examples = {
            each.name: {"value": each.request} for each in served if each.request is not None
        }
        content = {"schema": self.schemas.of(schema), "examples": examples}
        required = not can_be_empty(schema)
        return {"requestBody": {"required": required, "content": {"application/json": content}}}

    def _successes(self, entry: Described, answers: list[Played]) -> Described:
        """The answers without an error, with links to the calls that accept an id in them."""
        responses: Described = {}
        returned = self._view(entry).returns
        for status in sorted({each.status for each in answers if each.status < 400}):
            same = [each for each in answers if each.status == status]
            responses[str(status)] = {"description": "It is done.", **self._headers_of(same)}
            if status == 304:
                responses["304"]["description"] = "You have the current version."
            elif EVENTS in same[0].headers.get("Content-Type", ""):
                responses["200"] |= self._events(entry["events"], same)
            elif returned:
                schema = self.schemas.of(returned)
                content = {"application/json": {"schema": schema, "examples": _examples(same)}}
                if "brief" in entry:
                    content["application/json"][BRIEF] = self.schemas.part(entry["brief"])
                name = self.schemas.name_of(returned)
                description = self.schemas.components[name]["description"]
                responses[str(status)] |= {"description": description, "content": content}
                responses[str(status)] |= (
                    {"links": self._links(entry["links"])} if "links" in entry else {}
                )
        return responses

    def _events(self, events: Described, answers: list[Played]) -> Described:
        """The answer with a stream of events, and the schema of the data of each."""
        described = {name: self.schemas.named(schema) for name, schema in events["data"].items()}
        content = {"schema": {"type": "string", "x-events": described}}
        return {
            "description": events["description"],
            "content": {EVENTS: {**content, "examples": _examples(answers)}},
        }

    def _failures(self, entry: Described, answers: list[Played]) -> Described:
        by_status: dict[int, list[str]] = defaultdict(list)
        for problem in self._problems_of(entry):
            by_status[TYPES[problem].status].append(problem)
        codes = error_codes(entry, self.taken(entry))
        return {
            str(status): self._failure(
                problems, [each for each in answers if each.status == status], codes
            )
            for status, problems in sorted(by_status.items())
        }

    def _failure(self, problems: list[str], own: list[Played], codes: set[str]) -> Described:
        """The answer with one of these problems; shared if the operation has nothing of its own."""
        errors = sorted(codes) if FIELDS in problems else []
        first = {each.problem: each for each in reversed(self._played) if each.name}
        answered = {each.problem for each in own}
        others = [first[each] for each in problems if each not in answered and each in first]
        is_shared = len(problems) == 1 and {*errors} <= OF_EVERY_CALL
        if not is_shared or (own and own != [first[problems[0]]]):
            return self._with_problems(problems, own + others, errors)
        shared = "".join(part.title() for part in problems[0].split("-"))
        self._shared[shared] = self._with_problems(problems, [first[problems[0]]], errors)
        return {"$ref": f"#/components/responses/{shared}"}

    def _with_problems(
        self, problems: list[str], answers: list[Played], errors: list[str]
    ) -> Described:
        """The answer with one of these problems, whose errors have one of these codes."""
        types = [TYPES[each] for each in problems]
        content = {"schema": reference("Problem"), "examples": _examples(answers)}
        return {
            "description": "\n\n".join(f"`{each.code}`: {each.advice}" for each in types),
            "x-problem-codes": [*dict.fromkeys([*problems, *(each.problem for each in answers)])],
            **({"x-error-codes": errors} if errors else {}),
            **self._headers_of(answers),
            "content": {"application/problem+json": content},
        }

    def _problems_of(self, entry: Described) -> list[str]:
        """Every type of problem that an operation has, by what its view does."""
        by_kind = self._written["problems"]
        kinds = ["always", *self._traits(entry), *entry.get("headers", [])]
        taken = self.taken(entry)
        kinds += ["body"] if taken and taken.body else []
        problems = [problem for kind in kinds for problem in by_kind.get(kind, [])]
        return list(dict.fromkeys([*entry.get("problems", []), *problems]))

    def _view(self, entry: Described) -> Any:
        return self._app.view_functions[self._rules[entry["path"]].endpoint]

    def taken(self, entry: Described) -> Taken | None:
        """What the view of an operation takes; None if it takes nothing, and refuses nothing."""
        return getattr(self._view(entry), "takes", None)

    def _traits(self, entry: Described) -> Iterator[str]:
        """The traits of a call that decide its problems: of its rule, and what its view takes."""
        rule = self._rules[entry["path"]]
        blueprint = rule.endpoint.partition(".")[0]
        if self.taken(entry):
            yield "limited"
        if "events" in entry:
            yield "stream"
        elif rule.arguments:
            yield "game" if rule.arguments & {"game_id", "watch_id"} else "path"
        elif {"GET", "HEAD", "OPTIONS"} == rule.methods:
            yield "one method"
        if blueprint != PUBLIC:
            yield from ("key", "strict")

    def _links(self, ids: dict[str, str]) -> Described:
        return {
            name: {"operationId": name, "parameters": {part: f"$response.body#/{field}"}}
            for part, field in ids.items()
            for name, entry in self._written["operations"].items()
            if f"{{{part}}}" in entry["path"]
        }

    def _headers_of(self, answers: list[Played]) -> Described:
        """The headers that some of these answers have, as far as the contract knows them."""
        of_each = [{_header(*each) for each in answer.headers.items()} for answer in answers]
        known = self._written["components"]["headers"].keys() & set[str]().union(*of_each)
        always = set.intersection(*of_each) if of_each else set()
        return {
            "headers": {
                "ETag" if name == "ContentTag" else name: self._header_of(name, name in always)
                for name in self._written["components"]["headers"]
                if name in known
            }
        }

    def _header_of(self, name: str, is_always: bool) -> Described:
        """A header of a response; one that the contract promises may be only in some of them."""
        described = self._headers()[name]
        if is_always or not described.get("required"):
            return {"$ref": f"#/components/headers/{name}"}
        return {**described, "required": False}

    def _headers(self) -> Described:
        """Each header, with the first value that was played."""
        headers = [each for answer in reversed(self._played) for each in answer.headers.items()]
        values = {_header(name, value): value for name, value in headers}
        return {
            name: {**described, "schema": {"type": "string"}, "example": values[name]}
            for name, described in self._written["components"]["headers"].items()
        }

    def _with_table(self, problem: Described) -> Described:
        """The schema of a problem, with a table of the types and the fields that each carries."""
        carried: dict[str, set[str]] = defaultdict(set)
        for each in self._played:
            if each.problem:
                carried[each.problem] |= each.answered.keys()
        rows = ["| `code` | status | carries |", "|---|---|---|"]
        for kind in PROBLEM_TYPES:
            fields = sorted(carried[kind.code] - set(problem["required"]))
            rows.append(f"| `{kind.code}` | {kind.status} | {', '.join(fields)} |")
        return _with_rows(problem, rows, TYPES)

    def _with_codes(self, error: Described) -> Described:
        """The schema of an error in a field, with a table of its codes."""
        refused = [each.answered for each in self._played if each.status == 422]
        errors = [one for answered in refused for one in answered.get("errors", [])]
        examples = {one["code"]: one for one in reversed(errors)}
        rows = ["| `code` | means | for example |", "|---|---|---|"]
        for code, meaning in CODES.items():
            place, _, detail, *_ = examples[code].values()
            rows.append(f"| `{code}` | {meaning} | `{place}`: {detail} |")
        return _with_rows(error, rows, CODES)


def _with_rows(schema: Described, rows: Iterable[str], codes: Iterable[str]) -> Described:
    """A schema with a table of the codes that its `code` can have."""
    properties = schema["properties"]
    code = {**properties["code"], "x-extensible-enum": [*codes]}
    return {
        **schema,
        "description": "\n".join([schema["description"], "", *rows]),
        "properties": {**properties, "code": code},
    }


def _header(name: str, value: str) -> str:
    """The name of a header in the contract; "" if the contract leaves it out."""
    if name == "ETag" and not GAME_TAG.fullmatch(value):
        return "ContentTag"
    return "" if value == "no-store" else name


def _examples(answers: list[Played]) -> dict[str, Any]:
    return {each.name: {"value": each.answered} for each in answers if each.name}
