"""The misses of a guesser against every word of a dictionary.

Words are not played one by one: a walk over all positions calls the guesser once at each.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hangman_lab.lottery.unexploitable import Unexploitable
from hangman_lab.walk import Chances, Guesses, Positions, expected, miss_chances
from hangman_lab.word_table import WordTable
from service.engine.guessers import Guesser, WeighedWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.weights import Weights

Misses: TypeAlias = NDArray[np.int64]  # (words,): of each word of a lexicon


@dataclass(frozen=True)
class MissTable:
    """The misses of a guesser over a dictionary.

    `misses` has the number of words by the misses that they cost, and `shares` the chance that an
    honest dealer draws one of them. `hardest` has the words that cost most, each with its misses.
    """

    words: int
    misses: Mapping[int, int]
    shares: Mapping[int, float]
    mean_misses: float
    hardest: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class LengthMisses:
    """The mean misses at one length, and how far they are above the least possible.

    `least` is the mean of the best player, `above` the share by which the guesser misses more. Both
    are None if the least is not known.
    """

    length: int
    words: int
    mean_misses: float
    least: float | None
    above: float | None


def by_word_length(
    lexicon: Lexicon, weights: Weights, misses: Misses, least: int | None
) -> LengthMisses:
    """The misses of all words, (words,) int64, beside the least, summed over the weighed words."""
    weight, total = int(weights.sum()), int(weights @ misses)
    return LengthMisses(
        length=lexicon.length,
        words=len(lexicon),
        mean_misses=total / weight,
        least=None if least is None else least / weight,
        above=total / least - 1 if least else None,
    )


def miss_table(
    lexicons: Sequence[Lexicon], weights: Sequence[Weights], misses: Sequence[Misses], hardest: int
) -> MissTable:
    """The table of the misses of all words; ties among the hardest are in alphabetical order.

    `weights` and `misses` have an array (words,) int64 for each lexicon.
    """
    everything, chances = np.concatenate(misses), np.concatenate(weights)
    numbers, words = np.unique(everything, return_counts=True)
    shares = np.bincount(everything, chances)[numbers] / chances.sum()
    return MissTable(
        words=len(everything),
        misses=dict(zip(numbers.tolist(), words.tolist(), strict=True)),
        shares=dict(zip(numbers.tolist(), shares.tolist(), strict=True)),
        mean_misses=float(chances @ everything / chances.sum()),
        hardest=_hardest(lexicons, misses, hardest),
    )


def _hardest(
    lexicons: Sequence[Lexicon], misses: Sequence[Misses], count: int
) -> list[tuple[str, int]]:
    """The `count` words with most misses."""
    least, hard = np.sort(np.concatenate(misses))[-count:].min(), list[tuple[int, str]]()
    for lexicon, counts in zip(lexicons, misses, strict=True):
        ids = np.flatnonzero(counts >= least)
        hard += zip((-counts[ids]).tolist(), lexicon.words(ids), strict=True)
    return [(word, -minus) for minus, word in sorted(hard)[:count]]


def is_computable(guesser: Guesser) -> bool:
    """Whether chances are computed, not sampled: for a guesser without chance, or with trees."""
    return guesser.is_deterministic or isinstance(guesser, Unexploitable)


def chances_of_words(
    lexicon: Lexicon, guesser: Guesser, progress: Callable[[int], None] = lambda words: None
) -> Chances:
    """The chances of 0, 1, 2 … misses of each word, (words, n), if the guesser `is_computable`.

    It calls `progress` with the number of words done since the last call.
    """
    table, waiting = WordTable(lexicon), len(lexicon)

    def guesses_at(positions: Positions) -> Guesses:
        nonlocal waiting
        progress(waiting - len(positions.ids))
        waiting = len(positions.ids)
        if isinstance(guesser, WeighedWords):
            letters, _ = positions.heaviest_letters(table, guesser.weights(lexicon))
            return Guesses(np.arange(len(letters)), letters, np.ones(len(letters)))
        return _guesses_by_position(lexicon, guesser, positions)

    chances = miss_chances(table, guesses_at)
    progress(waiting)
    return chances


def misses_of_words(
    lexicon: Lexicon, guesser: Guesser, progress: Callable[[int], None] = lambda words: None
) -> Misses:
    """The misses of a deterministic guesser at each word; `progress` as in `chances_of_words`."""
    return expected(chances_of_words(lexicon, guesser, progress)).astype(np.int64)


def letter_chances(guesser: Guesser, possible: PossibleWords) -> dict[int, float]:
    """The letters that a guesser may guess, each with its chance."""
    weights = guesser.letter_weights(possible) if isinstance(guesser, Unexploitable) else None
    if weights is None:
        return {guesser.pick(possible, 0): 1.0}
    shares = weights / weights.sum()
    return {letter: float(shares[letter]) for letter in np.flatnonzero(weights).tolist()}


def _guesses_by_position(lexicon: Lexicon, guesser: Guesser, positions: Positions) -> Guesses:
    """The guesses of a guesser at each position."""
    chances = [
        letter_chances(guesser, PossibleWords(lexicon, positions.words(place), guessed))
        for place, guessed in enumerate(positions.guessed.tolist())
    ]
    places = np.repeat(np.arange(len(chances)), list(map(len, chances)))
    letters, shares = zip(*(pair for pairs in chances for pair in pairs.items()), strict=True)
    return Guesses(places, np.array(letters), np.array(shares))
