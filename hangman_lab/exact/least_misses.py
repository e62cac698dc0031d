"""The fewest misses to expect from an honest dealer: exact play, by branch and bound.

Each word has a weight, the whole number of times that it is drawn; 1 if all are equally likely.
Misses are summed over the words, each times its weight, so they are whole numbers. The least misses
of a list of one word are 0. Else each letter costs the weight of the words that lack it, plus the
least misses of each of its families, and the least misses are the cost of the cheapest letter.

- A letter in every word is safe. All safe letters are guessed first: they tell something and cost
  nothing.
- A lower bound looks one guess ahead: it is the cost of the cheapest letter if each of its families
  costs its bound at sight (`lower_bounds`). A list of three words or fewer costs exactly that.
- The search drops a letter as soon as the bounds of its families add up to the cost of the best.
"""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from hangman_lab.exact.grouped_words import GroupedWords
from hangman_lab.exact.layers import entropy, has_several, layers
from hangman_lab.exact.lower_bounds import LowerBounds
from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.engine.weights import Weights, even
from service.search.budget import Budget, Memo
from service.search.word_sets import Letter, Words

AT_ONCE: Final = 3  # words for which a lower bound is exact
PREPARED: Final = 8  # steps of the budget, and one for each word
ENTROPIES_A_STEP: Final = 6
MOST_INNER: Final = 100  # smaller WordSets kept for one; 3,000 need more memory, not less time
ENTROPY_COST: Final = 0.25  # misses for each bit of entropy, by experiment
UNLIMITED: Final = 1 << 62  # more misses than any words cost

IDs: TypeAlias = tuple[WordID, ...]
Estimate: TypeAlias = tuple[int, bool]  # misses, and whether they are exact or a lower bound
Row: TypeAlias = tuple[Letter, int, list[Words]]  # the weight of those that lack it; its families


