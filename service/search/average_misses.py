"""The misses to expect from an honest dealer: of lists of words, and of guesses at them.

They are those of one strong player, summed over the words, each times its weight. M(S), the misses
of a list, are those of the player who guesses the letter in most words (`WordsInPlay`); up to FEW
words are played exactly. Q(S, guess) is what the guess misses, and M of each list that it can
leave. B(S) is the least Q of some letters that seem good, and of the guess that was made. The cost
of the guess is Q - B, its bad luck is what came beyond Q; both on average over the words.

A review plans which guesses are played within MOST_WORDS, plays them all at once, and takes the
means of each guess from what they missed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import isnan, nan
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers, LetterSet, Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.transcript import Answer, letter_answer, word_answer
from service.engine.weights import Weights
from service.search.few_words import FewWords
from service.search.guessers import apparent_cost
from service.search.word_sets import numbers_in
from service.search.words_in_play import WordsInPlay, misses_of_most_words_player

FEW: Final = 8  # words
SHORT: Final = 250  # words; the player of what such a list leaves
TRIES: Final = 4  # looks at so many letters for the first guess
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

    `best` is B of the words before it, `expected` is Q. `means` has Q of all guesses compared.
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
    """A list of possible words, and the guesses that told something about it.

    It stands for the lists after it that have almost all of its words. `known` is Q of all letters,
    if that was worked out before.
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
    stages, numbers = _stages(lists, answers, weights, known)
    plan = _plan(stages, weights)
    means = _means(stages, plan, weights)
    bests = [min(each.values(), default=0.0) for each in means]
    bests = [best if number in plan else nan for number, best in enumerate(bests)]
    guesses = []
    pairs = zip(answers, pairwise(lists), pairwise(numbers), strict=True)
    for answer, (words, words_after), (before, after) in pairs:
        missed, best = int(not answer.hit), bests[before]
        expected = best + missed
        if len(words_after) < len(words):
            # A word that was not played leaves almost all words, and with them the mean.
            to_miss = 1 - hit_probability(words, answer.guess, weights)
            expected = means[before].get(answer.guess, to_miss * (1 + best))
        bad_luck = missed + bests[after] - expected
        guesses.append(GuessMisses(best, expected, bad_luck, means[before]))
    return GameMisses(bests[0], bests[-1], guesses)


def first_guesses(lexicon: Lexicon, weights: Weights) -> dict[str, int]:
    """Q of each letter while all words of a lexicon are possible."""
    words = PossibleWords(lexicon, lexicon.everything, 0)
    # A letter at a time: all letters of a long list need more memory, and take longer.
    played = [_misses([(words, letter)], weights) for letter in _letters(words)]
    return dict(zip(_letters(words), chain(*played), strict=True))


def hit_probability(words: PossibleWords, guess: str, weights: Weights) -> float:
    """The chance that a guess is a hit, from 0 to 1."""
    return 1 - _weight(_missed(words, guess), weights) / _weight(words.ids, weights)


def _stages(
    lists: Sequence[PossibleWords], answers: Sequence[Answer], weights: Weights, known: FirstGuesses
) -> tuple[list[Stage], list[int]]:
    """The stages of a game, and the number of the stage of each list."""
    stages, numbers = [Stage(lists[0], [], known)], [0]
    for answer, (before, after) in zip(answers, pairwise(lists), strict=True):
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
        size = len(words) if len(words) > FEW else 0
        price = size * _tries(words) * (letters + len(guesses))
        if price <= budget:
            budget -= price
            plan[number] = [*guesses, *(() if known else _good_letters(words, weights))]
    return plan


def _guesses_to_play(stage: Stage, weights: Weights) -> list[str]:
    """The guesses of a stage, but for words without which it is the same."""
    words, guesses, known = stage
    return [
        guess
        for guess in guesses
        if guess not in known
        if len(guess) == 1 or not _is_alike(_missed(words, guess), words.ids, weights)
    ]


def _good_letters(words: PossibleWords, weights: Weights) -> list[str]:
    """The letters that guesses are compared with; of a few words, all."""
    letters, number = _letters(words), words.lexicon.alphabet.index
    if len(words) <= FEW:
        return letters
    of_words = weights.take(words.ids).astype(np.float64)
    costs = {each: apparent_cost(words.families(number(each)), of_words) for each in letters}
    cheapest = sorted(letters, key=costs.__getitem__)
    if len(words) > LONG:
        return cheapest[:1]
    in_most = min(letters, key=lambda letter: _weight(_missed(words, letter), weights))
    return [*cheapest[: LETTERS - 1], in_most]


