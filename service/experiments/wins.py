"""How often a guesser finds a word before it is hanged: many games played at once.

A random guesser's games are sampled, some thousand at a time, guess by guess. Games in which the
same was said are at one *node*: its possible words are kept once, and their letters counted once. A
guesser without chance is not sampled: it wins a word, or does not.
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
    """Whether a guesser without chance finds each word, (words,) bool, with fewer misses."""
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
    """How many of `games` games at each target the guesser wins, (targets,) int64.

    `targets` (targets,) int64: the word of each, by ID.
    """
    words = np.repeat(targets, games)
    won, misses = np.zeros(len(words), dtype=np.bool_), np.zeros(len(words), dtype=np.int64)
    index, nodes = _Index(lexicon), _root(lexicon)
    playing, node_of = np.arange(len(words)), np.zeros(len(words), dtype=np.int64)
    while len(playing):
        letters = _drawn(guesser.weights(index.counts(nodes)), node_of, chance)
        misses[playing] += ~index.has(words[playing], letters)
        nodes, node_of = index.split(nodes, node_of, letters, words[playing])
        alive = misses[playing] < max_misses
        alone = nodes.sizes[node_of] == 1  # the guesser knows the word: only hits follow
        won[playing[alive & alone]] = True
        playing, node_of = playing[alive & ~alone], node_of[alive & ~alone]
        nodes, node_of = nodes.only(node_of)
    return np.asarray(won.reshape(len(targets), games).sum(axis=1))


@dataclass(frozen=True)
class _Nodes:
    """The nodes at which games are: the possible words of each, and the letters guessed there.

    `words` (sum of the sizes,) int64: word IDs, those of one node after those of the other; `sizes`
    (nodes,) int64; `guessed` (nodes,) uint64, as `LetterSet`.
    """

    words: Integers
    sizes: Integers
    guessed: NDArray[np.uint64]

    def rows_of(self, nodes: Integers) -> Integers:
        """The places in `words` of some nodes' words, (sum of their sizes,) int64, node by node."""
        starts = (self.sizes.cumsum() - self.sizes)[nodes]
        sizes = self.sizes[nodes]
        before = sizes.cumsum() - sizes
        rows: Integers = np.arange(sizes.sum()) + np.repeat(starts - before, sizes)
        return rows

    def only(self, node_of: Integers) -> "tuple[_Nodes, Integers]":
        """The nodes that some games are at, and the node of each game, (games,), among these."""
        kept, node_of = np.unique(node_of, return_inverse=True)
        return _Nodes(self.words[self.rows_of(kept)], self.sizes[kept], self.guessed[kept]), node_of


def _root(lexicon: Lexicon) -> _Nodes:
    """The one node at which all games start."""
    return _Nodes(lexicon.everything, np.array([len(lexicon)]), np.array([0], dtype=np.uint64))


class _Index:
    """A lexicon, with its family numbers as one array, (letters, words) int64."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.spellings = lexicon.spellings
        self.presence = lexicon.presence
        self.numbers = np.stack(lexicon.family_numbers).astype(np.int64)
        self.letters = len(lexicon.alphabet)
        self.families = int(self.numbers.max()) + 1

    def has(self, words: WordIDs, letters: Integers) -> NDArray[np.bool_]:
        """Whether each word, (games,), has the letter beside it, (games,)."""
        present = self.presence[words] >> letters.astype(np.uint64) & np.uint64(1)
        return np.asarray(present == 1)

    def counts(self, nodes: _Nodes) -> Integers:
        """How often each letter stands at each position, (nodes, length, letters) int64.

        Letters that were guessed count 0.
        """
        many, length = len(nodes.sizes), self.spellings.shape[1]
        row = np.repeat(np.arange(many) * self.letters, nodes.sizes)
        counts = np.empty((many, length, self.letters), dtype=np.int64)
        for position in range(length):
            keys = row + self.spellings[nodes.words, position]
            counts[:, position] = np.bincount(keys, minlength=many * self.letters).reshape(many, -1)
        letters = np.arange(self.letters, dtype=np.uint64)
        hidden = nodes.guessed[:, None] >> letters & np.uint64(1) == 0
        return np.asarray(counts * hidden[:, None, :])

    def split(
        self, nodes: _Nodes, node_of: Integers, letters: Integers, words: WordIDs
    ) -> tuple[_Nodes, Integers]:
        """The nodes after each game's guess, and the node of each game, (games,) int64.

        `node_of`, `letters` and `words` are (games,): where each game is, what is guessed in it,
        and its hidden word.
        """
        pairs, pair_of = np.unique(node_of * self.letters + letters, return_inverse=True)
        keys = pair_of * self.families + self.numbers[letters, words]
        families, family_of = np.unique(keys, return_inverse=True)
        parents, guesses = np.divmod(pairs, self.letters)
        guessed = nodes.guessed[parents] | np.uint64(1) << guesses.astype(np.uint64)
        possible, sizes = self._sorted_into(families, nodes, parents, guesses)
        return _Nodes(possible, sizes, guessed[families // self.families]), family_of

    def _sorted_into(
        self, families: Integers, nodes: _Nodes, parents: Integers, letters: Integers
    ) -> tuple[WordIDs, Integers]:
        """The possible words of each of the `families`, one after the other, and their sizes.

        `parents` and `letters` (pairs,): a node and a letter that is guessed there. `families`
        (families,) ascending: the number of the pair times `self.families`, plus that of the
        family.
        """
        words = nodes.words[nodes.rows_of(parents)]
        pair_of = np.repeat(np.arange(len(parents)), nodes.sizes[parents])
        place_of = np.full(len(parents) * self.families, -1)  # -1: a family that no game is in
        place_of[families] = np.arange(len(families))
        places = place_of[pair_of * self.families + self.numbers[letters[pair_of], words]]
        words, places = words[places >= 0], places[places >= 0]
        sizes = np.bincount(places, minlength=len(families))
        return words[np.argsort(places, kind="stable")], sizes


def _drawn(weights: Integers, node_of: Integers, chance: np.random.Generator) -> Integers:
    """A letter for each game, (games,), drawn by the weights of its node, (nodes, letters)."""
    ends = weights.cumsum(axis=1)[node_of]
    drawn = chance.integers(ends[:, -1])
    letters: Integers = (ends <= drawn[:, None]).sum(axis=1)
    return letters
