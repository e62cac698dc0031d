"""The families of all letters of a lexicon, side by side, to count those of many lists at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon

Column: TypeAlias = int  # one family of one letter; a letter's families stand in their order
Counts: TypeAlias = NDArray[np.int64]  # (lists, columns): the words of each family
Numbers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class FamilyColumns:
    """A column for each family of each letter of an alphabet.

    `starts` (letters,) int64: the first column of each letter. `letters` and `shown` (columns,)
    int64: the letter of each column, and at how many places its words have it. `of_words` (most,
    words) int64: the columns of the letters that a word has; behind them, the number of columns.
    """

    lexicon: Lexicon
    starts: NDArray[np.int64]
    letters: NDArray[np.int64]
    shown: NDArray[np.int64]
    of_words: NDArray[np.int64]

    @classmethod
    def of(cls, lexicon: Lexicon) -> "FamilyColumns":
        """The columns of a lexicon."""
        widths = np.array([len(positions) for positions in lexicon.family_positions])
        starts = np.cumsum(widths) - widths
        shown = [places.bit_count() for families in lexicon.family_positions for places in families]
        columns = np.stack(lexicon.family_numbers, dtype=np.int64) + starts[:, np.newaxis]
        columns[np.array(shown)[columns] == 0] = len(shown)
        most = int((columns < len(shown)).sum(axis=0).max())
        return cls(
            lexicon,
            starts,
            letters=np.repeat(np.arange(len(widths)), widths),
            shown=np.array(shown),
            of_words=np.sort(columns, axis=0)[:most],
        )

    def __len__(self) -> int:
        return len(self.letters)

    def words_with(self, columns: Sequence[Column]) -> WordIDs:
        """The words of all these families, (size,) int64 ascending."""
        words = self.lexicon.everything
        for column in columns:
            letter = self.letters[column]
            numbers = self.lexicon.family_numbers[letter].take(words)
            words = words.compress(numbers == column - self.starts[letter])
        return words

    def counts(self, words: WordIDs, members: NDArray[np.bool_]) -> Counts:
        """How many words of each list each family has.

        `members` (lists, size): which of the `words` each list has.
        """
        counts = self._with_letters(words, members)
        without = self.starts[self.shown[self.starts] == 0]
        sizes = members.sum(axis=1)[:, np.newaxis]
        counts[:, without] = sizes - self.summed(counts)[:, self.letters[without]]
        return counts

    def summed(self, counts: Counts) -> Numbers:
        """The words of all families of a letter, (lists, letters) int64."""
        return np.add.reduceat(counts, self.starts, axis=1)

    def largest(self, counts: Counts) -> tuple[Numbers, Numbers]:
        """For each list and letter, the column of the largest family, and its size.

        Of families of the same size it is the first. Both are (lists, letters) int64.
        """
        behind = np.arange(len(self))[::-1]  # makes the first of several columns the largest
        largest = np.maximum.reduceat(counts * len(self) + behind, self.starts, axis=1)
        return behind[largest % len(self)], largest // len(self)

    def _with_letters(self, words: WordIDs, members: NDArray[np.bool_]) -> Counts:
        """As `counts`, with 0 for each family without the letter."""
        width = len(self) + 1
        lists = np.repeat(np.arange(len(members)), members.sum(axis=1))
        rows = words[np.flatnonzero(members) - lists * len(words)]
        lists *= width
        counts = np.zeros(len(members) * width, dtype=np.int64)
        for columns in self.of_words:
            counts += np.bincount(lists + columns[rows], minlength=len(counts))
        return counts.reshape(-1, width)[:, :-1]
