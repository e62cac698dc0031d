"""What guesses are worth, in misses summed over the possible words, each times its weight."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import LetterSet
from service.engine.transcript import WordAnswer
from service.play.confession import monotone
from service.play.moments import Moment
from service.search.budget import Bounds
from service.search.expectations import Expectations
from service.search.word_sets import Letter

BEST_LETTERS: Final = 3


@dataclass(frozen=True)
class MeanMisses:
    """A mean number of misses: at least `lower`, at most `upper`; equal if it is known exactly."""

    lower: float
    upper: float

    def __add__(self, other: "MeanMisses") -> "MeanMisses":
        return MeanMisses(self.lower + other.lower, self.upper + other.upper)


NOTHING: Final = MeanMisses(0.0, 0.0)


@dataclass(frozen=True)
class Worth:
    """Bounds on the misses of the best letter, of the guess, and after the answer.

    They are summed over the words of their lists, each times its weight. `best_letters` has the
    best letters, the best first, with their misses.
    """

    moment: Moment
    least: Bounds
    guess: Bounds
    after: Bounds
    best_letters: Sequence[tuple[Letter, Bounds]]

    @property
    def expected(self) -> MeanMisses:
        """The misses to expect with the guess."""
        return self.mean(self.guess)

    @property
    def cost(self) -> MeanMisses:
        """The misses to expect with the guess, beyond those with the best letter; never negative.

        A guess that tells nothing costs what it misses.
        """
        if self.moment.tells_nothing:
            return self.mean(Bounds(self.moment.missed, self.moment.missed))
        lower = max(self.guess.lower - self.least.upper, 0)
        return self.mean(Bounds(lower, self.guess.upper - self.least.lower))

    @property
    def apparent_cost(self) -> float:
        """The cost; if it is not known, that of a strong player who plays on after each letter."""
        if self.moment.tells_nothing or (self.guess.exact and self.least.exact):
            return self.cost.upper
        uppers = [misses.upper for _, misses in self.best_letters] or [self.least.upper]
        best = min(self.guess.upper, *uppers)
        return max(self.cost.lower, (self.guess.upper - best) / self.moment.total)

    @property
    def luck(self) -> MeanMisses:
        """The misses that the answer cost, and left to expect, beyond those with the guess."""
        if self.moment.tells_nothing:
            return NOTHING
        missed = int(not self.moment.answer.hit)
        after = mean(self.after, self.moment.left)
        return MeanMisses(
            missed + after.lower - self.expected.upper, missed + after.upper - self.expected.lower
        )

    def mean(self, misses: Bounds) -> MeanMisses:
        """Misses that are summed over the words before the guess, as a mean."""
        return mean(misses, self.moment.total)


def mean(misses: Bounds, weight: int) -> MeanMisses:
    """Misses that are summed over words of this weight, as a mean."""
    return MeanMisses(misses.lower / weight, misses.upper / weight)


def worths(
    moments: Sequence[Moment], least: Sequence[Bounds], expectations: Expectations
) -> list[Worth]:
    """What each guess of a game is worth; `least` are its `least_misses`.

    The last one comes first, so that short lists, which are parts of the long ones, take what they
    need of the budget.
    """
    rows = list(zip(moments, least, least[1:], strict=False))[::-1]
    guesses = [_guess(*row, expectations) for row in rows]
    best = _best_letters(moments[::-1], expectations)
    made = [_worth(*row) for row in zip(*zip(*rows, strict=True), guesses, best, strict=True)]
    return made[::-1]


def least_misses(
    moments: Sequence[Moment], last: WordIDs, expectations: Expectations
) -> list[Bounds]:
    """Bounds on the misses of the best player before each guess, and from the `last` words."""
    lists = [*[(moment.ids, moment.guessed) for moment in moments], (last, 0)]
    bounds: dict[int, Bounds] = {}
    for ids, guessed in reversed(lists):
        if len(ids) not in bounds:  # lists of the same size are the same list
            bounds[len(ids)] = expectations.least(ids, guessed)
    return monotone([bounds[len(ids)] for ids, _ in lists])


def _guess(moment: Moment, least: Bounds, after: Bounds, expectations: Expectations) -> Bounds:
    """Bounds on the misses with a guess, given those of the best player before and after it."""
    missed = moment.missed
    if moment.tells_nothing:
        return Bounds(missed + least.lower, missed + least.upper)
    if isinstance(moment.answer, WordAnswer) and not moment.answer.hit:
        return Bounds(missed + after.lower, missed + after.upper)
    [guess] = expectations.after(moment.ids, [moment.split])
    return Bounds(guess.lower, min(guess.upper, missed + least.upper))


def _best_letters(
    moments: Sequence[Moment], expectations: Expectations
) -> Iterator[Sequence[tuple[Letter, Bounds]]]:
    """The best letters at each moment, the last one first; of the same list, worked out once.

    If there is no time for a list, there is none for longer ones.
    """
    known: dict[tuple[int, LetterSet], Sequence[tuple[Letter, Bounds]]] = {}
    has_time = True
    for moment in moments:
        key = len(moment.ids), moment.guessed
        if key not in known:
            known[key] = _best(moment, expectations) if has_time else []
            has_time = has_time and bool(known[key] or not moment.letters)
        yield known[key]


def _best(moment: Moment, expectations: Expectations) -> Sequence[tuple[Letter, Bounds]]:
    return expectations.best_letters(moment.ids, moment.letters, moment.guessed, BEST_LETTERS)


def _worth(
    moment: Moment,
    least: Bounds,
    after: Bounds,
    guess: Bounds,
    best: Sequence[tuple[Letter, Bounds]],
) -> Worth:
    """What a guess is worth; each of the bounds makes the others closer."""
    upper = min(least.upper, guess.upper, *[misses.upper for _, misses in best])
    least = Bounds(least.lower, upper)
    guess = Bounds(max(least.lower, guess.lower), guess.upper)
    ranked = [(letter, _closer(moment, letter, misses, least)) for letter, misses in best]
    return Worth(moment, least, guess, after, ranked)


def _closer(moment: Moment, letter: Letter, misses: Bounds, least: Bounds) -> Bounds:
    """Bounds on the misses with a letter: beyond the least, it costs what it misses at most."""
    most = moment.total - moment.weight_with(letter) + least.upper
    return Bounds(max(least.lower, misses.lower), min(misses.upper, most))
