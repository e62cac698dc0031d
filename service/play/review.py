"""The review of a game: what each guess was worth, and what was luck.

All numbers are misses, on average over the words that were possible, each as likely: against an
honest dealer. So misses made and still to come = misses expected at the start + skill + luck.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from service.exact.bounds import Bounds

Verdict: TypeAlias = Literal["best", "good", "costly", "wasted", "repeated", "impossible"]


@dataclass(frozen=True)
class MeanMisses:
    """A mean number of misses: at least `lower`, at most `upper`; equal if it is known exactly."""

    lower: float
    upper: float


@dataclass(frozen=True)
class BestLetterView:
    """One of the best letters of a position."""

    letter: str
    hit_probability: float
    misses_expected: MeanMisses


@dataclass(frozen=True)
class ReviewedView:
    """What one guess was worth; nothing but the verdict if its answer is impossible.

    `letter` is None if a word was guessed, and `word` if a letter was.
    """

    letter: str | None
    word: str | None
    hit: bool
    positions: list[int]
    verdict: Verdict
    words_before: int
    words_after: int
    hit_probability: float | None
    misses_expected: MeanMisses | None
    best_misses_expected: MeanMisses | None
    cost: MeanMisses | None
    luck: MeanMisses | None
    misses_forced_before: Bounds | None
    misses_forced_after: Bounds | None
    best_letters: list[BestLetterView]


@dataclass(frozen=True)
class ReviewView:
    """What the guesses of a game were worth, up to the first impossible answer."""

    dictionary: str
    length: int
    pattern: str
    max_misses: int | None
    found: bool
    misses: int
    misses_expected: MeanMisses
    misses_to_come: MeanMisses
    skill: MeanMisses
    luck: MeanMisses
    misses_of_expected: float | None
    guesses: list[ReviewedView]
