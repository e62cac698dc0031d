"""What the guesses of a game were worth: the misses to expect from an honest dealer.

They are those of one strong player, on average over the words that are possible: Q(S, guess) of
`played_guesses`. B(S) is the least Q of some letters that seem good, and of the guesses that were
made. The cost of a guess is Q - B, its bad luck is what came beyond Q.

A review takes three steps. It plans which guesses at which lists are played within MOST_WORDS,
plays them all at once, and takes B, cost and luck of each guess from their means.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan, nan
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np

from service.engine.cheat_list import WordIDs
from service.engine.possible_words import PossibleWords
from service.engine.transcript import Answer
from service.engine.weights import Weights
from service.search.guessers import apparent_cost
from service.search.played_guesses import (
    hit_probability,
    misses_after,
    total_weight,
    words_missed,
    words_to_play,
)

LONG: Final = 1000  # words; a longer list has one letter beside the guess, a shorter one
LETTERS: Final = 5  # has so many: the one in most words, and those that seem cheapest
MOST_WORDS: Final = 110_000  # that are played for one game; the lists that are left have no numbers
BEST: Final = 0.01  # misses: a guess that costs less is as good as the best letter,
GOOD: Final = 0.05  # and one that costs less than this is good
ALIKE: Final = 0.99  # with a larger share of the words before, and of their weight, the mean stays

FirstGuesses: TypeAlias = Mapping[str, int]  # Q of each letter at the first list of a game


@dataclass(frozen=True)
class GuessMisses:
    """What a guess was worth in mean misses; NaN if too many words were possible.

    `best` is B of the words that were possible before it, `expected` is its Q. `means` has Q of
    each guess that it was compared with.
    """

    best: float
    expected: float
    bad_luck: float
    means: Mapping[str, float]

    @property
    def cost(self) -> float:
        """How many more misses it costs than the best letter; never negative."""
        return self.expected - self.best


class GameMisses(NamedTuple):
    """What the guesses of a game were worth, and the mean misses before them and to come."""

    expected: float
    to_come: float
    guesses: Sequence[GuessMisses]

    @property
    def cost(self) -> float:
        """What the guesses cost together."""
        return sum([guess.cost for guess in self.guesses])

    @property
    def bad_luck(self) -> float:
        """The bad luck of all answers together."""
        return sum([guess.bad_luck for guess in self.guesses])


class Stage(NamedTuple):
    """A list of possible words, and the guesses that narrowed it down.

    It stands for the lists after it that have almost all of its words. `known` is Q of all letters,
    if that was computed before.
    """

    words: PossibleWords
    guesses: list[str]
    known: FirstGuesses


def verdict_of(cost: float) -> Literal["best", "good", "costly", "unknown"]:
    """What the cost of a guess says."""
    if isnan(cost):
        return "unknown"
    return "best" if cost < BEST else "good" if cost < GOOD else "costly"


def game_misses(
    lists: Sequence[PossibleWords], answers: Sequence[Answer], weights: Weights, known: FirstGuesses
) -> GameMisses:
    """What the guesses of a game were worth; each list is what the answer before it left.

    `known` is Q of all letters at the first list, or empty.
    """
    # Which guesses at which lists are played; then all are played at once.
    stages, numbers = _stages(lists, answers, weights, known)
    plan = _plan(stages, weights)
    means = _means(stages, plan, weights)
    # B of each stage, the least Q of the guesses that were played there.
    # A list without letters to guess is a word that was found; one without a plan is not known.
    bests = [min(each.values(), default=0.0) for each in means]
    bests = [best if number in plan else nan for number, best in enumerate(bests)]
    guesses = []
    pairs = zip(answers, pairwise(lists), pairwise(numbers), strict=True)
    for answer, (words, words_after), (before, after) in pairs:
        missed, best = int(not answer.hit), bests[before]
        # A guess that tells nothing costs its miss, if it is one, and nothing else.
        expected = best + missed
        if len(words_after) < len(words):
            # A word that was not played leaves almost all words, and with them the mean.
            to_miss = 1 - hit_probability(words, answer.guess, weights)
            expected = means[before].get(answer.guess, to_miss * (1 + best))
        # What came beyond Q: the miss, if it was one, and what is to be expected now.
        bad_luck = missed + bests[after] - expected
        guesses.append(GuessMisses(best, expected, bad_luck, means[before]))
    return GameMisses(bests[0], bests[-1], guesses)


def _stages(
    lists: Sequence[PossibleWords], answers: Sequence[Answer], weights: Weights, known: FirstGuesses
) -> tuple[list[Stage], list[int]]:
    """The stages of a game, and the number of the stage of each list."""
    stages, numbers = [Stage(lists[0], [], known)], [0]
    for answer, (before, after) in zip(answers, pairwise(lists), strict=True):
        # A guess that tells nothing leaves the game at its stage.
        if len(after) < len(before):
            stages[-1].guesses.append(answer.guess)
            if not _is_alike(after.ids, before.ids, weights):
                stages.append(Stage(after, [], {}))
        numbers.append(len(stages) - 1)
    return stages, numbers


def _plan(stages: Sequence[Stage], weights: Weights) -> dict[int, list[str]]:
    """The guesses to play at each stage, by its number; without stages that are too long."""
    plan, budget = {}, MOST_WORDS
    # The start and the end come first, then shorter lists before longer ones.
    by_size = sorted(range(len(stages)), key=lambda number: len(stages[number].words))
    for number in dict.fromkeys([0, len(stages) - 1, *by_size]):
        words, _, known = stages[number]
        guesses = _guesses_to_play(stages[number], weights)
        letters = 0 if known else 1 if len(words) > LONG else LETTERS
        price = words_to_play(words) * (letters + len(guesses))
        if price <= budget:
            budget -= price
            plan[number] = [*guesses, *(() if known else _good_letters(words, weights))]
    return plan


def _guesses_to_play(stage: Stage, weights: Weights) -> list[str]:
    """The guesses of a stage, without words that change nothing."""
    words, guesses, known = stage
    return [
        guess
        for guess in guesses
        if guess not in known
        if len(guess) == 1 or not _is_alike(words_missed(words, guess), words.ids, weights)
    ]


def _good_letters(words: PossibleWords, weights: Weights) -> list[str]:
    """The letters that guesses are compared with; of a few words, all."""
    letters = words.letters
    if words_to_play(words):
        of_words = weights.take(words.ids).astype(np.float64)
        costs = {each: apparent_cost(words.families(each), of_words) for each in letters}
        cheapest = sorted(letters, key=costs.__getitem__)
        in_most = int(words.weight_with(weights).argmax())
        letters = cheapest[:1] if len(words) > LONG else [*cheapest[: LETTERS - 1], in_most]
    return [words.lexicon.alphabet[letter] for letter in letters]


def _means(
    stages: Sequence[Stage], plan: Mapping[int, Sequence[str]], weights: Weights
) -> list[dict[str, float]]:
    """Q of the guesses at each stage on average over its words; empty if none is played."""
    pairs = [(number, guess) for number, guesses in plan.items() for guess in set(guesses)]
    played = misses_after([(stages[number].words, guess) for number, guess in pairs], weights)
    totals = [total_weight(stage.words.ids, weights) for stage in stages]
    means = [
        {letter: misses / total for letter, misses in stage.known.items()}
        for stage, total in zip(stages, totals, strict=True)
    ]
    for (number, guess), misses in zip(pairs, played, strict=True):
        means[number][guess] = misses / totals[number]
    return means


def _is_alike(ids: WordIDs, before: WordIDs, weights: Weights) -> bool:
    """Whether a list has almost all words of the one before, and almost all of their weight."""
    is_long = len(ids) > ALIKE * len(before)
    return is_long and total_weight(ids, weights) > ALIKE * total_weight(before, weights)
