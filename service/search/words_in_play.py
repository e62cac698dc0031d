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
    """The words that are not found yet, a row for each; all arrays but one are (words,).

    `rows` int64: the row in which each was at the start; `nodes` int64: equal for words that are
    still alike for the player; `unknown` uint64: its letters that were not guessed, as `LetterSet`;
    `misses` int64: so far; `weights` int64. `numbers` (letters, words at the start) uint16 has the
    family of each word for each letter.
    """

    numbers: NDArray[np.uint16]
    rows: NDArray[np.int64]
    nodes: NDArray[np.int64]
    unknown: NDArray[np.uint64]
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
        guessed again, the same for all words or (words,) uint64. `weights` are those of the whole
        lexicon; without them each word weighs 1.
        """
        return cls(
            np.stack([numbers.take(ids) for numbers in lexicon.family_numbers], dtype=np.uint16),
            rows=np.arange(len(ids)),
            nodes=lists.astype(np.int64),
            unknown=lexicon.presence.take(ids) & ~np.asarray(guessed, dtype=np.uint64),
            misses=np.zeros(len(ids), dtype=np.int64),
            weights=(even(lexicon) if weights is None else weights).take(ids),
        )

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many words each node has, (nodes,) int64."""
        return np.bincount(self.nodes)

    @cached_property
    def hits(self) -> NDArray[np.int64]:
        """The weight of the words that a letter hits, 0 if guessed; (nodes, letters) int64."""
        # Sort the rows by node, so that the rows of a node are one slice.
        letters = np.arange(len(self.numbers), dtype=np.uint64)
        order = np.argsort(self.nodes, kind="stable")
        having = self.unknown[order, np.newaxis] >> letters & np.uint64(1)
        hits = np.zeros((len(self.sizes), len(letters)), dtype=np.int64)
        # reduceat adds up each slice; a node without words would have none.
        there = self.sizes > 0
        starts = np.cumsum(self.sizes) - self.sizes
        having *= self.weights[order, np.newaxis].view(np.uint64)
        hits[there] = np.add.reduceat(having, starts[there], axis=0)
        return hits

    def together(self) -> "WordsInPlay":
        """The words that share their node with another; the nodes are numbered from 0."""
        _, nodes, sizes = np.unique(self.nodes, return_inverse=True, return_counts=True)
        there, new_numbers = sizes[nodes] > 1, np.cumsum(sizes > 1) - 1
        return WordsInPlay(
            self.numbers,
            self.rows[there],
            new_numbers[nodes[there]],
            self.unknown[there],
            self.misses[there],
            self.weights[there],
        )

    def after(self, letters: NDArray[np.int64]) -> "WordsInPlay":
        """The words after each node's letter, (nodes,) int64."""
        guesses = letters[self.nodes]
        bits = np.uint64(1) << guesses.astype(np.uint64)
        # Words stay alike if they were, and are in the same family.
        return replace(
            self,
            nodes=self.nodes << 16 | self.numbers[guesses, self.rows],
            unknown=self.unknown & ~bits,
            misses=self.misses + (self.unknown & bits == 0),
        )


def misses_of_most_words_player(words: WordsInPlay) -> NDArray[np.int64]:
    """The misses of a player who always guesses the letter in most words, by weight.

    `words` are all words, with their misses so far. Returns those of each at the end, (words,)
    int64. Ties go to the first letter of the alphabet.
    """
    misses = words.misses.copy()
    while len(words := words.together()):
        words = words.after(words.hits.argmax(axis=1))
        misses[words.rows] = words.misses
    return misses


def upper_bound(lexicon: Lexicon, ids: WordIDs) -> int:
    """The most misses of the most-words player: a close and quick upper bound of a value."""
    words = WordsInPlay.at_the_start(lexicon, ids, np.zeros(len(ids), dtype=np.int64), 0)
    return int(misses_of_most_words_player(words).max())
