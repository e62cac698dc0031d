"""A checker of lotteries and of mixtures of trees, in plain Python.

It shares nothing with the search.

A lottery forces what the best answer to it costs; `BestAnswer` works that out by itself, by branch
and bound. A mixture costs what its worst-case word costs. All numbers are whole or fractions.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from fractions import Fraction
from math import log2
from typing import Any, Final, TypeAlias

from hangman_lab.exact.certificate_check import BadCertificate, Positions, positions_of

JSON: TypeAlias = Any
WordSet: TypeAlias = int  # bit i is 1 if the i-th word is in the set
Guess: TypeAlias = tuple[int, list[WordSet]]  # the weight missed, and the families of several words
Costs: TypeAlias = dict[str, Fraction]  # misses to expect, by word

KINDS: Final = ("lottery", "mixture")
ENTROPY_COST: Final = 0.25  # misses for each bit still to be told: decides what is tried first


def check(certificate: JSON, words: Collection[str]) -> str:
    """What a certificate proves of all these words, in a sentence. Raises BadCertificate."""
    misses = Fraction(certificate["misses"])
    if certificate["kind"] == "lottery":
        weights = certificate["lottery"]
        _check_lottery(weights, set(words), misses)
        return (
            f"a dealer who draws one of {len(weights)} of {len(words):,} words"
            f" forces misses: {float(misses)}"
        )
    _check_mixture(certificate["plans"], certificate["nodes"], set(words), misses)
    return (
        f"a player who mixes {len(certificate['plans'])} plans finds each of {len(words):,} words,"
        f" with misses to expect: {float(misses)}"
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
        self._guesses: dict[WordSet, list[Guess]] = {}
        self._exact: dict[WordSet, int] = {}
        self._lower: dict[WordSet, int] = {}

    def misses(self, words: WordSet, limit: int) -> int:
        """The least misses if they are below `limit`; else a lower bound that is not below it."""
        bound = self._bound(words)
        if words in self._exact or bound >= limit:
            return bound
        best, least = limit, None
        for missed, families in self._ranked(words):
            misses = self._sum(missed, families, best)
            best, least = min(best, misses), misses if least is None else min(least, misses)
        assert least is not None
        if least < limit:
            self._exact[words] = least
        self._lower[words] = max(least, bound)
        return least

    def _sum(self, misses: int, families: list[WordSet], limit: int) -> int:
        """`misses` and those of all families, if that is below `limit`; else a lower bound."""
        bounds = [self._bound(family) for family in families]
        misses += sum(bounds)
        for family, bound in zip(families, bounds, strict=True):
            if misses >= limit:
                break
            misses += self.misses(family, limit - misses + bound) - bound
        return misses

    def _bound(self, words: WordSet) -> int:
        """A lower bound, two guesses deep if nothing better is known."""
        if words & (words - 1) == 0:
            return 0
        if words in self._exact:
            return self._exact[words]
        if words not in self._lower:
            self._lower[words] = min(
                missed + sum(map(self._first_miss, families))
                for missed, families in self._ways(words)
            )
        return self._lower[words]

    def _first_miss(self, words: WordSet) -> int:
        """A lower bound, one guess deep if nothing better is known."""
        if words in self._lower:
            return self._lower[words]
        ways = self._ways(words)
        if len(ways) == 1 and not ways[0][0]:
            return sum(map(self._first_miss, ways[0][1]))
        return min(missed for missed, _ in ways)

    def _ranked(self, words: WordSet) -> list[Guess]:
        """The ways to go on, the one that seems best first."""
        return sorted(
            self._ways(words), key=lambda way: way[0] + ENTROPY_COST * sum(map(self._bits, way[1]))
        )

    def _bits(self, words: WordSet) -> float:
        return self._weight(words) * log2(words.bit_count())

    def _ways(self, words: WordSet) -> list[Guess]:
        """All letters that tell something; if one is in every word, that one alone."""
        if words not in self._guesses:
            self._guesses[words] = self._new_ways(words)
        return self._guesses[words]

    def _new_ways(self, words: WordSet) -> list[Guess]:
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
    """The words by where they have the letter; () has those that lack it."""
    families: dict[Positions, WordSet] = defaultdict(int)
    for number, word in enumerate(words):
        families[positions_of(letter, word)] |= 1 << number
    return dict(families)


def _check_lottery(weights: Mapping[str, int], words: set[str], misses: Fraction) -> None:
    """The best answer to the lottery costs as many misses, to expect."""
    strange = sorted(set(weights) - words)
    if strange:
        raise BadCertificate(f"lottery: not among the words: {strange[0]}")
    if not weights or not all(map(_is_part, weights.values())):
        raise BadCertificate("lottery: each word needs a weight, which is whole and above 0")
    answer = BestAnswer(weights)
    total = sum(weights.values())
    limit = -(-misses.numerator * total // misses.denominator)  # rounded up
    least = answer.misses(answer.everything, limit)
    if least < limit:
        raise BadCertificate(f"lottery: the best answer costs {least} / {total}, which is less")


def _check_mixture(plans: JSON, nodes: JSON, words: set[str], misses: Fraction) -> None:
    """No word costs more than `misses` if a plan is drawn by its part and then followed."""
    costs = _costs(nodes)
    total = sum(part for part, _ in plans)
    for part, node in plans:
        _check_part(part, f"plan {node}")
        if set(costs[node]) != words:
            raise BadCertificate(f"plan {node}: it does not find all words, and no others")
    for word in sorted(words):
        mean = sum(part * costs[node][word] for part, node in plans) / total
        if mean > misses:
            raise BadCertificate(f"plans: {word} costs {float(mean)}, which is more")


def _costs(nodes: JSON) -> list[Costs]:
    """What each node costs: the misses to expect for each of its words."""
    costs: list[Costs] = [{}] * len(nodes)
    for number in reversed(range(len(nodes))):
        if isinstance(nodes[number], str):
            costs[number] = {nodes[number]: Fraction(0)}
        else:
            costs[number] = _mean(number, nodes[number], costs)
    return costs


def _mean(number: int, options: JSON, costs: list[Costs]) -> Costs:
    """What a node costs at which one of several letters is drawn by its part."""
    total = sum(part for part, _, _ in options)
    mean: Costs = defaultdict(Fraction)
    words = None
    for part, letter, branches in options:
        place = f"node {number}, letter {letter}"
        _check_part(part, place)
        after = _after(number, letter, branches, costs, place)
        if words is not None and set(after) != words:
            raise BadCertificate(f"{place}: it leads to other words than the letter before it")
        words = set(after)
        for word, misses in after.items():
            mean[word] += Fraction(part, total) * misses
    return dict(mean)


def _after(number: int, letter: str, branches: JSON, costs: list[Costs], place: str) -> Costs:
    """What each word costs if the letter is guessed; nodes come after those that lead to them."""
    after: Costs = {}
    for positions, following in branches.items():
        if not number < following < len(costs):
            raise BadCertificate(f"{place}: it leads back to node {following}")
        for word, misses in costs[following].items():
            if " ".join(map(str, positions_of(letter, word))) != positions:
                raise BadCertificate(
                    f"{place}: {word} does not have it at {positions or 'no place'}"
                )
            after[word] = misses + (not positions)
    return after


def _check_part(part: JSON, place: str) -> None:
    if not _is_part(part):
        raise BadCertificate(f"{place}: its part is not a whole number above 0")


def _is_part(part: JSON) -> bool:
    return type(part) is int and part > 0
