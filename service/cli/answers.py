"""Answers of a service: each is read by the view that it is to be, for the service may be any."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from service.choices import SEEDS
from service.cli.console import JSON
from service.play.catalogue import WordListView
from service.play.confession import ConfessionView
from service.play.help import HintView
from service.play.review import ReviewView
from service.play.views import GameView

VIEWS: Final[Mapping[str, Any]] = {  # all other paths answer with a game
    "dictionaries": WordListView,
    "hint": HintView,
    "confession": ConfessionView,
    "review": ReviewView,
}
PLAIN: Final[Mapping[Any, tuple[tuple[type, ...], str]]] = {
    str: ((str,), "a text"),
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number"),
    float: ((float, int), "a number"),
}
NEVER_ZERO: Final = ("max_misses", "word_count")

type_hints = cache(get_type_hints)


def view_at(path: str, content: JSON) -> JSON:
    """The answer at a path that a Client requests, without members that are not known here.

    Raises ValueError, which says what is wrong, and where.
    """
    _, first, *others = path.split("/")
    name = first if first == "dictionaries" else [first, *others][-1]
    view: JSON = _read(VIEWS.get(name, GameView), content)
    if name == "confession" and not view["guesses"]:
        raise ValueError("guesses: [] is not the guesses of a game that is over")
    return view


def _read(kind: Any, value: Any, place: str = "") -> Any:
    """The value, if it is of this kind, such as a dataclass or `list[str]`. Raises ValueError."""
    origin, parts = get_origin(kind), get_args(kind)
    if NoneType in parts:
        return None if value is None else _read(parts[0], value, place)
    if is_dataclass(kind) and isinstance(value, dict):
        members = type_hints(kind).items()  # type: ignore[arg-type]  # a class is hashable
        return {name: _read(it, value.get(name), f"{place}/{name}") for name, it in members}
    if origin in (list, tuple) and isinstance(value, list):
        return [_read(parts[0], item, f"{place}/{n}") for n, item in enumerate(value)]
    types, right = PLAIN.get(kind, ((), "an array" if origin else "an object"))
    fits = type(value) in types
    if origin is Literal:
        fits, right = value in parts, f"one of {', '.join(parts)}"
    # A number that every reader of JSON keeps. A count is 0 or more, or 1 where we divide by it.
    elif fits and int in types:
        fits = (place.endswith(NEVER_ZERO) if kind is int else -SEEDS) <= value <= SEEDS
    if not fits:
        raise ValueError(f"{place[1:]}: {value!r:.60} is not {right}")
    return value
