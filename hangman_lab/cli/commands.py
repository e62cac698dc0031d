"""The group of all commands of the laboratory."""

import click

from service.cli.commands import Commands, CommandTable

TABLE = CommandTable({
    "check": "hangman_lab.cli.check:check",
    "guarantee": "hangman_lab.cli.guarantee:guarantee",
    "lottery": "hangman_lab.cli.lottery:lottery",
    "misses": "hangman_lab.cli.misses:misses",
    "optimum": "hangman_lab.cli.optimum:optimum",
    "reviews": "hangman_lab.cli.reviews:reviews",
    "tournament": "hangman_lab.cli.tournament:tournament",
    "value": "hangman_lab.cli.value:value",
    "wins": "hangman_lab.cli.wins:wins",
})  # fmt: skip


@click.group(cls=Commands, commands=TABLE, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="evil-hangman-lab")
def hangman_lab() -> None:
    """The laboratory of Evil Hangman: how hard hangman is, and how well guessers play it.

    \b
    Examples:
      hangman-lab misses --guesser most-words
      hangman-lab tournament --length 8
      hangman-lab value --length 12
    """
