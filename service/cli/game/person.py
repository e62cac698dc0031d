"""A person at the terminal: where the games are, and how the person sees them."""

from typing import TYPE_CHECKING

import click

from service.cli.client import JSON, Client
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
    except (click.Abort, KeyboardInterrupt):
        click.echo("\nGoodbye.")
        return 0 if conversation.over else 1
    return 0


def board_of(client: Client) -> "Board":
    """A frame that is redrawn in place; lines if the terminal can print no more."""
    if is_dumb():
        from service.cli.game.line_board import LineBoard

        return LineBoard(client)
    from service.cli.game.screen_board import ScreenBoard

    return ScreenBoard(client)
