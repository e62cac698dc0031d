"""Resident games: a connection's last game stays in the worker, for the connection's next guess.

A connection nearly always plays on in the game that it started or last guessed in; that guess then
needs no read. The store has the truth: a resident record is trusted only as far as the save over it
succeeds.
"""

from typing import Final, TypeAlias
from weakref import WeakKeyDictionary

from service.play.ids import GameID
from service.store.record import Record

Connection: TypeAlias = object  # whatever stands for a client's connection and ends with it

MOST_GAMES: Final = 1_000  # of a worker
MOST_WORDS: Final = 2_000  # of a list that stays unpacked: 16 kB


class ResidentGames:
    """The record of the game that each connection last started or guessed in.

    It goes when the game or the connection ends.
    """

    def __init__(self) -> None:
        self._records: WeakKeyDictionary[Connection, tuple[GameID, Record]] = WeakKeyDictionary()

    def take(self, connection: Connection | None, game_id: GameID) -> Record | None:
        """The record of this game, which then is not resident any more.

        None if the connection has been in another game since.
        """
        if connection is None:
            return None
        resident = self._records.pop(connection, None)
        return resident[1] if resident and resident[0] == game_id else None

    def keep(self, connection: Connection | None, game_id: GameID, record: Record) -> None:
        """Make a game resident, unless it is over."""
        if connection is None or record.state.status != "in_progress":
            return
        if len(self._records) >= MOST_GAMES:
            self._records.clear()  # those that are played are soon back
        record.state.cheat_list.pack_if_over(MOST_WORDS)
        self._records[connection] = game_id, record

    def forget(self, game_id: GameID) -> None:
        """Let no connection keep this game."""
        for connection, (resident, _) in list(self._records.items()):
            if resident == game_id:
                del self._records[connection]
