"""The commands by name, each imported when it is run, and the group of all."""

import warnings
from collections import UserDict
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import GetPassWarning
from pkgutil import resolve_name
from typing import Any, NoReturn

import click

from service import __version__
from service.cli.console import visible, wants_colours
from service.cli.failures import Failure
from service.cli.usage import sentence_of
from service.engine.errors import HangmanError


class CommandTable(UserDict[str, Any]):
    """The commands of a group, made from the module and the attribute of each name.

    `--help` and the Tab key import the modules of all commands, so these import nothing large. A
    command imports what it needs when it runs.
    """

    def __getitem__(self, name: str) -> Any:
        return resolve_name(self.data[name])


class Commands(click.Group):
    """A group whose commands report failures in one line, and then end with exit code 2."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        with _one_line_failures("hangman"):
            context = super().make_context(*args, **more)
        context.color = None if wants_colours() else False
        return context

    def invoke(self, ctx: click.Context) -> Any:
        with _one_line_failures(ctx.command_path, ctx):
            return super().invoke(ctx)


@contextmanager
def _one_line_failures(group: str, context: click.Context | None = None) -> Iterator[None]:
    """Report failures in one line; after a usage error, name the command's `--help`.

    `group` is the path of the group, and `context` that of the command which it runs.
    """
    warnings.simplefilter("error", GetPassWarning)  # the word would be visible
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        # Where the parser fails, click does not say of which command.
        inner = f"{group} {context.invoked_subcommand}" if context else group
        command = error.ctx.command_path if error.ctx else inner
        _end(2, f"{sentence_of(error)} See {command} --help")
    except GetPassWarning:
        _end(2, "there is no terminal to type the word: use --word=VALUE")
    except HangmanError as error:
        _end(error.exit_code if isinstance(error, Failure) else 2, str(error))


def _end(exit_code: int, message: str) -> NoReturn:
    click.echo(f"hangman: {visible(message)}", err=True)
    raise click.exceptions.Exit(exit_code)


TABLE = CommandTable({
    "class": "service.cli.class_games:class_games",
    "dictionary": "service.cli.dictionary:dictionary",
    "families": "service.cli.guessing:families",
    "hint": "service.cli.guessing:hint",
    "play": "service.cli.play:play",
    "review": "service.cli.review:review",
    "serve": "service.cli.serve:serve",
    "settings": "service.cli.settings:settings",
    "solve": "service.cli.guessing:solve",
    "try": "service.cli.guessing:try_dealer",
})  # fmt: skip


@click.group(cls=Commands, commands=TABLE, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def hangman() -> None:
    """Evil Hangman: a hangman service whose dealer never settles on a word.

    \b
    Examples:
      hangman play
      hangman review game.json
      hangman serve
      hangman hint _a__e --wrong st

    \b
    To complete commands and options with the Tab key, put this into ~/.bashrc (or, with zsh_source
    and fish_source, into the files of these shells):
      eval "$(_HANGMAN_COMPLETE=bash_source hangman)"
    """
