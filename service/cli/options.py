"""Options and arguments that several commands have, and how their texts are read."""

from collections.abc import Container, Iterable

import click
from click.shell_completion import CompletionItem

from service.choices import DEFAULT_WEIGHTS, MOST_MISSES, WEIGHTS_NAMES
from service.cli.environment import places, use_plugins
from service.cli.usage import Whole
from service.engine.errors import HangmanError
from service.plugins import GROUPS, add_plugin, entry_points
from service.registry import (
    DEALERS,
    DEFAULT_DICTIONARY,
    DEFAULT_GUESSER,
    GUESSERS,
    HONEST,
    Registry,
)
from service.wording import listed


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
    metavar="NAME",
    default=DEFAULT_DICTIONARY,
    show_default=True,
    shell_complete=completed_names,
    help="The dictionary of the words.",
)
NAME = click.argument("name", shell_complete=completed_names)
LENGTH = click.option("--length", type=Whole(1), help="Only words of this length.")


class Name(click.ParamType[str]):
    """The name of a dealer or a guesser, or the place of a plug-in, which becomes its name.

    With --url, any name is accepted: only the service there knows the names. `refused` are names
    of ours that the command does not accept, so nobody is offered them.
    """

    def __init__(self, name: str, registry: Registry, refused: Container[str] = ()) -> None:
        self.name = name
        self._registry = registry
        self._refused = refused

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        del param, ctx
        return f"[{'|'.join([*self._offered(self._registry.ours), 'FILE.py:CLASS'])}]"

    def _offered(self, names: Iterable[str]) -> list[str]:
        return [name for name in names if name not in self._refused]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name; of a plug-in, that of its class."""
        # For an option without a value, click may store an object that is true, but not a string.
        if ctx and (ctx.resilient_parsing or isinstance(ctx.params.get("url"), str)):
            return value
        use_plugins()
        if value.endswith(".py"):
            self.fail(f"which class of {value}? Write {value}:CLASS.", param, ctx)
        name = add_plugin(value) if ":" in value else value
        if name in self._registry:
            return name
        if ":" in value:
            self.fail(f"“{value}” is not a {self.name}.", param, ctx)
        choices = listed(self._offered(self._registry), "or")
        return self.fail(f"there is no {self.name} “{value}”. Choose {choices}.", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names with this beginning, also of installed plug-ins, which are not imported.

        Files, if it is the beginning of a path.
        """
        if incomplete.startswith((".", "/", "~")):
            return completed_files(ctx, param, incomplete)
        installed = [name for name, _ in entry_points(GROUPS[self.name])]
        names = self._offered([*self._registry, *installed])
        beginning = [name for name in names if name.startswith(incomplete)]
        return [CompletionItem(name) for name in dict.fromkeys(beginning)]


DEALER_NAME = Name("dealer", DEALERS)
CHEAT_NAME = Name("dealer", DEALERS, refused=(HONEST,))
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
