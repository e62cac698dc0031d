"""Games side by side, played one after another by the engine: any dealer can deal them."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from hangman_lab.gym.table import Observation, Table
from service.engine.game import Game


class GamesInTurn:
    """Games at one table, each by its number."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._games: dict[int, Game] = {}

    def start(self, seeds: Mapping[int, int]) -> None:
        """Start the games with these numbers, anew if they were there."""
        self._games |= {number: self._table.game(seed) for number, seed in seeds.items()}

    def guess(self, letters: NDArray[np.int64], guessing: NDArray[np.bool_]) -> None:
        """Guess in the games that are `guessing` a letter not guessed yet; both are (games,)."""
        for number in np.flatnonzero(guessing).tolist():
            self._games[number], _ = self._table.after(self._games[number], int(letters[number]))

    def seen(self) -> Observation:
        """What the players see: as `Table.seen`, with a row for each game."""
        rows = [self._table.seen(self._games[number]) for number in range(len(self._games))]
        return {key: np.stack([row[key] for row in rows]) for key in rows[0]}

    def word(self, number: int) -> str:
        """The word of a game that is over."""
        return self._games[number].word
