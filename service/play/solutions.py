"""Solutions: how a guesser looks for a word, guess by guess."""

from dataclasses import dataclass
from typing import Final

from service.choices import MOST_MISSES
from service.engine.game import text_in
from service.engine.guessers import Step, solved
from service.engine.transcript import Transcript
from service.play.catalogue import Catalogue
from service.play.views import AnsweredView, answer_fields
from service.registry import DEFAULT_DICTIONARY, DEFAULT_GUESSER

STEPS: Final = 2500  # the budget of a guesser's searches in one solution


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
    """The word, as people write it."""
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


def solution_of(catalogue: Catalogue, puzzle: Puzzle) -> SolutionView:
    """How a guesser looks for a word. Raises InvalidInput, GuesserFailed."""
    dictionary = catalogue.dictionary(puzzle.dictionary)
    word = text_in(puzzle.word, dictionary.writing, "word")
    lexicon = dictionary.lexicons.get(len(word))
    guesser = catalogue.guesser(puzzle.guesser).for_game(puzzle.seed, STEPS)
    steps: list[Step] = []
    if lexicon:
        limits = {"max_misses": puzzle.max_misses, "seed": puzzle.seed}
        steps = list(solved(lexicon, word, guesser, **limits))
    end = steps[-1].transcript if steps else Transcript(len(word))
    return SolutionView(
        word=dictionary.writing.written(word),
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
