"""The player's best tree against a lottery that is known, by best-first search.

Misses count by weight: a word that is missed costs its weight. The search keeps a lower and an
upper bound for every position of a graph, and opens those positions at which a cheaper tree could
still be hiding, many at once (Martelli and Montanari's AO*). An open position costs at least its
first miss. A position whose words have no weight, but for one of them, costs nothing.
"""

from typing import Final

import numpy as np

from hangman_lab.lottery.graph import Graph
from hangman_lab.lottery.moves import Numbers
from service.search.budget import Budget

UNKNOWN: Final = 1 << 40  # misses, more than any tree costs
TOGETHER: Final = 300  # positions that are opened at least, if there are as many to open
A_SHARE: Final = 40  # or this part of all positions
LARGEST: Final = 2_000_000  # positions of a graph: some gigabytes
CLOSE: Final = 256  # of the weight of all words: moves that are further from the best must wait


class BestTree:
    """The search for the best tree; `weights` of the words are whole numbers.

    `lower` and `upper` are bounds for each position of the graph, int64.
    """

    def __init__(self, graph: Graph, weights: Numbers, budget: Budget) -> None:
        self.graph = graph
        self.weights: Numbers = np.zeros(0, dtype=np.int64)  # of the positions
        self.lower: Numbers
        self.upper: Numbers
        self._words = weights
        self._budget = budget
        self._first: Numbers = np.zeros(0, dtype=np.int64)  # what an open position costs at least
        self._with_final_word = np.zeros(0, dtype=bool)  # whether that is all

    def search(self, enough: int, share: float = 0.0) -> None:
        """Search until no tree costs less than `enough`, or a good one is known.

        A tree is good if, of what the best one could save of `enough`, all but a `share` is saved.
        If there are LARGEST positions, the search ends with the bounds that it has. Raises
        Cancelled.
        """
        self._bound()
        while self._goes_on(enough, share):
            self.graph.expand(self._worth_opening(enough))
            self._bound()

    def _goes_on(self, enough: int, share: float) -> bool:
        return (
            self.lower[self.graph.root] < enough
            and self._unsure() > share * self._gain(enough)
            and len(self.graph) < LARGEST
        )

    def _gain(self, enough: int) -> int:
        return enough - int(self.lower[self.graph.root])

    def _unsure(self) -> int:
        """How much cheaper than the best tree that is known a tree could be."""
        return int(self.upper[self.graph.root] - self.lower[self.graph.root])

    def _bound(self) -> None:
        """Bring weights and bounds up to date with the graph."""
        self._weigh(np.arange(len(self.weights), len(self.graph)))
        open_ = self.graph.open[: len(self.graph)]
        self.lower = self._from_leaves(np.where(open_, self._first, 0))
        known = self._with_final_word | ~open_
        self.upper = self._from_leaves(np.where(known, self._first * open_, UNKNOWN))

    def _weigh(self, new: Numbers) -> None:
        graph = self.graph
        some_weight = graph.weights((self._words > 0).astype(np.int64), new) > 1
        first = np.zeros(len(new), dtype=np.int64)
        uncertain = graph.open[new] & some_weight
        first[uncertain] = graph.first_misses(self._words, new[uncertain])
        settled = ~some_weight | (graph.sizes[new] <= 2)
        self.weights = np.concatenate([self.weights, graph.weights(self._words, new)])
        self._first = np.concatenate([self._first, first])
        self._with_final_word = np.concatenate([self._with_final_word, settled])

    def _from_leaves(self, misses: Numbers) -> Numbers:
        """What the best tree costs from each position, given that for the open ones."""
        for moves in self.graph.levels():
            costs = moves.costs(self.weights, misses)
            misses[moves.positions] = np.minimum.reduceat(costs, moves.first_move)
        return misses

    def _worth_opening(self, enough: int) -> Numbers:
        """The open positions at which most could be saved; there is always one."""
        slack = self._slack(min(self._gain(enough), 1 + int(self._words.sum()) // CLOSE))
        open_ = self.graph.open[: len(self.graph)] & ~self._with_final_word
        worth = np.flatnonzero(open_ & (slack > 0))
        most = max(TOGETHER, len(self.graph) // A_SHARE)
        if len(worth) > most:
            worth = worth[np.argpartition(-slack[worth], most)[:most]]
        self._budget.count()
        return worth

    def _slack(self, gain: int) -> Numbers:
        """By how much each position could cost more before it is no part of a tree that gains."""
        slack = np.full(len(self.graph), -UNKNOWN, dtype=np.int64)
        slack[self.graph.root] = gain
        for moves in self.graph.levels(descending=True):
            if (slack[moves.positions] > 0).any():
                owners = moves.owners()
                regrets = (
                    moves.costs(self.weights, self.lower) - self.lower[moves.positions][owners]
                )
                left = (slack[moves.positions][owners] - regrets)[moves.movers()]
                np.maximum.at(slack, moves.nexts[left > 0], left[left > 0])
        return slack
