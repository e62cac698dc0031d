"""The guessers with their sources, and how one plays a game.

A guesser rates each letter and guesses the best, or draws one. It never guesses a letter that is in
no possible word. Ties go to the letter that is first in the alphabet.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.engine.errors import PLUGIN_FAILURES, GuesserFailed, Interrupted, NoWordFits
from service.engine.game import Decision, Dictionaries, draw
from service.engine.lexicon import Lexicon, positions_of
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import HIDDEN, Transcript, letter_answer
from service.engine.weights import Weights, by_commonness, even


class Costs(NamedTuple):
    """The costs of help by a guesser, in units of the limit of hints."""

    hint: int = 1
    solution: int = 1


class Guesser(ABC):
    """A program that plays: it rates the letters and picks one.

    The API describes a guesser by the first paragraph of its docstring.
    """

    name: str
    title: str  # its name for people
    is_deterministic = True  # whether it leaves nothing to chance
    costs = Costs()

    def prepare(self, dictionaries: Dictionaries) -> None:
        """Load tables, for example. Called before the first game with these dictionaries."""
        del dictionaries

    def for_game(self, seed: int, steps: float = inf) -> "Guesser":
        """A guesser for one game; all its guesses together may search for this many `steps`."""
        return self

    @abstractmethod
    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """How good a guess each letter is, (letters,) float64; -inf for one it would never guess.

        >>> from service.engine.indexing import lexicon_of
        >>> lexicon = lexicon_of({"bad": 0, "bed": 0, "cab": 0}, "abcdef")
        >>> possible = PossibleWords(lexicon, lexicon.everything, guessed=0)
        >>> dict(zip(lexicon.alphabet, MostWords().preferences(possible).tolist()))
        {'a': 2.0, 'b': 3.0, 'c': 1.0, 'd': 2.0, 'e': 1.0, 'f': -inf}
        """

    def pick(self, possible: PossibleWords, seed: int) -> int:
        """The letter to guess, as an index into the alphabet; a random choice depends on `seed`."""
        return int(self.checked_preferences(possible).argmax())

    def checked_preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """The preferences. Raises GuesserFailed if they rank no letters, or a useless one first."""
        worth: Any = self.preferences(possible)
        letters = len(possible.lexicon.alphabet)
        kind = f"{getattr(worth, 'dtype', type(worth).__name__)} {getattr(worth, 'shape', '')}"
        if not isinstance(worth, np.ndarray) or kind != f"float64 ({letters},)":
            wanted = f"a NumPy array float64 ({letters},)"
            raise GuesserFailed(self.name, f"it returned {kind.strip()} instead of {wanted}")
        if np.isnan(worth).any():
            raise GuesserFailed(self.name, "it returned NaN for a letter")
        if possible.letters and not np.isfinite(worth).any():
            raise GuesserFailed(self.name, "it allowed no letter")
        if possible.letters:
            self.checked_letter(int(worth.argmax()), possible)
        return worth

    def checked_letter(self, letter: int, possible: PossibleWords) -> int:
        """The letter. Raises GuesserFailed if it is useless: such guesses never end a game."""
        if letter not in possible.letters:
            fault = f"the letter with the number {letter} has been guessed or is in no word left"
            raise GuesserFailed(self.name, fault)
        return letter


class Random(Guesser):
    """A guesser that draws a letter by weights, from how often letters stand at each position."""

    is_deterministic = False

    @abstractmethod
    def letter_weights(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """The weight of each letter for each list of words, (nodes, letters) int64.

        `counts` (nodes, length, letters) int64: how often each letter stands at each position in
        the words of a node; 0 for letters that were guessed.
        """

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        [weights] = self.letter_weights(_position_counts(possible))
        return worth_a_guess(possible, weights.astype(np.float64))

    def pick(self, possible: PossibleWords, seed: int) -> int:
        [weights] = self.letter_weights(_position_counts(possible))
        return drawn(weights, possible, seed)


class WeighedWords(Guesser):
    """A guesser that guesses the letter whose words have the largest summed weight."""

    weights: Callable[[Lexicon], Weights]  # of each word

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        return worth_a_guess(possible, possible.weight_with(self.weights(possible.lexicon)))


class MostWords(WeighedWords):
    """The letter in most possible words (the Kotlin note of 2018, and the Ruby Quiz's guesser)."""

    name, title = "most-words", "Most words"
    weights = staticmethod(even)

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """How many words have each letter, (letters,) float64: counted, not weighed."""
        return worth_a_guess(possible, possible.words_with)


class CommonWords(WeighedWords):
    """The letter in most possible words, common words counting more (the Ruby Quiz's wish).

    A word's weight is how often English texts have a word of its SCOWL size. If the dictionary does
    not know how common its words are, every weight is 1.
    """

    name, title = "common-words", "Common words"
    weights = staticmethod(by_commonness)


class LetterFrequency(Random):
    """A letter at random, by how often it occurs in the possible words (the Python study's
    “overall”: occurrences count, not words).
    """

    name, title = "letter-frequency", "Letter frequency"

    def letter_weights(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.asarray(counts.sum(axis=1))


class TopHeavy(Random):
    """A letter at random, by how often it occurs at the most top-heavy position (the Python study).

    Take the commoner half of the distinct letters at a hidden position, rounded down: the position
    is as top-heavy as their share is large. If a a a b stand there, the half is a, and its share is
    3/4. Ties go to the first position.
    """

    name, title = "top-heavy", "Top-heavy"

    def letter_weights(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        # Sort the counts at each position, the rarest letter first, and sum them up to each letter.
        ordered = np.sort(counts, axis=2)
        up_to = ordered.cumsum(axis=2)
        total = up_to[:, :, -1]
        # Half of the letters that occur at all, rounded down; `lower` is the sum of the others.
        letters = counts.shape[2]
        half = (letters - (ordered > 0).argmax(axis=2)) // 2
        lower = np.take_along_axis(up_to, (letters - half - 1)[..., None], 2)[..., 0]
        # The share of the commoner half. A position that is shown has no counts: it is never first.
        skew = (total - lower) / np.maximum(total, 1)
        top = np.where(total > 0, skew, -1).argmax(axis=1)
        return np.asarray(counts[np.arange(len(counts)), top])


class SmallestRemainder(Guesser):
    """The letter whose positions leave the fewest words on average (Ruby Quiz)."""

    name, title = "smallest-remainder", "Smallest remainder"

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        return each_letter(possible, lambda letter: -possible.share_left(letter))


class Entropy(Guesser):
    """The letter whose positions carry the most information, in bits (Shannon; Ruby Quiz)."""

    name, title = "entropy", "Entropy"

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        words = len(possible)
        return each_letter(
            possible, lambda letter: -float(bits_to_tell(possible.families(letter).sizes)) / words
        )


def drawn(weights: NDArray[np.int64], possible: PossibleWords, seed: int) -> int:
    """A letter drawn by `weights`, (letters,) int64; equal seeds and guesses draw the same."""
    ends = weights.cumsum()
    place = draw(seed, f"guess {possible.guessed}", int(ends[-1]))
    return int(np.searchsorted(ends, place, side="right"))


def worth_a_guess(possible: PossibleWords, worth: NDArray[np.float64]) -> NDArray[np.float64]:
    """Preferences, (letters,) float64: the `worth` of each letter worth a guess, else -inf."""
    return np.where(possible.words_with > 0, worth, -np.inf)


def each_letter(possible: PossibleWords, worth: Callable[[int], float]) -> NDArray[np.float64]:
    """Preferences, (letters,) float64: `worth` of each letter worth a guess, else -inf."""
    preferences = np.full(len(possible.lexicon.alphabet), -np.inf)
    preferences[possible.letters] = [worth(letter) for letter in possible.letters]
    return preferences


def _position_counts(possible: PossibleWords) -> NDArray[np.int64]:
    """How often each letter stands at each position, (1, length, letters) int64; 0 if guessed."""
    letters = len(possible.lexicon.alphabet)
    columns = [np.bincount(column, minlength=letters) for column in possible.spellings.T]
    return np.stack([columns]) * (possible.words_with > 0)


def bits_to_tell(sizes: NDArray[np.number[Any]], axis: int | None = None) -> NDArray[np.float64]:
    """The bits that tell the words of a family apart, n log2 n for n words, summed over families.

    If words weigh more than 1, the sum is too large, but by the same amount for all letters.
    `sizes` may have any shape; the sum is over `axis`, or over the whole array.
    """
    return np.asarray((sizes * np.log2(np.maximum(sizes, 1))).sum(axis=axis))


@dataclass(frozen=True)
class Step:
    """One guess: the transcript after it, and how many words then fit."""

    transcript: Transcript
    words_left: int


def solved(
    lexicon: Lexicon, word: str, guesser: Guesser, *, max_misses: int, seed: int
) -> Iterator[Step]:
    """The guesses at a word, until it is found, the guesser is hanged, or no word fits.

    `word` need not be in the lexicon, but must have its length and its letters. `seed` decides the
    guesser's random choices. Raises GuesserFailed.
    """
    transcript = Transcript(lexicon.length)
    possible = possible_words(lexicon, transcript)
    while HIDDEN in transcript.pattern and possible.letters and transcript.misses != max_misses:
        letter = lexicon.alphabet[picked(guesser, possible, seed)]
        transcript = transcript.after(letter_answer(letter, positions_of(letter, word)))
        try:
            possible = possible_words(lexicon, transcript)
        except NoWordFits:
            yield Step(transcript, 0)
            return
        yield Step(transcript, len(possible))


def picked(guesser: Guesser, possible: PossibleWords, seed: int) -> int:
    """The letter that a guesser guesses. Raises GuesserFailed."""
    return decision(
        guesser, lambda: guesser.checked_letter(index(guesser.pick(possible, seed)), possible)
    )


def decision(guesser: Guesser, decide: Callable[[], Decision]) -> Decision:
    """The decision of a guesser. Raises GuesserFailed instead of any error of the guesser."""
    try:
        return decide()
    except (GuesserFailed, Interrupted):
        raise
    except PLUGIN_FAILURES as error:
        raise GuesserFailed(guesser.name, f"{type(error).__name__}: {error}") from error
