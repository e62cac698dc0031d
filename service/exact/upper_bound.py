"""An upper bound of a list's value: the misses of a player who always guesses the commonest letter.

It is close to the value, and quick: all words of all lists are played at once, each round a level
of the player's decision trees.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers, LetterSet, Lexicon


def misses_of_most_words_player(
    lexicon: Lexicon, ids: WordIDs, lists: FamilyNumbers, guessed: LetterSet
) -> NDArray[np.int64]:
    """For each list, the most misses of a player who always guesses the letter in most words.

    `ids` (words,) int64; `lists` (words,) uint8 or uint16: the number of the list that each word is
    in. Letters in `guessed` are not guessed again; ties go to the first letter of the alphabet.
    The misses are (lists,) int64, -1 for a number that no word has.
    """
    most = np.full(int(lists.max()) + 1, -1, dtype=np.int64)
    words = _WordsInPlay(
        ids,
        lists=lists.astype(np.int64),
        nodes=lists.astype(np.int64),
        unknown=lexicon.presence.take(ids) & ~np.uint64(guessed),
        misses=np.zeros(len(ids), dtype=np.int64),
    )
    while len(words.ids):
        np.maximum.at(most, words.lists, words.misses)
        words = words.not_yet_alone()
        if len(words.ids):
            words = words.after_a_guess(lexicon)
    return most


@dataclass(frozen=True)
class _WordsInPlay:
    """The words that are not found yet, a row for each; all arrays are (words,).

    `ids` int64; `lists` int64: the list of each; `nodes` int64: equal for words that are still
    alike for the player; `unknown` uint64: its letters that were not guessed, as `LetterSet`;
    `misses` int64: so far.
    """

    ids: WordIDs
    lists: NDArray[np.int64]
    nodes: NDArray[np.int64]
    unknown: NDArray[np.uint64]
    misses: NDArray[np.int64]

    def not_yet_alone(self) -> "_WordsInPlay":
        """The words that share their node with another; the nodes are numbered from 0."""
        _, nodes, sizes = np.unique(self.nodes, return_inverse=True, return_counts=True)
        together = sizes[nodes] > 1
        numbers = np.cumsum(sizes > 1) - 1
        return _WordsInPlay(
            self.ids[together],
            self.lists[together],
            numbers[nodes[together]],
            self.unknown[together],
            self.misses[together],
        )

    def after_a_guess(self, lexicon: Lexicon) -> "_WordsInPlay":
        """The words after each node's guess."""
        letters = _letter_in_most(self.nodes, self.unknown, len(lexicon.alphabet))[self.nodes]
        bits = np.uint64(1) << letters.astype(np.uint64)
        return _WordsInPlay(
            self.ids,
            self.lists,
            self.nodes << 16 | _family_numbers(lexicon, letters, self.ids),
            self.unknown & ~bits,
            self.misses + (self.unknown & bits == 0),
        )


def _letter_in_most(
    nodes: NDArray[np.int64], unknown: NDArray[np.uint64], letters: int
) -> NDArray[np.int64]:
    """For each node, (nodes,) int64, the letter that most of its words have.

    `nodes` and `unknown` (words,), as in `_WordsInPlay`.
    """
    counts = np.empty((int(nodes.max()) + 1, letters))
    for letter in range(letters):
        having = unknown >> np.uint64(letter) & np.uint64(1) == 1
        counts[:, letter] = np.bincount(nodes[having], minlength=len(counts))
    return np.asarray(counts.argmax(axis=1))


def _family_numbers(
    lexicon: Lexicon, letters: NDArray[np.int64], ids: WordIDs
) -> NDArray[np.int64]:
    """For each word, (words,) int64, the number of its family for the letter of its row."""
    numbers = np.empty(len(ids), dtype=np.int64)
    for letter in np.unique(letters).tolist():
        rows = letters == letter
        numbers[rows] = lexicon.family_numbers[letter][ids[rows]]
    return numbers
