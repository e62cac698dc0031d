"""Games side by side, all played at once in columns."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hangman_lab.experiments.game_columns import GameColumns
from hangman_lab.experiments.nodes import WordTable
from hangman_lab.gym.table import Observation, Table
from service.engine.dealers import Honest, LargestFamily
from service.engine.game import Dealer, word_at_the_end


def plays_in_columns(dealer: Dealer) -> bool:
    """Whether a dealer's answers can be worked out for all games at once."""
    return isinstance(dealer, Honest | LargestFamily)


class GamesInColumns:
    """Games at the table of such a dealer, as `GamesInTurn`."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._words = WordTable(table.lexicon)
        self._columns = GameColumns.at_the_start(self._words, np.zeros(0, dtype=np.int64))
        self._seeds: dict[int, int] = {}

    def start(self, seeds: Mapping[int, int]) -> None:
        """Start the games with these numbers, anew if they were there."""
        self._seeds |= seeds
        words = np.array([self._drawn(seed) for seed in seeds.values()], dtype=np.int64)
        numbers = np.array(list(seeds), dtype=np.int64)
        started = replace(GameColumns.at_the_start(self._words, words), games=numbers)
        others = self._columns.only(~np.isin(self._columns.games, numbers))
        self._columns = others.beside(started)

    def guess(self, letters: NDArray[np.int64], guessing: NDArray[np.bool_]) -> None:
        """Guess in the games that are `guessing` a letter not guessed yet; both are (games,)."""
        columns, letters = self._columns.only(guessing), letters[guessing]
        is_honest = isinstance(self._table.dealer, Honest)
        kept = columns.honest(letters) if is_honest else columns.largest_family(letters)
        self._columns = columns.after(letters, kept).beside(self._columns.only(~guessing))

    def seen(self) -> Observation:
        """What the players see: as `Table.seen`, with a row for each game."""
        guessed, nodes = self._columns.guessed[:, None], self._columns.nodes
        spellings = self._table.lexicon.spellings[nodes.first_words[self._columns.node_of]]
        is_shown = guessed >> spellings.astype(np.uint64) & 1 == 1
        alphabet = np.arange(self._table.letters, dtype=np.uint64)
        return {
            "pattern": np.where(is_shown, spellings, self._table.letters).astype(np.int64),
            "guessed": (guessed >> alphabet & 1).astype(np.int8),
            "misses_left": self._table.max_misses - self._columns.misses,
        }

    def word(self, number: int) -> str:
        """The word of a game that is over."""
        lexicon = self._table.lexicon
        if isinstance(self._table.dealer, Honest):
            return lexicon.word(self._columns.words[number])
        ids = self._columns.nodes.words_of(self._columns.node_of[number : number + 1])
        return word_at_the_end(lexicon, ids.astype(np.int64), self._seeds[number])

    def _drawn(self, seed: int) -> int:
        lexicon = self._table.lexicon
        drawn = lexicon.id_of(self._table.dealer.drawn_word(lexicon, seed))
        assert drawn is not None
        return int(drawn)
