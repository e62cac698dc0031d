"""All words of a lexicon, as columns and as bit sets."""

from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hangman_lab.tree_mixture import mixed
from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.search.word_sets import Letter, Words, WordSets, set_of

Numbers: TypeAlias = NDArray[np.int64]


class WordTable:
    """The words of a lexicon; a bit set has the words by their IDs.

    `families` (letters, words) int32: equal for words that have the letter at the same positions, 0
    for those that lack it; all are below `width`. `marks` (words,) uint64: their sum is the key of
    a set of words. `cells` (words, length): the index at which each letter of a word is counted.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        none_lacks = [int(positions[0] != 0) for positions in lexicon.family_positions]
        numbers = np.array(lexicon.family_numbers, dtype=np.int32)
        self.families = numbers + np.array(none_lacks, dtype=np.int32)[:, None]
        self.marks = mixed(lexicon.everything)
        self.letters, self.width = len(self.families), int(self.families.max()) + 1
        self.cells = np.arange(lexicon.length) * self.letters + lexicon.spellings

    @cached_property
    def sets(self) -> WordSets:
        """The families of bit sets."""
        return WordSets(self.lexicon, range(len(self)))

    def __len__(self) -> int:
        return len(self.lexicon)

    def ids(self, words: Words) -> WordIDs:
        """The IDs of a set of words, ascending."""
        content = np.frombuffer(words.to_bytes(-(-len(self) // 8), "little"), dtype=np.uint8)
        return np.flatnonzero(np.unpackbits(content, bitorder="little"))

    def words(self, ids: WordIDs) -> Words:
        """The set of the words with these IDs."""
        members = np.zeros(len(self), dtype=bool)
        members[ids] = True
        return set_of(members)

    def informative(self, ids: WordIDs) -> list[Letter]:
        """The letters that tell some words apart."""
        families = self.families[:, ids]
        return np.flatnonzero(families.min(axis=1) != families.max(axis=1)).tolist()

    def quick_letter(self, words: Words, weights: NDArray[Any]) -> Letter:
        """The letter that misses least of the `weights` (words,); ties go to the fewest words."""
        ids = self.ids(words)
        lacked = self.families[:, ids] == 0
        missed, words_lacked = lacked @ weights[ids], lacked.sum(axis=1)
        return min(self.informative(ids), key=lambda x: (missed[x], words_lacked[x]))
