"""What has been said aloud in a game: the answers, and all that follows from them."""

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

import numpy as np

from service.engine.errors import NoWordFits
from service.engine.lexicon import Lexicon, Positions, WordIDs, places

HIDDEN = "_"


class LetterAnswer(NamedTuple):
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


class WordAnswer(NamedTuple):
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


@dataclass(frozen=True, init=False)
class Transcript:
    """All answers so far, in order, in a game for a word of `length` letters.

    `letters` and `words` are the answers to letters and to whole words, `misses` how many of all
    were misses, `pattern` what the player sees of the word, `_` where it is hidden.
    """

    length: int
    answers: tuple[Answer, ...]
    letters: tuple[LetterAnswer, ...] = field(compare=False)
    words: tuple[WordAnswer, ...] = field(compare=False)
    misses: int = field(compare=False)
    pattern: str = field(compare=False)

    def __init__(self, length: int, answers: tuple[Answer, ...] = ()) -> None:
        """Work out at once what every guess needs: cached properties take a lock in Python 3.11."""
        words = tuple([one for one in answers if isinstance(one, WordAnswer)])
        letters = tuple([one for one in answers if isinstance(one, LetterAnswer)])
        vars(self).update(
            length=length,
            answers=answers,
            letters=letters,
            words=words,
            misses=[one[1] for one in answers].count(0),  # no positions, or no hit
            pattern=_pattern(length, letters, words),
        )

    def after(self, answer: Answer) -> "Transcript":
        """This transcript with one more answer."""
        return Transcript(self.length, (*self.answers, answer))

    def until(self, guesses: int) -> "Transcript":
        """This transcript as it was after so many guesses."""
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


def _pattern(length: int, letters: tuple[LetterAnswer, ...], words: tuple[WordAnswer, ...]) -> str:
    for answer in words:
        if answer.hit:
            return answer.word
    shown = [HIDDEN] * length
    for letter, positions in letters:
        if positions:
            for place in places(positions):
                shown[place] = letter
    return "".join(shown)
