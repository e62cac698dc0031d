"""The game on a deck, solved: the program's lottery and the best answer to it, in turns."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from hangman_lab.exact.layers import has_several
from hangman_lab.exact.least_misses import LeastMisses
from hangman_lab.lottery.program import Chances, Program, Strategy
from hangman_lab.tree_mixture import key_of
from hangman_lab.word_table import Numbers, WordTable
from service.engine.cheat_list import WordIDs
from service.search.budget import Budget
from service.search.word_sets import Letter, Words

WHOLE: Final = 1 << 22  # the weight of all words of a lottery

Choice = Callable[[Words], Iterable[Letter]]


@dataclass(frozen=True)
class DeckSolution:
    """The bounds of the game on a deck, with their proofs.

    A lottery with `weights` of the deck's words, which sum to WHOLE, forces at least `lower`
    misses. The player's `strategy` needs at most `upper` misses for each word of the deck.
    """

    deck: WordIDs
    weights: Numbers
    lower: float
    upper: float
    strategy: Strategy


NO_WORDS: Final = np.array([], dtype=np.int64)
NOTHING_SOLVED: Final = DeckSolution(NO_WORDS, NO_WORDS, 0.0, 0.0, {})


class Oracle:
    """Best answers to one lottery after the other; it looks only at words that have weight."""

    def __init__(self, table: WordTable, budget: Budget) -> None:
        self._table = table
        self._budget = budget
        self._weights: Numbers
        self._words: Words
        self._least: LeastMisses

    def ask(self, weights: Numbers, enough: int) -> int:
        """The misses of the best player if all words have these weights, if below `enough`.

        Otherwise a lower bound that is at least `enough`. Raises Cancelled.
        """
        drawn = np.flatnonzero(weights)
        self._weights, self._words = weights, self._table.words(drawn)
        self._least = LeastMisses(
            self._table.lexicon, drawn.tolist(), self._budget, weights=weights
        )
        return self._least.misses_below(enough, self._least.everything)

    def answer(self, position: Words) -> tuple[int, Letter]:
        """The least misses at a position, and the letter to guess."""
        drawn = position & self._words
        if not has_several(drawn):
            return 0, self._table.quick_letter(position, self._weights)
        words = self._least.word_sets.words_of(self._table.ids(drawn).tolist())
        return self._least.misses(words), self._least.best_letter(words)


class DeckGame:
    """The game on a deck, which begins with `before`, the solution of another deck."""

    def __init__(
        self, table: WordTable, oracle: Oracle, deck: WordIDs, before: DeckSolution
    ) -> None:
        self._table = table
        self._oracle = oracle
        self._program = Program(table, deck)
        self._weights = _weights_of(deck, before)  # of the lottery that forces `_lower`
        self._lower = 0.0
        self._program.learn(self._seeded(before))

    def solved(self, tolerance: float) -> DeckSolution:
        """Let program and oracle take turns until the bounds are close. Raises Cancelled."""
        chances, upper = self._program.solve()
        while upper - self._lower > tolerance and self._improve(chances, upper - tolerance):
            chances, upper = self._program.solve()
        strategy = self._program.strategy()
        return DeckSolution(self._program.deck, self._weights, self._lower, upper, strategy)

    def _improve(self, chances: Chances, enough: float) -> bool:
        """Search for a tree that costs less than `enough`; return whether its letters are new.

        The oracle first answers a lottery half-way between the program's and the best so far, where
        its answers tell more.
        """
        for lottery in ((chances + self._weights / WHOLE) / 2, chances):
            weights = whole(lottery)
            lower = self._oracle.ask(self._spread(weights), 1 + int(enough * WHOLE)) / WHOLE
            if lower > self._lower:
                self._lower, self._weights = lower, weights
            if lower >= enough:
                return False
            self._learn(weights)
            if self._program.grows:
                return True
        return False

    def _learn(self, weights: Numbers) -> None:
        """Learn the oracle's letters where they cost less than the known ones."""
        misses = self._program.misses(weights)
        for position, cost in misses.items():
            if cost and self._oracle.answer(position)[0] < cost:
                self._program.learn(lambda words: [self._oracle.answer(words)[1]], position)

    def _seeded(self, before: DeckSolution) -> Choice:
        words_before, spread = self._table.words(before.deck), self._spread(self._weights)

        def choice(position: Words) -> Iterable[Letter]:
            rest = position & words_before
            options = before.strategy.get(key_of(self._table.ids(rest)))
            if options:
                return [letter for letter, _ in options]
            safe = self._table.sets.safe_letter(rest) if rest else None
            return [self._table.quick_letter(position, spread) if safe is None else safe]

        return choice

    def _spread(self, weights: Numbers) -> Numbers:
        """The weights of all words, given those of the deck."""
        spread = np.zeros(len(self._table), dtype=np.int64)
        spread[self._program.deck] = weights
        return spread


def _weights_of(deck: WordIDs, before: DeckSolution) -> Numbers:
    """The weights of another deck, and 0 for new words; if it has none of these, all are equal."""
    weights = dict(zip(before.deck.tolist(), before.weights.tolist(), strict=True))
    chances = np.array([weights.get(word, 0) for word in deck.tolist()], dtype=np.float64)
    chances = chances if chances.any() else np.ones(len(deck))
    return whole(chances / chances.sum())


def whole(chances: Chances) -> Numbers:
    """Whole numbers that sum to WHOLE, as close to the chances as possible."""
    weights = np.floor(chances * WHOLE).astype(np.int64)
    nearest = np.argsort(weights - chances * WHOLE, kind="stable")
    weights[nearest[: WHOLE - int(weights.sum())]] += 1
    return weights
