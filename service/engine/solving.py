"""A guesser that plays against one word, guess by guess (the Ruby Quiz's program)."""

from collections.abc import Iterator
from dataclasses import dataclass

from service.engine.errors import NoWordFits
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon, positions_of
from service.engine.possible_words import possible_words
from service.engine.transcript import HIDDEN, Transcript, letter_answer


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
    guesser's random choices.
    """
    transcript = Transcript(lexicon.length)
    possible = possible_words(lexicon, transcript)
    while HIDDEN in transcript.pattern and possible.letters and transcript.misses != max_misses:
        letter = lexicon.alphabet[guesser.pick(possible, seed)]
        transcript = transcript.after(letter_answer(letter, positions_of(letter, word)))
        try:
            possible = possible_words(lexicon, transcript)
        except NoWordFits:
            yield Step(transcript, 0)
            return
        yield Step(transcript, len(possible))
