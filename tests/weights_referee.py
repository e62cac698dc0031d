"""How many misses to expect if some words are likelier than others: plain Python with fractions.

It shares nothing with the service. A chance need not be a share of 1: the misses to expect are then
as many times too large as the chances are.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache

from tests.support.guessing_referee import parts

Chances = Mapping[str, Fraction]

PER_MILLION = {
    10: Fraction("34.9"), 20: Fraction("4.90"), 35: Fraction("0.359"), 40: Fraction("0.143"),
    50: Fraction("0.0516"), 55: Fraction("0.0349"), 60: Fraction("0.0126"),
    70: Fraction("0.00434"), 80: Fraction("0.00173"),
}  # fmt: skip


def fractions(weights: Mapping[str, int]) -> Chances:
    return {word: Fraction(weight) for word, weight in weights.items()}


def even(words: Iterable[str]) -> Chances:
    return {word: Fraction(1) for word in words}


def as_used(sizes: Mapping[str, int]) -> Chances:
    """The chance of each word, by its SCOWL size; 0 is no size."""
    if not any(sizes.values()):
        return even(sizes)
    return {word: PER_MILLION[size or 80] for word, size in sizes.items()}


def mean_misses(chances: Chances) -> Fraction:
    """The misses that the best player can expect."""
    return _expected(frozenset(chances.items())) / sum(chances.values())


def mean_misses_after(chances: Chances, guess: str) -> Fraction:
    """The misses to expect with a letter or a word now, and the best play after it."""
    return _expected_after(frozenset(chances.items()), guess) / sum(chances.values())


@cache
def _expected(chances: frozenset[tuple[str, Fraction]]) -> Fraction:
    if len(chances) == 1:
        return Fraction(0)
    words = sorted(word for word, _ in chances)
    letters = [letter for letter in set("".join(words)) if len(parts(words, letter)) > 1]
    return min(_expected_after(chances, letter) for letter in letters)


def _expected_after(chances: frozenset[tuple[str, Fraction]], guess: str) -> Fraction:
    of_word = dict(chances)
    if len(guess) == 1:
        lists = parts(sorted(of_word), guess)
        missed = [word for word in of_word if guess not in word]
    else:
        missed = [word for word in of_word if word != guess]
        lists = [missed] if missed else []
    made = sum((of_word[word] for word in missed), Fraction(0))
    return made + sum(
        _expected(frozenset((word, of_word[word]) for word in each)) for each in lists
    )
