"""The review of a game: what each guess was worth, and what was luck.

The numbers are misses, on average over the words that were possible: those of a game against an
honest dealer, who draws its word evenly, or common words more often. A guess costs what it expects
beyond the best letter; the bad luck of its answer is what then came beyond what the guess expected.
So the misses made and those to come are those expected at the start, all costs and all bad luck.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, zip_longest
from typing import Final, Literal, TypeAlias

from service.dictionaries.dictionary import Dictionary
from service.engine.errors import (
    Contradiction,
    NotInAlphabet,
    NotOneLetter,
    NoWordFits,
    NoWordsOfLength,
    OutOfRange,
    WrongLength,
)
from service.engine.lexicon import in_alphabet, positions_of
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import HIDDEN, Answer, Transcript, letter_answer, word_answer
from service.engine.weights import WEIGHTS, WeightsName
from service.play.catalogue import Catalogue, Run, run_inline
from service.play.turns import NOTHING, Evaluation, MeanMisses, evaluations, misses_forced, turns
from service.play.views import AnsweredView, Instant, answer_fields
from service.registry import DEFAULT_DICTIONARY
from service.search.budget import Bounds, Budget
from service.search.expectations import Expectations

STEPS: Final = 4500  # the budget of a review: less than 300 plain guesses with all that it is not
STEPS_OF_GUESS: Final = 17  # to replay a guess and to show it,
WORDS_A_STEP: Final = 1500  # and one for so many words that were possible before it
FORCED: Final = 0.15  # of the budget, at most, for the misses that perfect play forces
GOOD: Final = 0.05  # misses: a guess that costs less is good
DIGITS: Final = 6
WEIGHTS_NAMES: Final = tuple(WEIGHTS)
DEFAULT_WEIGHTS: Final = "even"

Verdict: TypeAlias = Literal["best", "good", "costly", "wasted", "repeated", "impossible"]


@dataclass(frozen=True)
class BestLetterView:
    """One of the best letters to guess."""

    letter: str
    """The letter."""
    hit_probability: float
    """The chance that the word has the letter, from 0 to 1."""
    misses_expected: MeanMisses
    """The misses to expect with this letter and the best play after it."""


@dataclass(frozen=True)
class ReviewedView(AnsweredView):
    """What one guess was worth; from the first impossible answer on, only the numbers of words."""

    verdict: Verdict
    """By the upper bounds of `misses_expected`, and of the best letter's, `best`: no difference;
    `good`: less than 0.05; `costly`: more. `wasted`: it was in no possible word; `repeated`: it was
    guessed before; `impossible`: no word fits its answer, or that of a guess before it."""
    words_before: int
    """The number of words that were possible before the guess."""
    words_left: int
    """The number of words that were possible after the answer; 0 if that was impossible."""
    hit_probability: float | None = None
    """The chance that the guess is a hit, from 0 to 1."""
    misses_expected: MeanMisses | None = None
    """The misses to expect with this guess and the best play after it."""
    best_misses_expected: MeanMisses | None = None
    """The misses to expect with the best letter and the best play after it."""
    cost: MeanMisses | None = None
    """How many more misses this guess costs than the best letter, on average; never negative."""
    bad_luck: MeanMisses | None = None
    """How many more misses the answer cost than was to be expected; less than 0 is good luck."""
    misses_forced_before: Bounds | None = None
    """How many more misses a perfect dealer could force before the guess."""
    misses_forced_after: Bounds | None = None
    """How many more misses a perfect dealer could force after the answer."""
    best_letters: list[BestLetterView] = field(default_factory=list)
    """The three best letters, best first, or all in a possible word; none if the lists
    before were so long that no time was left."""


@dataclass(frozen=True)
class ReviewView:
    """What the guesses of a game were worth, up to the first impossible answer."""

    dictionary: str
    """The name of the dictionary."""
    length: int
    """The number of letters of the word."""
    pattern: str
    """The word as it was shown before the first guess, with `_` for each hidden letter."""
    weights: WeightsName
    """How likely an honest dealer draws each word."""
    found: bool
    """Whether the player found the word."""
    misses: int
    """The number of misses; a repeated letter is one if it is not in the word."""
    misses_expected: MeanMisses
    """The misses of the best player, on average, from the start of the game."""
    misses_to_come: MeanMisses
    """The misses that the best player would still make, on average; 0 if the word was found."""
    cost: MeanMisses
    """What the guesses cost, added up; 0 for the best player."""
    bad_luck: MeanMisses
    """The bad luck of all answers, added up; less than 0 is good luck."""
    baseline_misses: float | None
    """The misses of the guesser `expected`, on average, from the start of the game, to compare
    `misses` with; null if that is not known, as with other weights than `even`."""
    guesses: list[ReviewedView]
    """What each guess was worth, in order."""


@dataclass(frozen=True)
class Transcribed:
    """A game that was played anywhere: how it began, and its guesses with their answers.

    It began with `pattern`, or with all of `length` letters hidden; one of both is None. `times`
    are those of the answers, if they are known.
    """

    guesses: tuple[Answer, ...]
    length: int | None = None
    pattern: str | None = None
    dictionary: str = DEFAULT_DICTIONARY
    weights: WeightsName = DEFAULT_WEIGHTS
    times: tuple[Instant, ...] = ()


def review_of(played: Transcribed, catalogue: Catalogue, run: Run = run_inline) -> ReviewView:
    """What each guess was worth.

    Raises UnknownDictionary, NoWordsOfLength, Contradiction, Busy.
    """
    dictionary = catalogue.dictionary(played.dictionary)
    start = _start(played, dictionary)
    answers = [
        _answer(answer, start.length, dictionary.description.alphabet, f"guesses/{number}")
        for number, answer in enumerate(played.guesses)
    ]
    return run(lambda: _review(played, dictionary, start, answers))


def _review(
    played: Transcribed, dictionary: Dictionary, start: Transcript, answers: Sequence[Answer]
) -> ReviewView:
    """The review of a game with these answers after `start`."""
    lexicon, length = dictionary.lexicons[start.length], start.length
    every = turns(lexicon, start, answers)
    possible = [turn for turn in every if len(turn.after)]
    lists = [possible_words(lexicon, start), *[turn.after for turn in possible]]
    ids = [words.ids for words in lists]
    told = sum({len(turn.before) for turn in every})  # words of all lists
    budget = Budget(steps=STEPS - STEPS_OF_GUESS * len(answers) - told // WORDS_A_STEP)
    with budget.lent(FORCED) as share:
        forced = misses_forced(dictionary, length, ids, share)
    expectations = Expectations(
        lexicon,
        WEIGHTS[played.weights](lexicon),
        budget,
        ids,
        dictionary.least_bounds(length, played.weights),
    )
    each = evaluations(possible, lists[-1], expectations)
    to_come = each[-1].after if each else expectations.least(lists[-1])
    first = each[0].least if each else to_come
    transcript = Transcript(length, (*start.answers, *[turn.answer for turn in possible]))
    views = [
        *[_view(guess, *pair) for guess, pair in zip(each, pairwise(forced), strict=True)],
        *_impossible(answers[len(possible) :], len(ids[-1])),
    ]
    return ReviewView(
        dictionary=played.dictionary,
        length=length,
        pattern=start.pattern,
        weights=played.weights,
        found=HIDDEN not in transcript.pattern,
        misses=transcript.misses,
        misses_expected=_rounded(MeanMisses.of(first, expectations.weight(ids[0]))),
        misses_to_come=_rounded(MeanMisses.of(to_come, expectations.weight(ids[-1]))),
        cost=_rounded(sum((evaluation.cost for evaluation in each), NOTHING)),
        bad_luck=_rounded(sum((evaluation.bad_luck for evaluation in each), NOTHING)),
        baseline_misses=_baseline_misses(played, dictionary, lists[0]),
        guesses=[replace(view, at=at) for view, at in zip_longest(views, played.times)],
    )


def _view(evaluation: Evaluation, forced_before: Bounds, forced_after: Bounds) -> ReviewedView:
    best_letters = [
        BestLetterView(
            letter=best.guess,
            hit_probability=round(1 - best.missed / evaluation.total, DIGITS),
            misses_expected=_rounded(evaluation.mean(best.misses)),
        )
        for best in evaluation.best_letters
    ]
    return ReviewedView(
        **answer_fields(evaluation.turn.answer),
        verdict=_verdict(evaluation),
        words_before=len(evaluation.turn.before),
        words_left=len(evaluation.turn.after),
        hit_probability=round(1 - evaluation.guess.missed / evaluation.total, DIGITS),
        misses_expected=_rounded(evaluation.expected),
        best_misses_expected=_rounded(evaluation.mean(evaluation.least)),
        cost=_rounded(evaluation.cost),
        bad_luck=_rounded(evaluation.bad_luck),
        misses_forced_before=forced_before,
        misses_forced_after=forced_after,
        best_letters=best_letters,
    )


def _impossible(answers: Sequence[Answer], words: int) -> Iterator[ReviewedView]:
    """The guesses from the first impossible answer on; `words` were possible before it."""
    for answer in answers:
        yield ReviewedView(
            **answer_fields(answer), verdict="impossible", words_before=words, words_left=0
        )
        words = 0


def _verdict(evaluation: Evaluation) -> Verdict:
    """What the guess was, if its answer is possible."""
    if evaluation.turn.is_repeated:
        return "repeated"
    if evaluation.is_wasted:
        return "wasted"
    if evaluation.apparent_cost == 0:
        return "best"
    return "good" if evaluation.apparent_cost < GOOD else "costly"


def _baseline_misses(
    played: Transcribed, dictionary: Dictionary, begin: PossibleWords
) -> float | None:
    """The mean misses of `expected`; known if all words were possible at the start, as likely."""
    misses = dictionary.misses_of_expected.get(begin.lexicon.length)
    if misses is None or len(begin) < len(begin.lexicon) or played.weights != "even":
        return None
    return round(misses / len(begin), DIGITS)


def _rounded(misses: MeanMisses) -> MeanMisses:
    return MeanMisses(round(misses.lower, DIGITS), round(misses.upper, DIGITS))


def _start(played: Transcribed, dictionary: Dictionary) -> Transcript:
    """What was said before the first guess. Raises NoWordsOfLength, Contradiction."""
    pattern = played.pattern or HIDDEN * (played.length or 0)
    pattern = in_alphabet(pattern, dictionary.description.alphabet)
    if len(pattern) not in dictionary.lexicons:
        field = "pattern" if played.pattern else "length"
        raise NoWordsOfLength(len(pattern), dictionary.lexicons, field)
    if not set(pattern) - {HIDDEN} <= set(dictionary.description.alphabet):
        raise NotInAlphabet.within(pattern, dictionary.description.alphabet + HIDDEN, "pattern")
    letters = dict.fromkeys(pattern.replace(HIDDEN, ""))
    shown = tuple([letter_answer(letter, positions_of(letter, pattern)) for letter in letters])
    start = Transcript(len(pattern), shown)
    try:
        start.fitting(dictionary.lexicons[start.length])
    except NoWordFits as error:
        raise Contradiction("No word of the dictionary fits.", field="pattern") from error
    return start


def _answer(answer: Answer, length: int, alphabet: str, where: str) -> Answer:
    """The answer, its guess in the alphabet's case. Raises InvalidInput; `where` is its place.

    A letter that the alphabet does not have may have been guessed, and have missed.
    """
    guess = in_alphabet(answer.guess, alphabet)
    if answer.is_word:
        if len(guess) != length:
            raise WrongLength(length, len(guess), field=f"{where}/word")
        return word_answer(guess, answer.hit)
    if len(guess) != 1:
        raise NotOneLetter(guess, field=f"{where}/letter")
    if answer.positions and guess not in alphabet:
        raise NotInAlphabet.within(guess, alphabet, f"{where}/letter")
    if answer.positions >> length:
        wrong = f"Positions of {length} letters are 0 to {length - 1}."
        raise OutOfRange(wrong, field=f"{where}/positions", minimum=0, maximum=length - 1)
    return letter_answer(guess, answer.positions)
