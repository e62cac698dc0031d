"""The nodes at which many games stand: what was said in a game, and the words that still fit it.

Games in which the same letters were guessed and answered alike, in whatever order, are at one node:
its words are picked out once, and their letters counted once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.lexicon import Lexicon

Integers: TypeAlias = NDArray[np.int64]
SmallIDs: TypeAlias = NDArray[np.unsignedinteger[Any]]  # word IDs, in as few bytes as they fit in

AT_ONCE: Final = 200_000  # words, or letters of words: what is worked out for them fits a cache


class WordTable:
    """A lexicon as arrays over all letters.

    `numbers` (letters, words): its family numbers. `marks` (letters, families) uint64: a random
    number for each answer; the sum over the answers of a game is the key of its node (Zobrist, as
    in chess: that two of a million nodes have one key happens once in ten million runs).
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.letters = len(lexicon.alphabet)
        self.numbers = np.stack(lexicon.family_numbers)
        families = int(self.numbers.max()) + 1
        marks = np.random.default_rng(0).bytes(8 * self.letters * families)
        self.marks = np.frombuffer(marks, dtype=np.uint64).reshape(self.letters, -1)
        places = np.arange(lexicon.length) * self.letters
        self.cells = places + lexicon.spellings  # (words, length): where each letter is counted

    @property
    def root(self) -> "Nodes":
        """The one node at which all games start."""
        words = self.lexicon.everything.astype(np.min_scalar_type(len(self.lexicon)))
        start, size, nothing = np.array([0]), np.array([len(words)]), np.zeros(1, dtype=np.uint64)
        return Nodes(self, words, start, size, guessed=nothing, keys=nothing)

    def lacks(self, letters: Integers, numbers: Integers) -> NDArray[np.bool_]:
        """Whether the families with these numbers, (games,), lack the letters beside them."""
        zeroth = [positions[0] == 0 for positions in self.lexicon.family_positions]
        return np.asarray((numbers == 0) & np.array(zeroth)[letters])


