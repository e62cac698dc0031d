"""Words whose least misses are bounded by groups in which one letter tells two words apart."""

from collections.abc import Callable
from functools import cached_property
from heapq import heapify, heappop, heappush
from typing import Final

from service.search.word_sets import Words, WordSets, numbers_in

LEAST_DISJOINT: Final = 3  # words; the cost of two is seen without knowing that they are a group


class GroupedWords(WordSets):
    """Word sets with the one-letter groups of all words, and what letters hit."""

    def hits(self, words: Words, weight: Callable[[Words], int]) -> list[int]:
        """The weight of the words that each uncertain letter hits, the largest first."""
        size, hits = weight(words), [weight(words & having) for having in self._having.values()]
        return sorted([hit for hit in hits if 0 < hit < size], reverse=True)

    @cached_property
    def without_safe_letter(self) -> list[Words]:
        """For each word, by its number, the others that share no safe letter with it."""
        told_apart = [1 << number for number in range(len(self.ids))]
        for letter, having in self._having.items():
            families = self._families[letter]
            for number in numbers_in(having):
                told_apart[number] |= having & ~families[number]
        return [self.everything & ~words for words in told_apart]

    @cached_property
    def disjoint_groups(self) -> list[Words]:
        """One-letter groups of LEAST_DISJOINT words or more that share no word, large ones first.

        A one-letter group loses the words that a larger one has.
        """
        heap = [(-group.bit_count(), group) for group in self.groups(LEAST_DISJOINT)]
        heapify(heap)
        disjoint, unused = [], self.everything
        while heap:
            group = heappop(heap)[1]
            rest = group & unused
            if rest == group:
                disjoint.append(group)
                unused ^= group
            elif rest.bit_count() >= LEAST_DISJOINT:
                heappush(heap, (-rest.bit_count(), rest))
        return disjoint

    @cached_property
    def one_letter_group_of(self) -> dict[int, Words]:
        """The disjoint one-letter group of each word that is in one, by the word's number."""
        return {number: group for group in self.disjoint_groups for number in numbers_in(group)}

    @cached_property
    def in_one_letter_groups(self) -> Words:
        """The words that are in a disjoint one-letter group."""
        return sum(self.disjoint_groups)
