"""A guesser at play: against one word, guess by guess (the Ruby Quiz's program)."""

from collections.abc import Iterator
from dataclasses import dataclass

from service.engine.errors import NoWordFits
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon, positions_of
from service.engine.possible_words import possible_words
from service.engine.transcript import HIDDEN, LetterAnswer, Transcript


@dataclass(frozen=True)
class Step:
    """One guess: what has been said with it, and how many words that leaves."""

    said: Transcript
    words_left: int

    @property
    def answer(self) -> LetterAnswer:
        """The answer to it."""
        return self.said.letters[-1]


def solved(
    lexicon: Lexicon, word: str, guesser: Guesser, *, max_misses: int | None, seed: int
) -> Iterator[Step]:
    """The guesses at a word, until it is found, the player hanged, or no word fits any more.

    `word` need not be in the lexicon, but has its length and its letters. What the guesser leaves
    to chance is drawn from `seed`.
    """
    said = Transcript(lexicon.length)
    possible = possible_words(lexicon, said)
    while HIDDEN in said.pattern and possible.letters and said.misses != max_misses:
        letter = lexicon.alphabet[guesser.pick(possible, seed)]
        said = said.after(LetterAnswer(letter, positions_of(letter, word)))
        try:
            possible = possible_words(lexicon, said)
        except NoWordFits:
            yield Step(said, 0)
            return
        yield Step(said, len(possible))
