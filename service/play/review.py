"""The review of a game: what each guess was worth, and what was luck.

The numbers are misses that a strong player expects, on average over the words that were possible.
The dealer is honest: it draws its word evenly, or common words more often. The cost of a guess is
how many more misses this player expects with it than with the best letter. The bad luck of its
answer is how many misses the answer adds to those expected. So the misses made plus those to come
are those expected at the start, plus all costs and all bad luck.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from math import isnan
from typing import Final, Literal, TypeAlias

from service.choices import DEFAULT_WEIGHTS, WeightsName
from service.dictionaries.dictionary import Dictionary
from service.engine import errors
from service.engine.possible_words import Turn, possible_words, turns
from service.engine.transcript import HIDDEN, Answer, Transcript, letter_answer, word_answer
from service.engine.weights import WEIGHTS, Weights
from service.engine.writing import Writing, characters
from service.play.catalogue import Catalogue
from service.play.patterns import lexicon_of, transcript_of
from service.play.views import AnsweredView, Instant, answer_fields
from service.registry import DEFAULT_DICTIONARY
from service.search.average_misses import GuessMisses, game_misses, verdict_of
from service.search.figures import WeighedFigures
from service.search.played_guesses import hit_probability

BEST_LETTERS: Final = 3
REVIEW_DIGITS: Final = 6

Verdict: TypeAlias = Literal[
    "best", "good", "costly", "wasted", "repeated", "impossible", "unknown"
]


@dataclass(frozen=True)
class BestLetterView:
    """One of the best letters to guess."""

    letter: str
    """The letter."""
    hit_probability: float
    """The chance that an honest dealer, who draws words by `weights`, has a word with the letter,
    from 0 to 1."""
    misses_expected: float
    """The misses to expect of a strong player who guesses this letter now."""


@dataclass(frozen=True)
class ReviewedView(AnsweredView):
    """What one guess was worth; from the first impossible answer on, only the numbers of words.

    Numbers of misses are null if too many words were possible to compute them.
    """

    at: Instant | None
    """When the dealer answered; null in an answer to `POST /reviews`."""
    verdict: Verdict
    """By its cost, `best`: less than 0.01; `good`: less than 0.05; `costly`: more; `unknown`: not
    computed. `wasted`: it was in no possible word; `repeated`: it was guessed before;
    `impossible`: no word fits its answer, or that of a guess before it."""
    words_before: int
    """The number of words that were possible before the guess."""
    words_left: int
    """The number of words that were possible after the answer; 0 if that was impossible."""
    hit_probability: float | None = None
    """The chance that the guess is a hit, from 0 to 1, if an honest dealer draws words by
    `weights`."""
    misses_expected: float | None = None
    """The misses to expect of a strong player who makes this guess."""
    best_misses_expected: float | None = None
    """The misses to expect of a strong player who guesses the best letter instead."""
    cost: float | None = None
    """How many more misses this guess costs than the best letter, on average; never negative."""
    bad_luck: float | None = None
    """How many more misses the answer cost than expected; less than 0 is good luck."""
    best_letters: list[BestLetterView] = field(default_factory=list)
    """The best of the letters that were compared, best first: three at most, and only one if many
    words were possible."""


@dataclass(frozen=True)
class ReviewView:
    """What the guesses of a game were worth, up to the first impossible answer.

    Numbers of misses are null if too many words were possible to compute them.
    """

    dictionary: str
    """The name of the dictionary."""
    length: int
    """The number of letters of the word."""
    start_pattern: str
    """The word as it was shown before the first guess, with `_` for each hidden letter."""
    weights: WeightsName
    """How likely an honest dealer is to draw each word."""
    found: bool
    """Whether the player found the word."""
    misses: int
    """The number of misses; a repeated letter is one if it is not in the word."""
    misses_expected: float | None
    """The misses to expect of a strong player from the start of the game."""
    misses_to_come: float | None
    """The misses to expect of a strong player after the last guess; 0 if the word was found."""
    cost: float | None
    """The sum of the costs of all guesses; null if one of them is."""
    bad_luck: float | None
    """The sum of the bad luck of all answers; less than 0 is good luck; null if one of them is."""
    guesses: list[ReviewedView]
    """What each guess was worth, in order."""


@dataclass(frozen=True)
class Transcribed:
    """A game that was played anywhere: how it began, and its guesses with their answers.

    It began with `start_pattern`, or with all of `length` letters hidden; one of both is None.
    `times` are those of the answers, if they are known. The review leaves
    nothing behind that makes others faster, unless it `keeps_figures`: this may be a game of today.
    """

    guesses: tuple[Answer, ...]
    length: int | None = None
    start_pattern: str | None = None
    dictionary: str = DEFAULT_DICTIONARY
    weights: WeightsName = DEFAULT_WEIGHTS
    times: tuple[Instant, ...] = ()
    keeps_figures: bool = False


def review_of(catalogue: Catalogue, played: Transcribed) -> ReviewView:
    """What each guess was worth. Raises InvalidInput."""
    dictionary = catalogue.dictionary(played.dictionary)
    start = _start_of(played, dictionary)
    answers = [
        _checked_answer(answer, start.length, dictionary.writing, f"guesses/{number}")
        for number, answer in enumerate(played.guesses)
    ]
    lexicon = dictionary.lexicons[start.length]
    weights = WEIGHTS[played.weights](lexicon)
    # After an impossible answer no word is left, so only the turns before it have numbers. They
    # come from the words that were possible before the first guess and after each answer.
    possible = [turn for turn in turns(lexicon, start, answers) if len(turn.after)]
    lists = [possible_words(lexicon, start), *[turn.after for turn in possible]]
    # The numbers of the dictionary hold while no letter is shown.
    by_length = {} if start.answers else dictionary.first_guesses.get(played.weights, {})
    known = by_length.get(start.length, {})
    figures = catalogue.figures_for(keeps=played.keeps_figures)
    weighed = WeighedFigures(figures, played.weights)
    misses = game_misses(lists, [turn.answer for turn in possible], weights, known, weighed)
    # Each guess has a row. From the first impossible answer on, rows say only “impossible”.
    pairs = zip(possible, misses.guesses, strict=True)
    views = [_view(turn, worth, weights) for turn, worth in pairs]
    views += _impossible(answers[len(possible) :], len(lists[-1]))
    # What the player saw at the end, by the answers that are possible.
    transcript = Transcript(start.length, (*start.answers, *[turn.answer for turn in possible]))
    return ReviewView(
        dictionary=played.dictionary,
        length=start.length,
        start_pattern=start.pattern,
        weights=played.weights,
        found=HIDDEN not in transcript.pattern,
        misses=transcript.misses,
        misses_expected=_rounded(misses.expected),
        misses_to_come=_rounded(misses.to_come),
        cost=_rounded(misses.cost),
        bad_luck=_rounded(misses.bad_luck),
        guesses=[replace(view, at=at) for view, at in zip_longest(views, played.times)],
    )


def _view(turn: Turn, worth: GuessMisses, weights: Weights) -> ReviewedView:
    words, guess = turn.before, turn.answer.guess
    share = hit_probability(words, guess, weights)
    guessed = turn.transcript.guessed_letters
    letters = {each for each in worth.means if len(each) == 1 and each not in guessed}
    ranked = sorted(letters, key=lambda each: (worth.means[each], each))
    # The player's own letters are not good for being compared with the only one that seemed so.
    best_letters = ranked[: 1 if worth.is_rough else BEST_LETTERS]
    return ReviewedView(
        **answer_fields(turn.answer),
        at=None,
        verdict=_verdict(turn, worth, share),
        words_before=len(words),
        words_left=len(turn.after),
        hit_probability=_rounded(share),
        misses_expected=_rounded(worth.expected),
        best_misses_expected=_rounded(worth.best),
        cost=_rounded(worth.cost),
        bad_luck=_rounded(worth.bad_luck),
        best_letters=[
            BestLetterView(
                letter,
                round(hit_probability(words, letter, weights), REVIEW_DIGITS),
                round(worth.means[letter], REVIEW_DIGITS),
            )
            for letter in best_letters
        ],
    )


def _impossible(answers: Sequence[Answer], words: int) -> Iterator[ReviewedView]:
    """The guesses from the first impossible answer on; `words` were possible before it."""
    for answer in answers:
        yield ReviewedView(
            **answer_fields(answer),
            at=None,
            verdict="impossible",
            words_before=words,
            words_left=0,
        )
        words = 0


def _verdict(turn: Turn, worth: GuessMisses, share: float) -> Verdict:
    """The verdict on a guess with a possible answer; it hits a `share` of the words."""
    # The transcript begins with the letters that the start pattern shows.
    if turn.answer.guess in [answer.guess for answer in turn.transcript.answers]:
        return "repeated"
    return "wasted" if share == 0 else verdict_of(worth.cost)


def _rounded(misses: float) -> float | None:
    return None if isnan(misses) else round(misses, REVIEW_DIGITS) + 0.0  # not -0.0


def _start_of(played: Transcribed, dictionary: Dictionary) -> Transcript:
    """The transcript before the first guess: the letters of the start pattern, as if guessed."""
    field = "start_pattern" if played.start_pattern else "length"
    pattern = played.start_pattern or HIDDEN * (played.length or 0)
    start = transcript_of(pattern, dictionary.writing, field=field)
    lexicon = lexicon_of(dictionary, start.length, field)
    try:
        start.fitting(lexicon)
    except errors.NoWordFits as error:
        raise errors.Contradiction("No word of the dictionary fits.", field=field) from error
    return start


def _checked_answer(answer: Answer, length: int, writing: Writing, where: str) -> Answer:
    """The answer, its guess in letters of the alphabet. Raises InvalidInput; `where` is its place.

    A letter outside the alphabet is allowed if it was a miss.
    """
    guess = writing.read(answer.guess)
    if answer.is_word:
        if len(guess) != length:
            raise errors.WrongLength(length, len(guess), field=f"{where}/word")
        return word_answer(guess, answer.hit)
    if len(characters(guess)) != 1:
        raise errors.NotOneLetter(guess, field=f"{where}/letter")
    if answer.positions and guess not in writing.alphabet:
        raise errors.NotInAlphabet.within(guess, writing.alphabet, f"{where}/letter")
    if answer.positions >> length:
        outside = answer.positions.bit_length() - 1
        most = length - 1
        wrong = f"The position {outside} is outside the word: positions of {length} letters are"
        raise errors.OutOfRange(
            f"{wrong} 0 to {most}.", field=f"{where}/positions", minimum=0, maximum=most
        )
    return letter_answer(guess, answer.positions)
