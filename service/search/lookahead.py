"""Guessers that look ahead: exactly if few words are possible, else as far as a budget lasts."""

from collections.abc import Iterable
from math import inf
from typing import Final, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.guessers import Costs, Guesser, bits_to_tell, each_letter
from service.engine.lexicon import Families, Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.weights import Weights, even
from service.search.budget import Budget, Cancelled
from service.search.few_words import FewWords
from service.search.values import Search, value

ENTROPY_COST: Final = 0.25  # misses for each bit of entropy, by experiment
EXACT: Final = 10  # possible words up to which careful plays exactly
AHEAD: Final = 6  # the cheapest letters, after which careful looks one guess further
AHEAD_WORDS: Final = 10_000  # possible words up to which it looks further, to stay within 20 ms
PERFECT_WORDS: Final = 400  # possible words up to which perfect plays exactly
PERFECT_NODES: Final = 250  # the budget of perfect: 40 ms at most, measured on en-large
SEARCH_COSTS: Final = Costs(hint=5, solution=15)
GUESS_SHARE: Final = 0.5  # of a game's remaining steps, which one guess may use

WeightsOfPossible: TypeAlias = NDArray[np.float64] | None  # (size,); None: all weigh 1


class Careful(Guesser):
    """The letter with the fewest misses to expect against an honest dealer (ours).

    Exact up to EXACT words. With more words, a letter costs one for each word that lacks it, and
    ENTROPY_COST for each bit that is still needed to tell the words of its families apart. Up to
    AHEAD_WORDS words, the AHEAD cheapest letters are judged again, with the best next letter in
    each of their families.
    """

    name, title = "careful", "Careful"
    costs = Costs(hint=2, solution=6)

    def weights(self, lexicon: Lexicon) -> Weights | None:
        """How likely each word is, (words,) int64; None if all are equally likely."""
        return None

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """Minus what each letter costs, in misses summed over the words; (letters,) float64."""
        lexicon, of_all = possible.lexicon, self.weights(possible.lexicon)
        if len(possible) <= EXACT:
            few = FewWords(lexicon, possible.ids, even(lexicon) if of_all is None else of_all)
            return each_letter(possible, lambda letter: -few.misses_after(letter))
        weights = None if of_all is None else of_all.take(possible.ids).astype(np.float64)
        families = {letter: possible.families(letter) for letter in possible.letters}
        worth = each_letter(possible, lambda letter: -apparent_cost(families[letter], weights))
        if len(possible) <= AHEAD_WORDS:
            most = min(AHEAD, len(possible.letters))
            cheapest = np.argsort(-worth, kind="stable")[:most].tolist()
            ahead = [-_cost_ahead(families[each], families.values(), weights) for each in cheapest]
            worth += min(ahead) - worth.max()  # so that the others come behind
            worth[cheapest] = ahead
        return worth


class Perfect(Careful):
    """The letter with the fewest misses, whatever the dealer keeps (Barbay and Subercaseaux, 2021).

    Exact up to PERFECT_WORDS words, if PERFECT_NODES nodes suffice. Otherwise, and for the order of
    the other letters, as `Careful`.

    All guesses of a game together have `steps`.
    """

    name, title = "perfect", "Perfect"
    costs = SEARCH_COSTS
    node_limit = PERFECT_NODES

    def __init__(self, steps: float = inf) -> None:
        self._steps_left = steps

    def for_game(self, seed: int, steps: float = inf) -> Self:
        return type(self)(steps)

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """Those of `Careful`, with the best letter before all others; (letters,) float64."""
        worth = super().preferences(possible)
        letter = self.searched_letter(possible)
        if letter is not None:
            worth[letter] = worth.max() + 1
        return worth

    def pick(self, possible: PossibleWords, seed: int) -> int:
        """The best letter; the others are ranked only if it is not found."""
        letter = self.searched_letter(possible)
        return int(super().preferences(possible).argmax()) if letter is None else letter

    def searched_letter(self, possible: PossibleWords) -> int | None:
        """The best letter; None if the words are too many, or the budget does not suffice."""
        if not 1 < len(possible) <= PERFECT_WORDS:
            return None
        # One guess may use a part of the steps that are left, so the next one has some, too.
        budget = Budget(
            lambda nodes: nodes <= self.node_limit, steps=GUESS_SHARE * self._steps_left
        )
        try:
            return self.best_letter(possible, budget)
        except Cancelled:
            return None
        finally:
            self._steps_left -= budget.spent

    def best_letter(self, possible: PossibleWords, budget: Budget) -> int:
        """The best letter for two possible words or more. Raises Cancelled."""
        search = Search(possible.lexicon, possible.ids.tolist(), budget)
        *_, bounds = value(search)
        return search.winning_letter(search.root, bounds.upper)


def apparent_cost(families: Families, weights: WeightsOfPossible) -> float:
    """The apparent cost of the letter that splits words of these `weights` into these families."""
    sizes = families.sizes if weights is None else np.bincount(families.numbers, weights)
    missed = sizes[0] if families.lacking else 0
    return float(missed + ENTROPY_COST * bits_to_tell(sizes))


def _cost_ahead(families: Families, every: Iterable[Families], weights: WeightsOfPossible) -> float:
    """The apparent cost of a letter if the best letter follows in each of its families."""
    sizes = families.sizes if weights is None else np.bincount(families.numbers, weights)
    missed = sizes[0] if families.lacking else 0
    costs = [_costs_within(families, following, weights) for following in every]
    return float(missed + np.min(costs, axis=0).sum())


def _costs_within(
    first: Families, second: Families, weights: WeightsOfPossible
) -> NDArray[np.float64]:
    """The apparent cost of `second`'s letter in each family of `first`, (families,) float64."""
    count = len(first.sizes)
    pairs = first.numbers.astype(np.int64) * len(second.sizes) + second.numbers
    sizes = np.bincount(pairs, weights, minlength=count * len(second.sizes)).reshape(count, -1)
    costs = ENTROPY_COST * bits_to_tell(sizes, axis=1)
    return costs + sizes[:, 0] if second.lacking else costs
