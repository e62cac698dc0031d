"""Resident games: a connection's last game stays in the worker, for the connection's next guess.

A connection nearly always plays on in the game that it last guessed in; that guess then needs no
read. The store has the truth: if the resident record is stale, the save of the guess over it
fails.
"""

from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from service.play.ids import GameID, OperationID
from service.store.record import Record

ClientConnection: TypeAlias = object  # any object that lives as long as the connection

MOST_GAMES: Final = 1_000  # of a worker
LONGEST_LIST: Final = 2_000  # words, of a resident game: 16 kB


class ResidentGames:
    """The record of the game that each connection last guessed in; it goes when either ends."""

    def __init__(self) -> None:
        self._records = WeakKeyDictionary[ClientConnection, tuple[GameID, Record]]()

    def take(
        self, connection: ClientConnection | None, game_id: GameID, operation: OperationID
    ) -> Record | None:
        """Remove and return the record of this game; None if the caller must load the game.

        It must if the connection last guessed in another game, or if this request is repeated: its
        answer needs no save, and only a save shows that the store still has the game.
        """
        if connection is None:
            return None
        resident, record = self._records.pop(connection, (None, None))
        is_wanted = record and resident == game_id and operation not in record.operations
        return record if is_wanted else None

    def keep(self, connection: ClientConnection | None, game_id: GameID, record: Record) -> None:
        """Make a game resident, unless it is over or its cheat list is long."""
        if connection is None or record.state.status != "in_progress":
            return
        if len(record.state.cheat_list.ids) > LONGEST_LIST:
            return
        if len(self._records) >= MOST_GAMES:
            self._records.clear()  # games that are being played soon return
        self._records[connection] = game_id, record
