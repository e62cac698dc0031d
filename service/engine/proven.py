"""Cores worked out beforehand: a dealer who keeps to them forces what they force, whatever comes.

A core is a few words that force so many misses. The table is closed: whichever letter is guessed,
some family holds a core of the table that forces what is left. What a *star* forces, words that are
equal when one letter of each is blanked out, is one less than the words of it that are left.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Proven:
    """The cores of one length.

    `words` (n,) int64: the IDs of the words in them, ascending.
    `cores` (cores, ceil(n / 64)) uint64: bit i of a row, from the lowest of its first number on,
    stands for the i-th of these words; those that force most first.
    `forced` (cores,) uint8: the misses that each forces.
    `stars` (stars, ceil(n / 64)) uint64.
    """

    words: NDArray[np.int64]
    cores: NDArray[np.uint64]
    forced: NDArray[np.uint8]
    stars: NDArray[np.uint64]

    @cached_property
    def promise(self) -> int:
        """The misses that are forced from all words."""
        return self.misses_forced(self.words)

    def places(self, rows: NDArray[np.uint64]) -> list[list[int]]:
        """Which of `words` each of some rows has."""
        octets = rows.astype("<u8").view(np.uint8)
        bits = np.unpackbits(octets, axis=1, bitorder="little")
        return [np.flatnonzero(row).tolist() for row in bits]

    def misses_forced(self, ids: NDArray[np.int64]) -> int:
        """What cores in these words (size,), ascending, force; 0 where there are none."""
        bits = _packed(self._places(ids)[1])
        held = self._first_held(np.arange(len(self.cores)), bits)
        return max(held, self._by_star(bits))

    def floors(
        self, ids: NDArray[np.int64], numbers: NDArray[np.uint8 | np.uint16], lacking: bool
    ) -> tuple[int, NDArray[np.int64]]:
        """What is forced from words, and from each of their families.

        `ids` (size,) ascending, `numbers` (size,) the family of each; for the first family, if its
        words are `lacking` the letter, one miss more.
        """
        places, inside = self._places(ids)
        bits = _packed(inside)
        held = np.flatnonzero(((self.cores & ~bits) == 0).all(axis=1))
        whole = max(int(self.forced[held[:1]].max(initial=0)), self._by_star(bits))
        near = held[self.forced[held] >= whole - 1]  # less would be to give in
        floors = np.zeros(int(numbers.max(initial=0)) + 1, dtype=np.int64)
        floors[0] = int(lacking)
        families = np.where(inside, numbers[places], -1)
        for number in np.unique(families[inside]).tolist():
            family = _packed(families == number)
            floors[number] += max(self._first_held(near, family), self._by_star(family))
        return whole, floors

    def _places(self, ids: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Where each of our words would be among `ids`, and whether it is there."""
        places = np.searchsorted(ids, self.words)
        places[places == len(ids)] = 0
        return places, ids[places] == self.words

    def _first_held(self, cores: NDArray[np.int64], bits: NDArray[np.uint64]) -> int:
        """What the first of some cores that is held forces."""
        held = ((self.cores[cores] & ~bits) == 0).all(axis=1)
        return int(self.forced[cores[held.argmax()]]) if held.any() else 0

    def _by_star(self, bits: NDArray[np.uint64]) -> int:
        words = np.bitwise_count(self.stars & bits).sum(axis=1, dtype=np.int64)
        return max(int(words.max(initial=0)) - 1, 0)


def proven(cores: list[tuple[tuple[int, ...], int]], stars: list[tuple[int, ...]]) -> Proven:
    """The table of some cores, each the IDs of its words and what it forces, and some stars."""
    cores = sorted(cores, key=lambda core: (-core[1], core[0]))
    words = sorted({word_id for ids in (*(ids for ids, _ in cores), *stars) for word_id in ids})
    place = {word_id: number for number, word_id in enumerate(words)}

    def rows(of: list[tuple[int, ...]]) -> NDArray[np.uint64]:
        found = np.zeros((len(of), len(words)), dtype=np.bool_)
        for row, ids in enumerate(of):
            found[row, [place[word_id] for word_id in ids]] = True
        return _packed(found)

    return Proven(
        words=np.array(words, dtype=np.int64),
        cores=rows([ids for ids, _ in cores]),
        forced=np.array([forced for _, forced in cores], dtype=np.uint8),
        stars=rows(sorted(stars)),
    )


def _packed(bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """The last axis as bit sets, padded to whole numbers."""
    octets = np.packbits(bits, axis=-1, bitorder="little")
    spare = [(0, 0)] * (octets.ndim - 1) + [(0, -octets.shape[-1] % 8)]
    return np.pad(octets, spare).view(np.dtype("<u8")).astype(np.uint64, copy=False)
