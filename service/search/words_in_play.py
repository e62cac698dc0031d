"""The words of many lists, played at once: each round is a level of the players' decision trees.

The player guesses the letter in most words, by their weights: on whole lengths of `en`, evenly
weighed, it misses at most 5 % more than the best player.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import LetterSet, Lexicon
from service.engine.weights import Weights, even

LONGEST_RUN: Final = 255  # words that a byte can count


@dataclass(frozen=True, eq=False)
class WordsInPlay:
    """The words that are not found yet, a row for each; all arrays but one are (words,).

    `rows` int64: the row in which each was at the start; `nodes` int64, ascending: equal for words
    that are still alike for the player; `unknown` uint64: its letters that were not guessed, as
    `LetterSet`; `misses` int64: so far; `weights` int64. `numbers` (letters, words at the start)
    uint16 has the family of each word for each letter.
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
        of_words = (even(lexicon) if weights is None else weights).take(ids)
        return cls(
            np.stack([numbers.take(ids) for numbers in lexicon.family_numbers], dtype=np.uint16),
            rows=np.arange(len(ids)),
            nodes=lists.astype(np.int64),
            unknown=lexicon.presence.take(ids) & ~np.asarray(guessed, dtype=np.uint64),
            misses=np.zeros(len(ids), dtype=np.int64),
            weights=of_words,
        )._at(np.lexsort((of_words, lists)))

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """How many words each node has, (nodes,) int64."""
        return np.bincount(self.nodes)

    @cached_property
    def hits(self) -> NDArray[np.int64]:
        """The weight of the words that a letter hits, 0 if guessed; (nodes, letters) int64."""
        letters = len(self.numbers)
        octets = self.unknown.astype("<u8").view(np.uint8).reshape(-1, 8)[:, : -(-letters // 8)]
        # A byte for each letter: as whole numbers of eight bytes, eight letters are added at once.
        having = np.unpackbits(octets, axis=1, bitorder="little").view(np.uint64)
        starts = self._runs()
        counts = np.add.reduceat(having, starts, axis=0).view(np.uint8)[:, :letters]
        hits = np.zeros((len(self.sizes), letters), dtype=np.int64)
        # reduceat adds up the runs of each node; a node without words would have none.
        nodes = self.nodes[starts]
        firsts = np.flatnonzero(_is_first(nodes))
        weighed = counts * self.weights[starts, np.newaxis]
        is_one_run = len(firsts) == len(starts)  # of each node, as with few words alike
        hits[nodes[firsts]] = weighed if is_one_run else np.add.reduceat(weighed, firsts, axis=0)
        return hits

    def _runs(self) -> NDArray[np.int64]:
        """Where runs of one node and weight start, (runs,) int64; a byte counts up to LONGEST_RUN.

        The words of each node are in the order of their weights, so these runs are few.
        """
        is_first = _is_first(self.nodes) | _is_first(self.weights)
        is_first[::LONGEST_RUN] = True
        return np.flatnonzero(is_first)

    @cached_property
    def ranked_letters(self) -> NDArray[np.int64]:
        """The letters of each node, (nodes, letters): in most words first, ties by alphabet."""
        return np.argsort(-self.hits, axis=1, kind="stable")

    def copies(self, count: int) -> "WordsInPlay":
        """The words of as many games: row and node 0 of each follow the last ones of the others."""
        numbers, games = np.tile(self.numbers, count), np.arange(count)[:, np.newaxis]
        return WordsInPlay(
            numbers,
            (games * self.numbers.shape[1] + self.rows).ravel(),
            (games * len(self.sizes) + self.nodes).ravel(),
            np.tile(self.unknown, count),
            np.tile(self.misses, count),
            np.tile(self.weights, count),
        )

    def together(self) -> "WordsInPlay":
        """The words that share their node with another; the nodes are numbered from 0."""
        _, sizes = self._nodes_and_sizes()
        alike = sizes[sizes > 1]
        words = self._at(np.flatnonzero(np.repeat(sizes > 1, sizes)))
        return replace(words, nodes=np.repeat(np.arange(len(alike)), alike))

    def numbered(self) -> tuple[NDArray[np.int64], "WordsInPlay"]:
        """The nodes as they are, (nodes,) int64; and the words with nodes numbered from 0."""
        nodes, sizes = self._nodes_and_sizes()
        return nodes, replace(self, nodes=np.repeat(np.arange(len(sizes)), sizes))

    def after(self, letters: NDArray[np.int64]) -> "WordsInPlay":
        """The words after each node's letter, (nodes,) int64; `node >> 16` is the node before."""
        guesses = letters[self.nodes]
        bits = np.uint64(1) << guesses.astype(np.uint64)
        # Words stay alike if they were, and are in the same family.
        nodes = self.nodes << 16 | self.numbers[guesses, self.rows]
        order = np.argsort(nodes, kind="stable")
        return WordsInPlay(
            self.numbers,
            self.rows[order],
            nodes[order],
            (self.unknown & ~bits)[order],
            (self.misses + (self.unknown & bits == 0))[order],
            self.weights[order],
        )

    def _nodes_and_sizes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Each node that has words, and how many, (nodes,) int64."""
        starts = np.flatnonzero(_is_first(self.nodes))
        return self.nodes[starts], np.concatenate((starts[1:], [len(self)])) - starts

    def _at(self, places: NDArray[np.int64]) -> "WordsInPlay":
        return WordsInPlay(
            self.numbers,
            self.rows[places],
            self.nodes[places],
            self.unknown[places],
            self.misses[places],
            self.weights[places],
        )


def _is_first(numbers: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each number is the first or differs from the one before it, (numbers,)."""
    is_first = np.ones(len(numbers), dtype=np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=is_first[1:])
    return is_first


def misses_of_most_words_player(words: WordsInPlay) -> NDArray[np.int64]:
    """The misses of a player who always guesses the letter in most words, by weight.

    `words` have their misses so far. Returns those at the end, in the order of the rows at the
    start, (words at the start,) int64; 0 for others. Ties go to the first letter of the alphabet.
    """
    misses = np.zeros(words.numbers.shape[1], dtype=np.int64)
    misses[words.rows] = words.misses
    while len(words := words.together()):
        words = words.after(words.hits.argmax(axis=1))
        misses[words.rows] = words.misses
    return misses


def upper_bound(lexicon: Lexicon, ids: WordIDs) -> int:
    """The most misses of the most-words player: a close and quick upper bound of a value."""
    return upper_bounds(lexicon, [ids])[0]


def upper_bounds(lexicon: Lexicon, lists: Sequence[WordIDs]) -> list[int]:
    """The `upper_bound` of each list of words; all are played at once."""
    if not lists:
        return []
    sizes = [len(ids) for ids in lists]
    numbers = np.repeat(np.arange(len(lists)), sizes)
    words = WordsInPlay.at_the_start(lexicon, np.concatenate(lists), numbers, 0)
    most = np.zeros(len(lists), dtype=np.int64)
    np.maximum.at(most, numbers, misses_of_most_words_player(words))
    return most.tolist()
