"""Tables of refutations found beforehand: a dealer who keeps to one forces what it promises.

A refutation is a few words that force a number of misses. A table is closed: whichever letter is
guessed, some family contains a refutation of the table that forces what is left to force. A
*one-letter group*, words that become equal if one letter of each is blanked out, needs no replies:
any m of its words force m - 1 misses.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Families
from service.search.word_sets import packed

CHUNK: Final = 4096  # refutations that are looked through at once

Columns: TypeAlias = NDArray[np.uint64]  # (rows, columns): a bit set of table words in each column
Row: TypeAlias = NDArray[np.uint64]  # (rows,): one bit set
RefutationNumbers: TypeAlias = NDArray[np.int64]  # (refutations,): some of a table, ascending


@dataclass(frozen=True, eq=False)
class RefutationTable:
    """The refutations of one length.

    `words` (n,) int64: the IDs of all their words, ascending. `refutations` (ceil(n / 64),
    refutations) uint64: a column for each refutation, those that force most first. Bit i stands for
    the i-th of `words`, counted from the lowest bit of the first row. `forced` (refutations,)
    uint8: the misses that each refutation forces. `groups` (ceil(n / 64), one-letter groups)
    uint64: a column for each one-letter group.
    """

    words: WordIDs
    refutations: Columns
    forced: NDArray[np.uint8]
    groups: Columns

    def misses_forced(self, ids: WordIDs) -> int:
        """The misses that the table forces from some words, (size,) int64 ascending; 0 if none."""
        _, present = self._located(ids)
        words = packed(present)
        return self._forced_from(words, self._best_refutations_within(words))

    def floors(self, families: Families) -> tuple[int, NDArray[np.int64]]:
        """The misses that the table forces from a cheat list, and in each family, (families,).

        Those in the family without the letter include the miss itself. All are int64.
        """
        places, present = self._located(families.cheat_list.ids)
        words = packed(present)
        refutations = self._best_refutations_within(words)
        forced = self._forced_from(words, refutations)
        # The family without the letter may force one less: its miss counts, too. Families that
        # force even less are never kept, so leave their refutations out.
        refutations = refutations[self.forced[refutations] >= forced - 1]
        floors = np.zeros(len(families.sizes), dtype=np.int64)
        floors[0] = int(families.lacking)
        # The family of each word of the table; without meaning for words that are not on the list.
        numbers = families.numbers[places]
        for number in np.unique(numbers[present]).tolist():
            family = packed(present & (numbers == number))
            floors[number] += self._forced_from(family, self._within(family, refutations))
        return forced, floors

    def _located(self, ids: WordIDs) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """For each of `words`, (n,) int64 and bool: its place in `ids`, and whether it is there."""
        places = np.searchsorted(ids, self.words)
        places[places == len(ids)] = 0
        return places, ids[places] == self.words

    def _best_refutations_within(self, words: Row) -> RefutationNumbers:
        """The refutations within some words; some that force two misses less may be missing."""
        best, least = [np.arange(0)], 0
        for first in range(0, len(self.forced), CHUNK):
            # Those that force most come first, so all later ones force too little.
            if self.forced[first] < least:
                break
            last = min(first + CHUNK, len(self.forced))
            refutations = self._within(words, np.arange(first, last))
            least = max(least, self._forced_by_first(refutations) - 1)
            best.append(refutations)
        return np.concatenate(best)

    def _within(self, words: Row, refutations: RefutationNumbers) -> RefutationNumbers:
        """The refutations whose words are all among `words`."""
        # Row by row, 64 words at a time: the first row leaves few refutations.
        for bits, row in zip(self.refutations, words, strict=True):
            refutations = refutations[bits[refutations] & ~row == 0]
        return refutations

    def _forced_from(self, words: Row, refutations: RefutationNumbers) -> int:
        """The misses that some words force, by the first refutation or by a one-letter group."""
        group_sizes = np.bitwise_count(self.groups & words[:, np.newaxis]).sum(axis=0, dtype=int)
        return max(self._forced_by_first(refutations), int(group_sizes.max(initial=1)) - 1)

    def _forced_by_first(self, refutations: RefutationNumbers) -> int:
        return int(self.forced[refutations[:1]].max(initial=0))
