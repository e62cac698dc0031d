"""How a command fails: one line on standard error, and exit code 2."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.cli.interrupts import end_interrupted
from service.engine.errors import HangmanError


class Failure(click.ClickException):
    """A failure that a person can mend."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print the line."""
        del file  # standard error, as click has it too
        click.echo(f"hangman: {self.message}", err=True)


@contextmanager
def one_line_usage() -> Iterator[None]:
    """Turn a wrong use of a command into a Failure that says where the right one is explained."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "hangman"
        message = " ".join(error.format_message().split())
        raise Failure(f"{message} See {command} --help") from error
    except KeyboardInterrupt:
        end_interrupted()


@contextmanager
def one_line_failures() -> Iterator[None]:
    """Turn an error that a person can mend into a Failure."""
    try:
        yield
    except HangmanError as error:
        raise Failure(str(error)) from error
