"""Guessers with the fewest misses to expect: exactly if few words are possible."""

from collections.abc import Collection, Mapping
from math import inf
from typing import Final, Self

from hangman_lab.exact.least_misses import LeastMisses
from hangman_lab.tables import best_letters, by_lexicon
from service.dictionaries.dictionary import Dictionary
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.transcript import HIDDEN
from service.engine.weights import Weights, by_commonness
from service.search.budget import Budget
from service.search.lookahead import Perfect

EXPECTED_NODES: Final = 60  # the budget of expected, whose nodes take longer than those of perfect
EXPECTED_COMMON_NODES: Final = 40  # that of expected-common: words are weighed, not counted


class LeastExpected(Perfect):
    """The letter with the fewest misses to expect from an honest dealer, not estimated (ours).

    Exact up to PERFECT_WORDS words, if EXPECTED_NODES nodes suffice, and at the positions whose
    best letter is in the table. Otherwise, and for the order of the other letters, as `Careful`.
    """

    name, title = "expected", "Fewest misses to expect"
    node_limit = EXPECTED_NODES

    def __init__(
        self,
        steps: float = inf,
        tables: Mapping[Lexicon, Mapping[str, str]] | None = None,
    ) -> None:
        super().__init__(steps)
        self._best_letters = tables or {}

    def prepare(self, dictionaries: Collection[Dictionary]) -> None:
        """Read the best letters of the dictionaries."""
        self._best_letters = by_lexicon(dictionaries, best_letters)

    def for_game(self, seed: int, steps: float = inf) -> Self:
        """The same guesser for one game; all its guesses together may search for `steps`."""
        return type(self)(steps, self._best_letters)

    def searched_letter(self, possible: PossibleWords) -> int | None:
        """The table's best letter, if it has one for this position; otherwise a search.

        The table has them for even weights.
        """
        best = self._best_letters.get(possible.lexicon, {}).get(position_of(possible))
        if best is not None and self.weights(possible.lexicon) is None:
            letter = possible.lexicon.alphabet.index(best)
            if possible.families(letter).words_with_letter:  # a wrong word may have had it
                return letter
        return super().searched_letter(possible)

    def best_letter(self, possible: PossibleWords, budget: Budget) -> int:
        """The letter with the least misses, summed over the words. Raises Cancelled."""
        weights = self.weights(possible.lexicon)
        least = LeastMisses(possible.lexicon, possible.ids.tolist(), budget, weights=weights)
        return least.best_letter(least.everything)


class LeastExpectedOfCommon(LeastExpected):
    """The letter with the fewest misses to expect if common words are likelier (ours).

    As `LeastExpected`, for an honest dealer who draws its word by `by_commonness`.
    """

    name, title = "expected-common", "Fewest misses to expect, common words"
    node_limit = EXPECTED_COMMON_NODES

    def weights(self, lexicon: Lexicon) -> Weights:
        """How likely each word is, (words,) int64."""
        return by_commonness(lexicon)


def position_of(possible: PossibleWords) -> str:
    """The pattern and the letters that missed: "_e__e__ ais"."""
    lexicon, word = possible.lexicon, possible.lexicon.word(int(possible.ids[0]))
    guessed = [c for number, c in enumerate(lexicon.alphabet) if possible.guessed >> number & 1]
    shown = [letter if letter in guessed else HIDDEN for letter in word]
    return "".join([*shown, " ", *(letter for letter in guessed if letter not in word)])