def _means(
    stages: Sequence[Stage], plan: Mapping[int, Sequence[str]], weights: Weights
) -> list[dict[str, float]]:
    """Q of the guesses at each stage on average over its words; empty if none is played."""
    pairs = [(number, guess) for number, guesses in plan.items() for guess in set(guesses)]
    played = _misses([(stages[number].words, guess) for number, guess in pairs], weights)
    every = [dict(stage.known) for stage in stages]
    for (number, guess), misses in zip(pairs, played, strict=True):
        every[number][guess] = misses
    totals = [_weight(stage.words.ids, weights) for stage in stages]
    return [
        {guess: misses / total for guess, misses in of_stage.items()}
        for of_stage, total in zip(every, totals, strict=True)
    ]


def _misses(guesses: Sequence[tuple[PossibleWords, str]], weights: Weights) -> list[int]:
    """Q of guesses, each at its words; all are played at once."""
    if not guesses:
        return []
    # Each row is a word that a guess leaves; each list is what one answer to one guess leaves.
    ids, families, guessed = zip(*[_left(*guess) for guess in guesses], strict=True)
    numbers = np.repeat(np.arange(len(guesses)), [len(each) for each in ids])
    keys, lists = np.unique(numbers << 16 | np.concatenate(families), return_inverse=True)
    lexicon, rows = guesses[0][0].lexicon, np.concatenate(ids)
    misses = _misses_of_few(lexicon, rows, lists, weights)
    tries = np.array([_tries(words) for words, _ in guesses])[numbers]
    tries[np.bincount(lists)[lists] <= FEW] = 0
    for each in (1, TRIES):
        here = tries == each
        letters = np.array(guessed, dtype=np.uint64)[numbers[here]]
        words = WordsInPlay.at_the_start(lexicon, rows[here], lists[here], letters, weights)
        misses += _misses_of_many(words, len(keys), each)
    left = np.bincount(keys >> 16, misses, len(guesses)).astype(np.int64).tolist()
    missed = [_weight(_missed(*guess), weights) for guess in guesses]
    return list(map(int.__add__, missed, left))


def _tries(words: PossibleWords) -> int:
    """How many letters the player looks at for its first guess at what a guess leaves."""
    return TRIES if len(words) <= SHORT else 1


def _misses_of_few(
    lexicon: Lexicon, ids: WordIDs, lists: NDArray[np.int64], weights: Weights
) -> NDArray[np.int64]:
    """M of each list, (lists,) int64; 0 if it has more than FEW words, or one."""
    sizes, order = np.bincount(lists), np.argsort(lists, kind="stable")
    ends, misses = np.cumsum(sizes), np.zeros(len(sizes), dtype=np.int64)
    for number in np.flatnonzero((sizes > 1) & (sizes <= FEW)).tolist():
        rows = order[ends[number] - sizes[number] : ends[number]]
        misses[number] = FewWords(lexicon, ids[rows], weights).misses
    return misses


def _misses_of_many(words: WordsInPlay, lists: int, tries: int) -> NDArray[np.int64]:
    """M of each list, (lists,) int64; 0 if it has no words here."""
    in_most = np.argsort(-words.hits, axis=1, kind="stable")[:, :tries]
    played = [misses_of_most_words_player(words.after(letters)) for letters in in_most.T]
    sums = [np.bincount(words.lists, words.weights * each, lists) for each in played]
    return np.asarray(np.min(sums, axis=0).astype(np.int64))


def _left(words: PossibleWords, guess: str) -> tuple[WordIDs, FamilyNumbers, LetterSet]:
    """The words that a guess leaves, the number of the list of each, the letters guessed then."""
    if len(guess) > 1:
        others = _missed(words, guess)
        return others, np.zeros(len(others), dtype=np.uint8), words.guessed
    letter = words.lexicon.alphabet.index(guess)
    return words.ids, words.families(letter).numbers, words.guessed | 1 << letter


def _missed(words: PossibleWords, guess: str) -> WordIDs:
    """The words that a guess misses."""
    miss = letter_answer(guess, 0) if len(guess) == 1 else word_answer(guess, hit=False)
    return words.ids.compress(miss.fits(words.lexicon).take(words.ids))


def _letters(words: PossibleWords) -> list[str]:
    """The letters in some of the words that were not guessed."""
    there = int(np.bitwise_or.reduce(words.lexicon.presence.take(words.ids)))
    return [words.lexicon.alphabet[letter] for letter in numbers_in(there & ~words.guessed)]


def _is_alike(ids: WordIDs, before: WordIDs, weights: Weights) -> bool:
    """Whether a list has almost all words of the one before, and almost all of their weight."""
    is_long = len(ids) > ALIKE * len(before)
    return is_long and _weight(ids, weights) > ALIKE * _weight(before, weights)


def _weight(ids: WordIDs, weights: Weights) -> int:
    return int(weights.take(ids).sum())
