"""The best answer to a lottery, as letters for the positions of a program."""

import numpy as np

from hangman_lab.word_table import Numbers, WordTable
from service.search.bit_sets import has_several
from service.search.budget import Budget
from service.search.least_misses import LeastMisses
from service.search.word_sets import Letter, Words


class Oracle:
    """Best answers to one lottery after the other; only words with weight are looked at."""

    def __init__(self, table: WordTable, budget: Budget) -> None:
        self._table = table
        self._budget = budget
        self._weights: Numbers
        self._words: Words
        self._least: LeastMisses

    def ask(self, weights: Numbers, enough: int) -> int:
        """What the best player pays if all words have these weights, if that is below `enough`.

        Else a lower bound that is not below `enough`. Raises Cancelled.
        """
        drawn = np.flatnonzero(weights)
        self._weights, self._words = weights, self._table.words(drawn)
        self._least = LeastMisses(
            self._table.lexicon, drawn.tolist(), self._budget, weights=weights
        )
        return self._least.misses_below(enough, self._least.everything)

    def answer(self, position: Words) -> tuple[int, Letter] | None:
        """What a position costs, and the letter to guess; None if none of its words is drawn."""
        drawn = position & self._words
        if not has_several(drawn):
            return (0, self._table.quick_letter(position, self._weights)) if drawn else None
        words = self._least.word_sets.words_of(self._table.ids(drawn).tolist())
        return self._least.misses(words), self._least.best_letter(words)
