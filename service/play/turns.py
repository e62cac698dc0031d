"""A game replayed: the possible words before and after each guess."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.lexicon import Lexicon, letter_set
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import Answer, Transcript


@dataclass(frozen=True, eq=False)
class Turn:
    """A guess with its answer; what was said before it; the possible words before and after.

    If the answer tells nothing, `after` is `before` itself.
    """

    transcript: Transcript
    answer: Answer
    before: PossibleWords
    after: PossibleWords

    @property
    def is_repeated(self) -> bool:
        """Whether the guess was made before, or shows what was shown from the start."""
        return self.answer.guess in [answer.guess for answer in self.transcript.answers]


def turns(lexicon: Lexicon, start: Transcript, answers: Sequence[Answer]) -> list[Turn]:
    """The turns of a game up to its first impossible answer, which leaves no words.

    Raises NoWordFits if no word fits the start.
    """
    every: list[Turn] = []
    transcript, words = start, possible_words(lexicon, start)
    for answer in answers:
        if not len(words):
            break
        every.append(Turn(transcript, answer, words, _after(words, answer)))
        transcript, words = transcript.after(answer), every[-1].after
    return every


def _after(before: PossibleWords, answer: Answer) -> PossibleWords:
    lexicon, ids = before.lexicon, before.ids
    fits = answer.fits(lexicon).take(ids)
    guessed = before.guessed
    if not answer.is_word:
        guessed |= letter_set(answer.guess, lexicon.alphabet)
    if fits.all() and guessed == before.guessed:
        return before
    return PossibleWords(lexicon, ids if fits.all() else ids.compress(fits), guessed)
