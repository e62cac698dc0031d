"""The schemas: of requests from marshmallow, of answers from the views, of each field with its prose."""

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

from marshmallow import Schema, fields, validate
from marshmallow.exceptions import ValidationError

from service import play
from service.api import schemas as requests
from service.registry import DEALERS, GUESSERS

Described: TypeAlias = dict[str, Any]

TYPES: Final[Mapping[Any, Described]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "format": "int32"},
    float: {"type": "number", "format": "double"},
}
KINDS: Final[tuple[tuple[type[fields.Field[Any]], type], ...]] = (
    (fields.Integer, int),
    (fields.Boolean, bool),
    (fields.Float, float),
)  # any other field is a text
OPEN: Final[Mapping[str, Mapping[str, Any]]] = {"dealer": DEALERS, "guesser": GUESSERS}


class Schemas:
    """The components of all schemas that are asked for, made when they are named first.

    `names` has the schema's name if it is not the class's, `formats` what a field of a name is.
    `missing` names each field that has no prose below it.
    """

    def __init__(self, names: Mapping[str, str], formats: Mapping[str, Described]) -> None:
        self.components: dict[str, Described] = {}
        self.missing: list[str] = []
        self._formats = formats
        self._names = names
        self.requests = {self._name(each): each for each in _classes_of(requests, Schema)}
        self._views = {self._name(view): view for view in _views()}

    def named(self, name: str) -> Described:
        """A reference to the schema of this name."""
        if name not in self.components:
            request = self.requests.get(name)
            schema = self._request(request) if request else self._answer(self._views[name])
            self.components[name] = schema
        return reference(name)

    def query(self, name: str) -> list[Described]:
        """The parameters of a query."""
        return [
            {
                "name": field,
                "in": "query",
                "description": described.pop("description", ""),
                "schema": described,
            }
            for field, described in self._request(self.requests[name])["properties"].items()
        ]

    def _answer(self, view: type) -> Described:
        hints = get_type_hints(view)
        names = [field.name for field in fields_of(view)]
        properties = {name: self._of_hint(hints[name], name) for name in names}
        return {
            "type": "object",
            "description": inspect.cleandoc(view.__doc__ or ""),
            "required": names,
            "properties": self._with_prose(view, properties),
        }

    def _request(self, schema: type[Schema]) -> Described:
        declared = schema().fields
        properties = {name: self._of_field(field, name) for name, field in declared.items()}
        required = [name for name, field in declared.items() if field.required]
        return {
            "type": "object",
            "additionalProperties": False,
            "description": inspect.cleandoc(schema.__doc__ or ""),
            **({"required": required} if required else {}),
            **({} if required or takes_nothing(schema) else {"minProperties": 1}),
            "properties": self._with_prose(schema, properties),
        }

    def _with_prose(self, owner: type, properties: dict[str, Described]) -> dict[str, Described]:
        prose = prose_of(owner)
        self.missing += [f"{owner.__name__}.{name}" for name in properties.keys() - prose.keys()]
        for name, described in properties.items():
            names = OPEN.get(name, ()) if issubclass(owner, Schema) else ()
            known = f"Known are {', '.join(f'`{each}`' for each in names)}." if names else ""
            if text := f"{prose.get(name, '')} {known}".strip():
                described["description"] = text
        return properties

    def _of_hint(self, hint: Any, field: str) -> Described:
        arguments = get_args(hint)
        if NoneType in arguments:
            [other] = set(arguments) - {NoneType}
            return _or_null(self._of_hint(other, field))
        if get_origin(hint) is Literal:
            return {"type": "string", "enum": list(arguments)}
        if get_origin(hint) in (list, tuple):
            return {"type": "array", "items": self._of_hint(arguments[0], "")}
        if is_dataclass(hint):
            self._views.setdefault(self._name(hint), hint)
            return self.named(self._name(hint))
        return TYPES[hint] | self._formats.get(field, {})

    def _of_field(self, field: fields.Field[Any], name: str) -> Described:
        if isinstance(field, fields.Nested):
            return self._nested(field.schema)
        if isinstance(field, fields.List):
            described = {"type": "array", "items": self._of_field(field.inner, "")}
        else:
            kind = next((kind for cls, kind in KINDS if isinstance(field, cls)), str)
            described = TYPES[kind] | self._formats.get(name, {})
        for validator in field.validators:
            described |= _limits(validator, described["type"], name)
        return described

    def _nested(self, schema: Schema) -> Described:
        """A part of a request, which takes an answer as it came: with null."""
        name = self._name(type(schema))
        self.named(name)
        properties = self.components[name]["properties"]
        for field, described in properties.items():
            if schema.fields[field].allow_none:
                properties[field] = _or_null(described)
        return reference(name)

    def _name(self, cls: type) -> str:
        return self._names.get(cls.__name__, cls.__name__.removesuffix("View"))


def reference(name: str) -> Described:
    return {"$ref": f"#/components/schemas/{name}"}


def takes_nothing(schema: type[Schema]) -> bool:
    """Whether a request may leave out every field."""
    try:
        schema().load({})
    except ValidationError:
        return False
    return True


def prose_of(cls: type) -> dict[str, str]:
    """What stands as a string below each field of a class and of its bases."""
    prose: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("service."):
            [body] = [node.body for node in _classes(base.__module__) if node.name == base.__name__]
            prose |= dict(_below(body))
    return prose


def _below(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, text in pairwise(body):
        match field, text:
            case (
                ast.AnnAssign(target=ast.Name(name)) | ast.Assign(targets=[ast.Name(name)]),
                ast.Expr(ast.Constant(str(prose))),
            ):
                yield name, inspect.cleandoc(prose)


@cache
def _classes(module: str) -> list[ast.ClassDef]:
    tree = ast.parse(inspect.getsource(import_module(module)))
    return [node for node in tree.body if isinstance(node, ast.ClassDef)]


def _views() -> Iterator[type]:
    """Every dataclass of `service.play`."""
    for found in iter_modules(play.__path__, "service.play."):
        yield from filter(is_dataclass, _classes_of(import_module(found.name), object))


def _classes_of(module: ModuleType, base: type) -> Iterator[type[Any]]:
    """The classes that a module makes itself."""
    for each in vars(module).values():
        if isinstance(each, type) and issubclass(each, base) and each.__module__ == module.__name__:
            yield each


def _limits(validator: Any, kind: str, name: str) -> Described:
    """What a validator says, in the words of JSON Schema."""
    match validator:
        case validate.Length():
            noun = "Items" if kind == "array" else "Length"
            limits = {f"min{noun}": validator.min, f"max{noun}": validator.max}
        case validate.Range():
            limits = {"minimum": validator.min, "maximum": validator.max}
        case validate.OneOf() if name not in OPEN:
            limits = {"enum": list(validator.choices)}
        case _:
            limits = {}
    return {key: value for key, value in limits.items() if value is not None}


def _or_null(described: Described) -> Described:
    if "$ref" in described:
        told = {key: value for key, value in described.items() if key != "$ref"}
        return {**told, "anyOf": [{"$ref": described["$ref"]}, {"type": "null"}]}
    return {**described, "type": [described["type"], "null"]}
