"""What guesses are worth, in misses summed over the possible words, each times its weight."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from service.engine.lexicon import LetterSet
from service.engine.possible_words import PossibleWords
from service.play.turns import Turn, monotone
from service.search.budget import Bounds
from service.search.expectations import Expectations, GuessMisses, split_by_letter, unsplit


@dataclass(frozen=True)
class MeanMisses:
    """A mean number of misses: at least `lower`, at most `upper`; equal if it is known exactly."""

    lower: float
    """It is at least this many."""
    upper: float
    """It is at most this many."""

    def __add__(self, other: "MeanMisses") -> "MeanMisses":
        return MeanMisses(self.lower + other.lower, self.upper + other.upper)


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
        after = mean(self.after, self.left)
        lower = missed + after.lower - expected.upper
        return MeanMisses(lower, missed + after.upper - expected.lower)

    def mean(self, misses: Bounds) -> MeanMisses:
        """Misses that are summed over the words before the guess, as a mean."""
        return mean(misses, self.total)


def mean(misses: Bounds, weight: int) -> MeanMisses:
    """Misses that are summed over words of this weight, as a mean."""
    return MeanMisses(misses.lower / weight, misses.upper / weight)


def evaluations(
    turns: Sequence[Turn], last: PossibleWords, expectations: Expectations
) -> list[Evaluation]:
    """What each guess of a game is worth; `last` are the words that it leaves.

    The last list comes first, so that short lists, which are parts of the long ones, take what they
    need of the budget. What is asked again is not worked out again.
    """
    lists = {len(words): words for words in [*[turn.before for turn in turns], last]}
    least = {len(last): expectations.least(last)}  # lists of the same size are the same list
    guesses: dict[tuple[int, str], GuessMisses] = {}
    best: dict[tuple[int, LetterSet], Sequence[GuessMisses]] = {}
    for turn in reversed(turns):
        words, size, guess = turn.before, len(turn.before), turn.answer.guess
        if size not in least:
            least[size] = expectations.least(words)
        best[size, words.guessed] = expectations.best_letters(words)
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
                best_letters=best[len(turn.before), turn.before.guessed],
            )
        )
        for turn in turns
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
