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
        nexts = [slice(*_ends(self.first_next, move, len(self.nexts))) for move in moves]
        letters = self.letters[moves.start : moves.stop].tolist()
        return [(x, self.nexts[part].tolist()) for x, part in zip(letters, nexts, strict=True)]

    def picked(self, which: Numbers) -> "Moves":
        """The moves of some of the positions, by index."""
        moves, first_move = segments(self.first_move, len(self.letters), which)
        nexts, first_next = segments(self.first_next, len(self.nexts), moves)
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


def segments(starts: Numbers, end: int, which: Numbers) -> tuple[Numbers, Numbers]:
    """What is in some of the segments, and where each begins once they are put together.

    Each segment goes from its start to the next one; the last one goes to `end`.
    """
    lengths = np.diff(starts, append=end)[which]
    begins = np.cumsum(lengths) - lengths
    inside = np.arange(int(lengths.sum())) + np.repeat(starts[which] - begins, lengths)
    return inside, begins


def _repeated(starts: Numbers, end: int) -> Numbers:
    return np.repeat(np.arange(len(starts)), np.diff(starts, append=end))


def _ends(starts: Numbers, index: int, end: int) -> tuple[int, int]:
    is_last = index + 1 == len(starts)
    return int(starts[index]), end if is_last else int(starts[index + 1])
