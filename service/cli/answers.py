"""Answers of a service: each is read by the view that it is to be, for the service may be any."""

from collections.abc import Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from service.cli.console import JSON
from service.engine.game import SEEDS
from service.play.catalogue import WordListView
from service.play.confession import ConfessionView
from service.play.help import HintView
from service.play.review import ReviewView
from service.play.views import GameView

NUMBERS: Final = {int: "a whole number", float: "a number"}
PLAIN: Final = {str: "a text", bool: "true or false", **NUMBERS}
NEVER_ZERO: Final = ("max_misses", "word_count")
VIEWS: Final[Mapping[str, Any]] = {
    "dictionaries": WordListView,
    "games": GameView,
    "guesses": GameView,
    "hint": HintView,
    "confession": ConfessionView,
    "review": ReviewView,
}
WORTH: Final = ("misses_expected", "best_misses_expected", "cost")

type_hints = cache(get_type_hints)


def view_at(path: str, content: JSON) -> JSON:
    """The answer at a path that a Client asks for, without members that are not known here.

    Raises ValueError, which says what is wrong, and where.
    """
    _, first, *others = path.split("/")
    name = first if first == "dictionaries" else [first, *others][-1]
    view: JSON = _read(VIEWS[name], content)
    if name == "confession" and not view["guesses"]:
        raise ValueError("guesses: [] is not the guesses of a game that is over")
    if name == "review":
        _check_worth(view["guesses"])
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
    if not (value in parts if origin is Literal else _is_plain(value, kind, place)):
        raise ValueError(f"{place[1:]}: {value!r:.60} is not {_right(kind)}")
    return value


def _is_plain(value: Any, kind: Any, place: str) -> bool:
    """Whether it is a text, a truth value, or a number that every reader of JSON keeps."""
    if kind not in NUMBERS:
        return kind in PLAIN and type(value) is kind
    least = -SEEDS if kind is float else place.endswith(NEVER_ZERO)
    return type(value) in (int, kind) and least <= value <= SEEDS


def _right(kind: Any) -> str:
    """What values of this kind are called."""
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    return "an array" if get_origin(kind) else PLAIN.get(kind, "an object")


def _check_worth(guesses: Sequence[JSON]) -> None:
    """Raise ValueError if guesses are not told apart into those of known worth, then all others."""
    lacking = [tuple(guess[name] is None for name in WORTH) for guess in guesses]
    if lacking != sorted(lacking) or any(len({*each}) > 1 for each in lacking):
        raise ValueError(f"guesses: {', '.join(WORTH)} are not there together, up to some guess")