@dataclass(frozen=True)
class Nodes:
    """Some nodes: the words that still fit at each, and the letters guessed there.

    `words` (some,) has the words of each node, `sizes` (nodes,) int64 of them from `starts`
    (nodes,) int64 on; `guessed` (nodes,) uint64, as `LetterSet`; `keys` (nodes,) uint64: equal for
    nodes at which the same was said.
    """

    table: WordTable
    words: SmallIDs
    starts: Integers
    sizes: Integers
    guessed: NDArray[np.uint64]
    keys: NDArray[np.uint64]

    @property
    def first_words(self) -> SmallIDs:
        """The first word of each node, (nodes,)."""
        return self.words[self.starts]

    @property
    def hidden(self) -> NDArray[np.uint64]:
        """The letters not guessed yet in the first word of each node, (nodes,) uint64."""
        return self.table.lexicon.presence[self.first_words] & ~self.guessed

    def words_of(self, nodes: Integers | slice) -> SmallIDs:
        """The words of some nodes, node by node, (sum of their sizes,)."""
        sizes = self.sizes[nodes]
        before = sizes.cumsum() - sizes
        rows = np.repeat(self.starts[nodes] - before, sizes)
        rows += np.arange(len(rows))
        return self.words.take(rows)

    def only(self, node_of: Integers) -> "tuple[Nodes, Integers]":
        """The nodes that some games are at, and the node of each game, (games,), among these."""
        has_games = np.zeros(len(self.sizes), dtype=np.bool_)
        has_games[node_of] = True
        starts, sizes = self.starts[has_games], self.sizes[has_games]
        guessed, keys = self.guessed[has_games], self.keys[has_games]
        nodes = Nodes(self.table, self.words, starts, sizes, guessed, keys)
        return nodes, (has_games.cumsum() - 1)[node_of]

    def beside(self, others: "Nodes") -> "Nodes":
        """These nodes, then others."""
        words = np.concatenate([self._packed, others._packed])
        sizes = np.concatenate([self.sizes, others.sizes])
        guessed = np.concatenate([self.guessed, others.guessed])
        keys = np.concatenate([self.keys, others.keys])
        return Nodes(self.table, words, sizes.cumsum() - sizes, sizes, guessed, keys)

    @property
    def _packed(self) -> SmallIDs:
        """The words without those of nodes that were dropped."""
        return self.words if len(self.words) == self.sizes.sum() else self.words_of(slice(None))

    def counts(self) -> Iterator[Integers]:
        """How often each letter stands at each position, (nodes, length, letters) int64, in slices.

        Letters that were guessed count 0.
        """
        table = self.table
        shape = (-1, table.lexicon.length, table.letters)
        cells = table.lexicon.length * table.letters
        for some in _slices(self.sizes * table.lexicon.length + cells):
            sizes = self.sizes[some]
            rows = np.repeat(np.arange(len(sizes)) * cells, sizes)
            places = table.cells.take(self.words_of(some), axis=0)
            places += rows[:, None]
            places = places.ravel()
            counts = np.bincount(places, minlength=len(sizes) * cells).reshape(shape)
            hidden = ~self.guessed[some, None] >> np.arange(table.letters, dtype=np.uint64) & 1
            counts *= hidden.astype(np.int64)[:, None, :]
            yield counts

    def largest(self, nodes: Integers, letters: Integers) -> Integers:
        """The number of the largest family of each node under a letter; all are (pairs,)."""
        numbers = [
            int(np.bincount(self.table.numbers[letter].take(self.words[start:end])).argmax())
            for letter, start, end in zip(
                letters.tolist(),
                self.starts[nodes].tolist(),
                (self.starts + self.sizes)[nodes].tolist(),
                strict=True,
            )
        ]
        return np.array(numbers, dtype=np.int64)

    def after(
        self, node_of: Integers, letters: Integers, numbers: Integers
    ) -> "tuple[Nodes, Integers]":
        """The nodes after each game's letter, and the node of each game among them, (games,).

        `node_of`, `letters` and `numbers` are (games,): where each game is, what is guessed in it,
        and the number of the family that is kept. The words of a node are picked out of the
        smallest node from which a game came.
        """
        keys = self.keys[node_of] + self.table.marks[letters, numbers]
        order = np.argsort(keys)  # ten times as quick as a sort by size too
        is_first = np.ones(len(order), dtype=np.bool_)
        is_first[1:] = keys[order[1:]] != keys[order[:-1]]
        child_of = np.empty_like(node_of)
        child_of[order] = is_first.cumsum() - 1
        by_size = self.sizes[node_of] * len(order) + np.arange(len(order))  # and game
        first = np.minimum.reduceat(by_size[order], np.flatnonzero(is_first)) % len(order)
        words, sizes = self._kept(node_of[first], letters[first], numbers[first])
        guessed = self.guessed[node_of[first]] | np.uint64(1) << letters[first].astype(np.uint64)
        starts = sizes.cumsum() - sizes
        return Nodes(self.table, words, starts, sizes, guessed, keys[first]), child_of

    def _kept(
        self, nodes: Integers, letters: Integers, numbers: Integers
    ) -> tuple[SmallIDs, Integers]:
        """The words of one family of each node, one after the other, and the families' sizes."""
        words, kept_sizes = [], []
        for some in _slices(self.sizes[nodes]):
            sizes = self.sizes[nodes[some]]
            fitting = self.words_of(nodes[some])
            rows = np.repeat(letters[some] * self.table.numbers.shape[1], sizes)
            rows += fitting
            family = self.table.numbers.take(rows)  # of the whole array, which is quicker
            is_kept = family == np.repeat(numbers[some].astype(family.dtype), sizes)
            words.append(fitting.compress(is_kept))
            kept_sizes.append(np.add.reduceat(is_kept, sizes.cumsum() - sizes, dtype=np.int64))
        return np.concatenate(words), np.concatenate(kept_sizes)


def _slices(work: Integers) -> Iterator[slice]:
    """Slices of some nodes, each of AT_ONCE work or little more.

    `work` (nodes,): what each node costs.
    """
    batch = (work.cumsum() - work) // AT_ONCE
    cuts = [0, *(np.flatnonzero(np.diff(batch)) + 1).tolist(), len(work)]
    return (slice(first, last) for first, last in pairwise(cuts))
