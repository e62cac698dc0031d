"""The fewest misses to expect against an honest dealer: exact play, by branch and bound.

Each of the words is as likely as another. Misses are summed over words, so they are whole numbers.
T of a list is 0 for one word, else the least over the letters of the words without the letter, and
T of all families. What is made use of:

- a letter in every word is free, and all such letters are guessed first: more is known for nothing;
- a list of two words or more without a free letter costs at least the words without its commonest
  letter, and one of two words exactly that; looked at two guesses deep, this is the lower bound;
- a letter is given up as soon as what is known of its families adds up to the best letter's cost.
"""

from collections.abc import Iterable, Sequence
from math import log2
from typing import Final, TypeAlias

from service.engine.cheat_list import WordID
from service.engine.lexicon import Lexicon
from service.exact.budget import Budget
from service.exact.word_sets import Letter, Words, WordSets

FRAMES: Final = 3000  # kept inside a frame
TELLING: Final = 0.25  # misses that a bit still to be told takes, by experiment

IDs: TypeAlias = tuple[WordID, ...]
Known: TypeAlias = tuple[int, bool]  # misses, and whether that is exact or no more than a bound


class LeastMisses:
    """Some words of a lexicon, and what was found out about lists of them."""

    def __init__(
        self,
        lexicon: Lexicon,
        ids: Sequence[WordID],
        nodes: Budget,
        known: dict[IDs, Known] | None = None,
    ) -> None:
        self.frame = WordSets(lexicon, ids)
        self.everything = self.frame.everything
        self._nodes = nodes
        self._known = {} if known is None else known  # in all frames
        self._exact: dict[Words, int] = {}
        self._lower: dict[Words, int] = {}
        self._inner: dict[Words, LeastMisses] = {}

    def misses(self, words: Words) -> int:
        """The misses of the best player, summed over some of the words. Raises Stopped."""
        return self._least(words, _more_than_any(words))

    def misses_after(self, letter: Letter, words: Words) -> int:
        """The same, where a letter is guessed first. Raises Stopped."""
        missed, families = self._after(letter, words)
        return missed + sum(map(self.misses, families))

    def best_letter(self, words: Words) -> Letter:
        """What the best player guesses, of some words that are told apart. Raises Stopped."""
        free = self.frame.free_letter(words)
        if free is not None:
            return free
        least = self.misses(words)
        ranked = self._ranked(words)
        return next(
            letter
            for letter, missed, families in ranked
            if self._sum(families, missed, least + 1) == least
        )

    def lower(self, words: Words) -> int:
        """No more than the least misses: what is known, or seen at once."""
        if not words & (words - 1):
            return 0  # one word, or none
        if (found := self._exact.get(words)) is not None:
            return found
        if (found := self._lower.get(words)) is None:
            found = self._lower[words] = self._seen_at_once(words)
        return found

    def _least(self, words: Words, limit: int) -> int:
        """The least misses if they are below a limit; else a lower bound that is not."""
        found = self.lower(words)
        if words in self._exact or found >= limit or words.bit_count() <= 2:
            return found
        within = self._within(words)
        found = within._searched(words if within is self else within.everything, limit)
        if found < limit:
            self._exact[words] = found
        else:
            self._lower[words] = max(found, self._lower[words])
        return found

    def _searched(self, words: Words, limit: int) -> int:
        """As `_least`, where no more is known in this frame."""
        free = self.frame.free_letter(words)
        if free is not None:
            return self._sum(self.frame.families(free, words), 0, limit)
        ids = tuple(self.frame.word_ids(words))
        misses, exact = self._known.get(ids, (0, False))
        if not exact and misses < limit:
            misses = self._by_letter(words, limit)
            self._known[ids] = misses, misses < limit
        return misses

    def _by_letter(self, words: Words, limit: int) -> int:
        self._nodes.count()
        best, lowest = limit, _more_than_any(words)
        for _, missed, families in self._ranked(words):
            found = self._sum(families, missed, best)
            best, lowest = min(best, found), min(lowest, found)
        return lowest

    def _sum(self, families: Iterable[Words], missed: int, limit: int) -> int:
        """What a letter costs, if that is below a limit; else a lower bound that is not."""
        bounds = []
        for family in sorted(families, key=int.bit_count, reverse=True):
            bounds.append((family, self.lower(family)))
            missed += bounds[-1][1]
            if missed >= limit:
                return missed
        for family, bound in bounds:
            missed += self._least(family, limit - missed + bound) - bound
            if missed >= limit:
                break
        return missed

    def _ranked(self, words: Words) -> list[tuple[Letter, int, list[Words]]]:
        """The letters that tell words apart, with the words missed and the families; best first."""
        found = [(letter, *self._after(letter, words)) for letter, _ in self.frame.letters(words)]
        return sorted(found, key=lambda one: one[1] + TELLING * sum(map(_bits_to_tell, one[2])))

    def _after(self, letter: Letter, words: Words) -> tuple[int, list[Words]]:
        lacking = words & self.frame.lacking(letter)
        families = list(self.frame.families(letter, words))
        return lacking.bit_count(), [lacking, *families] if lacking else families

    def _seen_at_once(self, words: Words) -> int:
        """A lower bound, two guesses deep."""
        free = self.frame.free_letter(words)
        if free is not None:
            return sum(map(self.lower, self.frame.families(free, words)))
        least = _more_than_any(words)
        for letter, lacking in self.frame.letters(words):
            if lacking.bit_count() >= least:
                break
            missed, families = self._after(letter, words)
            least = min(least, missed + sum(map(self._glimpsed, families)))
        return least

    def _glimpsed(self, words: Words) -> int:
        """A lower bound, one guess deep; or a better one that is known."""
        if not words & (words - 1):
            return 0
        known = self._exact.get(words, self._lower.get(words))
        if known is not None:
            return known
        letter, lacking = self.frame.commonest_letter(words)
        if not lacking:
            return sum(map(self._glimpsed, self.frame.families(letter, words)))
        return lacking

    def _within(self, words: Words) -> "LeastMisses":
        """The same words, in a frame of their own where that is worth it."""
        if not self.frame.is_too_large_for(words):
            return self
        if (found := self._inner.get(words)) is None:
            if len(self._inner) == FRAMES:
                self._inner.clear()
            ids = self.frame.word_ids(words)
            found = LeastMisses(self.frame.lexicon, ids, self._nodes, self._known)
            self._inner[words] = found
        return found


def _more_than_any(words: Words) -> int:
    return words.bit_count() ** 2


def _bits_to_tell(words: Words) -> float:
    """n log2 n: what telling n words apart takes."""
    size = words.bit_count()
    return size * log2(size) if size else 0.0
