"""`hangman daily`: the game of the day, the same for everybody."""

import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from service.cli import options
from service.cli.failures import one_line_failures
from service.cli.game.person import board_of, code_of, remote
from service.cli.lookup import asked_for
from service.cli.terminal import is_conversation

if TYPE_CHECKING:
    from service.cli.client import JSON, Client

DICTIONARY = "en"


@click.command()
@click.option("--url", help="Play at this service, which counts the results of all.")
@options.JSON
def daily(url: str | None, as_json: bool) -> None:
    """Play the game of the day.

    It is the same for everybody, and ends with a text to share. The day is the date in UTC. From a
    pipe it takes a guess a line, as `hangman play` does.

    \b
    Examples:
      hangman daily
      hangman daily --url http://localhost:8000
    """
    asked = {"daily": datetime.now(UTC).date().isoformat()}
    with one_line_failures():
        client = remote(url) if url else _local()
        if is_conversation() and not as_json:
            sys.exit(_converse(client, asked))
        from service.cli.game.piped import play

        sys.exit(0 if play(client, asked, sys.stdin, as_json) else 1)


def _local() -> "Client":
    from service.cli.local_client import LocalClient

    return LocalClient(DICTIONARY, asked_for(DICTIONARY))


def _converse(client: "Client", asked: "JSON") -> int:
    """Play one game with a person; the exit code."""
    from service.cli.game.share import share
    from service.cli.game.story import tell

    try:
        game = board_of(client).play(client.start(asked))
    except (click.Abort, KeyboardInterrupt) as error:
        click.echo("\nGoodbye. The game of the day is here until midnight (UTC).")
        return code_of(error, 1)
    confession = tell(client, game)
    click.echo("\nTo share:\n")
    click.echo(share(game, confession))
    return 0
