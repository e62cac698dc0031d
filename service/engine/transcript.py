"""The transcript of a game: its answers, and everything that follows from them."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.errors import NoWordFits
from service.engine.lexicon import Lexicon, Positions

HIDDEN = "_"


class Answer(NamedTuple):
    """A guess, a letter or a whole word, and the dealer's answer.

    A hit shows `positions`, all of them if the guess is a word. A miss shows none.
    """

    guess: str
    hit: bool
    positions: Positions
    is_word: bool = False  # a word may have one letter

    def fits(self, lexicon: Lexicon) -> NDArray[np.bool_]:
        """Whether each word of a lexicon fits this answer, (words,)."""
        if not self.is_word:
            return lexicon.with_letter_at(self.guess, self.positions)
        fits = np.full(len(lexicon), not self.hit)
        word_id = lexicon.id_of(self.guess)
        if word_id is not None:
            fits[word_id] = self.hit
        return fits


def letter_answer(letter: str, positions: Positions) -> Answer:
    """The answer to a letter that stands at these positions."""
    return Answer(letter, positions != 0, positions)


def word_answer(word: str, hit: bool) -> Answer:
    """The answer to a whole word."""
    return Answer(word, hit, (1 << len(word)) - 1 if hit else 0, is_word=True)


@dataclass(frozen=True)
class Transcript:
    """All answers so far, in order, in a game for a word of `length` letters."""

    length: int
    answers: tuple[Answer, ...] = ()

    @property
    def words(self) -> tuple[Answer, ...]:
        """The answers to whole words, in order."""
        return tuple([answer for answer in self.answers if answer.is_word])

    @cached_property
    def misses(self) -> int:
        """How many guesses were misses."""
        return sum([not answer.hit for answer in self.answers])

    @property
    def is_solved(self) -> bool:
        """Whether the whole word is shown."""
        shown = 0
        for answer in self.answers:
            shown |= answer.positions
        return shown == (1 << self.length) - 1

    @cached_property
    def pattern(self) -> str:
        """What the player sees of the word, `_` for each hidden letter."""
        shown = [HIDDEN] * self.length
        for answer in self.answers:
            if answer.is_word and answer.hit:
                return answer.guess
            if answer.hit:
                for place in places(answer.positions):
                    shown[place] = answer.guess
        return "".join(shown)

    def after(self, answer: Answer) -> "Transcript":
        """This transcript with one more answer."""
        return Transcript(self.length, (*self.answers, answer))

    def until(self, guesses: int) -> "Transcript":
        """This transcript as it was after its first `guesses` guesses."""
        return Transcript(self.length, self.answers[:guesses])

    @cached_property
    def guessed_letters(self) -> tuple[str, ...]:
        """Every letter guessed, in order."""
        return tuple([answer.guess for answer in self.answers if not answer.is_word])

    @property
    def wrong_letters(self) -> tuple[str, ...]:
        """The letters that were misses, in order."""
        return tuple([each.guess for each in self.answers if not (each.hit or each.is_word)])

    @property
    def wrong_words(self) -> tuple[str, ...]:
        """The whole words that were misses, in order."""
        return tuple([each.guess for each in self.answers if each.is_word and not each.hit])

    def fitting(self, lexicon: Lexicon) -> WordIDs:
        """The words of a lexicon that fit all answers, (size,) int64, ascending.

        Raises NoWordFits if none does.
        """
        fits = np.ones(len(lexicon), dtype=np.bool_)
        for answer in self.answers:
            fits &= answer.fits(lexicon)
        if not fits.any():
            raise NoWordFits
        return np.flatnonzero(fits)


def places(positions: Positions) -> list[int]:
    """Positions as a list, from 0: [0, 5] for `0b100001`."""
    return [index for index in range(positions.bit_length()) if positions >> index & 1]