class LeastMisses:
    """Some words of a lexicon, and bounds on the least misses of lists of them.

    The cost of a list is known in three degrees: by the bound at sight, by the bound one guess
    ahead (`lower`), and by a search below a limit (`misses_below`). A search sharpens a sum of
    families by one degree after another (`_sum`), until it is exact or reaches the limit.

    `weights` are those of all words of the lexicon; without them each weighs 1. Each method may
    raise Cancelled.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        ids: Sequence[WordID],
        budget: Budget,
        shared: dict[IDs, Estimate] | None = None,
        weights: Weights | None = None,
    ) -> None:
        budget.spend(PREPARED + len(ids))
        self.word_sets = GroupedWords(lexicon, ids)
        self.everything = self.word_sets.everything
        self.weights = even(lexicon) if weights is None else weights
        self._budget = budget
        weight_layers = layers(self.weights.take(ids))
        self._bounds = LowerBounds(self.word_sets, weight_layers, budget)
        self._weight = self._bounds.weight
        self._entropy = entropy(weight_layers)
        self._ahead: set[Words] = set()  # the lists whose bound looks ahead
        self._exact: set[Words] = set()  # and those whose bound is exact
        self._shared = {} if shared is None else shared  # by IDs, for all WordSets of a search
        self._inner: Memo[Words, LeastMisses] = Memo(MOST_INNER)

    def misses(self, words: Words) -> int:
        """The misses of the best player, summed over some of the words."""
        return self.misses_below(UNLIMITED, words)

    def misses_after(self, letter: Letter, words: Words) -> int:
        """The misses of the best player who guesses `letter` first."""
        _, missed, families = self._row(letter, words)
        return missed + sum(map(self.misses, families))

    def best_letter(self, words: Words) -> Letter:
        """The letter that the best player guesses; two words or more."""
        safe = self.word_sets.safe_letter(words)
        if safe is not None:
            return safe
        least = self.misses(words)
        rows = self._uncertain(words)
        return next(row[0] for row in rows if self._sum(*row[1:], limit=least + 1) == least)

    def best_letters(
        self, words: Words, letters: Iterable[Letter], most: int
    ) -> list[tuple[Letter, int]]:
        """The `most` best of some letters, each with the misses after it; the best comes first."""
        best: list[tuple[int, Letter]] = []
        for letter, missed, families in self._ranked(letters, words):
            limit = best[-1][0] if len(best) == most else UNLIMITED
            misses = self._sum(missed, families, limit)
            if misses < limit:
                best = sorted([*best, (misses, letter)])[:most]
        return [(letter, misses) for misses, letter in best]

    def lower(self, words: Words) -> int:
        """A lower bound of the least misses: the best known one, which looks a guess ahead."""
        if not has_several(words):
            return 0
        if words not in self._ahead:
            self._bounds[words] = self._one_guess_ahead(words)
            self._ahead.add(words)
        return self._bounds[words]

    def _one_guess_ahead(self, words: Words) -> int:
        """A lower bound: the cheapest letter, with the bound at sight of each of its families."""
        safe = self.word_sets.safe_letter(words)
        if safe is not None:
            return sum(map(self.lower, self.word_sets.families(safe, words)))
        least = UNLIMITED
        for letter, lacking in self.word_sets.uncertain_letters(words, self._weight):
            if self._weight(lacking) >= least:
                break
            _, misses, families = self._row(letter, words)
            for family in families:
                misses += self._bounds[family]
                if misses >= least:
                    break
            least = min(least, misses)
        return least

    def misses_below(self, limit: int, words: Words) -> int:
        """The least misses if they are below `limit`; or else a lower bound of at least `limit`."""
        misses = self.lower(words)
        if misses >= limit or words in self._exact or words.bit_count() <= AT_ONCE:
            return misses
        if self.word_sets.is_worth_shrinking_to(words):
            inner = self._in_shorter_sets(words)
            misses = inner._searched(inner.everything, limit)
        else:
            misses = self._searched(words, limit)
        if misses < limit:
            self._exact.add(words)
        self._bounds[words] = misses
        return misses

    def _in_shorter_sets(self, words: Words) -> "LeastMisses":
        """`LeastMisses` for some of the words, in bit sets of their own."""
        if words not in self._inner:
            lexicon, ids = self.word_sets.lexicon, self.word_sets.ids_of(words)
            self._inner[words] = LeastMisses(lexicon, ids, self._budget, self._shared, self.weights)
        return self._inner[words]

    def _searched(self, words: Words, limit: int) -> int:
        """As `misses_below`, if the answer is not known yet."""
        safe = self.word_sets.safe_letter(words)
        if safe is not None:
            return self._sum(0, self.word_sets.families(safe, words), limit)
        ids = tuple(self.word_sets.ids_of(words))
        misses, is_exact = self._shared.get(ids, (0, False))
        if not is_exact and misses < limit:
            self._budget.count()
            misses = UNLIMITED
            for _, missed, families in self._uncertain(words):
                misses = min(misses, self._sum(missed, families, min(limit, misses)))
            self._shared[ids] = misses, misses < limit
        return misses

    def _sum(self, missed: int, families: Iterable[Words], limit: int) -> int:
        """`missed` plus the least misses of the families, if that is below `limit`.

        Otherwise a lower bound of the sum that is at least `limit`.
        """
        families = sorted(families, key=int.bit_count, reverse=True)
        misses = missed + sum([self._bounds[family] for family in families])
        for family in families:
            if misses >= limit:
                return misses
            misses -= self._bounds[family]
            misses += self.lower(family)
        for family in families:
            if misses >= limit:
                return misses
            others = misses - self._bounds[family]
            misses = others + self.misses_below(limit - others, family)
        return misses

    def _uncertain(self, words: Words) -> list[Row]:
        """The rows of the letters that may miss, the best first."""
        uncertain = self.word_sets.uncertain_letters(words, self._weight)
        return self._ranked((letter for letter, _ in uncertain), words)

    def _ranked(self, letters: Iterable[Letter], words: Words) -> list[Row]:
        """The rows of some letters; the one that seems best comes first."""
        rows = [self._row(letter, words) for letter in letters]
        count = sum(len(families) for _, _, families in rows)
        self._budget.spend(self._bounds.pace * count / ENTROPIES_A_STEP)
        return sorted(rows, key=lambda row: row[1] + ENTROPY_COST * sum(map(self._entropy, row[2])))

    def _row(self, letter: Letter, words: Words) -> Row:
        """A letter, the weight of the words that lack it, its families of two words or more."""
        lacking = words & self.word_sets.lacking(letter)
        families = [lacking, *self.word_sets.families(letter, words)]
        several = [family for family in families if family & (family - 1)]
        return letter, self._weight(lacking), several
