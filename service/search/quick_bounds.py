"""Bounds on the least misses of all lists that a guess can leave, without a search.

From above, the misses of a player who guesses the letter in most words, summed over the words by
their weights: on whole lengths of `en`, evenly weighed, at most 5 % more than the least. From
below, what the words cost before the first hit: k letters hit at most what the k heaviest letters
have together, and the rest costs a miss.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers, LetterSet, Lexicon
from service.engine.weights import Weights
from service.search.budget import Bounds
from service.search.words_in_play import WordsInPlay, misses_of_most_words_player, weighed


@dataclass(frozen=True, eq=False)
class Split:
    """The lists that a guess can leave, and `missed`, (missed,) int64: the words that it misses.

    `ids` (size,) int64: the words of all lists; `numbers` (size,) uint8 or uint16: the list of
    each. A word that is guessed itself is in none of them. Letters in `guessed` tell nothing more.
    """

    ids: WordIDs
    numbers: FamilyNumbers
    missed: WordIDs
    guessed: LetterSet

    def lists(self) -> Iterator[tuple[int, WordIDs]]:
        """The number and the words, (size,) int64, of each list."""
        order, ends = np.argsort(self.numbers, kind="stable"), np.cumsum(np.bincount(self.numbers))
        for number, part in enumerate(np.split(self.ids.take(order), ends[:-1])):
            if len(part):
                yield number, part


def quick_bounds(lexicon: Lexicon, split: Split, weights: Weights) -> list[Bounds]:
    """Bounds on the least misses of each list of a split, by number.

    `weights` are those of all words of the lexicon.
    """
    words = WordsInPlay.at_the_start(lexicon, split.ids, split.numbers, split.guessed, weights)
    uppers = weighed(words.lists, words.weights * misses_of_most_words_player(words))
    lowers = _before_a_hit(words, len(uppers))
    return [Bounds(*pair) for pair in zip(lowers.tolist(), uppers.tolist(), strict=True)]


def _before_a_hit(words: WordsInPlay, lists: int) -> NDArray[np.int64]:
    """For each list, (lists,) int64, the least misses before the first letter that is no safe hit.

    All letters that every word of a node has are guessed before.
    """
    misses = np.zeros(lists, dtype=np.int64)
    while len(words := words.together()):
        sure = words.hits == words.node_weights[:, np.newaxis]
        is_open = ~sure.any(axis=1)
        list_of_node = np.zeros(len(sure), dtype=np.int64)
        list_of_node[words.nodes] = words.lists
        np.add.at(misses, list_of_node[is_open], _not_hit(words)[is_open])
        words = words.where(~is_open)
        if len(words):
            words = words.after(sure[~is_open].argmax(axis=1))
    return misses


def _not_hit(words: WordsInPlay) -> NDArray[np.int64]:
    """For each node, (nodes,) int64, the weight not hit yet after k letters, summed over all k."""
    hit = np.cumsum(-np.sort(-words.hits, axis=1), axis=1)
    missed = np.maximum(words.node_weights[:, np.newaxis] - hit, 0).sum(axis=1)
    return np.asarray(missed, dtype=np.int64)
