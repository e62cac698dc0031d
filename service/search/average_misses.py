"""The worth of each guess of a game: the misses to expect after it from an honest dealer.

A strong player plays on after a guess at a list S; Q(S, guess) of `played_guesses` is that player's
misses, on average over the possible words. B(S) is the least Q of the letters that seem good and of
the guesses in the game. The cost of a guess is Q - B. Its bad luck is the misses beyond Q.

A review plans which guesses to play at which lists within MOST_WORDS, plays them all at once, and
computes B and the cost and luck of each guess from the means.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import isnan, nan
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from service.engine.cheat_list import WordIDs
from service.engine.possible_words import PossibleWords
from service.engine.transcript import Answer
from service.engine.weights import Weights
from service.search.figures import Figures, Key, WeighedFigures
from service.search.lookahead import apparent_cost
from service.search.played_guesses import (
    hit_probability,
    misses_after,
    total_weight,
    words_missed,
    words_to_play,
)

LONG: Final = 1000  # words: at a longer list the guess is compared with one letter, at others
LETTERS: Final = 5  # with this many: the one in most words, and those that seem cheapest
MOST_WORDS: Final = 110_000  # to play for one game; the lists beyond them get no numbers
BEST: Final = 0.01  # misses: a guess that costs less is as good as the best letter,
GOOD: Final = 0.05  # and one that costs less than this is good
ALIKE: Final = 0.99  # a list with a larger share of the words, and of their weight, keeps the mean

FirstGuesses: TypeAlias = Mapping[str, int]  # misses of each letter at the first list, summed


@dataclass(frozen=True)
class GuessMisses:
    """The worth of a guess in mean misses; NaN if too many words were possible.

    `best` is B of the words that were possible before it, `expected` is its Q. `means` has Q of
    each guess that it was compared with. If it `is_rough`, one of them is a letter that seemed
    good, and the others are guesses of the game.
    """

    best: float
    expected: float
    bad_luck: float
    means: Mapping[str, float]
    is_rough: bool

    @property
    def cost(self) -> float:
        """How many more misses it costs than the best letter; never negative."""
        return self.expected - self.best


class GameMisses(NamedTuple):
    """The worth of a game's guesses, and the mean misses before the first and after the last."""

    expected: float
    to_come: float
    guesses: Sequence[GuessMisses]

    @property
    def cost(self) -> float:
        """The cost of all guesses together."""
        return sum([guess.cost for guess in self.guesses])

    @property
    def bad_luck(self) -> float:
        """The bad luck of all answers together."""
        return sum([guess.bad_luck for guess in self.guesses])


@dataclass(eq=False)
class Stage:
    """A list of possible words, and the guesses that narrowed it down.

    It stands for the lists after it that have almost all of its words. `means` has Q of the guesses
    that are known, on average over the words.
    """

    words: PossibleWords
    weight: int
    means: dict[str, float] = field(default_factory=dict)
    guesses: list[str] = field(default_factory=list)
    is_planned: bool = False
    is_rough: bool = False
    key: Key = None

    @property
    def best(self) -> float:
        """B of the words: 0 if one is left; NaN if the stage is too long to be played."""
        return min(self.means.values(), default=0.0) if self.is_planned else nan


Planned: TypeAlias = tuple[Stage, str]  # a guess to play at a stage


def verdict_of(cost: float) -> Literal["best", "good", "costly", "unknown"]:
    """The verdict on a guess with this cost."""
    if isnan(cost):
        return "unknown"
    return "best" if cost < BEST else "good" if cost < GOOD else "costly"


def game_misses(
    lists: Sequence[PossibleWords],
    answers: Sequence[Answer],
    weights: Weights,
    known: FirstGuesses,
    weighed: WeighedFigures | None = None,
) -> GameMisses:
    """The worth of a game's guesses; each list has the words that the answer before it left.

    `known` has the misses of all letters at the first list, or is empty. `weighed` has the figures
    of other games with these weights.
    """
    weighed = weighed or WeighedFigures(Figures(), "")
    # Plan which guesses at which lists are played, then play all of them at once.
    stages = _stages(lists, answers, weights, known)
    plan = _plan(list(dict.fromkeys(stages)), weights, weighed)
    for (stage, guess), misses in _misses_once(plan, weights, weighed.figures):
        stage.means[guess] = misses / stage.weight
    # Compute the worth of each guess from these means.
    guesses = []
    pairs = zip(answers, pairwise(lists), pairwise(stages), strict=True)
    for answer, (words, words_after), (stage, stage_after) in pairs:
        missed, best = int(not answer.hit), stage.best
        # A guess that tells nothing costs its miss, if it is one, and nothing else.
        expected = best + missed
        if len(words_after) < len(words):
            # A whole word that was not played leaves almost all words, so the mean stays.
            to_miss = 1 - hit_probability(words, answer.guess, weights)
            expected = stage.means.get(answer.guess, to_miss * (1 + best))
        # The misses beyond Q: the miss, if it was one, and those to expect now.
        bad_luck = missed + stage_after.best - expected
        guesses.append(GuessMisses(best, expected, bad_luck, stage.means, stage.is_rough))
    return GameMisses(stages[0].best, stages[-1].best, guesses)


