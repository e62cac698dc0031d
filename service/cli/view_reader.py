"""Views that come as JSON. Any server may send them, so each member is checked by its type."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

from service.choices import MOST_MISSES, SEEDS
from service.engine.lexicon import LONGEST_WORD

V = TypeVar("V")

PLAIN: Final[Mapping[Any, tuple[tuple[type, ...], str]]] = {
    str: ((str,), "a text"),
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number"),
    float: ((float, int), "a number"),
}
# Numbers that every reader of JSON keeps exact; our counts are 0 or more.
USUAL: Final = {int: (0, SEEDS), float: (-SEEDS, SEEDS)}
RANGES: Final = {  # of members whose numbers we divide by, or print so many characters for
    "length": (1, LONGEST_WORD),
    "max_misses": (1, MOST_MISSES),
    "word_count": (1, SEEDS),
}

type_hints = cache(get_type_hints)


def view_of(kind: type[V], content: object) -> V:
    """The view in a JSON value, without the members that are unknown here.

    Raises ValueError, which says what is wrong, and where.
    """
    view: V = _read(kind, content, "")
    return view


def _read(kind: Any, value: Any, place: str) -> Any:
    """The value as this kind, such as a dataclass or `list[str]`. Raises ValueError."""
    origin, parts = get_origin(kind), get_args(kind)
    if NoneType in parts:
        return None if value is None else _read(parts[0], value, place)
    if is_dataclass(kind) and isinstance(value, dict):
        members = type_hints(kind).items()  # type: ignore[arg-type]  # a class is hashable
        read = {name: _read(it, value.get(name), f"{place}/{name}") for name, it in members}
        return kind(**read)  # type: ignore[operator]  # a class is callable
    if origin in (list, tuple) and isinstance(value, list):
        items = [_read(parts[0], item, f"{place}/{n}") for n, item in enumerate(value)]
        return origin(items)
    if origin is dict and isinstance(value, dict):
        return {name: _read(parts[1], item, f"{place}/{name}") for name, item in value.items()}
    types, right = PLAIN.get(kind, ((), "an array" if origin in (list, tuple) else "an object"))
    fits = type(value) in types
    if kind in (int, float) and fits:
        least, most = RANGES.get(place.rpartition("/")[2], USUAL[kind])
        fits = least <= value <= most
        right += "" if fits else f" from {least} to {most}"
    if origin is Literal:
        fits, right = value in parts, f"one of {', '.join(parts)}"
    if not fits:
        raise ValueError(f"{place[1:]}: {value!r:.60} is not {right}")
    return value
