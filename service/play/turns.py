"""A game replayed: the possible words at each guess, and what the guesses are worth in misses."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from service.dictionaries.dictionary import Dictionary
from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon, letter_set
from service.engine.possible_words import PossibleWords, possible_words
from service.engine.transcript import Answer, Transcript
from service.search.budget import Bounds, Budget, Cancelled
from service.search.expectations import Expectations, GuessMisses, split_by_letter, unsplit
from service.search.values import value_bounds

BOUNDING: Final = 60  # steps to bound the misses that a list forces,
BOUNDING_WORDS: Final = 6  # and one for so many of its words
GROWN: Final = 4 / 3  # lists that are hardly longer than the last one bounded come last


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

    @property
    def tells_nothing(self) -> bool:
        """Whether the answer was certain, and left all words."""
        return len(self.after) == len(self.before)

    @property
    def is_known_best(self) -> bool:
        """Whether the lexicon has the guess as the best letter, if its words are equally likely."""
        best = self.before.lexicon.best_letters.get(self.before.position)
        return best == self.answer.guess and not self.transcript.words


def turns(lexicon: Lexicon, start: Transcript, answers: Sequence[Answer]) -> list[Turn]:
    """The turns of a game up to its first impossible answer, which leaves no words.

    Raises NoWordFits if no word fits the start.
    """
    made: list[Turn] = []
    transcript, words = start, possible_words(lexicon, start)
    for answer in answers:
        if not len(words):
            break
        made.append(Turn(transcript, answer, words, _after(words, answer)))
        transcript, words = transcript.after(answer), made[-1].after
    return made


def _after(before: PossibleWords, answer: Answer) -> PossibleWords:
    lexicon, ids = before.lexicon, before.ids
    fits = answer.fits(lexicon).take(ids)
    guessed = before.guessed
    if not answer.is_word:
        guessed |= letter_set(answer.guess, lexicon.alphabet)
    if fits.all() and guessed == before.guessed:
        return before
    return PossibleWords(lexicon, ids if fits.all() else ids.compress(fits), guessed)


def misses_forced(
    dictionary: Dictionary, length: int, lists: Sequence[WordIDs], budget: Budget
) -> list[Bounds]:
    """Bounds on the misses that perfect play forces from each list, a part of the one before.

    The shortest list comes first, so that it gets what it needs of the budget; a list between two
    that force the same number forces it, too.
    """
    lexicon, table = dictionary.lexicons[length], dictionary.refutation_tables.get(length)
    by_size = {len(ids): ids for ids in lists}  # lists of the same size are the same list
    sizes = sorted(by_size)
    whole = dictionary.misses_forced.get(length, Bounds(0, len(lexicon) - 1))
    bounds = {size: whole if size == len(lexicon) else Bounds(0, whole.upper) for size in sizes}
    apart = _apart(sizes)
    for some in (apart, [size for size in sizes if size not in apart]):
        for size in some:
            if not bounds[size].exact:
                with suppress(Cancelled):
                    budget.spend(BOUNDING + size // BOUNDING_WORDS)
                    bounds[size] = value_bounds(lexicon, by_size[size], 0, budget, table)
        narrowed = monotone([bounds[size] for size in reversed(sizes)])
        bounds = dict(zip(sizes, reversed(narrowed), strict=True))
    return [bounds[len(ids)] for ids in lists]


def monotone(bounds: Sequence[Bounds]) -> list[Bounds]:
    """Bounds on numbers that never grow, each narrowed by the bounds before and after it.

    In a game, the misses that the words left can force never grow, because no word comes back.
    (9, 12), (4, 10), (6, 15) become (9, 12), (6, 10), (6, 10).
    """
    lowers = list(accumulate([one.lower for one in reversed(bounds)], max))
    uppers = accumulate([one.upper for one in bounds], min)
    return [Bounds(*pair) for pair in zip(reversed(lowers), uppers, strict=True)]


def _apart(sizes: list[int]) -> list[int]:
    """The first of some sizes, each that is GROWN times the one before it, and the last."""
    apart = sizes[:1]
    for size in sizes:
        if size >= GROWN * apart[-1] or size == sizes[-1] != apart[-1]:
            apart.append(size)
    return apart


@dataclass(frozen=True)
class MeanMisses:
    """A mean number of misses: at least `lower`, at most `upper`; equal if it is known exactly."""

    lower: float
    """It is at least this many."""
    upper: float
    """It is at most this many."""

    @classmethod
    def of(cls, misses: Bounds, weight: int) -> "MeanMisses":
        """The mean of misses that are summed over words of this weight."""
        return cls(misses.lower / weight, misses.upper / weight)

    def __add__(self, other: "MeanMisses") -> "MeanMisses":
        return MeanMisses(self.lower + other.lower, self.upper + other.upper)

    def __str__(self) -> str:
        least, most = f"{self.lower:.2f}", f"{self.upper:.2f}"
        return f"{least} misses" if least == most else f"{least} to {most} misses"


NOTHING: Final = MeanMisses(0.0, 0.0)


@dataclass(frozen=True)
class Evaluation:
    """Bounds on the misses of the best letter, of the guess, and after the answer.

    They are summed over the words of their lists, each times its weight: `total` before the guess,
    and `left` after its answer.
    """

    turn: Turn
    total: int
    left: int
    is_known_best: bool
    least: Bounds
    guess: GuessMisses
    after: Bounds
    best_letters: Sequence[GuessMisses]  # the best one first

    @property
    def expected(self) -> MeanMisses:
        """The misses to expect with the guess."""
        return self.mean(self.guess.misses)

    @property
    def is_wasted(self) -> bool:
        """Whether the guess misses every possible word."""
        return self.guess.missed == self.total

    @property
    def cost(self) -> MeanMisses:
        """The misses to expect with the guess, beyond those with the best letter; never negative.

        A guess that tells nothing costs what it misses.
        """
        if self.turn.tells_nothing:
            return self.mean(Bounds(self.guess.missed, self.guess.missed))
        guess, least = self.guess.misses, self.least
        return self.mean(Bounds(max(guess.lower - least.upper, 0), guess.upper - least.lower))

    @property
    def apparent_cost(self) -> float:
        """The cost; if it is not known, that of a strong player who plays on after each letter."""
        guess = self.guess.misses
        if self.turn.tells_nothing or (guess.exact and self.least.exact):
            return self.cost.upper
        uppers = [best.misses.upper for best in self.best_letters] or [self.least.upper]
        return max(self.cost.lower, (guess.upper - min(guess.upper, *uppers)) / self.total)

    @property
    def bad_luck(self) -> MeanMisses:
        """The misses that the answer cost, and left to expect, beyond those with the guess."""
        if self.turn.tells_nothing:
            return NOTHING
        missed, expected = int(not self.turn.answer.hit), self.expected
        after = MeanMisses.of(self.after, self.left)
        lower = missed + after.lower - expected.upper
        return MeanMisses(lower, missed + after.upper - expected.lower)

    def mean(self, misses: Bounds) -> MeanMisses:
        """Misses that are summed over the words before the guess, as a mean."""
        return MeanMisses.of(misses, self.total)


def evaluations(
    made: Sequence[Turn], last: PossibleWords, expectations: Expectations
) -> list[Evaluation]:
    """What each guess of a game is worth; `last` are the words that it leaves.

    The last list comes first, so that short lists, which are parts of the long ones, take what they
    need of the budget. What is asked again is not worked out again.
    """
    lists = {len(words): words for words in [*[turn.before for turn in made], last]}
    least = {len(last): expectations.least(last)}  # lists of the same size are the same list
    guesses: dict[tuple[int, str], GuessMisses] = {}
    for turn in reversed(made):
        words, size, guess = turn.before, len(turn.before), turn.answer.guess
        if size not in least:
            least[size] = expectations.least(words)
        expectations.best_letters(words)  # as long as the budget lasts; they are remembered
        if (size, guess) not in guesses:
            guesses[size, guess] = _guess_misses(turn, expectations)
    least = dict(zip(lists, monotone([least[size] for size in lists]), strict=True))
    return [
        _with_closer_bounds(
            Evaluation(
                turn=turn,
                total=expectations.weight(turn.before.ids),
                left=expectations.weight(turn.after.ids),
                is_known_best=expectations.is_even and turn.is_known_best,
                least=least[len(turn.before)],
                guess=guesses[len(turn.before), turn.answer.guess],
                after=least[len(turn.after)],
                best_letters=expectations.best_letters(turn.before),
            )
        )
        for turn in made
    ]


def _guess_misses(turn: Turn, expectations: Expectations) -> GuessMisses:
    """The misses with a guess, as far as they do not follow from those before and after it."""
    words, guess, ids = turn.before, turn.answer.guess, turn.before.ids
    if turn.answer.is_word:
        others = ids[ids != words.lexicon.id_of(guess)] if turn.answer.hit else turn.after.ids
        split = unsplit(others, others, words.guessed)
    elif guess not in words.lexicon.alphabet:
        split = unsplit(ids, ids, words.guessed)
    else:
        split = split_by_letter(words, words.lexicon.alphabet.index(guess))
    return GuessMisses(guess, expectations.weight(split.missed), expectations.after(ids, split))


def _with_closer_bounds(raw: Evaluation) -> Evaluation:
    """What a guess is worth; each of the bounds makes the others closer."""
    misses = _closer_misses(raw)
    uppers = [best.misses.upper for best in raw.best_letters]
    least = Bounds(raw.least.lower, min(raw.least.upper, misses.upper, *uppers))
    guess = raw.guess._replace(misses=Bounds(max(least.lower, misses.lower), misses.upper))
    best = [letter._replace(misses=_closer(letter, least)) for letter in raw.best_letters]
    return replace(raw, least=least, guess=guess, best_letters=best)


def _closer_misses(raw: Evaluation) -> Bounds:
    """Bounds on the misses with a guess, given those of the best player before and after it."""
    turn, missed, misses = raw.turn, raw.guess.missed, raw.guess.misses
    if turn.tells_nothing:
        return Bounds(missed + raw.least.lower, missed + raw.least.upper)
    if turn.answer.is_word and not turn.answer.hit:
        return Bounds(missed + raw.after.lower, missed + raw.after.upper)
    if raw.is_known_best:
        return raw.least
    return Bounds(misses.lower, min(misses.upper, missed + raw.least.upper))


def _closer(letter: GuessMisses, least: Bounds) -> Bounds:
    """Bounds on the misses with a letter: beyond the least, it costs what it misses at most."""
    most = letter.missed + least.upper
    return Bounds(max(least.lower, letter.misses.lower), min(letter.misses.upper, most))
