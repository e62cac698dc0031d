"""Hints: letters ranked by what the player knows, in any game."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import numpy as np

from service.choices import WORDS_SHOWN
from service.engine.errors import NoWordFits
from service.engine.guessers import Guesser, decision
from service.engine.possible_words import PossibleWords, possible_words
from service.play.catalogue import Catalogue
from service.play.patterns import lexicon_of, transcript_of
from service.registry import DEFAULT_DICTIONARY, DEFAULT_GUESSER

SHARE_DIGITS: Final = 4


@dataclass(frozen=True)
class RankedLetterView:
    """A letter that is worth a guess, if every word that fits is equally likely."""

    letter: str
    """The letter."""
    share_with: float
    """The share of the words that fit that have the letter, from 0 to 1. It is the chance of a hit
    only if the dealer is honest and drew each word with the same chance."""
    share_left: float
    """The share of them that will still fit after the answer, on average, from 0 to 1."""


@dataclass(frozen=True)
class HintView:
    """What to guess next in a game."""

    pattern: str
    """The word as far as it is shown, with `_` for each hidden letter."""
    dictionary: str
    """The name of the dictionary."""
    guesser: str
    """The name of the guesser that ranked the letters."""
    words_left: int
    """The number of words that fit; 0 if none does."""
    letters: list[RankedLetterView]
    """The letters that a word that fits has and the pattern does not show, best first."""
    words: list[str]
    """Words that fit, the commonest first, up to `words` of them."""


@dataclass(frozen=True)
class HintQuestion:
    """What the player knows of a game, and which help to give.

    The hints of a game that have one `seed` follow one tree of a guesser that mixes trees.
    """

    pattern: str
    wrong_letters: tuple[str, ...] = ()
    wrong_words: tuple[str, ...] = ()
    dictionary: str = DEFAULT_DICTIONARY
    guesser: str = DEFAULT_GUESSER
    words: int = WORDS_SHOWN
    seed: int | None = None


def hint_of(catalogue: Catalogue, question: HintQuestion) -> HintView:
    """What to guess next. Raises InvalidInput, GuesserFailed."""
    dictionary, guesser = (
        catalogue.dictionary(question.dictionary),
        catalogue.guesser(question.guesser),
    )
    wrong = question.wrong_letters, question.wrong_words
    transcript = transcript_of(question.pattern, dictionary.writing, *wrong)
    lexicon = lexicon_of(dictionary, transcript.length, "pattern")
    if question.seed is not None:
        guesser = guesser.for_game(question.seed)
    possible = None
    with suppress(NoWordFits):
        possible = possible_words(lexicon, transcript)
    return HintView(
        pattern=transcript.pattern,
        dictionary=question.dictionary,
        guesser=question.guesser,
        words_left=len(possible) if possible else 0,
        letters=_ranked(possible, guesser) if possible else [],
        words=lexicon.commonest(possible.ids, question.words) if possible else [],
    )


def _ranked(possible: PossibleWords, guesser: Guesser) -> list[RankedLetterView]:
    """The letters worth a guess, best first; ties go to the letter that is first in the alphabet.

    The shares assume that all possible words are equally likely.
    """
    preferences = decision(guesser, lambda: guesser.checked_preferences(possible))
    order = np.argsort(-preferences, kind="stable").tolist()
    return [
        RankedLetterView(
            possible.lexicon.alphabet[letter],
            round(float(possible.words_with[letter]) / len(possible), SHARE_DIGITS),
            round(possible.share_left(letter), SHARE_DIGITS),
        )
        for letter in order
        if letter in possible.letters
    ]
