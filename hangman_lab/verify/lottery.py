"""A checker of lotteries: the cost of the best answer, by branch and bound, in whole numbers.

A lottery claims the fewest misses, on average, for a player who knows it but not the word.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction
from math import log2
from typing import Final, TypeAlias

from hangman_lab.verify.words import BadCertificate, Positions, families_of, refuse_strangers

WordSet: TypeAlias = int  # bit i is 1 if the i-th word is in the set
Branches: TypeAlias = tuple[
    int, list[WordSet]
]  # the weight missed, and the families of several words

ENTROPY_COST: Final = 0.25  # misses for each bit that is not known: decides what is tried first


def check_lottery(weights: Mapping[str, int], words: Collection[str], misses: float | str) -> str:
    """What a lottery proves of all these words, in a sentence. Raises BadCertificate."""
    refuse_strangers(weights, words, "lottery")
    if not weights or not all(type(part) is int and part > 0 for part in weights.values()):
        raise BadCertificate("lottery: each word needs a weight, which is whole and above 0")
    answer, total, claimed = BestAnswer(weights), sum(weights.values()), Fraction(misses)
    limit = -(-claimed.numerator * total // claimed.denominator)  # rounded up
    least = answer.misses(answer.everything, limit)
    if least < limit:
        raise BadCertificate(f"lottery: the best answer costs {least} / {total}, which is less")
    return (
        f"a dealer who draws one of {len(weights)} of {len(words):,} words"
        f" forces misses: {float(claimed)}"
    )


class BestAnswer:
    """The least misses of a player who knows the lottery; each word misses by its weight."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        words = sorted(weights)
        self.everything: WordSet = (1 << len(words)) - 1
        self._weights = [weights[word] for word in words]
        self._families = {
            letter: _families(letter, words) for letter in sorted(set("".join(words)))
        }
        self._sums: dict[WordSet, int] = {}
        self._guesses: dict[WordSet, list[Branches]] = {}
        self._exact: set[WordSet] = set()
        self._lower: dict[WordSet, int] = {}

    def misses(self, words: WordSet, limit: int) -> int:
        """The least misses if they are below `limit`; or else a lower bound of at least `limit`."""
        bound = self._bound(words)
        if words in self._exact or bound >= limit:
            return bound
        best, least = limit, None
        for missed, families in self._ranked(words):
            misses = self._sum(missed, families, best)
            best, least = min(best, misses), misses if least is None else min(least, misses)
        assert least is not None
        if least < limit:
            self._exact.add(words)
        self._lower[words] = max(least, bound)
        return least

    def _sum(self, misses: int, families: list[WordSet], limit: int) -> int:
        """`misses` and those of all families, if that is below `limit`; otherwise a lower bound."""
        bounds = [self._bound(family) for family in families]
        misses += sum(bounds)
        for family, bound in zip(families, bounds, strict=True):
            if misses >= limit:
                break
            misses += self.misses(family, limit - misses + bound) - bound
        return misses

    def _bound(self, words: WordSet) -> int:
        """A lower bound, one guess deep if nothing better is known."""
        if words & (words - 1) == 0:
            return 0
        if words not in self._lower:
            ways = self._ways(words)
            self._lower[words] = min(
                missed + (0 if missed else sum(map(self._bound, families)))
                for missed, families in ways
            )
        return self._lower[words]

    def _ranked(self, words: WordSet) -> list[Branches]:
        """The possible guesses, the one that seems best first."""
        return sorted(
            self._ways(words), key=lambda way: way[0] + ENTROPY_COST * sum(map(self._bits, way[1]))
        )

    def _bits(self, words: WordSet) -> float:
        return self._weight(words) * log2(words.bit_count())

    def _ways(self, words: WordSet) -> list[Branches]:
        """The branches of all letters that tell words apart; only of one, if it cannot miss."""
        if words not in self._guesses:
            self._guesses[words] = self._new_ways(words)
        return self._guesses[words]

    def _new_ways(self, words: WordSet) -> list[Branches]:
        ways = []
        for families in self._families.values():
            parts = {places: words & family for places, family in families.items()}
            lacking = parts.get((), 0)
            if words in parts.values():
                continue  # it tells nothing
            several = [part for part in parts.values() if part & (part - 1)]
            if not lacking:
                return [(0, several)]
            ways.append((self._weight(lacking), several))
        return ways

    def _weight(self, words: WordSet) -> int:
        if words not in self._sums:
            numbers = range(words.bit_length())
            self._sums[words] = sum(self._weights[n] for n in numbers if words >> n & 1)
        return self._sums[words]


def _families(letter: str, words: list[str]) -> dict[Positions, WordSet]:
    """The words by where they have the letter."""
    numbers = {word: number for number, word in enumerate(words)}
    families = families_of(letter, words).items()
    return {shown: sum(1 << numbers[word] for word in family) for shown, family in families}
