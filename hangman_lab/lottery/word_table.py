"""All words of a lexicon, as columns and as bit sets."""

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon, Positions
from service.search.bit_sets import set_of
from service.search.least_misses import ENTROPY_COST
from service.search.word_sets import Letter, Words, WordSets


class WordTable:
    """The words of a lexicon; a bit set has the words by their IDs.

    `families` (letters, words) int32: equal for words that have the letter at the same positions, 0
    for those that lack it. `sets` finds the families of bit sets.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.sets = WordSets(lexicon, range(len(lexicon)))
        self._none_lacks = [int(positions[0] != 0) for positions in lexicon.family_positions]
        numbers = np.array(lexicon.family_numbers, dtype=np.int32)
        self.families = numbers + np.array(self._none_lacks, dtype=np.int32)[:, None]
        self._bytes = -(-len(lexicon) // 8)

    def __len__(self) -> int:
        return len(self.lexicon)

    def members(self, words: Words) -> NDArray[np.bool_]:
        """Whether each word is in a set, (words,)."""
        content = np.frombuffer(words.to_bytes(self._bytes, "little"), dtype=np.uint8)
        return np.unpackbits(content, bitorder="little")[: len(self)].astype(bool)

    def ids(self, words: Words) -> WordIDs:
        """The IDs of a set of words, ascending."""
        return np.flatnonzero(self.members(words))

    def words(self, ids: WordIDs) -> Words:
        """The set of the words with these IDs."""
        members = np.zeros(len(self), dtype=bool)
        members[ids] = True
        return set_of(members)

    def positions(self, letter: Letter, family: int) -> Positions:
        """Where the words of a family have its letter, given the number in `families`."""
        if not family:
            return 0
        return self.lexicon.family_positions[letter][family - self._none_lacks[letter]]

    def informative(self, ids: WordIDs) -> list[Letter]:
        """The letters that tell some words apart."""
        families = self.families[:, ids]
        return np.flatnonzero(families.min(axis=1) != families.max(axis=1)).tolist()

    def quick_letter(self, words: Words, weights: NDArray[np.float64]) -> Letter:
        """A letter that costs few misses, if words have weights: the rule of `Careful`."""
        ids = self.ids(words)
        return min(self.informative(ids), key=lambda letter: self._cost(letter, ids, weights[ids]))

    def _cost(self, letter: Letter, ids: WordIDs, weights: NDArray[np.float64]) -> float:
        families = self.families[letter, ids]
        sums = np.bincount(families, weights=weights)
        bits = np.log2(np.maximum(np.bincount(families), 1))
        return float(sums[0] + ENTROPY_COST * (sums @ bits))
