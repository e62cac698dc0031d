"""How common words are, on the scale of SCOWL's sizes: 1 is the commonest."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import numpy as np

RAREST: Final = 255  # the largest commonness that a lexicon can hold
NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
WHOLE: Final = re.compile("[0-9]{1,3}")

# SCOWL's sizes, and the rank of the last word of each: size 10 has the 3,969 commonest words of
# en-large, size 20 those up to 10,872, and so on.
SIZES: Final = (10, 20, 35, 40, 50, 55, 60, 70, 80)
LAST_RANKS: Final = (3_969, 10_872, 38_897, 43_454, 60_948, 66_493, 76_300, 110_591, 240_952)


class Numbers(StrEnum):
    """What the numbers beside words mean, for people."""

    NONE = ""
    COMMONNESS = "Its numbers are the words' commonness: 1 is the commonest."
    COUNTS = "Its numbers say how often a word occurs: they become commonness by rank."
    RANKS = "Its numbers are ranks, and 1 is the commonest: they become commonness."

    def allow(self, number: str) -> bool:
        """Whether a text is such a number."""
        if self is Numbers.COMMONNESS:
            return bool(WHOLE.fullmatch(number)) and 1 <= int(number) <= RAREST
        return bool(NUMBER.fullmatch(number)) and abs(float(number)) < float("inf")

    def frequency(self, number: str) -> float:
        """The number, or its negative: a commoner word has a larger one. -inf without one."""
        if not number:
            return float("-inf")
        return float(number) if self is Numbers.COUNTS else -float(number)

    def commonness(self, frequencies: Mapping[str, float]) -> dict[str, int]:
        """The commonness of words, by what `frequency` made of their numbers."""
        if self is Numbers.NONE:
            return dict.fromkeys(frequencies, 0)
        numbered = {word: each for word, each in frequencies.items() if each > float("-inf")}
        if self is Numbers.COMMONNESS:
            known = {word: int(-each) for word, each in numbered.items()}
        else:
            known = by_rank(numbered)
        return {word: known.get(word, RAREST) for word in frequencies}


def by_rank(frequencies: Mapping[str, float]) -> dict[str, int]:
    """The commonness of words, by the rank of each among all; equal frequencies share a rank.

    A word is as common as the English word of its rank. Between the middle ranks of two of SCOWL's
    sizes, it is interpolated on the logarithm of the rank: the 1,000th word has 10, the 20,000th
    32, the 100,000th 71.
    """
    negative = -np.array([*frequencies.values()])
    ranks = np.searchsorted(np.sort(negative), negative) + 1  # (words,): the commonest has 1
    middles = (np.array((0, *LAST_RANKS[:-1])) + np.array(LAST_RANKS)) / 2
    sizes = np.rint(np.interp(np.log(ranks), np.log(middles), SIZES)).astype(int)
    return dict(zip(frequencies, sizes.tolist(), strict=True))
