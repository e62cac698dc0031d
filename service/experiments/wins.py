"""How often a guesser finds a word before it is hanged: many games played at once.

A random guesser's games are sampled, some thousand together, guess by guess. Games that have heard
the same are one *node*: its possible words are kept once, and its letters counted once. A guesser
without chance is not sampled: it wins a word, or does not.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import WordIDs
from service.engine.guessers import Deterministic, Random
from service.engine.lexicon import Lexicon
from service.experiments.misses import misses_of_words

Integers: TypeAlias = NDArray[np.int64]


def exact_wins(lexicon: Lexicon, guesser: Deterministic, max_misses: int) -> NDArray[np.bool_]:
    """Whether a guesser without chance finds each word with fewer misses than hang it."""
    [misses] = misses_of_words([lexicon], guesser)
    return np.less(misses, max_misses)


def sampled_wins(
    lexicon: Lexicon,
    guesser: Random,
    targets: WordIDs,
    games: int,
    max_misses: int,
    chance: np.random.Generator,
) -> Integers:
    """How many of so many games at each target the guesser wins, (targets,)."""
    hidden = np.repeat(targets, games)
    won = np.zeros(len(hidden), dtype=np.bool_)
    index = _Index(lexicon)
    nodes = _Nodes(
        np.arange(len(lexicon)), np.array([len(lexicon)]), np.array([0], dtype=np.uint64)
    )
    playing, node = np.arange(len(hidden)), np.zeros(len(hidden), dtype=np.int64)
    misses = np.zeros(len(hidden), dtype=np.int64)
    while len(playing):
        letter = _drawn(guesser.weights(index.counts(nodes)), node, chance)
        misses[playing] += ~index.has(hidden[playing], letter)
        nodes, node = index.split(nodes, node, letter, hidden[playing])
        alive = misses[playing] < max_misses
        alone = nodes.sizes[node] == 1  # what is left of the word are hits
        won[playing[alive & alone]] = True
        playing, node = playing[alive & ~alone], node[alive & ~alone]
        nodes, node = nodes.only(node)
    return np.asarray(won.reshape(len(targets), games).sum(axis=1))


@dataclass(frozen=True)
class _Nodes:
    """Nodes: the possible words of each, one node after the other, and the letters it has heard.

    `words` (sum of sizes,), `sizes` (nodes,), `guessed` (nodes,) uint64 letter sets.
    """

    words: Integers
    sizes: Integers
    guessed: NDArray[np.uint64]

    def rows_of(self, nodes: Integers) -> Integers:
        """The places in `words` of some nodes, one node after the other."""
        starts = (self.sizes.cumsum() - self.sizes)[nodes]
        sizes = self.sizes[nodes]
        before = sizes.cumsum() - sizes
        rows: Integers = np.arange(sizes.sum()) + np.repeat(starts - before, sizes)
        return rows

    def only(self, node: Integers) -> "tuple[_Nodes, Integers]":
        """Those nodes in which games still are, and the games' nodes among them."""
        kept, node = np.unique(node, return_inverse=True)
        return _Nodes(self.words[self.rows_of(kept)], self.sizes[kept], self.guessed[kept]), node


class _Index:
    """A lexicon, with its family numbers as one array (letters, words)."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.spellings = lexicon.spellings
        self.presence = lexicon.presence
        self.numbers = np.stack(lexicon.family_numbers).astype(np.int64)
        self.letters = len(lexicon.alphabet)
        self.families = int(self.numbers.max()) + 1

    def has(self, words: WordIDs, letter: Integers) -> NDArray[np.bool_]:
        """Whether each word has a letter of its own."""
        present = self.presence[words] >> letter.astype(np.uint64) & np.uint64(1)
        return np.asarray(present == 1)

    def counts(self, nodes: _Nodes) -> Integers:
        """How often each letter stands at each position in a node, (nodes, length, letters).

        Letters that were guessed count 0.
        """
        many, length = len(nodes.sizes), self.spellings.shape[1]
        row = np.repeat(np.arange(many) * self.letters, nodes.sizes)
        found = np.empty((many, length, self.letters), dtype=np.int64)
        for position in range(length):
            keys = row + self.spellings[nodes.words, position]
            counted = np.bincount(keys, minlength=many * self.letters)
            found[:, position] = counted.reshape(many, self.letters)
        heard = nodes.guessed[:, None] >> np.arange(self.letters, dtype=np.uint64) & np.uint64(1)
        return np.asarray(found * (heard == 0)[:, None, :])

    def split(
        self, nodes: _Nodes, node: Integers, letter: Integers, hidden: WordIDs
    ) -> tuple[_Nodes, Integers]:
        """The nodes after each game's letter, and each game's node among them."""
        pairs, pair = np.unique(node * self.letters + letter, return_inverse=True)
        families, family = np.unique(
            pair * self.families + self.numbers[letter, hidden], return_inverse=True
        )
        parents, letters = np.divmod(pairs, self.letters)
        words = nodes.words[nodes.rows_of(parents)]
        of_pair = np.repeat(np.arange(len(pairs)), nodes.sizes[parents])
        among = np.full(len(pairs) * self.families, -1)
        among[families] = np.arange(len(families))
        owner = among[of_pair * self.families + self.numbers[letters[of_pair], words]]
        words, owner = words[owner >= 0], owner[owner >= 0]
        heard = nodes.guessed[parents] | np.uint64(1) << letters.astype(np.uint64)
        return (
            _Nodes(
                words[np.argsort(owner, kind="stable")],
                np.bincount(owner, minlength=len(families)),
                heard[families // self.families],
            ),
            family,
        )


def _drawn(weights: Integers, node: Integers, chance: np.random.Generator) -> Integers:
    """A letter for each game, drawn by the weights of its node."""
    ends = weights.cumsum(axis=1)[node]
    drawn = chance.integers(ends[:, -1])
    letters: Integers = (ends <= drawn[:, None]).sum(axis=1)
    return letters
