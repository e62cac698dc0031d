"""The guessers, each one decision with its source: which letter next?

A guesser says how much it likes each letter; one that is in no possible word is never guessed. Ties
go to the letter that is first in the alphabet.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from service.engine.expected import TELLING, Expected
from service.engine.game import draw
from service.engine.lexicon import Families, Lexicon, WordIDs
from service.engine.nodes import Nodes, Stopped
from service.engine.possible import PossibleWords
from service.engine.search import Search, value

# How common a word of each SCOWL size is in English: per million words, the geometric mean of
# wordfreq 3.1's frequencies ("large", with 0.001 added) over the words of en-large of that size.
PER_MILLION: Final[Mapping[int, float]] = {
    10: 34.9, 20: 4.90, 35: 0.359, 40: 0.143, 50: 0.0516, 55: 0.0349, 60: 0.0126, 70: 0.00434,
    80: 0.00173,
}  # fmt: skip

EXACT: Final = 10  # possible words from which careful plays exactly
AHEAD: Final = 6  # letters behind which careful looks one step further
AHEAD_WORDS: Final = 10_000  # and up to how many words: it has 20 ms
SEARCHED: Final = 400  # possible words from which perfect and expected play exactly
PERFECT_POSITIONS: Final = 300  # as far as so many tell: 40 ms at most, seen on en-large
EXPECTED_POSITIONS: Final = 80  # likewise; each takes longer


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
        return _only(possible, self.weights(_counts(possible)[None])[0].astype(np.float64))

    def pick(self, possible: PossibleWords, seed: int) -> int:
        """A letter, drawn with its weight."""
        ends = self.weights(_counts(possible)[None])[0].cumsum()
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
        return _only(possible, possible.weight_with(weights))


class MostWords(WeighedWords):
    """The letter in most possible words (the Kotlin note of 2018, and the Ruby Quiz's guesser)."""

    def weights(self, lexicon: Lexicon, ids: WordIDs) -> NDArray[np.float64]:
        """1 for each word."""
        del lexicon
        return np.ones(len(ids))


class CommonWords(WeighedWords):
    """The letter in most possible words, common words counting more (the Ruby Quiz's wish).

    A word weighs what a word of its SCOWL size weighs in English; where a dictionary does not know
    how common its words are, all weigh alike.
    """

    def weights(self, lexicon: Lexicon, ids: WordIDs) -> NDArray[np.float64]:
        """How common each word is, per million words of English; 1 where that is not known."""
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
        return _each(possible, lambda letter: -possible.share_left(letter))


class Entropy(Deterministic):
    """The letter whose answer tells most, in bits (Shannon); where it stands counts (Ruby Quiz)."""

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """Minus the bits that are left to tell after each letter."""
        words = len(possible)
        return _each(
            possible, lambda letter: -float(_bits(possible.families(letter).sizes)) / words
        )


class Careful(Deterministic):
    """The letter with the fewest misses to expect against an honest dealer (ours).

    Up to EXACT words, exact. Else a letter costs the words that it misses, and TELLING for each bit
    that telling the words of its families apart still takes; up to AHEAD_WORDS words, the families
    of the AHEAD cheapest letters are judged by the best letter that follows instead.
    """

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """Minus what each letter costs, in misses summed over the words."""
        if len(possible) <= EXACT:
            short = Expected(possible.lexicon, possible.ids.tolist(), Nodes())
            return _each(possible, lambda one: -short.misses_after(one, short.everything))
        liked = _each(possible, lambda letter: -_cost(possible.families(letter)))
        if len(possible) <= AHEAD_WORDS:
            best = np.argsort(-liked, kind="stable")[:AHEAD]
            ahead = {letter: -_cost_ahead(possible, letter) for letter in best.tolist()}
            liked += min(ahead.values()) - liked.max()  # the others come behind
            liked[list(ahead)] = list(ahead.values())
        return liked


class Searching(Careful, ABC):
    """The best letter there is, as far as a budget of positions tells; the others as `Careful`."""

    positions: int

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """As `Careful`'s, with the best letter before all others."""
        liked = super().preferences(possible)
        if 1 < len(possible) <= SEARCHED:
            with suppress(Stopped):
                letter = self.best_letter(possible, Nodes(lambda seen: seen <= self.positions))
                liked[letter] = liked.max() + 1
        return liked

    @abstractmethod
    def best_letter(self, possible: PossibleWords, nodes: Nodes) -> int:
        """Raises Stopped."""


class Perfect(Searching):
    """The letter with the fewest misses, whatever the dealer keeps (Barbay and Subercaseaux, 2021).

    Exact up to SEARCHED words, as far as PERFECT_POSITIONS positions tell; else as `Careful`, by
    whom the other letters are ranked too.
    """

    positions = PERFECT_POSITIONS

    def best_letter(self, possible: PossibleWords, nodes: Nodes) -> int:
        """The letter of a player who makes no mistake."""
        search = Search(possible.lexicon, possible.ids.tolist(), nodes)
        *_, bounds = value(search)
        return search.winning_letter(search.all, bounds.upper)


class LeastExpected(Searching):
    """The letter with the fewest misses to expect from an honest dealer, and no estimate (ours).

    Exact up to SEARCHED words, as far as EXPECTED_POSITIONS positions tell; else as `Careful`, by
    whom the other letters are ranked too.
    """

    positions = EXPECTED_POSITIONS

    def best_letter(self, possible: PossibleWords, nodes: Nodes) -> int:
        """The letter of a player who knows what to expect."""
        expected = Expected(possible.lexicon, possible.ids.tolist(), nodes)
        return expected.best_letter(expected.everything)


GUESSERS: Final[Mapping[str, Guesser]] = {
    "most-words": MostWords(),
    "common-words": CommonWords(),
    "letter-frequency": LetterFrequency(),
    "top-heavy": TopHeavy(),
    "smallest-remainder": SmallestRemainder(),
    "entropy": Entropy(),
    "careful": Careful(),
    "perfect": Perfect(),
    "expected": LeastExpected(),
}


def _only(possible: PossibleWords, liked: NDArray[np.float64]) -> NDArray[np.float64]:
    """Preferences, with -inf for the letters that are not worth a guess."""
    return np.where(possible.words_with > 0, liked, -np.inf)


def _each(possible: PossibleWords, worth: Callable[[int], float]) -> NDArray[np.float64]:
    """Preferences, letter by letter."""
    liked = np.full(len(possible.lexicon.alphabet), -np.inf)
    liked[possible.letters] = [worth(letter) for letter in possible.letters]
    return liked


def _counts(possible: PossibleWords) -> NDArray[np.int64]:
    """How often each letter stands at each position, (length, letters); 0 for those guessed."""
    letters = len(possible.lexicon.alphabet)
    columns = [np.bincount(column, minlength=letters) for column in possible.spellings.T]
    return np.stack(columns) * (possible.words_with > 0)


def _bits(sizes: NDArray[np.int64], axis: int | None = None) -> NDArray[np.float64]:
    """Over families of these sizes, n log2 n summed: what telling their words apart takes."""
    return np.asarray((sizes * np.log2(np.maximum(sizes, 1))).sum(axis=axis))


def _cost(families: Families) -> float:
    missed = families.sizes[0] if families.lacking else 0
    return float(missed + TELLING * _bits(families.sizes))


def _cost_ahead(possible: PossibleWords, letter: int) -> float:
    """What a letter costs where each of its families is played on with its best next letter."""
    first = possible.families(letter)
    count = len(first.sizes)
    cheapest = np.full(count, np.inf)
    for other in possible.letters:
        second = possible.families(other)
        pairs = first.numbers.astype(np.int64) * len(second.sizes) + second.numbers
        sizes = np.bincount(pairs, minlength=count * len(second.sizes)).reshape(count, -1)
        missed = sizes[:, 0] if second.lacking else 0
        cheapest = np.minimum(cheapest, missed + TELLING * _bits(sizes, axis=1))
    cheapest[first.sizes <= 1] = 0
    return float((first.sizes[0] if first.lacking else 0) + cheapest.sum())
