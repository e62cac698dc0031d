"""The command, and the paths of all its subcommands."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from service.cli.commands import hangman

COMMAND = str(Path(sys.executable).with_name("hangman"))


def paths() -> list[tuple[str, ...]]:
    """The words that name each command: none for `hangman` itself, which comes first."""
    return list(_paths(hangman, ()))


def _paths(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        for name, subcommand in command.commands.items():
            yield from _paths(subcommand, (*path, name))
