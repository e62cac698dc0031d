"""Options that several commands have, and what they name: dictionaries, lengths.

Functions import what needs NumPy, because at the Tab key it would cost 0.1 s.
"""

import os
from collections.abc import Container, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from service.choices import DEFAULT_WEIGHTS, MOST_MISSES, WEIGHTS_NAMES
from service.cli.failures import Failure
from service.engine.errors import HangmanError
from service.plugins import GROUPS, add_plugin, entry_points, load_plugins
from service.registry import DEALERS, DEFAULT_DICTIONARY, DEFAULT_GUESSER, GUESSERS, Registry
from service.settings import Places

if TYPE_CHECKING:
    from service.dictionaries.dictionary import Dictionary
    from service.engine.lexicon import Lexicon


def completed_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """The dictionaries that the shell offers when somebody presses Tab."""
    from service.dictionaries.dictionary import folders_by_name

    try:
        names = folders_by_name(places().dictionary_folders)
    except HangmanError:  # a setting is bad: the command itself says which
        return []
    return [name for name in names if name.startswith(incomplete)]


def completed_files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let the shell offer files."""
    return [CompletionItem(incomplete, type="file")]


DICTIONARY = click.option(
    "--dictionary",
    "name",
    default=DEFAULT_DICTIONARY,
    show_default=True,
    shell_complete=completed_names,
)
NAME = click.argument("name", shell_complete=completed_names)
LENGTH = click.option("--length", type=click.IntRange(1), help="Only words of this length.")


class Name(click.ParamType[str]):
    """The name of a dealer or a guesser, or the place of a plug-in, which becomes its name.

    With --url, any name is accepted: only the service there knows the names.
    """

    def __init__(self, name: str, registry: Registry) -> None:
        self.name = name
        self._registry = registry

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        del param, ctx
        return f"[{'|'.join([*self._registry.ours, 'FILE.py:CLASS'])}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. Raises BadParameter, BadPlugin."""
        # For an option without a value, click may store an object that is true, but not a string.
        if ctx and (ctx.resilient_parsing or isinstance(ctx.params.get("url"), str)):
            return value
        use_plugins()
        name, choices = value, f"one of {', '.join(self._registry)}"
        if value.endswith(".py"):
            self.fail(f"Which class of {value}? Write {value}:CLASS.", param, ctx)
        if ":" in value:
            name, choices = add_plugin(value), f"a {self.name}"
        if name not in self._registry:
            self.fail(f"“{value}” is not {choices}.", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names with this beginning, also of installed plug-ins, which are not imported.

        Files, if it is the beginning of a path.
        """
        if incomplete.startswith((".", "/", "~")):
            return completed_files(ctx, param, incomplete)
        installed = [name for name, _ in entry_points(GROUPS[self.name])]
        names = [name for name in [*self._registry, *installed] if name.startswith(incomplete)]
        return [CompletionItem(name) for name in dict.fromkeys(names)]


DEALER_NAME = Name("dealer", DEALERS)
GUESSER_NAME = Name("guesser", GUESSERS)
OTHERS = "The Tab key also shows those of installed packages."
GUESSER = click.option(
    "--guesser",
    type=GUESSER_NAME,
    default=DEFAULT_GUESSER,
    show_default=True,
    help=f"The guesser. {OTHERS}",
)
WEIGHTS = click.option(
    "--weights",
    type=click.Choice(WEIGHTS_NAMES),
    default=DEFAULT_WEIGHTS,
    show_default=True,
    help="Whether all words are equally likely (even), or common words are likelier.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def places() -> Places:
    """Where dictionaries, plug-ins and games are, in this environment. Raises BadSetting."""
    return Places.from_environ(os.environ)


def use_plugins() -> None:
    """Register all plug-ins. Raises BadSetting, BadPlugin."""
    load_plugins(places().plugins)


def dictionaries() -> "Mapping[str, Dictionary]":
    """All dictionaries, by name. Raises BadSetting, DictionaryError."""
    from service.dictionaries.dictionary import load_all

    return load_all(existing_folders())


def existing_folders() -> list[Path]:
    """The folders of dictionaries. Raises BadSetting if one of the user's does not exist."""
    ours = places()
    ours.check_folders()
    return ours.dictionary_folders


def named(name: str) -> "Dictionary":
    """One dictionary. Raises UnknownDictionary, in the API's words, and DictionaryError."""
    from service.dictionaries.dictionary import folders_by_name, load_with_tables

    folders = existing_folders()
    places = folders_by_name(folders)
    if name not in places:
        from service.play.refusals import UnknownDictionary

        raise UnknownDictionary(name, places)
    return load_with_tables([places[name]], folders)[name]


def lexicons(dictionary: "Dictionary", length: int | None) -> "list[Lexicon]":
    """The words of one length, or of all lengths, of a dictionary."""
    if length is not None and length not in dictionary.lexicons:
        lengths, name = ranges(list(dictionary.lexicons)), dictionary.description.name
        raise Failure(f"{name} has no words of {length} letters; it has: {lengths}")
    return [dictionary.lexicons[length]] if length else list(dictionary.lexicons.values())


def ranges(lengths: list[int]) -> str:
    """Lengths as ranges: 2–5, 7."""
    starts = [n for n in lengths if n - 1 not in lengths]
    ends = [n for n in lengths if n + 1 not in lengths]
    pairs = zip(starts, ends, strict=True)
    return ", ".join(str(start) if start == end else f"{start}–{end}" for start, end in pairs)


def max_misses(text: str) -> int:
    """Read a number of misses, or `never`. Raises BadParameter."""
    if text.lower() == "never":
        return MOST_MISSES
    wanted = f"Type a whole number from 1 to {MOST_MISSES}, or never."
    return number_in(text, range(1, MOST_MISSES + 1), wanted)


def number_in(text: str, numbers: Container[int], otherwise: str) -> int:
    """Read one of these numbers. Raises BadParameter, with the text `otherwise`."""
    if not (text.isascii() and text.isdigit() and int(text) in numbers):
        raise click.BadParameter(otherwise)
    return int(text)
