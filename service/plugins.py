"""Plug-ins: dealers and guessers that are not ours.

Installed packages announce theirs as entry points. Others are named by their place, `MODULE:CLASS`
or `FILE.py:CLASS`. There is no sandbox: a plug-in can do everything that the service can.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import resolve_name
from types import ModuleType
from typing import Any, Final

from service.engine.errors import PLUGIN_FAILURES, HangmanError, Interrupted
from service.registry import ANY_DEALER, DEALERS, GUESSERS, Registry

GROUPS: Final = {"dealer": "evil_hangman.dealers", "guesser": "evil_hangman.guessers"}
NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
PLACE: Final = re.compile(r"(.+\.py|[\w.]+):[\w.]+")
PLACES: Final = "write MODULE:CLASS or FILE.py:CLASS"


class BadPlugin(HangmanError):
    """A plug-in that cannot be used; `str(error)` names its place and says why."""

    sentence = "{}: {}"


def load_plugins(places: Iterable[str]) -> None:
    """Register all entry points, and the plug-ins at these places.

    If an entry point cannot be imported, a line on standard error says so, once. Raises BadPlugin
    if one of `places` cannot be imported, or if two plug-ins have the same name.
    """
    for place in [place for group in GROUPS.values() for _, place in entry_points(group)]:
        if plugin := _installed(place):
            _register(place, plugin)
    for place in places:
        add_plugin(place)


def add_plugin(place: str) -> str:
    """Register the plug-in at a place, and return its name. Raises BadPlugin."""
    return _register(place, _imported(place))


def entry_points(group: str) -> Iterator[tuple[str, str]]:
    """The names and places in a group of the packages that are installed.

    importlib.metadata finds the same, but delays each Tab key by 25 to 50 ms; this takes 2 ms.
    """
    for folder in sys.path:
        for path in sorted(Path(folder).glob("*-info/entry_points.txt")):
            _, _, section = _text_of(path).partition(f"[{group}]\n")
            for line in section.partition("\n[")[0].splitlines():
                name, is_entry, place = line.partition("=")
                if is_entry:
                    yield name.strip(), place.strip()


def _text_of(path: Path) -> str:
    """The text of a file, empty if it cannot be read: one package must not break all commands."""
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""


@cache  # a command may load plug-ins several times, and two folders may have the same package
def _installed(place: str) -> type[Any] | None:
    """The class of an entry point; None, after a line on standard error, if that fails."""
    try:
        return _imported(place)
    except BadPlugin as error:
        print(f"hangman: the entry point {error}", file=sys.stderr)
        return None


def _imported(place: str) -> type[Any]:
    """The class at a place. Raises BadPlugin instead of any error of the import."""
    if not PLACE.fullmatch(place):
        raise BadPlugin(place, f"is not the place of a class; {PLACES}")
    source, _, name = place.rpartition(":")
    in_file = source.endswith(".py")
    try:
        plugin = getattr(_module_in(source), name) if in_file else resolve_name(place)
    except Interrupted:
        raise
    except PLUGIN_FAILURES as error:
        raise BadPlugin(place, f"cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(plugin, type):
        raise BadPlugin(place, f"is not a class; {PLACES}")
    return plugin


def _module_in(file: str) -> ModuleType:
    """The module in a file, which is imported once."""
    path = str(Path(file).resolve())
    if path not in sys.modules:
        spec = spec_from_file_location(path, path)
        assert spec is not None, "the name ends with .py"
        assert spec.loader is not None
        sys.modules[path] = module_from_spec(spec)
        try:
            spec.loader.exec_module(sys.modules[path])
        except BaseException:
            del sys.modules[path]
            raise
    return sys.modules[path]


def _register(place: str, plugin: type[Any]) -> str:
    """Put a dealer or a guesser into its registry, and return its name. Raises BadPlugin."""
    registry = _registry_of(place, plugin)
    name = _usable_name(place, plugin)
    if name in registry and registry[name] is not plugin:
        raise BadPlugin(place, f"there is another “{name}” already")
    theirs = [base for base in plugin.__mro__ if base.__module__.partition(".")[0] != __package__]
    # A dealer without `is_slow` counts as slow, so that it cannot hold up other guesses.
    if registry is DEALERS and not any("is_slow" in vars(base) for base in theirs):
        plugin.is_slow = True
    registry.setdefault(name, plugin)
    return name


def _registry_of(place: str, plugin: type[Any]) -> Registry:
    """The registry that a class belongs to, by its base class. Raises BadPlugin."""
    from service.engine.game import Dealer
    from service.engine.guessers import Costs, Guesser

    if issubclass(plugin, Dealer):
        return DEALERS
    if issubclass(plugin, Guesser):
        if not isinstance(plugin.costs, Costs):
            raise BadPlugin(place, f"`costs` is {plugin.costs!r}: write Costs(hint=…, solution=…)")
        return GUESSERS
    raise BadPlugin(place, "is neither a Dealer nor a Guesser: derive it from one of them")


def _usable_name(place: str, plugin: type[Any]) -> str:
    """The name of a plug-in. Raises BadPlugin if the plug-in cannot be created or has no name."""
    try:
        each = plugin()
        name, _ = each.name, each.title
    except Interrupted:
        raise
    except PLUGIN_FAILURES as error:
        raise BadPlugin(place, f"cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(name, str) or not NAME.fullmatch(name) or name == ANY_DEALER:
        raise BadPlugin(place, f"{name!r} is not a name: use a-z, 0-9 and -, 32 characters at most")
    return name
