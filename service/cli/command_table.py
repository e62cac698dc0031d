"""Commands by name, each imported when it is asked for, and the group at the top."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import click

from service.cli.failures import one_line_usage
from service.cli.terminal import wants_colours


class CommandTable(Mapping[str, click.Command]):
    """The commands of a group; `places` has the module and the attribute of each name.

    Modules of commands import nothing large: `--help` and the Tab key import them, to show what is
    there. What a command works with is imported inside it, when it runs.
    """

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places

    def __getitem__(self, name: str) -> click.Command:
        module, _, attribute = self._places[name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class Commands(click.Group):
    """A group whose commands say in one line what is wrong with their options."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the options before the command."""
        with one_line_usage():
            context = super().make_context(*args, **more)
        context.color = None if wants_colours() else False
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """Read the command and its options, and run it."""
        with one_line_usage():
            return super().invoke(ctx)
