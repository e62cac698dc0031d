"""The misses of a deterministic guesser against every word of a dictionary.

Words are not played one by one. All words that are still alike for the guesser are one node of its
decision tree; the letter that it guesses there splits them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.guessers import Guesser, WeighedWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.weights import Weights
from service.search.words_in_play import WordsInPlay, misses_of_most_words_player

Misses: TypeAlias = NDArray[np.int64]  # (words,): of each word of a lexicon


@dataclass(frozen=True)
class MissTable:
    """The misses of a guesser over a dictionary.

    `misses` has the number of words by the misses that they take, and `shares` the chance that an
    honest dealer draws one of them; `hardest` has the words that take most, each with its misses.
    """

    words: int
    misses: Mapping[int, int]
    shares: Mapping[int, float]
    mean_misses: float
    hardest: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class LengthMisses:
    """The mean misses at one length, and how far they are above the least possible.

    `least` is the mean of the best player, `above` the share that the guesser misses more; both are
    None if the least is not known.
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
        hardest=_hardest(lexicons, misses, min(hardest, len(everything))),
    )


def _hardest(
    lexicons: Sequence[Lexicon], misses: Sequence[Misses], count: int
) -> list[tuple[str, int]]:
    """The `count` words with most misses."""
    least = np.sort(np.concatenate(misses))[-count]
    hard = [
        (lexicon.word(int(word_id)), int(lexicon_misses[word_id]))
        for lexicon, lexicon_misses in zip(lexicons, misses, strict=True)
        for word_id in np.flatnonzero(lexicon_misses >= least)
    ]
    return sorted(hard, key=lambda row: (-row[1], row[0]))[:count]


def misses_of_words(
    lexicons: Sequence[Lexicon],
    guesser: Guesser,
    progress: Callable[[int], None] = lambda words: None,
) -> list[Misses]:
    """The misses of each word by a deterministic guesser, an array (words,) int64 for each lexicon.

    `progress` is called with the number of words done since it was last called.
    """
    if isinstance(guesser, WeighedWords):
        return [_level_by_level(lexicon, guesser) for lexicon in lexicons]
    return [_node_by_node(lexicon, guesser, progress) for lexicon in lexicons]


def _node_by_node(lexicon: Lexicon, guesser: Guesser, progress: Callable[[int], None]) -> Misses:
    """The misses of any guesser, (words,): it is asked at each node of more than one word."""
    misses = np.zeros(len(lexicon), dtype=np.int64)
    nodes = [PossibleWords(lexicon, lexicon.everything, 0)]
    while nodes:
        node = nodes.pop()
        if len(node) == 1:
            progress(1)
            continue
        letter = guesser.pick(node, 0)
        for family in node.families(letter):
            if not family.positions:
                misses[family.ids] += 1
            nodes.append(PossibleWords(lexicon, family.ids, node.guessed | 1 << letter))
    return misses


def _level_by_level(lexicon: Lexicon, guesser: WeighedWords) -> Misses:
    """The misses of a guesser that weighs words, (words,): all nodes of a level at once."""
    one_list = np.zeros(len(lexicon), dtype=np.int64)
    weights = guesser.weights(lexicon)
    return misses_of_most_words_player(
        WordsInPlay.at_the_start(lexicon, lexicon.everything, one_list, 0, weights)
    )
