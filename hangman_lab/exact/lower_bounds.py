"""Lower bounds of the least misses, by which the search drops letters.

A bound at sight, which does not look a guess ahead, rests on this:

- A letter in every word is safe: it costs nothing, so the bounds of its families add up.
- If a list of two words or more has no safe letter, k letters hit at most as much weight as its k
  heaviest letters have together. For each k, the rest costs a miss.
- In a one-letter group, words that differ in one letter, each letter hits a single word, so m words
  cost m(m - 1)/2 misses.
- If no letter is safe for two words, one of them misses when they are told apart. A word that has
  no safe letter with any word of a cluster joins it, which costs at least one miss more: where it
  is told apart from the last of them, either it misses, or they miss a letter of its own, and
  without it that letter would not be worth a guess.
- The words of a list cost at least as much as its clusters: each is a one-letter group, or one
  word, and the words that join it one after another.
- If words weigh more than 1, the bounds of clusters hold in each layer of the weights, times its
  height.
"""

from collections.abc import Sequence
from typing import Final

from hangman_lab.exact.grouped_words import GroupedWords
from hangman_lab.exact.layers import Layer, weigher
from service.search.budget import Budget
from service.search.word_sets import Words, number_of_first, numbers_in

LAYERS_A_STEP: Final = 6  # of the weights: each makes all bounds slower


class LowerBounds(dict[Words, int]):
    """The best known lower bound of each list; for a new list, the bound at sight.

    `layers` are those of the weights of the words. A bound at sight costs `pace` steps of the
    budget. Raises Cancelled.
    """

    def __init__(self, word_sets: GroupedWords, layers: Sequence[Layer], budget: Budget) -> None:
        self._word_sets = word_sets
        self._layers = layers
        self._budget = budget
        self.weight = weigher(self._layers)  # of some of the words
        self.pace = 1 + len(self._layers) / LAYERS_A_STEP

    def __missing__(self, words: Words) -> int:
        self._budget.spend(self.pace)
        self[words] = bound = self._at_sight(words)
        return bound

    def _at_sight(self, words: Words) -> int:
        rest = words & (words - 1)
        if not rest:
            return 0
        if not rest & (rest - 1):
            is_apart = rest & self._word_sets.without_safe_letter[number_of_first(words)]
            return min(self.weight(rest), self.weight(words ^ rest)) if is_apart else 0
        return max(self._before_a_hit(words), self._of_clusters(words))

    def _before_a_hit(self, words: Words) -> int:
        """The misses before the first hit, if each letter hits as much as it can."""
        safe = self._word_sets.safe_letter(words)
        if safe is not None:
            return sum([self[family] for family in self._word_sets.families(safe, words)])
        misses, waiting = 0, self.weight(words)
        for hit in self._word_sets.hits(words, self.weight):
            waiting -= hit
            if waiting <= 0:
                break
            misses += waiting
        return misses

    def _of_clusters(self, words: Words) -> int:
        """The misses within clusters that share no word; those of large groups come first."""
        group_of = self._word_sets.one_letter_group_of
        without_safe_letter = self._word_sets.without_safe_letter
        grouped = words & self._word_sets.in_one_letter_groups
        misses, single = 0, words ^ grouped
        while grouped:
            group = grouped & group_of[number_of_first(grouped)]
            joining = single
            for number in numbers_in(group):
                joining &= without_safe_letter[number]
            joiners = self._joiners(joining)
            misses += self._of_cluster(group, joiners)
            grouped ^= group
            single ^= joiners
        while single:
            first = single & -single
            single ^= first
            if joining := single & without_safe_letter[first.bit_length() - 1]:
                joiners = self._joiners(joining)
                misses += self._of_cluster(first, joiners)
                single ^= joiners
        return misses

    def _joiners(self, words: Words) -> Words:
        """The words that join a cluster one after another, of those that could join it first."""
        without_safe_letter = self._word_sets.without_safe_letter
        joiners = 0
        while words:
            joiner = words & -words
            joiners |= joiner
            words &= without_safe_letter[joiner.bit_length() - 1]
        return joiners

    def _of_cluster(self, group: Words, joiners: Words) -> int:
        """The misses within a group, or one word, and the words that join it."""
        misses = 0
        for height, layer in self._layers:
            size, joined = (group & layer).bit_count(), (joiners & layer).bit_count()
            misses += height * (size * (size - 1) // 2 + joined)
            if joined and not size:
                misses -= height  # the first of them has no cluster to join
        return misses
