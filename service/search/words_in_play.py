"""The words of many lists, played at once: each round is a level of the players' decision trees.

The player guesses the letter in most words, by their weights: on whole lengths of `en`, evenly
weighed, it misses at most 5 % more than the best player.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import LetterSet, Lexicon
from service.engine.weights import Weights, even


@dataclass(frozen=True, eq=False)
class WordsInPlay:
    """The words that are not found yet, a row for each.

    Three arrays have all words at the start: `numbers` (letters, words) uint16 has the family of
    each for each letter; `letters` (length, words) uint8 has the letters of each, where a letter
    that it has already had is the number of letters instead; `presence` (words,) uint64.

    The others are (words in play,): `rows` int64: the row in which each was at the start; `nodes`
    int64: equal for words that are still alike for the player; `guessed` uint64: the letters
    guessed at its node, as `LetterSet`; `misses` int64: so far; `weights` int64.
    """

    numbers: NDArray[np.uint16]
    letters: NDArray[np.uint8]
    presence: NDArray[np.uint64]
    rows: NDArray[np.int64]
    nodes: NDArray[np.int64]
    guessed: NDArray[np.uint64]
    misses: NDArray[np.int64]
    weights: Weights

    @classmethod
    def at_the_start(
        cls,
        lexicon: Lexicon,
        ids: WordIDs,
        lists: NDArray[np.integer],
        guessed: LetterSet | NDArray[np.uint64],
        weights: Weights | None = None,
    ) -> "WordsInPlay":
        """The words before the first guess, a node for each list.

        `lists` (words,): the number of the list that each word is in. `guessed` letters are not
        guessed again, the same for all words or (words,) uint64, equal within a list. `weights` are
        those of the whole lexicon; without them each word weighs 1.
        """
        return cls(
            np.stack([numbers.take(ids) for numbers in lexicon.family_numbers], dtype=np.uint16),
            _distinct_letters(lexicon, ids),
            lexicon.presence.take(ids),
            rows=np.arange(len(ids)),
            nodes=lists.astype(np.int64),
            guessed=np.full(len(ids), guessed, dtype=np.uint64),
            misses=np.zeros(len(ids), dtype=np.int64),
            weights=(even(lexicon) if weights is None else weights).take(ids),
        )

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def hits(self) -> NDArray[np.int64]:
        """The weight of the words that a letter hits, 0 if guessed; (nodes, letters) int64."""
        # Number the cells of this table row by row, so that one bincount fills all of them. The
        # last column is of letters that their words have already had.
        columns, nodes = len(self.numbers) + 1, int(self.nodes.max(initial=-1)) + 1
        cells = (self.letters.take(self.rows, axis=1) + self.nodes * columns).ravel()
        if self.weights.min(initial=1) == self.weights.max(initial=1):
            sums = np.bincount(cells, minlength=nodes * columns) * self.weights.max(initial=1)
        else:
            # These are float64, and exact: the weights are whole, and their sums below 2 ** 53.
            weights = np.tile(self.weights.astype(np.float64), len(self.letters))
            sums = np.bincount(cells, weights, nodes * columns)
        hits: NDArray[np.int64] = sums.reshape(nodes, columns)[:, :-1].astype(np.int64)
        guessed = np.zeros(nodes, dtype=np.uint64)
        guessed[self.nodes] = self.guessed
        letters = np.arange(columns - 1, dtype=np.uint64)
        hits[(guessed[:, np.newaxis] >> letters & np.uint64(1)).astype(np.bool_)] = 0
        return hits

    def only(self, there: NDArray[np.bool_] | NDArray[np.int64]) -> "WordsInPlay":
        """Some of the words: those of a mask, or of indices, in their order."""
        return replace(
            self,
            rows=self.rows[there],
            nodes=self.nodes[there],
            guessed=self.guessed[there],
            misses=self.misses[there],
            weights=self.weights[there],
        )

    def together(self) -> "WordsInPlay":
        """The words that share their node with another, sorted by node, numbered from 0."""
        # Numbers are sorted several times faster than their indices: put the index below the node.
        bits = len(self).bit_length()
        packed = self.nodes << bits | np.arange(len(self))
        packed.sort()
        sizes = np.diff(np.flatnonzero(np.diff(packed >> bits, prepend=-1)), append=len(self))
        there = sizes > 1
        index = packed[np.repeat(there, sizes)] & (1 << bits) - 1
        nodes = np.repeat(np.arange(np.count_nonzero(there)), sizes[there])
        return replace(self.only(index), nodes=nodes)

    def after(self, letters: NDArray[np.int64]) -> "WordsInPlay":
        """The words after each node's letter, (nodes,) int64."""
        guesses = letters.take(self.nodes)
        families = self.numbers.ravel().take(guesses * self.numbers.shape[1] + self.rows)
        bits = np.uint64(1) << guesses.astype(np.uint64)
        # Words stay alike if they were, and are in the same family.
        return replace(
            self,
            nodes=self.nodes << 16 | families,
            guessed=self.guessed | bits,
            misses=self.misses + (self.presence.take(self.rows) & bits == 0),
        )


def _distinct_letters(lexicon: Lexicon, ids: WordIDs) -> NDArray[np.uint8]:
    """The letters of some words, (length, words); where one stands again, the number of letters."""
    letters = np.ascontiguousarray(lexicon.spellings.take(ids, axis=0).T)
    for place in range(lexicon.length - 1, 0, -1):
        letters[place, (letters[:place] == letters[place]).any(axis=0)] = len(lexicon.alphabet)
    return letters


def misses_of_most_words_player(words: WordsInPlay) -> NDArray[np.int64]:
    """The misses of a player who always guesses the letter in most words, by weight.

    Returns those of each word at the end, with its misses so far, (words,) int64. Ties go to the
    first letter of the alphabet.
    """
    rows, misses = words.rows, np.zeros(len(words.presence), dtype=np.int64)
    misses[rows] = words.misses
    while len(words := words.together()):
        words = words.after(words.hits.argmax(axis=1))
        misses[words.rows] = words.misses
    return misses[rows]


def upper_bound(lexicon: Lexicon, ids: WordIDs) -> int:
    """The most misses of the most-words player: a close and quick upper bound of a value."""
    words = WordsInPlay.at_the_start(lexicon, ids, np.zeros(len(ids), dtype=np.int64), 0)
    return int(misses_of_most_words_player(words).max())
