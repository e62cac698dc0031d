"""What guesses are worth, in misses summed over the possible words, each times its weight."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from service.engine.lexicon import LetterSet
from service.engine.possible_words import PossibleWords
from service.play.turns import Turn, monotone
from service.search.budget import Bounds
from service.search.expectations import Expectations, split_by_letter, unsplit
from service.search.quick_bounds import Split
from service.search.word_sets import Letter


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


class BestLetter(NamedTuple):
    """One of the best letters of a list: what the words without it weigh, and its misses."""

    letter: Letter
    missed: int
    misses: Bounds


class GuessMisses(NamedTuple):
    """What the words that a guess misses weigh, and bounds on the misses with it."""

    missed: int
    bounds: Bounds


@dataclass(frozen=True)
class Evaluation:
    """Bounds on the misses of the best letter, of the guess, and after the answer.

    They are summed over the words of their lists, each times its weight: `total` before the guess,
    `left` after its answer, and `missed` those that the guess misses. The best letter comes first.
    """

    turn: Turn
    total: int
    left: int
    missed: int
    is_known_best: bool
    least: Bounds
    guess: Bounds
    after: Bounds
    best_letters: Sequence[BestLetter]

    @property
    def expected(self) -> MeanMisses:
        """The misses to expect with the guess."""
        return self.mean(self.guess)

    @property
    def is_wasted(self) -> bool:
        """Whether the guess misses every possible word."""
        return self.missed == self.total

    @property
    def tells_nothing(self) -> bool:
        """Whether the answer was certain, and left all words."""
        return self.left == self.total and self.missed in (0, self.total)

    @property
    def cost(self) -> MeanMisses:
        """The misses to expect with the guess, beyond those with the best letter; never negative.

        A guess that tells nothing costs what it misses.
        """
        if self.tells_nothing:
            return self.mean(Bounds(self.missed, self.missed))
        lower = max(self.guess.lower - self.least.upper, 0)
        return self.mean(Bounds(lower, self.guess.upper - self.least.lower))

    @property
    def apparent_cost(self) -> float:
        """The cost; if it is not known, that of a strong player who plays on after each letter."""
        if self.tells_nothing or (self.guess.exact and self.least.exact):
            return self.cost.upper
        uppers = [best.misses.upper for best in self.best_letters] or [self.least.upper]
        best = min(self.guess.upper, *uppers)
        return max(self.cost.lower, (self.guess.upper - best) / self.total)

    @property
    def bad_luck(self) -> MeanMisses:
        """The misses that the answer cost, and left to expect, beyond those with the guess."""
        if self.tells_nothing:
            return NOTHING
        missed = int(not self.turn.answer.hit)
        after = mean(self.after, self.left)
        return MeanMisses(
            missed + after.lower - self.expected.upper, missed + after.upper - self.expected.lower
        )

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
    by_size = {len(last): expectations.least(last)}  # lists of the same size are the same list
    weights = {len(last): expectations.weight(last.ids)}
    guesses: dict[tuple[int, str], GuessMisses] = {}
    best: dict[tuple[int, LetterSet], Sequence[BestLetter]] = {}
    for turn in reversed(turns):
        words, size = turn.before, len(turn.before)
        if size not in by_size:
            by_size[size] = expectations.least(words)
            weights[size] = expectations.weight(words.ids)
        if (size, words.guessed) not in best:
            best[size, words.guessed] = _best_letters(words, expectations)
        if (size, turn.answer.guess) not in guesses:
            guesses[size, turn.answer.guess] = _guess_misses(turn, expectations)
    least = monotone([by_size[len(words)] for words in [*[turn.before for turn in turns], last]])
    return [
        _evaluation(
            Evaluation(
                turn=turn,
                total=weights[len(turn.before)],
                left=weights[len(turn.after)],
                missed=guesses[len(turn.before), turn.answer.guess].missed,
                is_known_best=expectations.is_even and turn.is_known_best,
                least=before,
                guess=guesses[len(turn.before), turn.answer.guess].bounds,
                after=after,
                best_letters=best[len(turn.before), turn.before.guessed],
            )
        )
        for turn, before, after in zip(turns, least, least[1:], strict=False)
    ]


def _guess_misses(turn: Turn, expectations: Expectations) -> GuessMisses:
    """The misses with a guess, as far as they do not follow from those before and after it."""
    split = _split(turn)
    return GuessMisses(
        expectations.weight(split.missed), expectations.after(turn.before.ids, split)
    )


def _split(turn: Turn) -> Split:
    """The lists that the guess could leave."""
    words, answer = turn.before, turn.answer
    lexicon, ids = words.lexicon, words.ids
    if answer.is_word:
        others = ids[ids != lexicon.id_of(answer.guess)] if answer.hit else turn.after.ids
        return unsplit(others, others, words.guessed)
    if answer.guess not in lexicon.alphabet:
        return unsplit(ids, ids, words.guessed)
    return split_by_letter(lexicon, ids, lexicon.alphabet.index(answer.guess), words.guessed)


def _best_letters(words: PossibleWords, expectations: Expectations) -> Sequence[BestLetter]:
    """The best letters of a list, each with what it misses."""
    return [
        BestLetter(letter, expectations.missed(words, letter), misses)
        for letter, misses in expectations.best_letters(words)
    ]


def _evaluation(raw: Evaluation) -> Evaluation:
    """What a guess is worth; each of the bounds makes the others closer."""
    guess = _closer_guess(raw)
    uppers = [best.misses.upper for best in raw.best_letters]
    least = Bounds(raw.least.lower, min(raw.least.upper, guess.upper, *uppers))
    guess = Bounds(max(least.lower, guess.lower), guess.upper)
    best = [best._replace(misses=_closer(best, least)) for best in raw.best_letters]
    return replace(raw, least=least, guess=guess, best_letters=best)


def _closer_guess(raw: Evaluation) -> Bounds:
    """Bounds on the misses with a guess, given those of the best player before and after it."""
    turn, missed = raw.turn, raw.missed
    if raw.tells_nothing:
        return Bounds(missed + raw.least.lower, missed + raw.least.upper)
    if turn.answer.is_word and not turn.answer.hit:
        return Bounds(missed + raw.after.lower, missed + raw.after.upper)
    if raw.is_known_best:
        return raw.least
    return Bounds(raw.guess.lower, min(raw.guess.upper, missed + raw.least.upper))


def _closer(best: BestLetter, least: Bounds) -> Bounds:
    """Bounds on the misses with a letter: beyond the least, it costs what it misses at most."""
    most = best.missed + least.upper
    return Bounds(max(least.lower, best.misses.lower), min(best.misses.upper, most))
