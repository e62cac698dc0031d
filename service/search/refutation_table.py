"""Tables of refutations found beforehand: a dealer who keeps to one forces what it promises.

A refutation is a few words that force a number of misses. A table is closed: whichever letter is
guessed, some family contains a refutation of the table that forces what is left to force. A
*one-letter group*, words that become equal if one letter of each is blanked out, needs no replies:
any m of its words force m - 1 misses.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers
from service.search.bit_sets import packed

CHUNK: Final = 4096  # refutations that are looked through at once

Columns: TypeAlias = NDArray[np.uint64]  # (rows, columns): a bit set of table words in each column
Row: TypeAlias = NDArray[np.uint64]  # (rows,): one bit set
RefutationNumbers: TypeAlias = NDArray[
    np.int64
]  # (refutations,): some refutations of a table, ascending


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

    @cached_property
    def promise(self) -> int:
        """The misses that the table forces from all words."""
        return self.misses_forced(self.words)

    def places(self, columns: Columns) -> list[list[int]]:
        """For each of some columns, (rows, columns) uint64, which of `words` it has."""
        octets = np.ascontiguousarray(columns.T).astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, axis=1, bitorder="little")
        return [np.flatnonzero(row).tolist() for row in bits]

    def misses_forced(self, ids: WordIDs) -> int:
        """What the table forces from some words, (size,) int64 ascending; 0 if it cannot say."""
        _, present = self._located(ids)
        words = packed(present)
        return self._forced_from(words, self._best_refutations_within(words))

    def floors(
        self, ids: WordIDs, numbers: FamilyNumbers, lacking: bool
    ) -> tuple[int, NDArray[np.int64]]:
        """What the table forces from some words, and from each of their families.

        `ids` (size,) int64 ascending; `numbers` (size,) uint8 or uint16: the family of each word.
        The answer for the families is (families,) int64. The first family is worth one miss more if
        its words are `lacking` the letter.
        """
        places, present = self._located(ids)
        words = packed(present)
        refutations = self._best_refutations_within(words)
        forced = self._forced_from(words, refutations)
        refutations = refutations[
            self.forced[refutations] >= forced - 1
        ]  # a family kept for less gives in
        floors = np.zeros(int(numbers.max(initial=0)) + 1, dtype=np.int64)
        floors[0] = int(lacking)
        families = np.where(present, numbers[places], -1)
        for number in np.unique(families[present]).tolist():
            family = packed(families == number)
            floors[number] += self._forced_from(family, self._within(family, refutations))
        return forced, floors

    def _located(self, ids: WordIDs) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """For each of `words`, (n,) int64 and bool: its place in `ids`, and whether it is there."""
        places = np.searchsorted(ids, self.words)
        places[places == len(ids)] = 0
        return places, ids[places] == self.words

    def _best_refutations_within(self, words: Row) -> RefutationNumbers:
        """The refutations within some words, down to those that force a miss less than the best."""
        best, least = [np.arange(0)], 0
        for first in range(0, len(self.forced), CHUNK):
            if self.forced[first] < least:
                break
            refutations = self._within(
                words, np.arange(first, min(first + CHUNK, len(self.forced)))
            )
            least = max(least, self._forced_by_first(refutations) - 1)
            best.append(refutations)
        return np.concatenate(best)

    def _within(self, words: Row, refutations: RefutationNumbers) -> RefutationNumbers:
        """Those of the refutations whose words are all there."""
        for refutation_row, row in zip(self.refutations, words, strict=True):
            refutations = refutations[
                refutation_row[refutations] & ~row == 0
            ]  # few are left after the first row
        return refutations

    def _forced_from(self, words: Row, refutations: RefutationNumbers) -> int:
        """What some words force: by the first refutation within them, or by a one-letter group."""
        return max(self._forced_by_first(refutations), self._forced_by_group(words))

    def _forced_by_first(self, refutations: RefutationNumbers) -> int:
        return int(self.forced[refutations[:1]].max(initial=0))

    def _forced_by_group(self, words: Row) -> int:
        sizes = np.bitwise_count(self.groups & words[:, np.newaxis]).sum(axis=0, dtype=np.int64)
        return max(int(sizes.max(initial=0)) - 1, 0)


def refutation_table(
    refutations: list[tuple[tuple[int, ...], int]], groups: list[tuple[int, ...]]
) -> RefutationTable:
    """The table of some refutations, by the IDs of their words, their misses, and of groups.

    The refutations are ordered by what they force, the most first, then by their words.
    """
    refutations = sorted(refutations, key=lambda refutation: (-refutation[1], refutation[0]))
    words = sorted(
        {word_id for ids in (*(ids for ids, _ in refutations), *groups) for word_id in ids}
    )
    return RefutationTable(
        words=np.array(words, dtype=np.int64),
        refutations=_columns([ids for ids, _ in refutations], words),
        forced=np.array([forced for _, forced in refutations], dtype=np.uint8),
        groups=_columns(sorted(groups), words),
    )


def _columns(lists: list[tuple[int, ...]], words: list[int]) -> Columns:
    """Lists of word IDs as columns over all `words`, (ceil(n / 64), lists) uint64."""
    places = {word_id: place for place, word_id in enumerate(words)}
    bits = np.zeros((len(lists), len(words)), dtype=np.bool_)
    for row, ids in enumerate(lists):
        bits[row, [places[word_id] for word_id in ids]] = True
    return np.ascontiguousarray(packed(bits).T)
