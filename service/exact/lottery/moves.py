"""The moves of many positions, in flat arrays."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Moves:
    """The moves of some positions with equally many words; all arrays are int64.

    The moves of `positions[i]` begin at `first_move[i]`, and `letters[j]` is the letter of move j.
    The positions that can come after move j begin at `first_next[j]` in `nexts`. The first of them
    has the words that lack the letter, which cost a miss; it is NOWHERE if there are none. The
    others may have left out single words.
    """

    positions: Numbers
    first_move: Numbers
    letters: Numbers
    first_next: Numbers
    nexts: Numbers

    def costs(self, weights: Numbers, misses: Numbers) -> Numbers:
        """What each move costs, (moves,), if each position has that weight and costs `misses`."""
        after = np.add.reduceat(misses[self.nexts], self.first_next)
        return np.asarray(weights[self.nexts[self.first_next]] + after)

    def owners(self) -> Numbers:
        """For each move, the index of its position."""
        return _repeated(self.first_move, len(self.letters))

    def movers(self) -> Numbers:
        """For each of `nexts`, its move."""
        return _repeated(self.first_next, len(self.nexts))

    def of(self, index: int) -> list[tuple[int, list[int]]]:
        """The letters of the position with this index, each with what can come next."""
        moves = range(*_ends(self.first_move, index, len(self.letters)))
        return [
            (
                int(self.letters[move]),
                self.nexts[slice(*_ends(self.first_next, move, None))].tolist(),
            )
            for move in moves
        ]

    def picked(self, which: Numbers) -> "Moves":
        """The moves of some of the positions, by index."""
        moves, first_move = _segments(self.first_move, len(self.letters), which)
        nexts, first_next = _segments(self.first_next, len(self.nexts), moves)
        return Moves(
            self.positions[which], first_move, self.letters[moves], first_next, self.nexts[nexts]
        )


def joined(parts: Sequence[Moves]) -> Moves:
    """The moves of all parts as one."""
    moves = np.cumsum([0, *(len(part.letters) for part in parts)])
    nexts = np.cumsum([0, *(len(part.nexts) for part in parts)])
    return Moves(
        np.concatenate([part.positions for part in parts]),
        np.concatenate([part.first_move + at for part, at in zip(parts, moves, strict=False)]),
        np.concatenate([part.letters for part in parts]),
        np.concatenate([part.first_next + at for part, at in zip(parts, nexts, strict=False)]),
        np.concatenate([part.nexts for part in parts]),
    )


def ranges(starts: Numbers, lengths: Numbers) -> Numbers:
    """The numbers of all ranges, one range after the other."""
    before = np.cumsum(lengths) - lengths
    return np.asarray(np.arange(int(lengths.sum())) + np.repeat(starts - before, lengths))


def _repeated(starts: Numbers, end: int) -> Numbers:
    return np.repeat(np.arange(len(starts)), np.diff(starts, append=end))


def _ends(starts: Numbers, index: int, end: int | None) -> tuple[int, int]:
    last = index + 1 == len(starts)
    return int(starts[index]), (int(1e18) if end is None else end) if last else int(
        starts[index + 1]
    )


def _segments(starts: Numbers, end: int, which: Numbers) -> tuple[Numbers, Numbers]:
    """What is in some of the segments, and where each begins once they are put together."""
    lengths = np.diff(starts, append=end)[which]
    return ranges(starts[which], lengths), np.cumsum(lengths) - lengths
