"""What has been said aloud in a game: the answers, and all that follows from them."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np

from service.engine.errors import NoWordFits
from service.engine.lexicon import Lexicon, Positions, WordIDs, places

HIDDEN = "_"


@dataclass(frozen=True, slots=True)
class LetterAnswer:
    """The dealer's reply to a letter."""

    letter: str
    positions: Positions

    @property
    def guess(self) -> str:
        """What was offered."""
        return self.letter

    @property
    def hit(self) -> bool:
        """Whether the letter is shown somewhere."""
        return self.positions != 0


@dataclass(frozen=True, slots=True)
class WordAnswer:
    """The dealer's reply to a whole word."""

    word: str
    hit: bool

    @property
    def guess(self) -> str:
        """What was offered."""
        return self.word

    @property
    def positions(self) -> Positions:
        """Where the word's letters are shown: everywhere or nowhere."""
        return (1 << len(self.word)) - 1 if self.hit else 0


Answer: TypeAlias = LetterAnswer | WordAnswer


@dataclass(frozen=True)
class Transcript:
    """All answers so far, in order, in a game for a word of `length` letters."""

    length: int
    answers: tuple[Answer, ...] = ()

    def after(self, answer: Answer) -> "Transcript":
        """This transcript with one more answer."""
        return replace(self, answers=(*self.answers, answer))

    def until(self, guesses: int) -> "Transcript":
        """This transcript as it was after so many guesses."""
        return replace(self, answers=self.answers[:guesses])

    @cached_property
    def letters(self) -> tuple[LetterAnswer, ...]:
        """The answers to letters."""
        return tuple(answer for answer in self.answers if isinstance(answer, LetterAnswer))

    @cached_property
    def words(self) -> tuple[WordAnswer, ...]:
        """The answers to whole words."""
        return tuple(answer for answer in self.answers if isinstance(answer, WordAnswer))

    @property
    def guessed_letters(self) -> tuple[str, ...]:
        """Every letter guessed, in order."""
        return tuple(answer.letter for answer in self.letters)

    @property
    def wrong_letters(self) -> tuple[str, ...]:
        """The letters that were misses, in order."""
        return tuple(answer.letter for answer in self.letters if not answer.hit)

    @property
    def wrong_words(self) -> tuple[str, ...]:
        """The words that were refused, in order."""
        return tuple(answer.word for answer in self.words if not answer.hit)

    @property
    def misses(self) -> int:
        """How many guesses, of letters and words, were misses."""
        return sum(not answer.hit for answer in self.answers)

    @cached_property
    def pattern(self) -> str:
        """What the player sees of the word, `_` where it is hidden."""
        shown = [HIDDEN] * self.length
        for answer in self.letters:
            for place in places(answer.positions):
                shown[place] = answer.letter
        return next((answer.word for answer in self.words if answer.hit), "".join(shown))

    def fitting(self, lexicon: Lexicon) -> WordIDs:
        """The words that fit everything said.

        Raises NoWordFits where none does.
        """
        fits = np.ones(len(lexicon), dtype=np.bool_)
        for answer in self.letters:
            fits &= lexicon.with_letter_at(answer.letter, answer.positions)
        for word in self.words:
            word_id = lexicon.id_of(word.word)
            if word.hit:
                fits &= np.arange(len(lexicon)) == word_id
            elif word_id is not None:
                fits[word_id] = False
        if not fits.any():
            raise NoWordFits
        return np.flatnonzero(fits)
