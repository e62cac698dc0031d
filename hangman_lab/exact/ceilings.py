"""Ceilings: the most words from which a player can win against `largest-family`.

To win is to leave a single word. A letter that tells nothing is never guessed. So:

- If a hit leaves K words, at most K - 1 words lack the letter, for the dealer rejects it if the two
  are equal; and at most K words are in each other family with the letter.
- If a miss leaves K words, at most K words are in each family with the letter.
- The families of a letter that show i letters are at most as many as there are ways to choose i of
  the hidden places, and none has more words than in the whole lexicon.
- If one place is hidden, each guess takes away one word, by a miss: ties are misses.
- Misses take away at most as many words as their letters have together.
"""

from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from hangman_lab.exact.family_columns import Counts, FamilyColumns, Numbers


class Ceilings:
    """The ceilings for one lexicon."""

    def __init__(self, columns: FamilyColumns) -> None:
        self._columns = columns
        everything = columns.lexicon.everything
        members = np.ones((1, len(everything)), dtype=np.bool_)
        self._whole = columns.counts(everything, members)[0]
        self._most_words = cache(self._with_hidden_places)

    def words(self, misses: int, hidden: int) -> int:
        """The most words from which `misses` suffice, if so many places are `hidden`."""
        if misses < 0:
            return 0
        if hidden <= 1:
            return 1 + misses * max(hidden, 0)
        return self._most_words(misses, hidden)

    def may_win(self, counts: Counts, hidden: int, misses: int) -> NDArray[np.bool_]:
        """For each list, (lists,) bool, whether it is not ruled out that `misses` suffice.

        The player wins by misses alone, or the first hit comes after some of them.
        """
        lists = _Lists(self._columns, counts)
        may_win = lists.words_after(misses) <= 1
        for before in range(misses + 1):
            rows = np.flatnonzero(~may_win)
            if len(rows):
                most = self.words(misses - before, hidden - 1)
                may_win[rows] = lists.take(rows).may_hit_after(before, most)
        return may_win

    def _with_hidden_places(self, misses: int, hidden: int) -> int:
        after_hit, after_miss = self.words(misses, hidden - 1), self.words(misses - 1, hidden)
        before_hit = after_hit - 1 + self._with_a_letter(hidden, after_hit)
        before_miss = after_miss + self._with_a_letter(hidden, after_miss)
        return min(max(before_hit, before_miss), len(self._columns.lexicon))

    def _with_a_letter(self, hidden: int, most: int) -> int:
        """The most words that have a letter, the same one, with `most` in each of its families."""
        letters = range(len(self._columns.starts))
        shown = range(1, hidden + 1)
        return max(sum(self._showing(x, n, comb(hidden, n), most) for n in shown) for x in letters)

    def _showing(self, letter: int, shown: int, families: int, most: int) -> int:
        """The words of the largest `families` of a letter that show `shown` places."""
        columns = self._columns
        sizes = self._whole[(columns.letters == letter) & (columns.shown == shown)]
        return int(np.minimum(np.sort(sizes)[::-1][:families], most).sum())


class _Lists:
    """Lists of words by what their families count.

    `families` (lists, columns) has those with the letter only. `having` and `lacking` (lists,
    letters) say how many words have the letter and how many do not.
    """

    def __init__(self, columns: FamilyColumns, counts: Counts) -> None:
        self._columns = columns
        self._counts = counts
        self._families = np.where(columns.shown > 0, counts, 0)
        self._having = columns.summed(self._families)
        self._lacking = columns.summed(counts) - self._having
        self._missable = np.where(self._lacking > 0, self._having, 0)  # else it is a hit
        self._sizes = self._having[:, 0] + self._lacking[:, 0]

    def take(self, rows: Numbers) -> "_Lists":
        """Some of the lists."""
        return _Lists(self._columns, self._counts[rows])

    def words_after(self, misses: int) -> Numbers:
        """The fewest words that the misses can leave, (lists,)."""
        return self._sizes - self._taken_away(misses)

    def may_hit_after(self, misses: int, most: int) -> NDArray[np.bool_]:
        """Whether so many misses, and then a hit that leaves at most `most` words, are possible."""
        starts, letters = self._columns.starts, self._columns.letters
        kept = np.minimum(np.maximum.reduceat(self._families, starts, axis=1), most)
        before = self._columns.summed(np.minimum(self._families, kept[:, letters]))
        before += np.minimum(self._lacking, kept - 1)
        taken_away = np.minimum(  # the misses have other letters than the hit
            self._taken_away(misses)[:, np.newaxis],
            self._taken_away(misses + 1)[:, np.newaxis] - self._missable,
        )
        enough = self._sizes[:, np.newaxis] - taken_away <= before
        return np.asarray((enough & (kept > 0)).any(axis=1))

    def _taken_away(self, misses: int) -> Numbers:
        """The most words that misses take away, (lists,)."""
        most_first = -np.sort(-self._missable, axis=1)
        return np.asarray(most_first[:, :misses].sum(axis=1))
