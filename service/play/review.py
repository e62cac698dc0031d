"""The review of a game: what each guess was worth, and what was luck.

The numbers are misses, on average over the words that were possible: those of a game against an
honest dealer, who draws its word evenly, or common words more often. A guess costs what it expects
beyond the best letter; the luck of its answer is what then came beyond what the guess expected. So
the misses made and those to come are the misses expected at the start, and all costs, and all luck.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from service.dictionaries.dictionary import Dictionary
from service.engine.cheat_list import WordIDs
from service.engine.errors import Contradiction, InvalidLetter, NoWordFits, NoWordsOfLength
from service.engine.lexicon import Lexicon, in_alphabet, places, positions_of
from service.engine.transcript import HIDDEN, Answer, LetterAnswer, Transcript, WordAnswer
from service.engine.weights import WEIGHTS, Weights, WeightsName
from service.play.background import Run, run_inline
from service.play.catalogue import Catalogue
from service.play.confession import monotone
from service.play.moments import moments
from service.play.worth import NOTHING, MeanMisses, Worth, least_misses, mean, worths
from service.search.budget import Bounds, Budget, Cancelled
from service.search.expectations import Expectations, QuickMemory
from service.search.values import SEARCHED, value_bounds

NODES: Final = 24  # the budget of the misses to expect in a whole review
NODES_FORCED: Final = 30  # the budget of the misses forced
OPENED: Final = 20  # words: to prepare a search of so many takes as long as a node of it
BOUNDED: Final = 400  # words: to bound the misses of so many takes as long as a node
GOOD: Final = 0.05  # misses: a guess that costs less is good
DIGITS: Final = 6
WEIGHTS_NAMES: Final = tuple(WEIGHTS)
DEFAULT_WEIGHTS: Final = "even"

Verdict: TypeAlias = Literal["best", "good", "costly", "wasted", "repeated", "impossible"]


@dataclass(frozen=True)
class BestLetterView:
    """One of the best letters of a position."""

    letter: str
    hit_probability: float
    misses_expected: MeanMisses


@dataclass(frozen=True)
class ReviewedView:
    """What one guess was worth; nothing but the verdict if its answer is impossible.

    `letter` is None if a word was guessed, and `word` if a letter was.
    """

    letter: str | None
    word: str | None
    hit: bool
    positions: list[int]
    verdict: Verdict
    words_before: int
    words_after: int
    hit_probability: float | None = None
    misses_expected: MeanMisses | None = None
    best_misses_expected: MeanMisses | None = None
    cost: MeanMisses | None = None
    luck: MeanMisses | None = None
    misses_forced_before: Bounds | None = None
    misses_forced_after: Bounds | None = None
    best_letters: list[BestLetterView] = field(default_factory=list)


@dataclass(frozen=True)
class ReviewView:
    """What the guesses of a game were worth, up to the first impossible answer."""

    dictionary: str
    length: int
    pattern: str
    weights: WeightsName
    max_misses: int | None
    found: bool
    misses: int
    misses_expected: MeanMisses
    misses_to_come: MeanMisses
    skill: MeanMisses
    luck: MeanMisses
    misses_of_expected: float | None
    guesses: list[ReviewedView]


@dataclass(frozen=True)
class Played:
    """A game that was played anywhere: how it began, and its guesses with their answers.

    It began with `pattern`, or with all of `length` letters hidden; one of both is None.
    """

    guesses: tuple[Answer, ...]
    length: int | None = None
    pattern: str | None = None
    dictionary: str = "en"
    max_misses: int | None = None
    weights: WeightsName = DEFAULT_WEIGHTS


class Reviewer:
    """Reviews games of the dictionaries of a catalogue. `run` runs slow work."""

    def __init__(self, catalogue: Catalogue, run: Run = run_inline) -> None:
        self._catalogue = catalogue
        self._run = run
        self._memories = {name: QuickMemory() for name in WEIGHTS}

    def review(self, played: Played) -> ReviewView:
        """What each guess was worth.

        Raises UnknownDictionary, NoWordsOfLength, Contradiction, Busy.
        """
        dictionary = self._catalogue.dictionary(played.dictionary)
        start = _start(played, dictionary)
        answers = [
            _answer(answer, start.length, dictionary.description.alphabet, f"guesses[{number}]")
            for number, answer in enumerate(played.guesses)
        ]
        memory = self._memories[played.weights]
        return self._run(lambda: _reviewed(played, dictionary, start, answers, memory))


def _reviewed(
    played: Played,
    dictionary: Dictionary,
    start: Transcript,
    answers: Sequence[Answer],
    memory: QuickMemory,
) -> ReviewView:
    """The review of a game with these answers after `start`."""
    lexicon, length = dictionary.lexicons[start.length], start.length
    weights = WEIGHTS[played.weights](lexicon)
    every = list(moments(lexicon, weights, start, answers))
    possible = [moment for moment in every if len(moment.after)]
    lists = [start.fitting(lexicon), *[moment.after for moment in possible]]
    budget = Budget(lambda seen: seen <= NODES)
    whole = dictionary.least_with(played.weights).get(length)
    expectations = Expectations(lexicon, weights, budget, memory, whole)
    least = least_misses(possible, lists[-1], expectations)
    each = worths(possible, least, expectations)
    first = each[0].least if each else least[0]
    forced = _forced(lexicon, lists, dictionary)
    said = Transcript(length, (*start.answers, *[moment.answer for moment in possible]))
    return ReviewView(
        dictionary=played.dictionary,
        length=length,
        pattern=start.pattern,
        weights=played.weights,
        max_misses=played.max_misses,
        found=HIDDEN not in said.pattern,
        misses=said.misses,
        misses_expected=_rounded(mean(first, _sum(weights, lists[0]))),
        misses_to_come=_rounded(mean(least[-1], _sum(weights, lists[-1]))),
        skill=_rounded(sum((worth.cost for worth in each), NOTHING)),
        luck=_rounded(sum((worth.luck for worth in each), NOTHING)),
        misses_of_expected=_misses_of_expected(played, dictionary, length, len(lists[0])),
        guesses=[
            *[_view(worth, *pair) for worth, pair in zip(each, pairwise(forced), strict=True)],
            *_impossible(answers[len(possible) :], len(lists[-1])),
        ],
    )


def _view(worth: Worth, forced_before: Bounds, forced_after: Bounds) -> ReviewedView:
    moment = worth.moment
    return ReviewedView(
        **_guess(moment.answer),
        verdict=_verdict(worth),
        words_before=len(moment.ids),
        words_after=len(moment.after),
        hit_probability=round(1 - moment.missed / moment.total, DIGITS),
        misses_expected=_rounded(worth.expected),
        best_misses_expected=_rounded(worth.mean(worth.least)),
        cost=_rounded(worth.cost),
        luck=_rounded(worth.luck),
        misses_forced_before=forced_before,
        misses_forced_after=forced_after,
        best_letters=[
            BestLetterView(
                letter=moment.lexicon.alphabet[letter],
                hit_probability=round(moment.weight_with(letter) / moment.total, DIGITS),
                misses_expected=_rounded(worth.mean(misses)),
            )
            for letter, misses in worth.best_letters
        ],
    )


def _impossible(answers: Sequence[Answer], words: int) -> Iterator[ReviewedView]:
    """The guesses from the first impossible answer on; `words` were possible before it."""
    for answer in answers:
        yield ReviewedView(
            **_guess(answer), verdict="impossible", words_before=words, words_after=0
        )
        words = 0


def _guess(answer: Answer) -> dict[str, Any]:
    """The first fields of a ReviewedView."""
    is_letter = isinstance(answer, LetterAnswer)
    return {
        "letter": answer.guess if is_letter else None,
        "word": None if is_letter else answer.guess,
        "hit": answer.hit,
        "positions": places(answer.positions),
    }


def _verdict(worth: Worth) -> Verdict:
    """What the guess was, if its answer is possible."""
    if worth.moment.repeated:
        return "repeated"
    if len(worth.moment.split.missed) == len(worth.moment.ids):
        return "wasted"
    if worth.apparent_cost == 0:
        return "best"
    return "good" if worth.apparent_cost < GOOD else "costly"


def _forced(lexicon: Lexicon, lists: Sequence[WordIDs], dictionary: Dictionary) -> list[Bounds]:
    """Bounds on the misses that perfect play forces from each list, a part of the one before.

    The last one comes first, so that short lists take what they need of the budget.
    """
    table = dictionary.refutation_tables.get(lexicon.length)
    whole = dictionary.misses_forced.get(lexicon.length, Bounds(0, len(lexicon) - 1))
    budget = Budget(lambda seen: seen <= NODES_FORCED)
    bounds = {len(lexicon): whole} if whole.exact else {}
    for ids in reversed(lists):
        if len(ids) not in bounds:  # lists of the same size are the same list
            bounds[len(ids)] = Bounds(0, whole.upper)
            with suppress(Cancelled):
                budget.spend(1 + len(ids) // (OPENED if len(ids) <= SEARCHED else BOUNDED))
                bounds[len(ids)] = value_bounds(lexicon, ids, 0, budget, table)
    return monotone([bounds[len(ids)] for ids in lists])


def _misses_of_expected(
    played: Played, dictionary: Dictionary, length: int, words: int
) -> float | None:
    """The mean misses of `expected` from the start of a game.

    They are known if all words were possible, each as likely.
    """
    misses = dictionary.misses_of_expected.get(length)
    if misses is None or words < len(dictionary.lexicons[length]) or played.weights != "even":
        return None
    return round(misses / words, DIGITS)


def _sum(weights: Weights, ids: WordIDs) -> int:
    return int(weights.take(ids).sum())


def _rounded(misses: MeanMisses) -> MeanMisses:
    return MeanMisses(round(misses.lower, DIGITS), round(misses.upper, DIGITS))


def _start(played: Played, dictionary: Dictionary) -> Transcript:
    """What was said before the first guess. Raises NoWordsOfLength, Contradiction."""
    pattern = in_alphabet(
        played.pattern or HIDDEN * (played.length or 0), dictionary.description.alphabet
    )
    if len(pattern) not in dictionary.lexicons:
        raise NoWordsOfLength(len(pattern), dictionary.lexicons)
    shown = [
        LetterAnswer(letter, positions_of(letter, pattern))
        for letter in dict.fromkeys(pattern)
        if letter != HIDDEN
    ]
    start = Transcript(len(pattern), tuple(shown))
    try:
        start.fitting(dictionary.lexicons[start.length])
    except NoWordFits as error:
        raise Contradiction("pattern", "No word of the dictionary fits.") from error
    return start


def _answer(answer: Answer, length: int, alphabet: str, where: str) -> Answer:
    """The answer, its guess in the alphabet's case. Raises Contradiction; `where` is its field.

    A letter that the alphabet does not have may have been guessed, and have missed.
    """
    guess = in_alphabet(answer.guess, alphabet)
    if not isinstance(answer, LetterAnswer):
        return WordAnswer(guess, answer.hit)
    if len(guess) != 1:
        raise Contradiction(f"{where}.letter", f"“{answer.guess}” is not one letter.")
    if answer.positions and guess not in alphabet:
        raise Contradiction(f"{where}.letter", str(InvalidLetter(guess, alphabet)))
    if answer.positions >> length:
        message = f"The positions of {length} letters are 0 to {length - 1}."
        raise Contradiction(f"{where}.positions", message)
    return LetterAnswer(guess, answer.positions)
