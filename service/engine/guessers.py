"""The guessers, each one decision with its source: which letter next?

A guesser says how much it likes each letter; one that is in no possible word is never guessed. Ties
go to the letter that is first in the alphabet.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.game import draw
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords

# How common a word of each SCOWL size is in English: per million words, the geometric mean of
# wordfreq 3.1's frequencies ("large", with 0.001 added) over the words of en-large of that size.
PER_MILLION: Final[Mapping[int, float]] = {
    10: 34.9, 20: 4.90, 35: 0.359, 40: 0.143, 50: 0.0516, 55: 0.0349, 60: 0.0126, 70: 0.00434,
    80: 0.00173,
}  # fmt: skip


class Guesser(Protocol):
    """A program that plays: how much it likes each letter, and which it takes."""

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """For each letter (letters,), higher is better, -inf for one not to be guessed."""

    def pick(self, possible: PossibleWords, seed: int) -> int:
        """The letter to guess; what it leaves to chance is drawn from `seed`."""


class Preferring(ABC):
    """A guesser that likes some letters better than others."""

    @abstractmethod
    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """What each letter is worth."""


class Deterministic(Preferring):
    """A guesser that takes the letter which it likes best."""

    def pick(self, possible: PossibleWords, seed: int) -> int:
        """The best letter, the first of equals."""
        del seed
        return int(self.preferences(possible).argmax())


class Random(Preferring):
    """A guesser that draws a letter, by how often letters stand where in the possible words."""

    @abstractmethod
    def weights(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """How likely each letter is, (nodes, letters), in any number of situations at once.

        `counts` (nodes, length, letters): how often each letter stands at each position; letters
        that were guessed count 0.
        """

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """How likely each letter is."""
        return _worth_a_guess(
            possible, self.weights(_position_counts(possible)[None])[0].astype(np.float64)
        )

    def pick(self, possible: PossibleWords, seed: int) -> int:
        """A letter, drawn with its weight."""
        ends = self.weights(_position_counts(possible)[None])[0].cumsum()
        drawn = draw(seed, f"guess {possible.guessed}", int(ends[-1]))
        return int(np.searchsorted(ends, drawn, side="right"))


class WeighedWords(Deterministic):
    """A guesser that takes the letter which the heaviest words have."""

    @abstractmethod
    def weights(self, lexicon: Lexicon, ids: WordIDs) -> NDArray[np.float64]:
        """What each word counts, (words,)."""

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """The weight of the words that have each letter."""
        weights = self.weights(possible.lexicon, possible.ids)
        return _worth_a_guess(possible, possible.weight_with(weights))


class MostWords(WeighedWords):
    """The letter in most possible words (the Kotlin note of 2018, and the Ruby Quiz's guesser)."""

    def weights(self, lexicon: Lexicon, ids: WordIDs) -> NDArray[np.float64]:
        """1 for each word."""
        del lexicon
        return np.ones(len(ids))


class CommonWords(WeighedWords):
    """The letter in most possible words, common words counting more (the Ruby Quiz's wish).

    A word weighs what a word of its SCOWL size weighs in English; if a dictionary does not know
    how common its words are, all weigh alike.
    """

    def weights(self, lexicon: Lexicon, ids: WordIDs) -> NDArray[np.float64]:
        """How common each word is, per million words of English; 1 if that is not known."""
        sizes, logarithms = list(PER_MILLION), np.log(list(PER_MILLION.values()))
        commonness = lexicon.commonness.take(ids)
        if not commonness.any():
            return np.ones(len(ids))
        return np.asarray(np.exp(np.interp(commonness, sizes, logarithms)))


class LetterFrequency(Random):
    """A letter at random, by how often it occurs in the possible words (the Python study's
    “overall”: occurrences count, not words).
    """

    def weights(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """How often each letter occurs, at whatever position."""
        return np.asarray(counts.sum(axis=1))


class TopHeavy(Random):
    """A letter at random, by how often it occurs at the most top-heavy position (the Python study).

    A hidden position is top-heavy by the share that the commoner half of its distinct letters has
    (the half rounded down); of equals the first position is taken.
    """

    def weights(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """How often each letter occurs at that position."""
        ordered = -np.sort(-counts, axis=2)
        half = (counts > 0).sum(axis=2) // 2
        upper = np.take_along_axis(ordered.cumsum(axis=2), np.maximum(half - 1, 0)[..., None], 2)
        total = counts.sum(axis=2)
        skew = np.where(half > 0, upper[..., 0], 0) / np.maximum(total, 1)
        top = np.where(total > 0, skew, -1).argmax(axis=1)
        return np.asarray(counts[np.arange(len(counts)), top])


class SmallestRemainder(Deterministic):
    """The letter that leaves the fewest words on average; where it stands counts (Ruby Quiz)."""

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """Minus the share of the words that each letter leaves."""
        return each_letter(possible, lambda letter: -possible.share_left(letter))


class Entropy(Deterministic):
    """The letter whose answer tells most, in bits (Shannon); where it stands counts (Ruby Quiz)."""

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """Minus the bits that are left to tell after each letter."""
        words = len(possible)
        return each_letter(
            possible, lambda letter: -float(bits_to_tell(possible.families(letter).sizes)) / words
        )


def _worth_a_guess(possible: PossibleWords, liked: NDArray[np.float64]) -> NDArray[np.float64]:
    """Preferences, with -inf for the letters that are not worth a guess."""
    return np.where(possible.words_with > 0, liked, -np.inf)


def each_letter(possible: PossibleWords, worth: Callable[[int], float]) -> NDArray[np.float64]:
    """Preferences, letter by letter."""
    liked = np.full(len(possible.lexicon.alphabet), -np.inf)
    liked[possible.letters] = [worth(letter) for letter in possible.letters]
    return liked


def _position_counts(possible: PossibleWords) -> NDArray[np.int64]:
    """How often each letter stands at each position, (length, letters); 0 for those guessed."""
    letters = len(possible.lexicon.alphabet)
    columns = [np.bincount(column, minlength=letters) for column in possible.spellings.T]
    return np.stack(columns) * (possible.words_with > 0)


def bits_to_tell(sizes: NDArray[np.int64], axis: int | None = None) -> NDArray[np.float64]:
    """Over families of these sizes, n log2 n summed: what telling their words apart takes."""
    return np.asarray((sizes * np.log2(np.maximum(sizes, 1))).sum(axis=axis))
