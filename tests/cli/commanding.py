"""The command, and the paths of all subcommands of one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

COMMAND = str(Path(sys.executable).with_name("hangman"))


def paths(command: click.Command) -> list[tuple[str, ...]]:
    """The words that name each subcommand: none for the command itself, which comes first."""
    return list(_paths(command, ()))


def _paths(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        for name, subcommand in command.commands.items():
            yield from _paths(subcommand, (*path, name))
