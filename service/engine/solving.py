"""A guesser that plays against one word, guess by guess (the Ruby Quiz's program)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import index

from service.engine.errors import FAILURES, GuesserFailed, NoWordFits
from service.engine.game import Decision
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon, positions_of
from service.engine.possible_words import PossibleWords, possible_words
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
    except FAILURES as error:
        raise GuesserFailed(guesser.name, f"{type(error).__name__}: {error}") from error
