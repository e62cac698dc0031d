"""The group of all commands."""

import click

from service.cli.command_table import Commands, CommandTable

TABLE = CommandTable({
    "check": "service.cli.check:check",
    "daily": "service.cli.play:daily",
    "dictionary": "service.cli.dictionary:dictionary",
    "key": "service.cli.serve:key",
    "play": "service.cli.play:play",
    "review": "service.cli.review:review",
    "serve": "service.cli.serve:serve",
    "solve": "service.cli.guessing:solve",
    "suggest": "service.cli.guessing:suggest",
})  # fmt: skip


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
