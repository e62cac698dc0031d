"""Commands by name, each imported when it is asked for, and the group at the top."""

from collections import UserDict
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, NoReturn

import click

from service.cli.console import wants_colours
from service.cli.failures import Failure
from service.engine.errors import HangmanError


class CommandTable(UserDict[str, Any]):
    """The commands of a group, made from the module and the attribute of each name.

    Modules of commands import nothing large: `--help` and the Tab key import them, to show what is
    there. What a command works with is imported inside it, when it runs.
    """

    def __getitem__(self, name: str) -> Any:
        module, _, attribute = self.data[name].partition(":")
        return getattr(import_module(module), attribute)


class Commands(click.Group):
    """A group whose commands say in one line what somebody can mend, and end with exit code 2."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the options before the command."""
        with _one_line_failures():
            context = super().make_context(*args, **more)
        context.color = None if wants_colours() else False
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """Read the command and its options, and run it."""
        with _one_line_failures():
            return super().invoke(ctx)


@contextmanager
def _one_line_failures() -> Iterator[None]:
    """A wrong use of a command says where the right one is explained."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "hangman"
        _end(2, f"{' '.join(error.format_message().split())} See {command} --help")
    except HangmanError as error:
        _end(error.exit_code if isinstance(error, Failure) else 2, str(error))


def _end(exit_code: int, message: str) -> NoReturn:
    click.echo(f"hangman: {message}", err=True)
    raise click.exceptions.Exit(exit_code)
