"""Many games of hangman at once, as columns: a row for each game, a step for all of them.

They go as the engine's games go: `tests/lab/test_game_columns.py` compares each step.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hangman_lab.experiments.nodes import Integers, Nodes, WordTable
from service.engine.cheat_list import WordIDs
from service.engine.guessers import Random

# A number below each of some totals, for games with these numbers at which these letters are
# guessed: (games,) int64, (games,) uint64 as `LetterSet` and (games,) int64 to (games,) int64.
Draws: TypeAlias = Callable[[Integers, NDArray[np.uint64], Integers], Integers]


@dataclass(frozen=True)
class GameColumns:
    """Games in progress; all columns are (games,) int64.

    `games`: their numbers, which they keep when others end; `words`: the hidden word of each, by
    ID; `misses`; `node_of`: the node at which each is.
    """

    nodes: Nodes
    games: Integers
    words: WordIDs
    misses: Integers
    node_of: Integers

    @classmethod
    def at_the_start(cls, table: WordTable, words: WordIDs) -> "GameColumns":
        """A game for each of some words, (games,) int64; a word may come more than once."""
        nothing = np.zeros(len(words), dtype=np.int64)
        return cls(table.root, np.arange(len(words)), words, nothing, nothing)

    def __len__(self) -> int:
        return len(self.games)

    @property
    def sizes(self) -> Integers:
        """How many words still fit in each game, (games,)."""
        return self.nodes.sizes[self.node_of]

    @property
    def guessed(self) -> NDArray[np.uint64]:
        """The letters guessed in each game, (games,) uint64, as `LetterSet`."""
        return self.nodes.guessed[self.node_of]

    @property
    def is_solved(self) -> NDArray[np.bool_]:
        """Whether all letters are shown, (games,) bool."""
        return np.asarray(self.nodes.hidden[self.node_of] == 0)

    def drawn(self, guesser: Random, draws: Draws) -> Integers:
        """The letter that a random guesser guesses in each game, (games,)."""
        weights = map(guesser.letter_weights, self.nodes.counts())
        ends = np.concatenate([some.cumsum(axis=1, dtype=np.int32) for some in weights])
        ends = ends.take(self.node_of, axis=0)
        numbers = draws(self.games, self.guessed, ends[:, -1])
        return np.asarray((ends > numbers[:, None]).argmax(axis=1))

    def honest(self, letters: Integers) -> Integers:
        """The number of the family that an honest dealer keeps in each game, (games,)."""
        return self.nodes.table.numbers[letters, self.words].astype(np.int64)

    def largest_family(self, letters: Integers) -> Integers:
        """The number of the largest family in each game, (games,)."""
        count = self.nodes.table.letters
        pairs, pair_of = np.unique(self.node_of * count + letters, return_inverse=True)
        return self.nodes.largest(*np.divmod(pairs, count))[pair_of]

    def misses_after(self, letters: Integers, numbers: Integers) -> Integers:
        """The misses after a letter in each game, if the families with these numbers are kept."""
        return self.misses + self.nodes.table.lacks(letters, numbers)

    def after(self, letters: Integers, numbers: Integers) -> "GameColumns":
        """The games after a letter in each, if the families with these numbers are kept."""
        nodes, node_of = self.nodes.after(self.node_of, letters, numbers)
        misses = self.misses_after(letters, numbers)
        return GameColumns(nodes, self.games, self.words, misses, node_of)

    def only(self, going_on: NDArray[np.bool_]) -> "GameColumns":
        """The games that go on, (games,) bool, and the nodes that they are at."""
        nodes, node_of = self.nodes.only(self.node_of[going_on])
        games, words, misses = (
            column[going_on] for column in (self.games, self.words, self.misses)
        )
        return GameColumns(nodes, games, words, misses, node_of)

    def beside(self, others: "GameColumns") -> "GameColumns":
        """These games and others, in the order of their numbers."""
        nodes = self.nodes.beside(others.nodes)
        node_of = np.concatenate([self.node_of, others.node_of + len(self.nodes.sizes)])
        games, words, misses = (
            np.concatenate(pair)
            for pair in (
                (self.games, others.games),
                (self.words, others.words),
                (self.misses, others.misses),
            )
        )
        order = games.argsort()
        return GameColumns(nodes, games[order], words[order], misses[order], node_of[order])
