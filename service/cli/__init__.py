"""The `hangman` command: one module a subcommand."""

import click

from service.cli.analyze import analyze
from service.cli.dictionary import dictionary
from service.cli.guess import solve, suggest
from service.cli.serve import serve


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="evil-hangman")
def hangman() -> None:
    """Evil Hangman: a hangman service whose dealer never settles on a word."""


for command in (analyze, dictionary, serve, solve, suggest):
    hangman.add_command(command)
