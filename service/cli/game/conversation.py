"""Games with a person at a terminal, one after another, or the one of the day."""

from dataclasses import dataclass

import click

from service.cli.client import JSON, Client
from service.cli.failures import INTERRUPTED, Interrupted
from service.cli.game.board import Board, board_of
from service.cli.game.questions import ask_insight, ask_length, ask_max_misses
from service.cli.game.story import share, tell


@dataclass
class Conversation:
    """A person who plays games of `client`, asking for what `given` does not say."""

    client: Client
    board: Board
    given: JSON
    game: JSON | None = None  # the last one, as it began, or as it ended

    def hold(self) -> None:
        """Play until the person has had enough. Raises Abort at the end of the input."""
        again = True
        while again:
            self.game = self.client.start(self._wanted())
            self.game = self.board.play(self.game)
            confession = tell(self.client, self.game)
            if self.game["date"]:
                click.echo(f"\nTo share:\n\n{share(self.game, confession)}")
                return
            self.given.pop("secret_word", None)  # somebody has just guessed it
            again = self.board.another()
            if "seed" in self.given:
                self.given["seed"] += 1  # the same seed would be the same game

    def _wanted(self) -> JSON:
        """What is given, and what the person answers; a day's game leaves nothing to ask."""
        if "daily" in self.given:
            return self.given
        wanted = dict(self.given)
        if not {"length", "secret_word"} & wanted.keys():
            rows = self.client.dictionary(wanted["dictionary"])["lengths"]
            length = ask_length([row["length"] for row in rows])
            wanted |= {"length": length} if length else {}
        if "max_misses" not in wanted:
            wanted["max_misses"] = ask_max_misses()
        if "insight" not in wanted:
            wanted["insight"] = ask_insight()
        return wanted


def converse(client: Client, asked: JSON) -> int:
    """Play with a person; the exit code."""
    conversation = Conversation(client, board_of(client), asked)
    try:
        conversation.hold()
    except (click.Abort, Interrupted) as error:
        game = conversation.game
        goes_on = game is not None and game["status"] == "in_progress"
        address = client.address(game) if game and goes_on else None
        click.echo(f"\nGoodbye.{f' The game goes on at {address}' if address else ''}")
        if isinstance(error, Interrupted):
            return INTERRUPTED
        return 1 if game is None or goes_on else 0
    return 0
