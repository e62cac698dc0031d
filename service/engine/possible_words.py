"""The words that are possible for a player at each guess, and how a letter would split them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Families, LetterSet, Lexicon, letter_set
from service.engine.transcript import Answer, Transcript
from service.engine.weights import Weights


@dataclass(frozen=True, eq=False)
class PossibleWords:
    """The words of a lexicon that a player cannot rule out, and the letters guessed already.

    Letters are indices into the lexicon's alphabet; arrays over letters have shape (letters,).
    """

    lexicon: Lexicon
    ids: WordIDs
    guessed: LetterSet

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def spellings(self) -> NDArray[np.uint8]:
        """The words as indices into the alphabet, (words, length) uint8."""
        return self.lexicon.spellings.take(self.ids, axis=0)

    @cached_property
    def words_with(self) -> NDArray[np.float64]:
        """How many of the words have each letter, (letters,) float64; 0 if it was guessed."""
        counts = np.zeros(len(self.lexicon.alphabet))
        for letter in range(len(counts)):
            if not self.guessed >> letter & 1:
                counts[letter] = self.families(letter).words_with_letter
        counts.flags.writeable = False  # for guessers that are plug-ins
        return counts

    @cached_property
    def letters(self) -> list[int]:
        """The letters worth a guess: not guessed, and in some of the words; in alphabet order."""
        return np.flatnonzero(self.words_with).tolist()

    def weight_with(self, weights: Weights) -> NDArray[np.float64]:
        """The summed weight of the words that have each letter, (letters,) float64; 0 if guessed.

        `weights` are those of all words of the lexicon.
        """
        presence, weights = self.lexicon.presence.take(self.ids), weights.take(self.ids)
        weight = np.zeros(len(self.lexicon.alphabet))
        for letter in range(len(weight)):
            if not self.guessed >> letter & 1:
                weight[letter] = weights[presence & np.uint64(1 << letter) != 0].sum()
        return weight

    def families(self, letter: int) -> Families:
        """How a letter would split the words."""
        cheat_list = self.lexicon.cheat_list(self.ids)
        return self.lexicon.families(self.lexicon.alphabet[letter], cheat_list)

    def share_left(self, letter: int) -> float:
        """The share of the words that still fit after a letter, on average over the words."""
        sizes = self.families(letter).sizes.astype(np.float64)
        return float((sizes**2).sum() / len(self) ** 2)


def possible_words(lexicon: Lexicon, transcript: Transcript) -> PossibleWords:
    """The words that fit a transcript. Raises NoWordFits."""
    guessed = letter_set(transcript.guessed_letters, lexicon.alphabet)
    return PossibleWords(lexicon, transcript.fitting(lexicon), guessed)


@dataclass(frozen=True, eq=False)
class Turn:
    """A guess with its answer, the transcript before it, and the possible words before and after.

    If the answer changes neither the words nor the guessed letters, `after` is `before` itself.
    """

    transcript: Transcript
    answer: Answer
    before: PossibleWords
    after: PossibleWords


def turns(lexicon: Lexicon, start: Transcript, answers: Sequence[Answer]) -> list[Turn]:
    """The turns of a game up to its first impossible answer, which leaves no words.

    Raises NoWordFits if no word fits the start.
    """
    all_turns: list[Turn] = []
    transcript, words = start, possible_words(lexicon, start)
    for answer in answers:
        if not len(words):
            break
        all_turns.append(Turn(transcript, answer, words, _after(words, answer)))
        transcript, words = transcript.after(answer), all_turns[-1].after
    return all_turns


def _after(before: PossibleWords, answer: Answer) -> PossibleWords:
    lexicon, ids = before.lexicon, before.ids
    fits = answer.fits(lexicon).take(ids)
    guessed = before.guessed
    if not answer.is_word:
        guessed |= letter_set(answer.guess, lexicon.alphabet)
    if fits.all() and guessed == before.guessed:
        return before
    return PossibleWords(lexicon, ids if fits.all() else ids.compress(fits), guessed)
