"""docs/reference.md: each request of the contract, with its units, an example and its errors."""

import json
import re
from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any, Final

from service.api import limits
from service.api.problems import PROBLEM_TYPES
from service.app import retention
from service.dictionaries.dictionary import load
from service.play.requests import GameChoices
from service.registry import DEALERS, DEFAULT_DICTIONARY, GUESSERS
from service.settings import Settings, shipped
from tools.contract.played import Played
from tools.contract.schemas import Described
from tools.templates import Filters, rendered

FIELDS: Final = "invalid-input"  # a problem that has other causes in each request
WIDTH: Final = 100  # of a line of an example
MOST_ITEMS: Final = 3  # of a long list in an example
STAYS: Final = "\N{NO-BREAK SPACE}"  # where a line must not break
WHOLE: Final = {  # the examples of whole errors: what each shows
    "already-guessed": "A refusal by the state of a game carries the game",
    "invalid-input": "A request that is wrong names each field",
    "too-many-requests": "A client that is too fast learns when to come back",
}
SHOWN_HEADERS: Final = ("Content-Type", "ETag", "Retry-After", "RateLimit-Policy")


def dearer(units: Iterable[tuple[str, int]]) -> str:
    """The choices that cost more than one unit, with their units, as text."""
    return "".join(f"; `{name}` {each}" for name, each in units if each > 1)


