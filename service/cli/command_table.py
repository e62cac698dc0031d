"""Commands by name, each imported when it is asked for."""

from collections.abc import Iterator, Mapping
from importlib import import_module

import click


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
