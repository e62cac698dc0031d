"""Schemas: of requests from marshmallow, of answers from the views; with prose for each field."""

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from itertools import pairwise
from pkgutil import iter_modules
from types import ModuleType, NoneType
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from service import play
from service.api import schemas
from service.registry import DEALERS, GUESSERS

Described: TypeAlias = dict[str, Any]

TYPES: Final[Mapping[Any, Described]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "format": "int32"},
    float: {"type": "number", "format": "double"},
}
CHEATS: Final = {name: dealer for name, dealer in DEALERS.items() if not dealer.is_honest}
OPEN: Final[Mapping[str, Mapping[str, Any]]] = {
    "dealer": DEALERS, "dealers": CHEATS, "guesser": GUESSERS,
}  # fmt: skip
SHARED: Final = {"weights": "Weights"}  # fields with one schema in all objects


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

    def query(self, schema: type[Schema]) -> list[Described]:
        """The parameters of a query."""
        described = self._request(schema)
        required = described.get("required", ())
        return [
            {
                "name": field,
                "in": "query",
                **({"required": True} if field in required else {}),
                "description": kind.pop("description"),
                "schema": kind,
            }
            for field, kind in described["properties"].items()
        ]

    def _answer(self, view: type[Any]) -> Described:
        hints, names = get_type_hints(view), [field.name for field in fields_of(view)]
        properties = {name: self._of_hint(hints[name], name) for name in names}
        return {
            "type": "object",
            "description": inspect.getdoc(view),
            "required": names,
            "properties": self._with_prose(view, properties),
        }

    def _request(self, schema: type[Schema]) -> Described:
        declared = schema().fields
        properties = {name: self._of_field(field, name) for name, field in declared.items()}
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
        return properties

    def _of_hint(self, hint: Any, field: str) -> Described:
        arguments = get_args(hint)
        if NoneType in arguments:
            [other] = set(arguments) - {NoneType}
            return _or_null(self._of_hint(other, field))
        if field in SHARED:
            return reference(SHARED[field])
        if get_origin(hint) is Literal:
            return {"type": "string", "x-extensible-enum": list(arguments)}
        if arguments:
            return {"type": "array", "items": self._of_hint(arguments[0], "")}
        if hint is bool:
            return {**TYPES[bool]}
        if hint in TYPES:
            return TYPES[hint] | self._formats.get(field, {})
        return self.of(hint)

    def _of_field(self, field: fields.Field[Any], name: str) -> Described:
        if name in SHARED:
            return reference(SHARED[name])
        match field:
            case fields.Nested():
                return self._nested(field.schema)
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

    def _nested(self, schema: Any) -> Described:
        """A part of a request. It accepts a part of an answer unchanged, so fields can be null."""
        name = self.name_of(type(schema))
        self.named(name)
        properties = self.components[name]["properties"]
        for field, described in properties.items():
            if schema.fields[field].allow_none:
                properties[field] = _or_null(described)
        return reference(name)

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
            limits = {"x-extensible-enum": list(validator.choices)}
    return {key: value for key, value in limits.items() if value is not None}


def _or_null(described: Described) -> Described:
    if "$ref" not in described:
        return {**described, "type": [described["type"], "null"]}
    others = {key: value for key, value in described.items() if key != "$ref"}
    return {"anyOf": [{"$ref": described["$ref"]}, {"type": "null"}], **others}
