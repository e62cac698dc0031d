"""The `hangman` command: one module a subcommand."""

from typing import Any

import click

from service.cli.analyze import analyze
from service.cli.dictionary import dictionary
from service.cli.failing import one_line_usage
from service.cli.guess import solve, suggest
from service.cli.key import key
from service.cli.play import play
from service.cli.serve import serve


class Commands(click.Group):
    """A group whose commands say in one line what is wrong with their options."""

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the options before the command."""
        with one_line_usage():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Read the command and its options, and run it."""
        with one_line_usage():
            return super().invoke(ctx)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="evil-hangman")
def hangman() -> None:
    """Evil Hangman: a hangman service whose dealer never settles on a word.

    \b
    Examples:
      hangman play
      hangman serve
      hangman suggest _a__e --wrong st

    \b
    To complete commands and options with the Tab key, put this into ~/.bashrc (or, with zsh_source
    and fish_source, into the files of these shells):
      eval "$(_HANGMAN_COMPLETE=bash_source hangman)"
    """


for command in (analyze, dictionary, key, play, serve, solve, suggest):
    hangman.add_command(command)