def _stages(
    lists: Sequence[PossibleWords], answers: Sequence[Answer], weights: Weights, known: FirstGuesses
) -> list[Stage]:
    first = Stage(lists[0], total_weight(lists[0].ids, weights))
    first.means.update({letter: misses / first.weight for letter, misses in known.items()})
    stages = [first]
    for answer, (before, after) in zip(answers, pairwise(lists), strict=True):
        stage = stages[-1]
        # A guess that tells nothing leaves the game at its stage.
        if len(after) < len(before):
            stage.guesses.append(answer.guess)
            if not _is_alike(after.ids, before.ids, weights):
                stage = Stage(after, total_weight(after.ids, weights))
        stages.append(stage)
    return stages


def _misses_once(
    plan: Sequence[Planned], weights: Weights, figures: Figures
) -> Iterator[tuple[Planned, float]]:
    """The misses after each guess of a plan; those that are not known are played at once."""
    before = {planned: figures.misses.get(_key(*planned)) for planned in plan}
    unknown = [planned for planned in plan if before[planned] is None]
    played = misses_after([(stage.words, guess) for stage, guess in unknown], weights)
    for planned, misses in zip(unknown, played, strict=True):
        figures.misses.keep(_key(*planned), misses)
        yield planned, misses
    yield from [(planned, misses) for planned, misses in before.items() if misses is not None]


def _key(stage: Stage, guess: str) -> Key:
    return stage.key and (*stage.key, guess)


def _plan(stages: Sequence[Stage], weights: Weights, weighed: WeighedFigures) -> list[Planned]:
    """The guesses to play, each at its stage; without stages that are too long."""
    plan, budget = [], MOST_WORDS
    # The start and the end come first, then shorter lists before longer ones.
    by_size = sorted(stages, key=lambda stage: len(stage.words))
    for stage in dict.fromkeys([stages[0], stages[-1], *by_size]):
        words, is_known = stage.words, bool(stage.means)
        # Whole words that change almost nothing need not be played.
        guesses = [
            guess
            for guess in stage.guesses
            if guess not in stage.means
            if len(guess) == 1 or not _is_alike(words_missed(words, guess), words.ids, weights)
        ]
        letters = 0 if is_known else 1 if len(words) > LONG else LETTERS
        price = words_to_play(words) * (letters + len(guesses))
        if price <= budget:
            budget -= price
            stage.is_planned, stage.is_rough, stage.key = True, letters == 1, weighed.key(words)
            guesses += () if is_known else _good_letters_once(stage, weights, weighed.figures)
            plan += [(stage, guess) for guess in dict.fromkeys(guesses)]
    return plan


def _good_letters_once(stage: Stage, weights: Weights, figures: Figures) -> Sequence[str]:
    letters = figures.letters.get(stage.key)
    if letters is None:
        letters = tuple(_good_letters(stage.words, weights))
        figures.letters.keep(stage.key, letters)
    return letters


def _good_letters(words: PossibleWords, weights: Weights) -> list[str]:
    """The letters that guesses are compared with: all letters, if the words are few."""
    letters = words.letters
    if words_to_play(words):
        of_words = weights.take(words.ids).astype(np.float64)
        costs = {each: apparent_cost(words.families(each), of_words) for each in letters}
        cheapest = sorted(letters, key=costs.__getitem__)
        in_most = int(words.weight_with(weights).argmax())
        letters = cheapest[:1] if len(words) > LONG else [*cheapest[: LETTERS - 1], in_most]
    return [words.lexicon.alphabet[letter] for letter in letters]


def _is_alike(ids: WordIDs, before: WordIDs, weights: Weights) -> bool:
    """Whether a list has almost all words of the one before, and almost all of their weight."""
    is_long = len(ids) > ALIKE * len(before)
    return is_long and total_weight(ids, weights) > ALIKE * total_weight(before, weights)
