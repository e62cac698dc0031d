"""Guessers that look ahead: exactly if the words are few, else as far as a budget goes."""

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.guessers import Deterministic, bits_to_tell, each_letter
from service.engine.lexicon import Families
from service.engine.possible_words import PossibleWords
from service.exact.budget import Budget, Stopped
from service.exact.least_misses import TELLING, LeastMisses
from service.exact.search import Search, value

EXACT: Final = 10  # possible words from which careful plays exactly
AHEAD: Final = 6  # letters behind which careful looks one step further
AHEAD_WORDS: Final = 10_000  # and up to how many words: it has 20 ms
SEARCHED: Final = 400  # possible words from which perfect and expected play exactly
PERFECT_NODES: Final = 300  # the budget of perfect: 40 ms at most, seen on en-large
EXPECTED_NODES: Final = 80  # the budget of expected, whose nodes take longer


class Careful(Deterministic):
    """The letter with the fewest misses to expect against an honest dealer (ours).

    Up to EXACT words, exact. Else a letter costs the words that it misses, and TELLING for each bit
    that telling the words of its families apart still takes; up to AHEAD_WORDS words, the families
    of the AHEAD cheapest letters are judged by the best letter that follows instead.
    """

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """Minus what each letter costs, in misses summed over the words."""
        if len(possible) <= EXACT:
            short = LeastMisses(possible.lexicon, possible.ids.tolist(), Budget())
            return each_letter(possible, lambda one: -short.misses_after(one, short.everything))
        liked = each_letter(possible, lambda letter: -_cost(possible.families(letter)))
        if len(possible) <= AHEAD_WORDS:
            best = np.argsort(-liked, kind="stable")[:AHEAD]
            ahead = {letter: -_cost_ahead(possible, letter) for letter in best.tolist()}
            liked += min(ahead.values()) - liked.max()  # the others come behind
            liked[list(ahead)] = list(ahead.values())
        return liked


class Searching(Careful, ABC):
    """The best letter there is, as far as a budget of nodes goes; the others as `Careful`."""

    nodes: int

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """As `Careful`'s, with the best letter before all others."""
        liked = super().preferences(possible)
        if 1 < len(possible) <= SEARCHED:
            with suppress(Stopped):
                letter = self.best_letter(possible, Budget(lambda seen: seen <= self.nodes))
                liked[letter] = liked.max() + 1
        return liked

    @abstractmethod
    def best_letter(self, possible: PossibleWords, budget: Budget) -> int:
        """Raises Stopped."""


class Perfect(Searching):
    """The letter with the fewest misses, whatever the dealer keeps (Barbay and Subercaseaux, 2021).

    Exact up to SEARCHED words, as far as PERFECT_NODES nodes go; else as `Careful`, by
    whom the other letters are ranked too.
    """

    nodes = PERFECT_NODES

    def best_letter(self, possible: PossibleWords, budget: Budget) -> int:
        """The letter of a player who makes no mistake."""
        search = Search(possible.lexicon, possible.ids.tolist(), budget)
        *_, bounds = value(search)
        return search.winning_letter(search.all, bounds.upper)


class LeastExpected(Searching):
    """The letter with the fewest misses to expect from an honest dealer, and no estimate (ours).

    Exact up to SEARCHED words, as far as EXPECTED_NODES nodes go; else as `Careful`, by
    whom the other letters are ranked too.
    """

    nodes = EXPECTED_NODES

    def best_letter(self, possible: PossibleWords, budget: Budget) -> int:
        """The letter of a player who knows what to expect."""
        expected = LeastMisses(possible.lexicon, possible.ids.tolist(), budget)
        return expected.best_letter(expected.everything)


def _cost(families: Families) -> float:
    missed = families.sizes[0] if families.lacking else 0
    return float(missed + TELLING * bits_to_tell(families.sizes))


def _cost_ahead(possible: PossibleWords, letter: int) -> float:
    """What a letter costs where each of its families is played on with its best next letter."""
    first = possible.families(letter)
    count = len(first.sizes)
    cheapest = np.full(count, np.inf)
    for other in possible.letters:
        second = possible.families(other)
        pairs = first.numbers.astype(np.int64) * len(second.sizes) + second.numbers
        sizes = np.bincount(pairs, minlength=count * len(second.sizes)).reshape(count, -1)
        missed = sizes[:, 0] if second.lacking else 0
        cheapest = np.minimum(cheapest, missed + TELLING * bits_to_tell(sizes, axis=1))
    cheapest[first.sizes <= 1] = 0
    return float((first.sizes[0] if first.lacking else 0) + cheapest.sum())
