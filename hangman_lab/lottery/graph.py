"""The positions that a game on a few words can come to, and their moves.

A position is the set of words that are still possible. A letter that all of them have is *safe*: if
one tells something, the player has no reason to do anything else. Any other position is
*uncertain*, and its moves are all letters that tell something; of moves that come to the same, one
is kept. A graph holds positions whose moves are known, and positions that are still *open*.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hangman_lab.lottery.moves import Moves, Numbers, joined, segments
from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.search.bit_sets import packed
from service.search.tree_mixture import mixed

Position: TypeAlias = int  # number of a set of words of a Graph
Masks: TypeAlias = NDArray[np.uint64]  # (sets, words / 64): bit i of a row is the i-th word

NOWHERE: Final = 0  # the position without words
AT_ONCE: Final = 1000  # positions that are opened together: more take too much memory
ROOM: Final = 1024  # positions at first


@dataclass(frozen=True)
class FamilyMasks:
    """All families of the letters that tell some words apart.

    `masks` (families, words / 64) and `lacking` (families,) bool are ordered by letter; the family
    that lacks the letter comes first. `letters` (letters,) are the letters, `starts` (letters,)
    where the families of each begin, and `owners` (families,) the index of each family's letter.
    """

    masks: Masks
    lacking: NDArray[np.bool_]
    letters: Numbers
    starts: Numbers
    owners: Numbers


class Graph:
    """Positions by number; `root` has all words, which are `ids`, ascending."""

    def __init__(self, lexicon: Lexicon, ids: WordIDs) -> None:
        self.ids = ids
        self.families = _family_masks(lexicon, ids)
        width, letters = self.families.masks.shape[1], len(self.families.letters)
        self.masks: Masks = np.zeros((ROOM, width), dtype=np.uint64)
        self.sizes: Numbers = np.zeros(ROOM, dtype=np.int64)
        self.informative = np.zeros((ROOM, letters), dtype=bool)
        self.open = np.zeros(ROOM, dtype=bool)
        self._safe: Numbers = np.zeros(ROOM, dtype=np.int64)  # the safe letter's index, or -1
        self._places: Numbers = np.zeros(ROOM, dtype=np.int64)  # in the moves of their size
        self._numbers: dict[bytes, Position] = {bytes(8 * width): NOWHERE}
        self._moves: dict[int, list[Moves]] = {}  # by the number of words
        self._to_join: set[int] = set()
        self.root = int(self._add(packed(np.ones(len(ids), dtype=bool))[None])[0])

    def __len__(self) -> int:
        return len(self._numbers)

    def position(self, members: NDArray[np.bool_]) -> Position | None:
        """The number of a set of words, (words,) bool; None if it is not in the graph."""
        return self._numbers.get(packed(members).tobytes())

    def expand(self, positions: Numbers) -> None:
        """Find the moves of open positions, and the positions that come next."""
        for at in range(0, len(positions), AT_ONCE):
            self._expand(positions[at : at + AT_ONCE])

    def levels(self, *, descending: bool = False) -> Iterator[Moves]:
        """The moves of all positions that are not open, by their number of words."""
        self._join()
        for size in sorted(self._moves, reverse=descending):
            yield self._moves[size][0]

    def moves(self, position: Position) -> list[tuple[int, list[Position]]]:
        """The letters of a position that is not open, each with what can come next, as in Moves."""
        self._join()
        return self._moves[int(self.sizes[position])][0].of(int(self._places[position]))

    def weights(self, words: Numbers, positions: Numbers) -> Numbers:
        """The weights of positions, given the weights of the words."""
        table = np.zeros((self.masks.shape[1] * 8, 8), dtype=np.int64)
        table.reshape(-1)[: len(words)] = words
        bits = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
        by_byte = table @ bits.T.astype(np.int64)
        content = self.masks[positions].view(np.uint8)
        return sum(
            (by_byte[byte][content[:, byte]] for byte in range(content.shape[1])),
            start=np.zeros(len(positions), dtype=np.int64),
        )

    def first_misses(self, words: Numbers, positions: Numbers) -> Numbers:
        """The weight that the first miss of uncertain positions costs at least.

        `words` are the weights of the words, which sum to less than 2^24: float32 is exact then.
        """
        lacking = self._words_lacking() * words.astype(np.float32)[:, None]
        least = np.empty(len(positions), dtype=np.int64)
        for at in range(0, len(positions), 20 * AT_ONCE):
            some = positions[at : at + 20 * AT_ONCE]
            missed = _bits(self.masks[some])[:, : len(words)].astype(np.float32) @ lacking
            least[at : at + len(some)] = np.where(self.informative[some], missed, np.inf).min(
                axis=1
            )
        return least

    def _words_lacking(self) -> NDArray[np.float32]:
        """Whether each word lacks each letter, (words, letters)."""
        lacking = np.zeros((len(self.ids), len(self.families.letters)), dtype=np.float32)
        for family in np.flatnonzero(self.families.lacking).tolist():
            members = _bits(self.families.masks[family][None])[0, : len(self.ids)]
            lacking[:, self.families.owners[family]] = members
        return lacking

    def _expand(self, positions: Numbers) -> None:
        """As `expand`; a new position with a safe letter is expanded at once."""
        while len(positions):
            before = len(self)
            self._put(self._moves_of(positions))
            new = np.arange(before, len(self))
            positions = new[self._safe[new] >= 0]

    def _moves_of(self, positions: Numbers) -> Moves:
        families = self.families
        safe = self._safe[positions]
        one = np.arange(len(families.letters)) == safe[:, None]
        allowed = np.where((safe >= 0)[:, None], one, self.informative[positions])
        sets = self.masks[positions][:, None, :] & families.masks
        rows, columns = np.nonzero(sets.any(axis=2) & allowed[:, families.owners])
        nexts = self._add(sets[rows, columns])
        wanted = (self.sizes[nexts] > 1) | families.lacking[columns]
        keys = (rows * len(families.letters) + families.owners[columns])[wanted]
        return _distinct(positions, keys, nexts[wanted], families, safe)

    def _add(self, masks: Masks) -> Numbers:
        """The numbers of sets of words; sets that are new are put in."""
        content, width, numbers = masks.tobytes(), masks.shape[1] * 8, self._numbers
        before = len(numbers)
        put = numbers.setdefault  # a new set gets the next number
        found = np.array(
            [put(content[at : at + width], len(numbers)) for at in range(0, len(content), width)],
            dtype=np.int64,
        )
        while len(numbers) > len(self.masks):
            self._make_room()
        self.masks[found] = masks
        self._survey(np.arange(before, len(numbers)))
        return found

    def _make_room(self) -> None:
        for name in ("masks", "sizes", "informative", "open", "_safe", "_places"):
            column = getattr(self, name)
            setattr(self, name, np.concatenate([column, np.zeros_like(column)]))

    def _survey(self, new: Numbers) -> None:
        """Note of new positions how many words they have and which letters tell something."""
        families = self.families
        self.sizes[new] = np.bitwise_count(self.masks[new]).sum(axis=1)
        self.open[new] = self.sizes[new] > 1
        for at in range(0, len(new), AT_ONCE):
            some = new[at : at + AT_ONCE]
            shown = (self.masks[some][:, None, :] & families.masks).any(axis=2)
            counts = np.add.reduceat(shown, families.starts, axis=1, dtype=np.int64)
            self.informative[some] = counts > 1
            lacked = (shown & families.lacking)[:, families.starts]
            counts[lacked | (counts < 2)] = 0
            self._safe[some] = np.where(counts.any(axis=1), counts.argmax(axis=1), -1)

    def _put(self, moves: Moves) -> None:
        self.open[moves.positions] = False
        sizes = self.sizes[moves.positions]
        for size in np.unique(sizes).tolist():
            part = moves.picked(np.flatnonzero(sizes == size))
            self._moves.setdefault(size, []).append(part)
            self._to_join.add(size)

    def _join(self) -> None:
        for size in self._to_join:
            moves = joined(self._moves[size])
            self._moves[size] = [moves]
            self._places[moves.positions] = np.arange(len(moves.positions))
        self._to_join.clear()


def _bits(masks: Masks) -> NDArray[np.uint8]:
    return np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")


def _family_masks(lexicon: Lexicon, ids: WordIDs) -> FamilyMasks:
    masks, lacking, owners = [], [], []
    for letter, family_numbers in enumerate(lexicon.family_numbers):
        numbers = family_numbers[ids]
        several = np.unique(numbers).tolist()
        if len(several) > 1:
            masks += [packed(numbers == number) for number in several]
            lacking += [lexicon.family_positions[letter][number] == 0 for number in several]
            owners += [letter] * len(several)
    letters, starts, indices = np.unique(
        np.array(owners, dtype=np.int64), return_index=True, return_inverse=True
    )
    return FamilyMasks(np.array(masks), np.array(lacking), letters, starts, indices)


def _distinct(
    positions: Numbers, keys: Numbers, nexts: Numbers, families: FamilyMasks, safe: Numbers
) -> Moves:
    """The moves of positions, each once.

    `keys`, ascending, is for each of `nexts` its move: the position's index times the number of
    letters, plus the letter's index. Two moves come to the same if a hash of their `nexts` is
    equal. Should two others ever share one, a move is lost, and a bound could be too high; the
    checker of certificates would find that out.
    """
    letters = len(families.letters)
    without = np.flatnonzero(safe >= 0)
    keys = np.concatenate([without * letters + safe[without], keys])
    nexts = np.concatenate([np.full(len(without), NOWHERE), nexts])
    order = np.argsort(keys, kind="stable")
    keys, nexts = keys[order], nexts[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    owners = keys[starts] // letters
    marks = mixed(nexts)
    prints = np.add.reduceat(marks, starts) + mixed(nexts[starts] + 1) * np.uint64(3)
    by_print = np.lexsort((prints, owners))
    same = (np.diff(prints[by_print]) == 0) & (np.diff(owners[by_print]) == 0)
    kept = np.sort(np.delete(by_print, np.flatnonzero(same) + 1))
    places, first_next = segments(starts, len(keys), kept)
    return Moves(
        positions,
        np.searchsorted(owners[kept], np.arange(len(positions))),
        families.letters[keys[starts[kept]] % letters],
        first_next,
        nexts[places],
    )
