"""How many misses to expect if some words are likelier than others: plain Python with fractions.

It shares nothing with the service. Chances need not add up to 1: the private functions return the
misses to expect times the sum of the chances. The player that reviews compare with is below; its
misses are summed over the words, each times its weight.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from functools import cache
from math import log2

from tests.support.guessing_referee import parts

Chances = Mapping[str, Fraction]
Weights = Mapping[str, int]

PER_MILLION = {
    10: Fraction("34.9"), 20: Fraction("4.90"), 35: Fraction("0.359"), 40: Fraction("0.143"),
    50: Fraction("0.0516"), 55: Fraction("0.0349"), 60: Fraction("0.0126"),
    70: Fraction("0.00434"), 80: Fraction("0.00173"),
}  # fmt: skip


def fractions(weights: Weights) -> Chances:
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
    lost = sum((of_word[word] for word in missed), Fraction(0))
    return lost + sum(
        _expected(frozenset((word, of_word[word]) for word in each)) for each in lists
    )


# --- The player that reviews compare with ---------------------------------------------------------


def of_list(weights: Weights, guessed: Set[str], few: int, first: Sequence[slice]) -> float:
    """M: exact for a few words; otherwise of the player below, less 4 % if it tries no letters."""
    if len(weights) <= few:
        return float(mean_misses(fractions(weights)) * sum(weights.values()))
    return _playing(weights, guessed, first) * (1 if first else 0.96)


def of_guess(
    weights: Weights, guessed: Set[str], guess: str, few: int, first: Sequence[slice]
) -> float:
    """Q: the misses of the guess itself, plus M of each list that it can leave."""
    if len(guess) == 1:
        lists = parts(list(weights), guess)
    else:
        lists = [[word for word in weights if word != guess]]
    left = [{word: weights[word] for word in words} for words in lists]
    return (
        sum(weights.values())
        - weight_with(weights, guess)
        + sum(of_list(each, guessed | {guess}, few, first) for each in left if each)
    )


def apparent_cost(weights: Weights, letter: str) -> float:
    """What a letter misses, plus a quarter of a miss for each bit to find a word in its family."""
    of_parts = [sum(weights[word] for word in part) for part in parts(list(weights), letter)]
    bits = sum(weight * log2(weight) for weight in of_parts)
    return sum(weights.values()) - weight_with(weights, letter) + bits / 4


def weight_with(weights: Weights, guess: str) -> int:
    """The weight of the words that a guess hits."""
    hit = [word for word in weights if word == guess or (len(guess) == 1 and guess in word)]
    return sum(weights[word] for word in hit)


def _playing(weights: Weights, guessed: Set[str], first: Sequence[slice]) -> int:
    """The misses of always guessing the heaviest letter, or fewer by the ranks `first`."""
    letters = sorted(
        set("".join(weights)) - guessed,
        key=lambda letter: (-weight_with(weights, letter), letter),
    )
    if len(weights) == 1 or not letters:
        return 0
    played = [_of_letter(weights, guessed, letters[0], ())]
    if first:
        for letter in letters[first[0]]:
            played.append(_of_letter(weights, guessed, letter, first[1:]))
    return min(played)


def _of_letter(weights: Weights, guessed: Set[str], letter: str, first: Sequence[slice]) -> int:
    """The misses of a letter, plus those of the player at each list that it leaves."""
    left = [{word: weights[word] for word in words} for words in parts(list(weights), letter)]
    missed = sum(weights.values()) - weight_with(weights, letter)
    return missed + sum(_playing(each, guessed | {letter}, first) for each in left)