LIFE: Final = retention(Settings())
ENGLISH: Final = load(shipped("data") / DEFAULT_DICTIONARY).description
KEPT: Final = GameChoices(keep_seconds=LIFE.longest // 1000)
HINTS: Final = dearer((name, guesser.costs.hint) for name, guesser in GUESSERS.items())
FOLLOWS_SEVERAL: Final = "followGames"  # which costs a unit for each
GUESSES: Final = f", and 1 more for every {limits.GUESSES_A_UNIT} guesses"
DEARER: Final = {  # when a request costs more than its cheapest example
    "startGame": f", and {limits.cost_of_start(GameChoices(), LIFE, ENGLISH)} of `storage`; with"
    f" `keep_seconds` up to {limits.cost_of_start(KEPT, LIFE, ENGLISH)}",
    "claimWord": f", and {limits.cost_of_claim(LIFE)} of `storage`",
    **{"getHint": HINTS, "createHint": HINTS, "getGameReview": GUESSES, "createReview": GUESSES},
    "followGame": ", and again each minute",
    "createSolution": dearer((name, each.costs.solution) for name, each in GUESSERS.items()),
    "listFamilies": dearer((n, limits.cost_of_families(d.is_slow)) for n, d in DEALERS.items()),
}


def reference(contract: Described, played: list[Played]) -> str:
    """The text of the page."""
    page = Page(contract, [each for each in played if each.name])
    filters: Filters = {"cell": cell, "json": in_json, "kind": kind}
    values = {"page": page, "contract": contract, "problems": PROBLEM_TYPES}
    text = rendered("reference.md.jinja", filters, **values)
    return re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n"


class Page:
    """The values for the template that are not in the contract itself."""

    def __init__(self, contract: Described, played: list[Played]) -> None:
        self._contract = contract
        self._played = played
        limited = [call for _, call in self._operations() if call["tags"] != ["health"]]
        self.shared = set.intersection(*map(self._codes, limited))

    def groups(self) -> Iterator[tuple[Described, list[Described]]]:
        """Yield each tag, with its requests."""
        requests = [*self._requests()]
        for tag in self._contract["tags"]:
            yield tag, [each for each in requests if each["tags"] == [tag["name"]]]

    def errors_shown(self) -> Iterator[tuple[str, Played, str]]:
        """Yield what a whole error shows, the error, and those of its headers that matter."""
        for problem, title in WHOLE.items():
            each = next(each for each in self._played if each.name == problem == each.problem)
            present = [name for name in SHOWN_HEADERS if name in each.headers]
            yield title, each, "\n".join(f"{name}: {each.headers[name]}" for name in present)

    def _requests(self) -> Iterator[Described]:
        """Yield each operation of the contract, with the other values for its section."""
        for name, call in self._operations():
            operation = call["operationId"]
            own = [each for each in self._played if each.operation == operation]
            served = [each for each in own if each.status < 300]
            example = served[-1] if operation == "startGame" else served[0]  # with all choices
            parameters = list(map(self._followed, call["parameters"]))
            yield {
                **call,
                "name": name,
                "anchor": re.sub(r"[^\w -]", "", call["summary"].lower()).replace(" ", "-"),
                "price": self._price(operation),
                "query": [each for each in parameters if each["in"] == "query"],
                "headers": [f"`{each['name']}`" for each in parameters if each["in"] == "header"],
                "body": schema_of(call.get("requestBody", {})),
                "answer": schema_of(self._followed(call["responses"][str(example.status)])),
                "example": example,
                "codes": self._followed(call["responses"].get("422", {})).get("x-error-codes", []),
                "errors": self.errors(operation, self._codes(call) - self.shared | {FIELDS}),
            }

    def errors(self, operation: str, codes: set[str]) -> list[tuple[str, ...]]:
        """The rows of these problems, from the operation's own examples or from other calls."""
        own = [each for each in self._played if each.operation == operation]
        not_shown = codes - {each.problem for each in own} - {FIELDS}
        rows: dict[tuple[str, ...], str] = {}
        for each in own + [each for each in self._played if each.problem in not_shown]:
            if each.problem in codes:
                wrong = [f"`{error['code']}`" for error in each.answered.get("errors", [])]
                key = (str(each.status), f"`{each.problem}`", ", ".join(wrong))
                rows.setdefault(key, each.answered["detail"])
        return [(*key, rows[key]) for key in sorted(rows)]

    def _followed(self, part: Described) -> Described:
        """A part of the contract, or the component that it refers to."""
        *_, group, name = part.get("$ref", "//").split("/")
        return self._contract["components"][group][name] if name else part

    def _operations(self) -> Iterator[tuple[str, Described]]:
        for path, methods in self._contract["paths"].items():
            for method, call in methods.items():
                yield f"{method.upper()} {path}", call

    def _codes(self, call: Described) -> set[str]:
        """The codes of the problems that a call can return."""
        answers = map(self._followed, call["responses"].values())
        problems = [each.get("content", {}).get("application/problem+json") for each in answers]
        examples = [each for one in problems if one for each in one["examples"].values()]
        return {each["value"]["code"] for each in examples}

    def _price(self, operation: str) -> str:
        """The units that a call costs; "" if it costs none."""
        served = [each for each in self._played if each.operation == operation]
        charges = {each.charge for each in served if each.status < 300}  # a refusal may cost less
        units, budget = min(charges - {(0, "")}, default=(0, ""))
        if operation == FOLLOWS_SEVERAL:
            return f"1 `{budget}` for each game, and again each minute"
        return f"{units} `{budget}`{DEARER.get(operation, '')}" if units else ""


def in_json(value: Any, margin: str = "") -> str:
    """JSON with short values on one line each, and the first items of long lists."""
    line = json.dumps(value, ensure_ascii=False)
    if len(margin + line) <= WIDTH or not isinstance(value, dict | list):
        return line
    further = f"\n{margin}  "
    if isinstance(value, dict) and all(map(_is_letter, value.values())):
        members = line[1:-1].replace('": "', f'":{STAYS}"')
        lines = further.join(wrap(members, WIDTH - len(margin))).replace(STAYS, " ")
        return f"{{{further}{lines}\n{margin}}}"
    if isinstance(value, dict):
        parts = [f'"{name}": {in_json(each, further[1:])}' for name, each in value.items()]
        return f"{{{further}{f',{further}'.join(parts)}\n{margin}}}"
    parts = [in_json(each, further[1:]) for each in value[:MOST_ITEMS]]
    parts += ["…"] if len(value) > MOST_ITEMS else []
    return f"[{further}{f',{further}'.join(parts)}\n{margin}]"


def _is_letter(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 1


def kind(schema: Described) -> str:
    """A type, with its bounds and values; an object is a link."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(map(kind, schema["anyOf"]))
    types = schema["type"] if isinstance(schema["type"], str) else " or ".join(schema["type"])
    items = f" of {kind(schema['items'])}" if "items" in schema else ""
    bounds = f", {schema['minimum']:,} to {schema['maximum']:,}" if "maximum" in schema else ""
    names = schema.get("enum") or schema.get("x-extensible-enum", ())
    values = ", ".join(f"`{each}`" for each in names if each)
    return types + items + bounds + (f": {values}" if values else "")


def schema_of(message: Described) -> str:
    """The name of the schema of a body; "" if it has none."""
    content = message.get("content", {}).get("application/json", {})
    return str(content.get("schema", {}).get("$ref", "")).rpartition("/")[2]


def cell(text: str) -> str:
    """Text for a cell of a table."""
    return " ".join(text.replace("|", r"\|").split())
