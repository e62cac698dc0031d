"""The fewest misses to expect from an honest dealer: exact play, by branch and bound.

Each word has a weight, the whole number of times that it is drawn; 1 if all words are as likely.
Misses are summed over the words, each times its weight, so they are whole numbers. The least misses
T of a list of one word are 0. Else each letter costs the weight of the words that lack it, plus T
of each of its families, and T is the cost of the cheapest letter. The search rests on this:

- A letter in every word is safe. All safe letters are guessed first: they tell something and cost
  nothing.
- If a list of two words or more has no safe letter, k letters hit at most the weight that its k
  heaviest letters have together. The rest costs a miss, for each k.
- In a one-letter group, words that differ in one letter, each letter hits a single word, so m words
  cost m(m - 1)/2 misses.
- If no letter is safe for two words, one of them misses when they are told apart. A word that has
  no safe letter with any word of a cluster joins it, which costs a miss more at least: where it is
  told apart from the last of them, either it misses, or they miss a letter of its own, which would
  be no guess worth making without it.
- If words weigh more than 1, what is true of one-letter groups and joiners is true in each layer of
  their weights, times its height.
- The words of a list cost at least what its parts cost. The parts are clusters: a one-letter group,
  or one word, and the words that join it one after another.
- The larger of these two, at each family of a letter, is the lower bound. A list of three words
  or fewer costs exactly that, a guess later.
- A letter is given up as soon as the bounds of its families add up to what the best letter costs.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.engine.weights import Weights, even
from service.search.bit_sets import (
    entropy,
    has_several,
    layers,
    number_of_first,
    numbers_in,
    weigher,
)
from service.search.budget import Bounds, Budget, Cancelled
from service.search.word_sets import Letter, Words, WordSets

AT_ONCE: Final = 3  # words for which the bounds are exact
STEPS: Final = 20  # a lower bound is raised by this part of it at a time
PREPARED: Final = 8  # steps of the budget, and one for each word
LAYERS_A_STEP: Final = 6  # of the weights: each makes all bounds slower
ENTROPIES_A_STEP: Final = 6
MOST_INNER: Final = 100  # smaller WordSets kept for one; 3,000 need more memory, not less time
ENTROPY_COST: Final = 0.25  # misses for each bit of entropy, by experiment

IDs: TypeAlias = tuple[WordID, ...]
Estimate: TypeAlias = tuple[int, bool]  # misses, and whether they are exact or a lower bound


class LeastMisses:
    """Some words of a lexicon, and what is known of the least misses of lists of them.

    `weights` are those of all words of the lexicon; without them each weighs 1. Raises Cancelled.
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
        self.word_sets = WordSets(lexicon, ids)
        self.everything = self.word_sets.everything
        self.weights = even(lexicon) if weights is None else weights
        self._layers = layers(self.weights.take(ids))
        self.weight = weigher(self._layers)  # of some of the words
        self._entropy = entropy(self._layers)
        self._budget = budget
        self._pace = 1 + len(self._layers) / LAYERS_A_STEP  # steps of a lower bound
        self._shared = {} if shared is None else shared  # by IDs, for all WordSets of a search
        self._exact: dict[Words, int] = {}
        self._lower: dict[Words, int] = {}
        self._seen: dict[Words, int] = {}  # the best lower bound so far, of any kind
        self._inner: dict[Words, LeastMisses] = {}

    def misses(self, words: Words) -> int:
        """The misses of the best player, summed over some of the words. Raises Cancelled."""
        return self._least(words, self._more_than_any(words))

    def bounds(self, words: Words, upper: int) -> Bounds:
        """Bounds on the misses of the best player, who has `upper` at most; exact if time suffices.

        The search asks for a few percent more at a time, so there is a good lower bound when the
        budget ends. The bounds learned on the way serve again: that costs hardly any nodes more.
        """
        lower = self.lower(words)
        with suppress(Cancelled):
            while lower < upper:
                limit = lower + lower // STEPS + 1
                lower = self._least(words, limit)
                if lower < limit:
                    return Bounds(lower, lower)
        return Bounds(lower, upper)

    def misses_after(self, letter: Letter, words: Words) -> int:
        """The misses of the best player who guesses `letter` first. Raises Cancelled."""
        missed, families = self._after(letter, words)
        return missed + sum(map(self.misses, families))

    def best_letter(self, words: Words) -> Letter:
        """The letter that the best player guesses; two words or more. Raises Cancelled."""
        safe = self.word_sets.safe_letter(words)
        if safe is not None:
            return safe
        least = self.misses(words)
        return next(
            letter
            for letter, missed, families in self._ranked(words)
            if self._sum(families, missed, least + 1) == least
        )

    def best_letters(
        self, words: Words, letters: Iterable[Letter], most: int
    ) -> list[tuple[Letter, int]]:
        """The `most` best of some letters, each with the misses after it; the best comes first.

        Raises Cancelled.
        """
        best: list[tuple[int, Letter]] = []
        for letter, missed, families in self._in_order(letters, words):
            limit = best[-1][0] if len(best) == most else self._more_than_any(words) + 1
            misses = self._sum(families, missed, limit)
            if misses < limit:
                best = sorted([*best, (misses, letter)])[:most]
        return [(letter, misses) for misses, letter in best]

    def lower(self, words: Words) -> int:
        """A lower bound of the least misses, without a search: what is known, or seen at once."""
        if not has_several(words):
            return 0
        if (exact := self._exact.get(words)) is not None:
            return exact
        if (lower := self._lower.get(words)) is None:
            lower = self._lower[words] = self._seen[words] = self._two_guesses_deep(words)
        return lower

    def _least(self, words: Words, limit: int) -> int:
        """The least misses if they are below `limit`; else a lower bound that is not below it."""
        misses = self.lower(words)
        if words in self._exact or misses >= limit or words.bit_count() <= AT_ONCE:
            return misses
        fitting = self._in_fitting_sets(words)
        misses = fitting._searched(words if fitting is self else fitting.everything, limit)
        if misses < limit:
            self._exact[words] = misses
        else:
            self._lower[words] = max(misses, self._lower[words])
        self._seen[words] = misses
        return misses

    def _searched(self, words: Words, limit: int) -> int:
        """As `_least`, if these bit sets have no answer yet."""
        safe = self.word_sets.safe_letter(words)
        if safe is not None:
            return self._sum(self.word_sets.families(safe, words), 0, limit)
        ids = tuple(self.word_sets.ids_of(words))
        misses, exact = self._shared.get(ids, (0, False))
        if not exact and misses < limit:
            misses = self._by_letter(words, limit)
            self._shared[ids] = misses, misses < limit
        return misses

    def _by_letter(self, words: Words, limit: int) -> int:
        """As `_least`, by trying each letter."""
        self._budget.count()
        best, lowest = limit, self._more_than_any(words)
        for _, missed, families in self._ranked(words):
            misses = self._sum(families, missed, best)
            best, lowest = min(best, misses), min(lowest, misses)
        return lowest

    def _sum(self, families: Iterable[Words], missed: int, limit: int) -> int:
        """`missed` and the least misses of the families, if the sum is below `limit`.

        Else a lower bound of the sum that is not below `limit`.
        """
        families = sorted(families, key=int.bit_count, reverse=True)
        cheap_bounds = list(map(self._cheap_lower_bound, families))
        missed += sum(cheap_bounds)
        if missed >= limit:
            return missed
        bounds = []
        for family, cheap_bound in zip(families, cheap_bounds, strict=True):
            bounds.append((family, self.lower(family)))
            missed += bounds[-1][1] - cheap_bound
            if missed >= limit:
                return missed
        for family, bound in bounds:
            missed += self._least(family, limit - missed + bound) - bound
            if missed >= limit:
                break
        return missed

    def _ranked(self, words: Words) -> list[tuple[Letter, int, list[Words]]]:
        """The letters that may miss, in order."""
        uncertain = self.word_sets.uncertain_letters(words, self.weight)
        return self._in_order((letter for letter, _ in uncertain), words)

    def _in_order(
        self, letters: Iterable[Letter], words: Words
    ) -> list[tuple[Letter, int, list[Words]]]:
        """Letters, each with the weight of the words that lack it and with its families.

        The letter that seems best comes first. Raises Cancelled.
        """
        rows = [(letter, *self._after(letter, words)) for letter in letters]
        self._budget.spend(self._pace * sum(len(row[2]) for row in rows) / ENTROPIES_A_STEP)
        return sorted(rows, key=lambda row: row[1] + ENTROPY_COST * sum(map(self._entropy, row[2])))

    def _after(self, letter: Letter, words: Words) -> tuple[int, list[Words]]:
        """The weight of the words that lack a letter, and its families of two words or more."""
        lacking = words & self.word_sets.lacking(letter)
        families = [lacking, *self.word_sets.families(letter, words)]
        return self.weight(lacking), [family for family in families if family & (family - 1)]

    def _two_guesses_deep(self, words: Words) -> int:
        """A lower bound: the best letter now, and a cheap bound of each family."""
        safe = self.word_sets.safe_letter(words)
        if safe is not None:
            return sum(map(self.lower, self.word_sets.families(safe, words)))
        least = self._more_than_any(words)
        for letter, lacking in self.word_sets.uncertain_letters(words, self.weight):
            if self.weight(lacking) >= least:
                break
            missed, families = self._after(letter, words)
            for family in families:
                missed += self._cheap_lower_bound(family)
                if missed >= least:
                    break
            else:
                least = missed
        return least

    def _cheap_lower_bound(self, words: Words) -> int:
        """A lower bound that looks no guess ahead; a better one if it is known."""
        bound = self._seen.get(words)
        if bound is None:
            bound = self._seen[words] = self._uncached_lower_bound(words)
        return bound

    def _uncached_lower_bound(self, words: Words) -> int:
        self._budget.spend(self._pace)
        rest = words & (words - 1)
        if not rest:
            return 0
        if not rest & (rest - 1):
            apart = rest & self.word_sets.without_safe_letter[number_of_first(words)]
            return min(self.weight(rest), self.weight(words ^ rest)) if apart else 0
        return max(self._before_a_hit(words), self._of_clusters(words))

    def _before_a_hit(self, words: Words) -> int:
        """The misses before the first letter that is not safe hits, if k letters hit all they can.

        That is, what the k heaviest letters have together.
        """
        safe, hits = self.word_sets.safe_letter_or_hits(words, self.weight)
        if safe is not None:
            return sum(map(self._cheap_lower_bound, self.word_sets.families(safe, words)))
        misses, waiting = 0, self.weight(words)
        for hit in hits:
            waiting -= hit
            if waiting <= 0:
                break
            misses += waiting
        return misses

    def _of_clusters(self, words: Words) -> int:
        """The misses within clusters: a group, or one word, and the words of none that join it."""
        apart, group_of = self.word_sets.without_safe_letter, self.word_sets.one_letter_group_of
        misses, rest, grouped = 0, words, words & self.word_sets.in_one_letter_groups
        while rest:
            first = number_of_first(grouped or rest)
            joining = rest & apart[first] & ~grouped
            group, joined = 1 << first, 0
            if grouped:
                group |= rest & group_of[first]
                for number in numbers_in(group ^ 1 << first):
                    joining &= apart[number]
            while joining:
                joiner = joining & -joining
                joined |= joiner
                joining &= apart[joiner.bit_length() - 1]
            if joined or grouped:
                misses += self._of_cluster(group, joined)
            rest ^= group | joined
            grouped &= rest
        return misses

    def _of_cluster(self, group: Words, joined: Words) -> int:
        """The misses within one cluster: a group, or one word, and the words that joined it."""
        misses = 0
        for height, layer in self._layers:
            size, joiners = (group & layer).bit_count(), (joined & layer).bit_count()
            misses += height * (size * (size - 1) // 2 + joiners)
            if joiners and not size:
                misses -= height  # the first of them joins nobody
        return misses

    def _in_fitting_sets(self, words: Words) -> "LeastMisses":
        """This, or the least misses in shorter bit sets of their own if that is worth it."""
        if not self.word_sets.is_too_large_for(words):
            return self
        inner = self._inner.get(words)
        if inner is None:
            if len(self._inner) == MOST_INNER:
                self._inner.clear()
            ids = self.word_sets.ids_of(words)
            inner = LeastMisses(
                self.word_sets.lexicon, ids, self._budget, self._shared, self.weights
            )
            self._inner[words] = inner
        return inner

    def _more_than_any(self, words: Words) -> int:
        """More misses than any n words cost, each of which costs n - 1 at most."""
        return self.weight(words) * words.bit_count()
