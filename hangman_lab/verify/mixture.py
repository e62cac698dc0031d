"""A checker of mixtures of trees: the cost of the worst-case word, in fractions.

A mixture claims a number of misses: a player who draws letters by it, anew at each position, has at
most as many on average, whatever the word. A position's key is a sum over its possible words.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import and_
from typing import Final, TypeAlias

from hangman_lab.verify.words import BadCertificate, Positions, positions_of

Position: TypeAlias = tuple[int, ...]  # the numbers of the words that are possible, ascending
Drawn: TypeAlias = Mapping[int, Sequence[tuple[str, int]]]  # by a position's key: letters and parts

WHOLE: Final = 1 << 64


def check_mixture(drawn: Drawn, words: Collection[str], misses: float | str) -> str:
    """What a mixture proves of all these words, in a sentence. Raises BadCertificate.

    The number of a word is its place among them.
    """
    word, cost = worst_case(list(words), drawn)
    if cost > Fraction(misses):
        raise BadCertificate(f"{word} costs {float(cost)}, which is more than {misses}")
    return (
        f"a player who draws letters at {len(drawn):,} positions finds each of {len(words):,}"
        f" words, with misses to expect: {misses}"
    )


def worst_case(words: Sequence[str], drawn: Drawn) -> tuple[str, Fraction]:
    """The word with the most expected misses, and their number. Raises BadCertificate."""
    costs = Walk(words, drawn).costs()
    worst = max(range(len(words)), key=costs.__getitem__)
    return words[worst], costs[worst]


class Walk:
    """All positions to which a player who draws letters can come, those of most words first."""

    def __init__(self, words: Sequence[str], drawn: Drawn) -> None:
        self._words = words
        self._drawn = drawn
        self._marks = [_mixed(number) for number in range(len(words))]
        self._letters = [set(word) for word in words]
        self._reach: dict[int, dict[Position, Fraction]] = defaultdict(dict)  # by size

    def costs(self) -> list[Fraction]:
        """The misses to expect for each word. Raises BadCertificate."""
        costs = [Fraction(0)] * len(self._words)
        self._come_to(tuple(range(len(self._words))), Fraction(1))
        for size in range(len(self._words), 1, -1):
            for position, reach in self._reach.pop(size, {}).items():
                for letter, chance in self._guesses(position):
                    for places, family in self._families(letter, position).items():
                        self._come_to(family, reach * chance)
                        for number in [] if places else family:
                            costs[number] += reach * chance
        return costs

    def _come_to(self, position: Position, chance: Fraction) -> None:
        positions = self._reach[len(position)]
        positions[position] = positions.get(position, Fraction(0)) + chance

    def _guesses(self, position: Position) -> Iterator[tuple[str, Fraction]]:
        """The letters that may be guessed, each with its chance; only one, if it is safe."""
        for letter in sorted(reduce(and_, (self._letters[number] for number in position))):
            if len(self._families(letter, position)) > 1:
                yield letter, Fraction(1)
                return
        options = self._drawn.get(sum(self._marks[number] for number in position) % WHOLE, ())
        whole = sum(part for _, part in options)
        for letter, part in options:
            if type(part) is not int or part < 1 or len(self._families(letter, position)) < 2:
                raise BadCertificate(f"{letter} tells nothing of {self._spelled(position)}")
            yield letter, Fraction(part, whole)
        if not options:
            raise BadCertificate(f"no letter is drawn for {self._spelled(position)}")

    def _families(self, letter: str, position: Position) -> dict[Positions, Position]:
        """The words by where they have the letter."""
        families: dict[Positions, list[int]] = defaultdict(list)
        for number in position:
            families[positions_of(letter, self._words[number])].append(number)
        return {places: tuple(family) for places, family in families.items()}

    def _spelled(self, position: Position) -> str:
        return " ".join(self._words[number] for number in position[:5])


def _mixed(number: int) -> int:
    """SplitMix64, after `number` steps from 0."""
    mixed = (number + 1) * 0x9E3779B97F4A7C15 % WHOLE
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 % WHOLE
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % WHOLE
    return mixed ^ mixed >> 31
