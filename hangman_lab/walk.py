"""The walk of a player over all words of a lexicon: each position that it can come to, once.

A position is the words that are still possible, whichever guesses led there. All positions after
the same number of guesses are processed together: a guess splits the words of each into families,
and families that have the same words are one position from there on.

For example, of bat, bet, bit and the others of `b_t` the guess A leaves bat alone, and all others
in one family, which costs a miss.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hangman_lab.tree_mixture import Keys
from hangman_lab.word_table import Numbers, WordTable
from service.engine.cheat_list import WordIDs

Chances: TypeAlias = NDArray[np.float64]  # (…, n): of 0, 1, 2 … misses


@dataclass(frozen=True)
class Positions:
    """Some positions; `chances` (positions, n) say how often a game comes to each.

    `ids` has the words of one position after the other, in the smallest type; those of each begin
    at `starts` (positions,). `guessed` (positions,) uint64 are letters, as `LetterSet`.
    """

    ids: NDArray[np.integer]
    starts: Numbers
    guessed: NDArray[np.uint64]
    chances: Chances

    @classmethod
    def at_the_start(cls, table: WordTable) -> "Positions":
        """The one position at which all games start."""
        nothing = np.zeros(1, dtype=np.int64)
        words = table.lexicon.everything.astype(np.min_scalar_type(len(table)))
        return cls(words, nothing, nothing.astype(np.uint64), np.ones((1, 1)))

    @classmethod
    def joined(cls, parts: Sequence["Positions"]) -> "Positions":
        """All positions of some parts, all after the same number of guesses."""
        before = np.cumsum([0, *(len(part.ids) for part in parts[:-1])])
        return cls(
            np.concatenate([part.ids for part in parts]),
            np.concatenate([part.starts + at for part, at in zip(parts, before, strict=True)]),
            np.concatenate([part.guessed for part in parts]),
            np.concatenate([part.chances for part in parts]),
        )

    def __len__(self) -> int:
        return len(self.starts)

    @cached_property
    def sizes(self) -> Numbers:
        """How many words are possible at each, (positions,)."""
        return np.diff(self.starts, append=len(self.ids))

    def keys(self, table: WordTable) -> Keys:
        """A number for the words of each, as `tree_mixture.key_of`, (positions,)."""
        return np.asarray(np.add.reduceat(table.marks.take(self.ids), self.starts))

    def words(self, place: int) -> WordIDs:
        """The words of one position."""
        words = self.ids[self.starts[place] : self.starts[place] + self.sizes[place]]
        return words.astype(np.int64)

    def take(self, places: Numbers) -> "Positions":
        """Some of the positions; one may be taken more than once."""
        sizes = self.sizes[places]
        starts = sizes.cumsum() - sizes
        rows = np.repeat(self.starts[places] - starts, sizes)
        rows += np.arange(len(rows))
        return Positions(self.ids.take(rows), starts, self.guessed[places], self.chances[places])

    def heaviest_letters(
        self, table: WordTable, weights: NDArray[Any]
    ) -> tuple[Numbers, NDArray[np.bool_]]:
        """The letter of each whose words weigh most, and whether all words of the position have it.

        `weights` (words,) are above 0. Letters that tell nothing do not count. Ties go to the first
        letter.
        """
        spelled = np.uint64(1) << table.lexicon.spellings.take(self.ids, axis=0)
        in_any = np.bitwise_or.reduceat(spelled, self.starts)
        in_all = np.bitwise_and.reduceat(spelled, self.starts)
        # Letters that stand where the words differ.
        telling = np.bitwise_or.reduce(in_any & ~in_all, axis=1)
        present = table.lexicon.presence.take(self.ids) & np.repeat(telling, self.sizes)
        weights = weights.take(self.ids)
        sums = [
            np.add.reduceat(weights * (present & 1 << letter > 0), self.starts)
            for letter in range(table.letters)
        ]
        letters = np.argmax(sums, axis=0)
        shared = np.bitwise_and.reduceat(present, self.starts)
        return letters, shared >> letters.astype(np.uint64) & 1 > 0

    def merged(self, table: WordTable) -> "Positions":
        """One of all positions that have the same words."""
        if np.bincount(self.ids).max() == 1:
            return self  # no two share a word
        _, first, place_of = np.unique(self.keys(table), return_index=True, return_inverse=True)
        order = np.argsort(place_of, kind="stable")
        starts = np.flatnonzero(np.diff(place_of[order], prepend=-1))
        chances = np.add.reduceat(self.chances[order], starts, axis=0)
        return replace(self.take(first), chances=chances)


@dataclass(frozen=True)
class Guesses:
    """Letters guessed at positions; all arrays are (guesses,).

    `places`: the position of each, ascending; `letters`; `shares`: of the games that come there.
    """

    places: Numbers
    letters: Numbers
    shares: NDArray[np.float64]

    def may_miss(self, table: WordTable, positions: Positions) -> NDArray[np.bool_]:
        """Whether some word of its position lacks each letter, (guesses,)."""
        by_guess = positions.take(self.places)
        families = table.families[np.repeat(self.letters, by_guess.sizes), by_guess.ids]
        return np.asarray(np.minimum.reduceat(families, by_guess.starts) == 0)

    def branches(self, table: WordTable, positions: Positions) -> Positions:
        """The position that each family leaves, by its code: `guess * table.width + number`."""
        by_guess = positions.take(self.places)
        codes = self._codes(table, by_guess)
        order = np.argsort(codes, kind="stable")
        starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
        codes = codes[order[starts]]
        guess, family = np.divmod(codes, table.width)
        chances = np.zeros((len(codes), by_guess.chances.shape[1] + 1))
        hits, misses = np.flatnonzero(family), np.flatnonzero(family == 0)
        shared = by_guess.chances[guess] * self.shares[guess, np.newaxis]
        chances[hits, :-1], chances[misses, 1:] = shared[hits], shared[misses]
        bits = np.uint64(1) << self.letters[guess].astype(np.uint64)
        return Positions(by_guess.ids[order], starts, by_guess.guessed[guess] | bits, chances)

    def _codes(self, table: WordTable, by_guess: Positions) -> Numbers:
        """The code of each word at the positions, one for each guess."""
        guesses = np.repeat(np.arange(len(self.places)), by_guess.sizes)
        rows = np.repeat(self.letters * len(table), by_guess.sizes) + by_guess.ids
        return guesses * table.width + table.families.take(rows)  # quicker than with two indices


def miss_chances(
    table: WordTable,
    guesses_at: Callable[[Positions], Guesses],
    note: Callable[[Positions, Guesses], None] = lambda *_: None,
) -> Chances:
    """The chances of 0, 1, 2 … misses of each word, (words, n), by a walk over all positions.

    `guesses_at` returns the guesses at positions of two words or more; `note` is called with both.
    """
    ends = np.zeros((len(table), table.letters + 1))
    positions = Positions.at_the_start(table)
    while len(positions):
        alone = np.flatnonzero(positions.sizes == 1)
        chances = positions.chances[alone]
        ends[positions.ids[positions.starts[alone]], : chances.shape[1]] += chances
        positions = positions.take(np.flatnonzero(positions.sizes > 1))
        if len(positions):
            guesses = guesses_at(positions)
            note(positions, guesses)
            positions = guesses.branches(table, positions).merged(table)
            most = int(np.flatnonzero(positions.chances.any(axis=0))[-1])
            positions = replace(positions, chances=positions.chances[:, : most + 1])
    return ends


def expected(chances: Chances) -> NDArray[np.float64]:
    """The misses to expect, (…,)."""
    numbers = np.arange(chances.shape[-1])
    return np.asarray(np.einsum("...n,n->...", chances, numbers))  # `@` has BLAS spin as long again
