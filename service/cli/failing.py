"""How a command fails: one line on standard error, and exit code 2."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from service.dictionaries.errors import DictionaryError
from service.engine.errors import PlayError
from service.refusals import UnknownDictionary
from service.settings import BadSetting
from service.store.addresses import BadAddress


class Failure(click.ClickException):
    """A failure that a person can mend."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print the line."""
        del file  # standard error, as click has it too
        click.echo(f"hangman: {self.message}", err=True)


@contextmanager
def one_line_failures() -> Iterator[None]:
    """Turn the errors that a person can mend into a Failure."""
    try:
        yield
    except (DictionaryError, BadSetting, BadAddress, PlayError, UnknownDictionary) as error:
        raise Failure(str(error)) from error
