"""What a most-words guesser can be held to: an upper bound of a list's value, and nearly its value.

All words are played at once, level by level of the guesser's decision tree, from as many lists as
there are.
"""

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers, LetterSet, Lexicon


def misses_of_most_words_player(
    lexicon: Lexicon, ids: WordIDs, lists: FamilyNumbers, guessed: LetterSet
) -> NDArray[np.int64]:
    """For each list, the most misses of a player who always guesses the letter in most words.

    `lists` (words,) says which list each word is in; the letters `guessed` are not guessed again.
    Of equal letters the first in the alphabet is taken. -1 for a number that no word has.
    """
    numbers = [lexicon.family_numbers[letter] for letter in range(len(lexicon.alphabet))]
    unknown = lexicon.presence.take(ids) & ~np.uint64(guessed)
    most = np.full(int(lists.max()) + 1, -1, dtype=np.int64)
    node = lists.astype(np.int64)
    rows, of_list = ids, node
    misses = np.zeros(len(ids), dtype=np.int64)
    while len(rows):
        np.maximum.at(most, of_list, misses)
        _, node, sizes = np.unique(node, return_inverse=True, return_counts=True)
        together = sizes[node] > 1
        rows, of_list, unknown = rows[together], of_list[together], unknown[together]
        misses = misses[together]
        if not len(rows):
            break
        node = (np.cumsum(sizes > 1) - 1)[node[together]]
        letter = _in_most(node, unknown, len(numbers))[node]
        misses = misses + ((unknown >> letter.astype(np.uint64)) & np.uint64(1) == 0)
        unknown = unknown & ~(np.uint64(1) << letter.astype(np.uint64))
        node = node << 16 | _families(numbers, letter, rows)
    return most


def _in_most(
    node: NDArray[np.int64], unknown: NDArray[np.uint64], letters: int
) -> NDArray[np.int64]:
    """For each node, the letter that most of its words have."""
    counts = np.empty((int(node.max()) + 1, letters))
    for letter in range(letters):
        counts[:, letter] = np.bincount(
            node[unknown >> np.uint64(letter) & np.uint64(1) == 1], minlength=len(counts)
        )
    return np.asarray(counts.argmax(axis=1))


def _families(
    numbers: list[FamilyNumbers], letter: NDArray[np.int64], rows: WordIDs
) -> NDArray[np.int64]:
    """For each row, the family number of its own letter."""
    found = np.empty(len(rows), dtype=np.int64)
    for one in np.unique(letter).tolist():
        those = letter == one
        found[those] = numbers[one][rows[those]]
    return found
