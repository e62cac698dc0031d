"""The game on a deck, solved: the program's lottery and the best answer to it, in turns."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from hangman_lab.lottery.oracle import Oracle
from hangman_lab.lottery.program import Chances, Program, Strategy
from hangman_lab.word_table import Numbers, WordTable
from service.engine.cheat_list import WordIDs
from service.search.tree_mixture import key_of
from service.search.word_sets import Letter, Words

WHOLE: Final = 1 << 22  # the weight of all words of a lottery
OTHERS: Final = 0.1  # of the weight: for words without any, where a quick letter is chosen

Choice = Callable[[Words], Iterable[Letter]]


@dataclass(frozen=True)
class DeckSolution:
    """What is known of the game on a deck.

    A lottery with `weights` of the deck's words, which sum to WHOLE, forces `lower` misses at
    least. The player's `strategy` needs `upper` misses at most for each word of the deck.
    """

    deck: WordIDs
    weights: Numbers
    lower: float
    upper: float
    strategy: Strategy


NO_WORDS: Final = np.array([], dtype=np.int64)
NOTHING_SOLVED: Final = DeckSolution(NO_WORDS, NO_WORDS, 0.0, 0.0, {})


class DeckGame:
    """The game on a deck; `before` is what is known of another deck: this one begins with that."""

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
        """Let program and oracle answer each other until the bounds are close. Raises Cancelled."""
        chances, upper = self._program.solve()
        while upper - self._lower > tolerance and self._improve(chances, upper - tolerance):
            chances, upper = self._program.solve()
        strategy = self._program.strategy()
        return DeckSolution(self._program.deck, self._weights, self._lower, upper, strategy)

    def _improve(self, chances: Chances, enough: float) -> bool:
        """Ask for a tree that costs less than `enough`; say whether its letters are new.

        The first question is half-way between the program's lottery and the best so far, where
        answers tell more.
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
        """Learn the oracle's letter wherever it costs less than the known ones."""
        misses = self._program.misses(weights)
        for position, cost in misses.items():
            if cost:
                answer = self._oracle.answer(position)
                if answer and answer[0] < cost:
                    self._program.learn(self._answered(weights), position)

    def _answered(self, weights: Numbers) -> Choice:
        quick = self._quick(weights)

        def choice(position: Words) -> Iterable[Letter]:
            answer = self._oracle.answer(position)
            return [answer[1]] if answer else quick(position)

        return choice

    def _seeded(self, before: DeckSolution) -> Choice:
        quick, words_before = self._quick(self._weights), self._table.words(before.deck)

        def choice(position: Words) -> Iterable[Letter]:
            rest = position & words_before
            options = before.strategy.get(key_of(self._table.ids(rest)))
            if options:
                return [letter for letter, _ in options]
            safe = self._table.sets.safe_letter(rest) if rest else None
            return quick(position) if safe is None else [safe]

        return choice

    def _quick(self, weights: Numbers) -> Choice:
        deck = self._program.deck
        shares = np.zeros(len(self._table))
        shares[deck] = (1 - OTHERS) * weights / WHOLE + OTHERS / len(deck)
        return lambda position: [self._table.quick_letter(position, shares)]

    def _spread(self, weights: Numbers) -> Numbers:
        """The weights of all words, given those of the deck."""
        spread = np.zeros(len(self._table), dtype=np.int64)
        spread[self._program.deck] = weights
        return spread


def _weights_of(deck: WordIDs, before: DeckSolution) -> Numbers:
    """The weights of another deck, and 0 for the other words; without any, all alike."""
    weights = dict(zip(before.deck.tolist(), before.weights.tolist(), strict=True))
    chances = np.array([weights.get(word, 0) for word in deck.tolist()], dtype=np.float64)
    chances = chances if chances.any() else np.ones(len(deck))
    return whole(chances / chances.sum())


def whole(chances: Chances) -> Numbers:
    """Whole numbers that sum to WHOLE, as near to the chances as can be."""
    weights = np.floor(chances * WHOLE).astype(np.int64)
    nearest = np.argsort(weights - chances * WHOLE, kind="stable")
    weights[nearest[: WHOLE - int(weights.sum())]] += 1
    return weights
