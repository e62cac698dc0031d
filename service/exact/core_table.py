"""Cores worked out beforehand: a dealer who keeps to them forces what they force, whatever comes.

A core is a few words that force so many misses. The table is closed: whichever letter is guessed,
some family holds a core of the table that forces what is left. What a *star* forces, words that are
equal when one letter of each is blanked out, is one less than the words of it that are left.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

TOGETHER: Final = 4096  # cores that are looked through at once


@dataclass(frozen=True, eq=False)
class CoreTable:
    """The cores of one length.

    `words` (n,) int64: the IDs of the words in them, ascending.
    `cores` (ceil(n / 64), cores) uint64: a column for each, those that force most first; bit i,
    from the lowest of the first row on, stands for the i-th of these words.
    `forced` (cores,) uint8: the misses that each forces.
    `stars` (ceil(n / 64), stars) uint64.
    """

    words: NDArray[np.int64]
    cores: NDArray[np.uint64]
    forced: NDArray[np.uint8]
    stars: NDArray[np.uint64]

    @cached_property
    def promise(self) -> int:
        """The misses that are forced from all words."""
        return self.misses_forced(self.words)

    def places(self, columns: NDArray[np.uint64]) -> list[list[int]]:
        """Which of `words` each of some columns has."""
        octets = np.ascontiguousarray(columns.T).astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, axis=1, bitorder="little")
        return [np.flatnonzero(row).tolist() for row in bits]

    def misses_forced(self, ids: NDArray[np.int64]) -> int:
        """What cores in these words (size,), ascending, force; 0 where there are none."""
        bits = _packed(self._places(ids)[1])
        return max(self._most_forced(self._best_held(bits)), self._by_star(bits))

    def floors(
        self, ids: NDArray[np.int64], numbers: NDArray[np.uint8 | np.uint16], lacking: bool
    ) -> tuple[int, NDArray[np.int64]]:
        """What is forced from words, and from each of their families.

        `ids` (size,) ascending, `numbers` (size,) the family of each; for the first family, if its
        words are `lacking` the letter, one miss more.
        """
        places, inside = self._places(ids)
        bits = _packed(inside)
        held = self._best_held(bits)
        whole = max(self._most_forced(held), self._by_star(bits))
        near = held[self.forced[held] >= whole - 1]  # less would be to give in
        floors = np.zeros(int(numbers.max(initial=0)) + 1, dtype=np.int64)
        floors[0] = int(lacking)
        families = np.where(inside, numbers[places], -1)
        for number in np.unique(families[inside]).tolist():
            family = _packed(families == number)
            by_core = self._most_forced(self._held(family, near))
            floors[number] += max(by_core, self._by_star(family))
        return whole, floors

    def _places(self, ids: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Where each of our words would be among `ids`, and whether it is there."""
        places = np.searchsorted(ids, self.words)
        places[places == len(ids)] = 0
        return places, ids[places] == self.words

    def _best_held(self, bits: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The cores whose words are all there, down to a miss less than the best of them forces."""
        found, least = [np.arange(0)], 0
        for first in range(0, len(self.forced), TOGETHER):
            if self.forced[first] < least:
                break
            held = self._held(bits, np.arange(first, min(first + TOGETHER, len(self.forced))))
            least = max(least, self._most_forced(held) - 1)
            found.append(held)
        return np.concatenate(found)

    def _held(self, bits: NDArray[np.uint64], cores: NDArray[np.int64]) -> NDArray[np.int64]:
        """The cores, of some, whose words are all there; row by row, for few outlast the first."""
        for row, there in zip(self.cores, bits, strict=True):
            cores = cores[row[cores] & ~there == 0]
        return cores

    def _most_forced(self, cores: NDArray[np.int64]) -> int:
        """What the first of some cores forces."""
        return int(self.forced[cores[:1]].max(initial=0))

    def _by_star(self, bits: NDArray[np.uint64]) -> int:
        words = np.bitwise_count(self.stars & bits[:, np.newaxis]).sum(axis=0, dtype=np.int64)
        return max(int(words.max(initial=0)) - 1, 0)


def core_table(cores: list[tuple[tuple[int, ...], int]], stars: list[tuple[int, ...]]) -> CoreTable:
    """The table of some cores, each the IDs of its words and what it forces, and some stars."""
    cores = sorted(cores, key=lambda core: (-core[1], core[0]))
    words = sorted({word_id for ids in (*(ids for ids, _ in cores), *stars) for word_id in ids})
    place = {word_id: number for number, word_id in enumerate(words)}

    def columns(of: list[tuple[int, ...]]) -> NDArray[np.uint64]:
        found = np.zeros((len(of), len(words)), dtype=np.bool_)
        for row, ids in enumerate(of):
            found[row, [place[word_id] for word_id in ids]] = True
        return np.ascontiguousarray(_packed(found).T)

    return CoreTable(
        words=np.array(words, dtype=np.int64),
        cores=columns([ids for ids, _ in cores]),
        forced=np.array([forced for _, forced in cores], dtype=np.uint8),
        stars=columns(sorted(stars)),
    )


def _packed(bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """The last axis as bit sets, padded to whole numbers."""
    octets = np.packbits(bits, axis=-1, bitorder="little")
    spare = [(0, 0)] * (octets.ndim - 1) + [(0, -octets.shape[-1] % 8)]
    return np.pad(octets, spare).view(np.dtype("<u8")).astype(np.uint64, copy=False)
