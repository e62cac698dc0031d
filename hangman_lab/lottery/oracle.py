"""The best answer to a lottery, as letters for the positions of a program."""

from typing import Final

import numpy as np

from hangman_lab.lottery.best_tree import UNKNOWN, BestTree
from hangman_lab.lottery.graph import Graph
from hangman_lab.lottery.moves import Numbers
from hangman_lab.lottery.word_table import WordTable
from service.search.bit_sets import has_several
from service.search.budget import Budget
from service.search.word_sets import Letter, Words

SPARE: Final = 1.6  # times as many words as have weight, before a graph is made anew
MOST: Final = 1_000_000  # positions of a graph that is still used for another lottery


class Oracle:
    """Best trees against one lottery after the other; only words with weight are looked at."""

    def __init__(self, table: WordTable, budget: Budget) -> None:
        self._table = table
        self._budget = budget
        self._graph: Graph | None = None
        self._tree: BestTree | None = None
        self._weights: Numbers
        self._words: Words

    def ask(self, weights: Numbers, enough: int, share: float) -> int:
        """A lower bound of what a player pays if all words have these weights; see `BestTree`.

        Raises Cancelled.
        """
        self._weights = weights
        drawn = np.flatnonzero(weights)
        if len(drawn) < 2:
            self._words, self._tree = self._table.words(drawn), None
            return 0
        graph = self._graph_of(drawn)
        self._words = self._table.words(graph.ids)
        self._tree = BestTree(graph, weights[graph.ids], self._budget)
        self._tree.search(enough, share)
        return int(self._tree.lower[graph.root])

    def answer(self, position: Words) -> tuple[int, Letter] | None:
        """What a position costs, at most, and the letter to guess; None if nothing is known."""
        drawn = position & self._words
        if not has_several(drawn) or self._tree is None:
            return (0, self._safest(position, drawn)) if drawn else None
        sets = self._table.sets
        safe = sets.safe_letter(drawn)
        costs = [self._cost(part) for part in sets.parts(drawn) if has_several(part)]
        if None in costs:
            return None
        return sum(filter(None, costs)), safe if safe is not None else self._letter(position, drawn)

    def _graph_of(self, drawn: Numbers) -> Graph:
        """The last graph, if it has all words and not too many others; else a new one.

        The new one has the words of the last one too, so that it can soon be used again.
        """
        graph, most = self._graph, SPARE * len(drawn)
        before = drawn if graph is None or len(graph) > MOST else graph.ids
        words = np.union1d(drawn, before)
        if graph is None or len(words) > min(most, len(graph.ids)):
            words = words if len(words) <= most else drawn
            graph = self._graph = Graph(self._table.lexicon, words)
        return graph

    def _number(self, drawn: Words) -> int | None:
        assert self._tree
        graph = self._tree.graph
        return graph.position(self._table.members(drawn)[graph.ids])

    def _cost(self, part: Words) -> int | None:
        assert self._tree
        number = self._number(part)
        if number is None or number >= len(self._tree.upper):
            return None
        cost = int(self._tree.upper[number])
        return cost if cost < UNKNOWN else None

    def _letter(self, position: Words, drawn: Words) -> Letter:
        """The best letter at a position whose cost is known, and that has no safe letter."""
        number = self._number(drawn)
        assert self._tree
        assert number is not None
        tree = self._tree
        if tree.graph.open[number]:
            return self._safest(position, drawn)
        costs = {
            letter: int(tree.weights[nexts[0]] + tree.upper[nexts].sum())
            for letter, nexts in tree.graph.moves(number)
        }
        return min(costs, key=costs.__getitem__)

    def _safest(self, position: Words, drawn: Words) -> Letter:
        """The letter with the least weight to miss; if there are several, that most words have."""
        table, ids = self._table, self._table.ids(drawn)
        lacked = table.families[:, table.ids(position)] == 0
        missed = (table.families[:, ids] == 0) @ self._weights[ids]
        return min(
            table.informative(table.ids(position)),
            key=lambda letter: (int(missed[letter]), int(lacked[letter].sum())),
        )
