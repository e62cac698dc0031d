"""Schemas: of requests from marshmallow, of answers from the views; with prose for each field."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pkgutil import iter_modules
from types import ModuleType, NoneType
from typing import (
    Any,
    Final,
    Literal,
    TypeAlias,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from service import play
from service.api import schemas
from service.api.field_errors import Query
from service.engine.game import Status
from service.registry import ANY_DEALER, DEALERS, GUESSERS
from service.settings import shipped

Described: TypeAlias = dict[str, Any]

TYPES: Final[Mapping[Any, Described]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "format": "int32"},
    float: {"type": "number", "format": "double"},
}
CHEATS: Final = {name: dealer for name, dealer in DEALERS.items() if not dealer.is_honest}
OPEN: Final[Mapping[str, Iterable[str]]] = {  # names that plug-ins and operators add to
    "dealer": [*DEALERS, ANY_DEALER], "dealers": CHEATS, "guesser": GUESSERS,
    "dictionary": sorted(each.parent.name for each in shipped("data").glob("*/dictionary.json")),
}  # fmt: skip
EXAMPLES: Final = {"id": ["c035750dda4ad773cb48f79c78a8868a"]}  # of parameters without a default
CLOSED: Final = (Status,)  # the lists of names in responses that never grow
SHARED: Final = {"weights": "Weights"}  # fields with one schema in all responses


class Schemas:
    """The schemas of the contract, each made when it is first referred to.

    `names` maps classes to other names; `formats` has more keywords for fields, by their names.
    """

    def __init__(self, names: Mapping[str, str], formats: Mapping[str, Described]) -> None:
        self.components: dict[str, Described] = {}
        self.missing: list[str] = []  # fields without prose
        self.names = names
        self._formats = formats
        self.requests = {self.name_of(each): each for each in _classes_of(schemas, Schema)}
        self.views = {self.name_of(view): view for view in _views()}

    def of(self, cls: type[Any]) -> Described:
        """A reference to the schema of a request's schema or of a view."""
        name = self.name_of(cls)
        (self.requests if issubclass(cls, Schema) else self.views)[name] = cls
        return self.named(name)

    def named(self, name: str) -> Described:
        """A reference to the schema of this name."""
        if name not in self.components:
            request = self.requests.get(name)
            schema = self._request(request) if request else self._answer(self.views[name])
            self.components[name] = schema
        return reference(name)

    def part(self, name: str) -> Described:
        """The schema of a view, for a place where it stands itself instead of a reference."""
        return self._answer(self.views[name])

    def query(self, schema: type[Schema]) -> list[Described]:
        """The parameters of a query, each with an example: its default, if there is no other."""
        described, declared = self._request(schema), schema().fields
        required = described.get("required", ())
        return [
            {
                "name": name,
                "in": "query",
                **({"required": True} if name in required else {}),
                "description": kind.pop("description"),
                "schema": kind,
                "example": EXAMPLES.get(name, declared[name].load_default),
            }
            for name, kind in described["properties"].items()
        ]

    def _answer(self, view: type[Any]) -> Described:
        hints = get_type_hints(view)
        properties = {name: self._of_hint(hint, name) for name, hint in hints.items()}
        always = getattr(view, "__required_keys__", properties)  # of a TypedDict
        return {
            "type": "object",
            "description": inspect.getdoc(view),
            "required": [name for name in properties if name in always],
            "properties": self._with_prose(view, properties),
        }

    def _request(self, schema: type[Schema]) -> Described:
        declared = schema().fields
        has_nulls = not issubclass(schema, Query)
        properties = {
            name: _or_null(described) if has_nulls and field.allow_none else described
            for name, field in declared.items()
            if (described := self._of_field(field, name))
        }
        required = [name for name, field in declared.items() if field.required]
        needs_one = {} if can_be_empty(schema) else {"minProperties": 1}
        return {
            "type": "object",
            **({"additionalProperties": False} if schema().unknown == RAISE else {}),
            "description": inspect.getdoc(schema),
            **({"required": required} if required else needs_one),
            "properties": self._with_prose(schema, properties),
        }

    def _with_prose(self, owner: type, properties: dict[str, Described]) -> dict[str, Described]:
        prose = prose_of(owner)
        for name, described in properties.items():
            # A string below the field, or what the field itself says.
            text = prose.get(name) or described.get("description", "")
            self.missing += [] if text else [f"{owner.__name__}.{name}"]
            described["description"] = text
            if name in OPEN and issubclass(owner, Schema):
                described["description"] += f" Known: {', '.join(OPEN[name])}."
                described.get("items", described)["examples"] = [*OPEN[name]]
        return properties

    def _of_hint(self, hint: Any, field: str) -> Described:
        arguments = get_args(hint)
        if NoneType in arguments:
            [other] = set(arguments) - {NoneType}
            return _or_null(self._of_hint(other, field))
        if field in SHARED:
            return reference(SHARED[field])
        if get_origin(hint) is Literal:
            names = "enum" if hint in CLOSED else "x-extensible-enum"
            return {"type": "string", names: list(arguments)}
        if arguments:
            return self._of_items(hint, *arguments)
        if is_typeddict(hint):
            return self._answer(hint)
        if hint is bool:
            return {**TYPES[bool]}
        if hint in TYPES:
            return TYPES[hint] | self._formats.get(field, {})
        return self.of(hint)

    def _of_items(self, hint: Any, first: Any, *others: Any) -> Described:
        if get_origin(hint) is dict:
            return {"type": "object", "additionalProperties": self._of_hint(others[0], "")}
        return {"type": "array", "items": self._of_hint(first, "")}

    def _of_field(self, field: fields.Field[Any], name: str) -> Described:
        match field:
            case fields.Nested():
                return self.of(type(field.schema))
            case fields.List():
                described = {"type": "array", "items": self._of_field(field.inner, name)}
            case fields.Integer():
                described = TYPES[int] | self._formats.get(name, {})
            case fields.Boolean():
                described = {**TYPES[bool]}
            case _:
                formats = self._formats.get(name, {})
                described = TYPES[str] | self._formats.get(type(field).__name__, formats)
        for validator in field.validators:
            described |= _limits(validator, field, name)
        return {**described, **field.metadata}

    def name_of(self, cls: type) -> str:
        """The name of the schema of a class."""
        return self.names.get(cls.__name__, cls.__name__.removesuffix("View"))


