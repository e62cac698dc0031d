"""The guessers and their sources: which letter each guesses next, and how one finds a word.

A guesser says how good a guess each letter is. It never guesses a letter that is in no possible
word. Ties go to the letter that is first in the alphabet.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from operator import index
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.engine.errors import PLUGIN_FAILURES, GuesserFailed, NoWordFits
from service.engine.game import Decision, Dictionaries, draw
from service.engine.lexicon import Lexicon, positions_of
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import HIDDEN, Transcript, letter_answer
from service.engine.weights import Weights, by_commonness, even


class Costs(NamedTuple):
    """What help by a guesser costs, in units of the limit of hints."""

    hint: int = 1
    solution: int = 1


class Guesser(ABC):
    """A program that plays: how good a guess each letter is, and which one it makes.

    The first paragraph of its docstring is what the API says of it.
    """

    name: str
    title: str  # its name for people
    is_deterministic = True  # whether it leaves nothing to chance
    is_slow = False  # whether a guess takes tens of milliseconds
    costs = Costs()

    def prepare(self, dictionaries: Dictionaries) -> None:
        """Get ready to play with these dictionaries, before the first game: load tables, say."""
        del dictionaries

    def for_game(self, seed: int, steps: float = inf) -> "Guesser":
        """The guesser as it plays one game, with so many steps of a search for all its guesses."""
        return self

    @abstractmethod
    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """How good a guess each letter is, (letters,) float64; -inf for a letter never guessed.

        >>> from service.engine.indexing import lexicon_of
        >>> lexicon = lexicon_of({"bad": 0, "bed": 0, "cab": 0}, "abcdef")
        >>> possible = PossibleWords(lexicon, lexicon.everything, guessed=0)
        >>> dict(zip(lexicon.alphabet, MostWords().preferences(possible).tolist()))
        {'a': 2.0, 'b': 3.0, 'c': 1.0, 'd': 2.0, 'e': 1.0, 'f': -inf}
        """

    def pick(self, possible: PossibleWords, seed: int) -> int:
        """The best letter, as an index into the alphabet; who draws one does so by `seed`."""
        return int(self.checked_preferences(possible).argmax())

    def checked_preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        """The preferences. Raises GuesserFailed if they rank no letters, or a useless one first."""
        liked: Any = self.preferences(possible)
        letters = len(possible.lexicon.alphabet)
        kind = f"{getattr(liked, 'dtype', type(liked).__name__)} {getattr(liked, 'shape', '')}"
        if not isinstance(liked, np.ndarray) or kind != f"float64 ({letters},)":
            wanted = f"a NumPy array float64 ({letters},)"
            raise GuesserFailed(self.name, f"it returned {kind.strip()} instead of {wanted}")
        if np.isnan(liked).any():
            raise GuesserFailed(self.name, "it returned NaN for a letter")
        if possible.letters and not np.isfinite(liked).any():
            raise GuesserFailed(self.name, "it allowed no letter")
        if possible.letters:
            self.checked_letter(int(liked.argmax()), possible)
        return liked

    def checked_letter(self, letter: int, possible: PossibleWords) -> int:
        """A letter that it guesses. Raises GuesserFailed: a useless one would never end a game."""
        if letter not in possible.letters:
            fault = f"the letter with the number {letter} has been guessed or is in no word left"
            raise GuesserFailed(self.name, fault)
        return letter


class Random(Guesser):
    """A guesser that draws a letter; weights come from how often letters stand at each position."""

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
        # At each position, the rarest letter first; then each count with all smaller ones.
        ordered = np.sort(counts, axis=2)
        up_to = ordered.cumsum(axis=2)
        total = up_to[:, :, -1]
        # Half of the letters that occur at all, rounded down; `lower` is what the others count.
        letters = counts.shape[2]
        half = (letters - (ordered > 0).argmax(axis=2)) // 2
        lower = np.take_along_axis(up_to, (letters - half - 1)[..., None], 2)[..., 0]
        # The share of the commoner half; a position that is shown counts nothing.
        skew = (total - lower) / np.maximum(total, 1)
        top = np.where(total > 0, skew, -1).argmax(axis=1)
        return np.asarray(counts[np.arange(len(counts)), top])


class SmallestRemainder(Guesser):
    """The letter that leaves the fewest words on average; where it stands counts (Ruby Quiz)."""

    name, title = "smallest-remainder", "Smallest remainder"

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        return each_letter(possible, lambda letter: -possible.share_left(letter))


class Entropy(Guesser):
    """The letter whose answer tells most, in bits (Shannon); where it stands counts (Ruby Quiz)."""

    name, title = "entropy", "Entropy"

    def preferences(self, possible: PossibleWords) -> NDArray[np.float64]:
        words = len(possible)
        return each_letter(
            possible, lambda letter: -float(bits_to_tell(possible.families(letter).sizes)) / words
        )


def drawn(weights: NDArray[np.int64], possible: PossibleWords, seed: int) -> int:
    """A letter, drawn by its weight, (letters,) int64: the same whenever the same was guessed."""
    ends = weights.cumsum()
    place = draw(seed, f"guess {possible.guessed}", int(ends[-1]))
    return int(np.searchsorted(ends, place, side="right"))


def worth_a_guess(possible: PossibleWords, liked: NDArray[np.float64]) -> NDArray[np.float64]:
    """The preferences `liked`, (letters,) float64, with -inf for letters in no possible word."""
    return np.where(possible.words_with > 0, liked, -np.inf)


def each_letter(possible: PossibleWords, worth: Callable[[int], float]) -> NDArray[np.float64]:
    """Preferences, (letters,) float64: `worth` of each letter worth a guess, else -inf."""
    liked = np.full(len(possible.lexicon.alphabet), -np.inf)
    liked[possible.letters] = [worth(letter) for letter in possible.letters]
    return liked


def _position_counts(possible: PossibleWords) -> NDArray[np.int64]:
    """How often each letter stands at each position, (1, length, letters) int64; 0 if guessed."""
    letters = len(possible.lexicon.alphabet)
    columns = [np.bincount(column, minlength=letters) for column in possible.spellings.T]
    return np.stack([columns]) * (possible.words_with > 0)


def bits_to_tell(sizes: NDArray[np.int64], axis: int | None = None) -> NDArray[np.float64]:
    """How many bits tell the words of a family apart, n log2 n for n words, summed over families.

    If words weigh more than 1, it is too much, but by the same for all letters. `sizes` is of any
    shape; the sum is over `axis`, or over all of it.
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
    """What a guesser decides. Raises GuesserFailed, whatever the guesser raises."""
    try:
        return decide()
    except GuesserFailed:
        raise
    except PLUGIN_FAILURES as error:
        raise GuesserFailed(guesser.name, f"{type(error).__name__}: {error}") from error
