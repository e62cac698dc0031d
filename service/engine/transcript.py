"""What has been said aloud in a game: the answers, and all that follows from them."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.errors import NoWordFits
from service.engine.lexicon import Lexicon, Positions, places

HIDDEN = "_"
MOST_MISSES = 1000  # more than anybody can make: a game takes 100 words and its alphabet


class LetterAnswer(NamedTuple):
    """The dealer's reply to a letter."""

    letter: str
    positions: Positions

    @property
    def guess(self) -> str:
        """The letter."""
        return self.letter

    @property
    def hit(self) -> bool:
        """Whether the letter is shown somewhere."""
        return self.positions != 0

    def fits(self, lexicon: Lexicon) -> NDArray[np.bool_]:
        """Whether each word of a lexicon fits this answer, (words,)."""
        return lexicon.with_letter_at(self.letter, self.positions)


class WordAnswer(NamedTuple):
    """The dealer's reply to a whole word."""

    word: str
    hit: bool

    @property
    def guess(self) -> str:
        """The word."""
        return self.word

    @property
    def positions(self) -> Positions:
        """All positions if the word is a hit, else none."""
        return (1 << len(self.word)) - 1 if self.hit else 0

    def fits(self, lexicon: Lexicon) -> NDArray[np.bool_]:
        """Whether each word of a lexicon fits this answer, (words,)."""
        is_word = lexicon.everything == lexicon.id_of(self.word)
        return np.asarray(is_word == self.hit)


Answer: TypeAlias = LetterAnswer | WordAnswer


@dataclass(frozen=True)
class Transcript:
    """All answers so far, in order, in a game for a word of `length` letters."""

    length: int
    answers: tuple[Answer, ...] = ()

    @cached_property
    def letters(self) -> tuple[LetterAnswer, ...]:
        """The answers to letters, in order."""
        return tuple([answer for answer in self.answers if isinstance(answer, LetterAnswer)])

    @cached_property
    def words(self) -> tuple[WordAnswer, ...]:
        """The answers to whole words, in order."""
        return tuple([answer for answer in self.answers if isinstance(answer, WordAnswer)])

    @cached_property
    def misses(self) -> int:
        """How many guesses were misses."""
        return sum([not answer.hit for answer in self.answers])

    @cached_property
    def pattern(self) -> str:
        """What the player sees of the word, `_` for each hidden letter."""
        for answer in self.words:
            if answer.hit:
                return answer.word
        shown = [HIDDEN] * self.length
        for letter, positions in self.letters:
            for place in places(positions):
                shown[place] = letter
        return "".join(shown)

    def after(self, answer: Answer) -> "Transcript":
        """This transcript with one more answer."""
        return Transcript(self.length, (*self.answers, answer))

    def until(self, guesses: int) -> "Transcript":
        """This transcript as it was after its first `guesses` guesses."""
        return Transcript(self.length, self.answers[:guesses])

    @property
    def guessed_letters(self) -> tuple[str, ...]:
        """Every letter guessed, in order."""
        return tuple([answer.letter for answer in self.letters])

    @property
    def wrong_letters(self) -> tuple[str, ...]:
        """The letters that were misses, in order."""
        return tuple([answer.letter for answer in self.letters if not answer.hit])

    @property
    def wrong_words(self) -> tuple[str, ...]:
        """The words that were refused, in order."""
        return tuple([answer.word for answer in self.words if not answer.hit])

    def fitting(self, lexicon: Lexicon) -> WordIDs:
        """The words of a lexicon that fit everything said, (size,) int64, ascending.

        Raises NoWordFits if none does.
        """
        fits = np.ones(len(lexicon), dtype=np.bool_)
        for answer in self.answers:
            fits &= answer.fits(lexicon)
        if not fits.any():
            raise NoWordFits
        return np.flatnonzero(fits)