def reference(name: str) -> Described:
    return {"$ref": f"#/components/schemas/{name}"}


def can_be_empty(schema: type[Schema]) -> bool:
    """Whether a request may leave out every field."""
    try:
        schema().load({})
    except ValidationError:
        return False
    return True


def prose_of(cls: type) -> dict[str, str]:
    """The string below each field of a class and of its bases, by the field's name."""
    bases = [each for each in reversed(cls.__mro__) if each.__module__.startswith("service.")]
    return {
        name: inspect.cleandoc(prose)
        for base in bases
        for field, text in pairwise(_bodies(base.__module__)[base.__name__])
        for name, prose in _prose_below(field, text)
    }


def _prose_below(field: ast.stmt, text: ast.stmt) -> Iterator[tuple[str, str]]:
    match field, text:
        case (
            ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
            ast.Expr(ast.Constant(str(prose))),
        ):
            yield name, prose


@cache
def _bodies(module: str) -> dict[str, list[ast.stmt]]:
    tree = ast.parse(inspect.getsource(import_module(module)))
    return {node.name: node.body for node in tree.body if isinstance(node, ast.ClassDef)}


def _views() -> Iterator[type[Any]]:
    """Every dataclass of `service.play`."""
    for module in iter_modules(play.__path__, "service.play."):
        yield from filter(is_dataclass, _classes_of(import_module(module.name), object))


def _classes_of(module: ModuleType, base: type) -> Iterator[type[Any]]:
    """Yield the classes that a module defines itself."""
    for each in vars(module).values():
        if isinstance(each, type) and issubclass(each, base) and each.__module__ == module.__name__:
            yield each


def _limits(validator: Any, field: fields.Field[Any], name: str) -> Described:
    """A validator, in keywords of JSON Schema."""
    limits: Described = {}
    match validator:
        case validate.Length():
            noun = "Items" if isinstance(field, fields.List) else "Length"
            limits = {f"min{noun}": validator.min, f"max{noun}": validator.max}
        case validate.Range():
            limits = {"minimum": validator.min, "maximum": validator.max}
        case validate.OneOf() if name not in OPEN:
            limits = {"enum": list(validator.choices)}
    return {key: value for key, value in limits.items() if value is not None}


def _or_null(described: Described) -> Described:
    if "$ref" not in described:
        names = {"enum": [*described["enum"], None]} if "enum" in described else {}
        return {**described, "type": [described["type"], "null"], **names}
    others = {key: value for key, value in described.items() if key != "$ref"}
    return {"anyOf": [{"$ref": described["$ref"]}, {"type": "null"}], **others}
