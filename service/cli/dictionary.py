"""`hangman dictionary`: the group of all that is done with dictionaries."""

import click

from service.cli.command_table import CommandTable

TABLE = CommandTable({
    "build": "service.cli.dictionaries.build:build",
    "list": "service.cli.dictionaries.list_all:list_all",
    "show": "service.cli.dictionaries.show:show",
    "words": "service.cli.dictionaries.words:words",
})  # fmt: skip


@click.group(commands=TABLE)
def dictionary() -> None:
    """Build dictionaries and look into them.

    \b
    Examples:
      hangman dictionary list
      hangman dictionary build class-7b words.txt
    """
