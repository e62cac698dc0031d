"""What each guesser must do, in plain Python: slow, obvious, and sharing nothing with the service.

Each function takes the possible words and the letters guessed, and gives a score for each letter
that is in some word and not guessed. Deterministic guessers take the letter with the highest score,
the first of equals; random ones draw with the scores as weights.
"""

from collections import Counter
from functools import cache
from math import log2

from tests.support.referee import families_of

Scores = dict[str, float]


def letters(words: list[str], guessed: str) -> list[str]:
    return sorted(set("".join(words)) - set(guessed))


def parts(words: list[str], letter: str) -> list[list[str]]:
    return list(families_of(words, letter).values())


def most_words(words: list[str], guessed: str) -> Scores:
    return {c: sum(c in word for word in words) for c in letters(words, guessed)}


def letter_frequency(words: list[str], guessed: str) -> Scores:
    return {c: "".join(words).count(c) for c in letters(words, guessed)}


def top_heavy(words: list[str], guessed: str) -> Scores:
    best: tuple[float, Scores] = (-1, {})
    for column in zip(*words, strict=True):
        counts = Counter(c for c in column if c not in guessed)
        if counts:
            ordered = sorted(counts.values(), reverse=True)
            skew = sum(ordered[: len(ordered) // 2]) / sum(ordered)
            if skew > best[0]:
                best = skew, dict(counts)
    return {c: best[1].get(c, 0) for c in letters(words, guessed)}


def smallest_remainder(words: list[str], guessed: str) -> Scores:
    return {c: -sum(len(part) ** 2 for part in parts(words, c)) for c in letters(words, guessed)}


def entropy(words: list[str], guessed: str) -> Scores:
    def information(sizes: list[int]) -> float:
        return -sum(size / len(words) * log2(size / len(words)) for size in sizes)

    return {
        c: information([len(part) for part in parts(words, c)]) for c in letters(words, guessed)
    }


def exact(words: list[str], guessed: str) -> Scores:
    """Minus the misses of perfect play after each letter, summed over the words."""
    return {c: -misses_after(frozenset(words), c) for c in letters(words, guessed)}


def misses_after(words: frozenset[str], letter: str) -> int:
    split = parts(sorted(words), letter)
    return sum(letter not in word for word in words) + sum(
        least_misses(frozenset(part)) for part in split
    )


@cache
def least_misses(words: frozenset[str]) -> int:
    if len(words) == 1:
        return 0
    telling = [c for c in set("".join(words)) if len(parts(sorted(words), c)) > 1]
    return min(misses_after(words, c) for c in telling)
