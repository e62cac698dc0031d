"""`hangman analyze`: the group of all experiments."""

import click

from service.cli.command_table import CommandTable

TABLE = CommandTable({
    "check": "service.cli.exact.check:check",
    "guarantee": "service.cli.exact.guarantee:guarantee",
    "lottery": "service.cli.exact.lottery:lottery",
    "misses": "service.cli.analysis.misses:misses",
    "optimum": "service.cli.exact.optimum:optimum",
    "tournament": "service.cli.analysis.tournament:tournament",
    "value": "service.cli.exact.value:value",
    "wins": "service.cli.analysis.wins:wins",
})  # fmt: skip


@click.group(commands=TABLE)
def analyze() -> None:
    """Run experiments on guessers.

    \b
    Examples:
      hangman analyze misses --guesser most-words
      hangman analyze tournament --length 8
    """
