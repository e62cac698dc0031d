"""The group of all commands, and what they have in common."""

from typing import Any

import click

from service.cli.command_table import CommandTable
from service.cli.failures import one_line_usage
from service.cli.terminal import wants_colours

TABLE = CommandTable({
    "analyze": "service.cli.analyze:analyze",
    "check": "service.cli.check:check",
    "daily": "service.cli.daily:daily",
    "dictionary": "service.cli.dictionary:dictionary",
    "key": "service.cli.key:key",
    "play": "service.cli.play:play",
    "review": "service.cli.review:review",
    "serve": "service.cli.serve:serve",
    "solve": "service.cli.solve:solve",
    "suggest": "service.cli.suggest:suggest",
})  # fmt: skip


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


@click.group(cls=Commands, commands=TABLE, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="evil-hangman")
def hangman() -> None:
    """Evil Hangman: a hangman service whose dealer never settles on a word.

    \b
    Examples:
      hangman play
      hangman daily
      hangman review game.json
      hangman serve
      hangman suggest _a__e --wrong st

    \b
    To complete commands and options with the Tab key, put this into ~/.bashrc (or, with zsh_source
    and fish_source, into the files of these shells):
      eval "$(_HANGMAN_COMPLETE=bash_source hangman)"
    """
