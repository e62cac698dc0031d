"""Help with guessing: hints for any game, and guessers that look for a word."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from service.choices import MOST_MISSES, WORDS_SHOWN
from service.dictionaries.dictionary import Dictionary
from service.engine import errors
from service.engine.game import letter_in, text_in
from service.engine.guessers import Guesser, Step, decision, solved
from service.engine.lexicon import Lexicon, in_alphabet, positions_of
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import HIDDEN, Transcript, letter_answer, word_answer
from service.play.catalogue import Catalogue, Run, run_inline
from service.play.views import AnsweredView, answer_fields
from service.registry import DEFAULT_DICTIONARY, DEFAULT_GUESSER

STEPS: Final = 2500  # the budget of a guesser's searches in one solution
SHARE_DIGITS: Final = 4
HIDDEN_TOO: Final = str.maketrans(dict.fromkeys("-.?", HIDDEN))  # other signs for a hidden letter


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
    """What the player knows of a game that is played elsewhere, and which help to give."""

    pattern: str
    wrong_letters: tuple[str, ...] = ()
    wrong_words: tuple[str, ...] = ()
    dictionary: str = DEFAULT_DICTIONARY
    guesser: str = DEFAULT_GUESSER
    words: int = WORDS_SHOWN


@dataclass(frozen=True)
class Puzzle:
    """A word for a guesser to find."""

    word: str
    dictionary: str = DEFAULT_DICTIONARY
    guesser: str = DEFAULT_GUESSER
    max_misses: int = MOST_MISSES
    seed: int = 0


@dataclass(frozen=True)
class SolutionStepView(AnsweredView):
    """One guess of a guesser, and what it knew afterwards."""

    pattern: str
    """The pattern after the guess."""
    words_left: int
    """The number of words that fit then; 0 if the guesser notices that it knows no such word."""


@dataclass(frozen=True)
class SolutionView:
    """How a guesser looked for a word."""

    word: str
    """The word, in the dictionary's case."""
    dictionary: str
    """The name of the dictionary."""
    in_dictionary: bool
    """Whether the dictionary has the word."""
    guesser: str
    """The name of the guesser."""
    max_misses: int
    """The number of misses after which the guesser gives up."""
    found: bool
    """Whether the guesser found the word."""
    misses: int
    """The number of its misses."""
    guesses: list[SolutionStepView]
    """Its guesses, in order."""


def hint(
    question: HintQuestion, possible: PossibleWords | None, guesser: Guesser, run: Run
) -> HintView:
    """A hint if these words are possible (None: no word fits). Raises Busy, GuesserFailed."""
    return HintView(
        pattern=question.pattern,
        dictionary=question.dictionary,
        guesser=question.guesser,
        words_left=len(possible) if possible else 0,
        letters=_ranked(possible, guesser, run) if possible else [],
        words=possible.lexicon.commonest(possible.ids, question.words) if possible else [],
    )


def hint_elsewhere(question: HintQuestion, catalogue: Catalogue, run: Run = run_inline) -> HintView:
    """A hint for a game that is played elsewhere. Raises InvalidInput, Busy, GuesserFailed."""
    dictionary = catalogue.dictionary(question.dictionary)
    wrong = question.wrong_letters, question.wrong_words
    transcript = transcript_of(question.pattern, dictionary.description.alphabet, *wrong)
    possible = None
    lexicon = lexicon_of(dictionary, transcript.length, "pattern")
    with suppress(errors.NoWordFits):
        possible = possible_words(lexicon, transcript)
    known = replace(question, pattern=transcript.pattern)
    return hint(known, possible, catalogue.guesser(question.guesser), run)


def _ranked(possible: PossibleWords, guesser: Guesser, run: Run) -> list[RankedLetterView]:
    """The letters worth a guess, best first; ties go to the letter that is first in the alphabet.

    The shares assume that all possible words are equally likely. Raises Busy, GuesserFailed.
    """
    preferences = run(lambda: decision(guesser, lambda: guesser.checked_preferences(possible)))
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


def solution(puzzle: Puzzle, catalogue: Catalogue, run: Run = run_inline) -> SolutionView:
    """Let a guesser find a word. Raises InvalidInput, Busy, GuesserFailed."""
    dictionary = catalogue.dictionary(puzzle.dictionary)
    word = text_in(puzzle.word, dictionary.description.alphabet, "word")
    lexicon = dictionary.lexicons.get(len(word))
    guesser = catalogue.guesser(puzzle.guesser).for_game(puzzle.seed, STEPS)
    steps: list[Step] = []
    if lexicon:
        guesses = solved(lexicon, word, guesser, max_misses=puzzle.max_misses, seed=puzzle.seed)
        steps = run(lambda: list(guesses))
    end = steps[-1].transcript if steps else Transcript(len(word))
    return SolutionView(
        word=word,
        dictionary=puzzle.dictionary,
        in_dictionary=lexicon is not None and lexicon.id_of(word) is not None,
        guesser=puzzle.guesser,
        max_misses=puzzle.max_misses,
        found=end.pattern == word,
        misses=end.misses,
        guesses=[
            SolutionStepView(
                **answer_fields(step.transcript.answers[-1]),
                pattern=step.transcript.pattern,
                words_left=step.words_left,
            )
            for step in steps
        ],
    )


def transcript_of(
    pattern: str,
    alphabet: str,
    wrong_letters: Sequence[str] = (),
    wrong_words: Sequence[str] = (),
    field: str = "pattern",
) -> Transcript:
    """A transcript that leads to this pattern, with these misses. Raises InvalidInput.

    `field` is the request's field that has the pattern.
    """
    pattern = _pattern_in(pattern, alphabet, field)
    shown = sorted(set(pattern) - {HIDDEN})
    wrong = [
        letter_in(letter, alphabet, f"wrong_letters/{number}")
        for number, letter in enumerate(wrong_letters)
    ]
    words = [
        text_in(word, alphabet, f"wrong_words/{number}") for number, word in enumerate(wrong_words)
    ]
    for number, letter in enumerate(wrong):
        if letter in shown:
            shows = f"The pattern shows “{letter}”, so it is not wrong."
            raise errors.Contradiction(shows, field=f"wrong_letters/{number}")
    for number, word in enumerate(words):
        if len(word) != len(pattern):
            raise errors.WrongLength(len(pattern), len(word), field=f"wrong_words/{number}")
        if word == pattern:
            shows = f"The pattern shows “{word}”, so it is not wrong."
            raise errors.Contradiction(shows, field=f"wrong_words/{number}")
    guessed = dict.fromkeys([*shown, *wrong])
    letters = [letter_answer(letter, positions_of(letter, pattern)) for letter in guessed]
    missed = [word_answer(word, hit=False) for word in dict.fromkeys(words)]
    return Transcript(len(pattern), (*letters, *missed))


def _pattern_in(text: str, alphabet: str, field: str) -> str:
    """A pattern in the alphabet's case, with `_` for each hidden letter. Raises NotInAlphabet."""
    pattern = in_alphabet(text.translate(HIDDEN_TOO), alphabet)
    text_in(pattern.replace(HIDDEN, ""), alphabet, field)
    return pattern


def lexicon_of(dictionary: Dictionary, length: int, field: str) -> Lexicon:
    """The words of a length. Raises NoWordsOfLength, with the `field` that has the length."""
    if length not in dictionary.lexicons:
        raise errors.NoWordsOfLength(length, dictionary.lexicons, field)
    return dictionary.lexicons[length]
