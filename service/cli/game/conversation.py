"""Games with a person at a terminal, one after another."""

from dataclasses import dataclass
from typing import Protocol

from service.cli.client import JSON, Client
from service.cli.game.questions import ask_insight, ask_length, ask_max_misses
from service.cli.game.story import tell


class Board(Protocol):
    """Where a person plays: line by line, or on a screen that is redrawn."""

    def play(self, game: JSON) -> JSON:
        """Play a game to its end; the game then."""

    def another(self) -> bool:
        """Whether the person wants another game."""


@dataclass
class Conversation:
    """A person who plays games of `client`, asking for what `given` does not say."""

    client: Client
    board: Board
    given: JSON
    over: bool = False  # whether a game has come to its end, and none since has begun
    game: JSON | None = None  # the one that is being played

    def hold(self) -> None:
        """Play until the person has had enough. Raises Abort on Ctrl-C and Ctrl-D."""
        again = True
        while again:
            self.play(self.wanted())
            self.given.pop("word", None)  # somebody has just guessed it
            again = self.board.another()
            if "seed" in self.given:
                self.given["seed"] += 1  # the same seed would be the same game

    def wanted(self) -> JSON:
        """What is given, and what the person answers."""
        wanted = dict(self.given)
        if not {"length", "word"} & wanted.keys():
            rows = self.client.dictionary(wanted["dictionary"])["lengths"]
            wanted["length"] = ask_length([row["length"] for row in rows])
        if "max_misses" not in wanted:
            wanted["max_misses"] = ask_max_misses()
        if "insight" not in wanted:
            wanted["insight"] = ask_insight()
        if wanted.get("length", 0) is None:
            del wanted["length"]
        return wanted

    def play(self, wanted: JSON) -> JSON:
        """One game, to its end, and what the dealer did in it; the game as it ended."""
        self.over = False
        self.game = self.client.start(wanted)
        game = self.board.play(self.game)
        self.game = None
        tell(self.client, game)
        self.over = True
        return game
