"""What guesses are worth, in misses summed over the possible words, each times its weight."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

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
            missed = self.moment.weight(self.moment.split.missed)
            return self.mean(Bounds(missed, missed))
        lower = max(self.guess.lower - self.least.upper, 0)
        return self.mean(Bounds(lower, self.guess.upper - self.least.lower))

    @property
    def apparent_cost(self) -> float:
        """The cost; if it is not known, that of a strong player who plays on after each letter."""
        if self.moment.tells_nothing or (self.guess.exact and self.least.exact):
            return self.cost.upper
        best = min([self.guess.upper, *[misses.upper for _, misses in self.best_letters]])
        return max(self.cost.lower, (self.guess.upper - best) / self.moment.weight(self.moment.ids))

    @property
    def luck(self) -> MeanMisses:
        """The misses that the answer cost, and left to expect, beyond those with the guess."""
        if self.moment.tells_nothing:
            return NOTHING
        missed = int(not self.moment.answer.hit)
        after = mean(self.after, self.moment.weight(self.moment.after))
        return MeanMisses(
            missed + after.lower - self.expected.upper, missed + after.upper - self.expected.lower
        )

    def mean(self, misses: Bounds) -> MeanMisses:
        """Misses that are summed over the words before the guess, as a mean."""
        return mean(misses, self.moment.weight(self.moment.ids))


def mean(misses: Bounds, weight: int) -> MeanMisses:
    """Misses that are summed over words of this weight, as a mean."""
    return MeanMisses(misses.lower / weight, misses.upper / weight)


def worths(moments: Sequence[Moment], expectations: Expectations) -> list[Worth]:
    """What each guess of a game is worth.

    The last one comes first, so that short lists, which are parts of the long ones, take what they
    need of the budget.
    """
    rows = [_bounds(moment, expectations) for moment in reversed(moments)]
    made = [_worth(*row, expectations) for row in rows]
    return made[::-1]


def _bounds(moment: Moment, expectations: Expectations) -> tuple[Moment, Bounds, Bounds, Bounds]:
    """The moment, and bounds on the misses after the answer, before the guess, and with it."""
    after = expectations.least(moment.after, moment.guessed)
    least = expectations.least(moment.ids, moment.guessed)
    [guess] = expectations.after(moment.ids, [moment.split])
    return moment, after, least, guess


def _worth(
    moment: Moment, after: Bounds, least: Bounds, guess: Bounds, expectations: Expectations
) -> Worth:
    """What a guess is worth; each of the bounds makes the others closer."""
    best = expectations.best_letters(moment.ids, moment.letters, moment.guessed, BEST_LETTERS)
    upper = min(least.upper, guess.upper, *[misses.upper for _, misses in best])
    least = Bounds(least.lower, upper)
    guess = Bounds(max(least.lower, guess.lower), guess.upper)
    ranked = [(letter, Bounds(max(least.lower, b.lower), b.upper)) for letter, b in best]
    return Worth(moment, least, guess, after, ranked)
