"""Seats at a game: the player's, and those of all who watch."""

from dataclasses import dataclass

from service.play.ids import GameID
from service.store.record import watch_id_of


@dataclass(frozen=True)
class Seat:
    """Where somebody sits at a game, which decides what they may see of it, and when.

    The player has the game's id. People who watch have only the watch id. They see every answer,
    and so who has won. They see the dealer in the confession alone. The word and the confession of
    a daily game are shown to them only when its day is revealed.
    """

    watch_id: str
    game_id: GameID | None = None

    @classmethod
    def of_player(cls, game_id: GameID) -> "Seat":
        """The seat of a game's player."""
        return cls(watch_id_of(game_id), game_id)

    @classmethod
    def of_watcher(cls, watch_id: str) -> "Seat":
        """The seat of somebody who watches."""
        return cls(watch_id)
