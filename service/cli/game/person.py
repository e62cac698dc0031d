"""A person at the terminal: where the games are, and how the person sees them."""

from typing import TYPE_CHECKING

import click

from service.cli.client import JSON, Client
from service.cli.interrupts import INTERRUPTED
from service.cli.terminal import is_dumb

if TYPE_CHECKING:
    from service.cli.game.conversation import Board


def remote(url: str) -> Client:
    """The games of a service."""
    from service.cli.remote_client import RemoteClient

    return RemoteClient(url)


def converse(client: Client, asked: JSON) -> int:
    """Play with a person; the exit code."""
    from service.cli.game.conversation import Conversation

    conversation = Conversation(client, board_of(client), asked)
    try:
        conversation.hold()
    except (click.Abort, KeyboardInterrupt) as error:
        click.echo(f"\nGoodbye.{_way_back(client, conversation.game)}")
        return code_of(error, 0 if conversation.over else 1)
    return 0


def code_of(error: BaseException, at_the_end_of_the_input: int) -> int:
    """The exit code of a person who leaves: by Ctrl-C, or by the end of the input."""
    causes = (error, error.__context__)  # click turns a Ctrl-C at a question into its Abort
    by_ctrl_c = any(isinstance(cause, KeyboardInterrupt) for cause in causes)
    return INTERRUPTED if by_ctrl_c else at_the_end_of_the_input


def _way_back(client: Client, game: JSON | None) -> str:
    """Where a game goes on that somebody has left, if it is kept anywhere."""
    address = client.address(game) if game else None
    return f" The game goes on at {address}" if address else ""


def board_of(client: Client) -> "Board":
    """A frame that is redrawn in place; lines if the terminal can print no more."""
    if is_dumb():
        from service.cli.game.line_board import LineBoard

        return LineBoard(client)
    from service.cli.game.screen_board import ScreenBoard

    return ScreenBoard(client)
