"""The misses of a deterministic guesser against every word of a dictionary.

Words are not played one by one. All words that are still alike for the guesser are one node of its
decision tree; the letter that it guesses there splits them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from service.engine.guessers import Deterministic, WeighedWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.weights import Weights

Misses: TypeAlias = NDArray[np.int64]  # (words,): of each word of a lexicon


@dataclass(frozen=True)
class MissTable:
    """The misses of a guesser over a dictionary.

    `misses` has the number of words by the misses that they take, and `shares` the chance that an
    honest dealer draws one of them; `hardest` has the words that take most, each with its misses.
    """

    words: int
    misses: Mapping[int, int]
    shares: Mapping[int, float]
    mean_misses: float
    hardest: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class LengthMisses:
    """The mean misses at one length, and how far they are above the least possible.

    `least` is the mean of the best player, `above` the share that the guesser misses more; both are
    None if the least is not known.
    """

    length: int
    words: int
    mean_misses: float
    least: float | None
    above: float | None


def by_word_length(
    lexicon: Lexicon, weights: Weights, misses: Misses, least: int | None
) -> LengthMisses:
    """The misses of all words, (words,) int64, beside the least, summed over the weighed words."""
    weight, total = int(weights.sum()), int(weights @ misses)
    return LengthMisses(
        length=lexicon.length,
        words=len(lexicon),
        mean_misses=total / weight,
        least=None if least is None else least / weight,
        above=total / least - 1 if least else None,
    )


def miss_table(
    lexicons: Sequence[Lexicon], weights: Sequence[Weights], misses: Sequence[Misses], hardest: int
) -> MissTable:
    """The table of the misses of all words; ties among the hardest are in alphabetical order.

    `weights` and `misses` have an array (words,) int64 for each lexicon.
    """
    everything, chances = np.concatenate(misses), np.concatenate(weights)
    numbers, words = np.unique(everything, return_counts=True)
    shares = np.bincount(everything, chances)[numbers] / chances.sum()
    return MissTable(
        words=len(everything),
        misses=dict(zip(numbers.tolist(), words.tolist(), strict=True)),
        shares=dict(zip(numbers.tolist(), shares.tolist(), strict=True)),
        mean_misses=float(chances @ everything / chances.sum()),
        hardest=_hardest(lexicons, misses, min(hardest, len(everything))),
    )


def _hardest(
    lexicons: Sequence[Lexicon], misses: Sequence[Misses], count: int
) -> list[tuple[str, int]]:
    """The `count` words with most misses."""
    least = np.sort(np.concatenate(misses))[-count]
    hard = [
        (lexicon.word(int(word_id)), int(lexicon_misses[word_id]))
        for lexicon, lexicon_misses in zip(lexicons, misses, strict=True)
        for word_id in np.flatnonzero(lexicon_misses >= least)
    ]
    return sorted(hard, key=lambda row: (-row[1], row[0]))[:count]


def misses_of_words(
    lexicons: Sequence[Lexicon],
    guesser: Deterministic,
    progress: Callable[[int], None] = lambda words: None,
) -> list[Misses]:
    """The misses of each word, an array (words,) int64 for each lexicon.

    `progress` is called with the number of words done since it was last called.
    """
    if isinstance(guesser, WeighedWords):
        return _all_at_once(lexicons, guesser)
    return [_node_by_node(lexicon, guesser, progress) for lexicon in lexicons]


def _node_by_node(
    lexicon: Lexicon, guesser: Deterministic, progress: Callable[[int], None]
) -> Misses:
    """The misses of any guesser, (words,): it is asked at each node of more than one word."""
    misses = np.zeros(len(lexicon), dtype=np.int64)
    nodes = [PossibleWords(lexicon, lexicon.everything, 0)]
    while nodes:
        node = nodes.pop()
        if len(node) == 1:
            progress(1)
            continue
        letter = guesser.pick(node, 0)
        for family in node.families(letter):
            if not family.positions:
                misses[family.ids] += 1
            nodes.append(PossibleWords(lexicon, family.ids, node.guessed | 1 << letter))
    return misses


def _all_at_once(lexicons: Sequence[Lexicon], guesser: WeighedWords) -> list[Misses]:
    """The misses of a guesser that weighs words: all lengths, and all nodes of a level, at once."""
    rows = _WordsInPlay.at_the_start(lexicons)
    numbers = np.stack([_joined(lexicons, letter) for letter in range(len(lexicons[0].alphabet))])
    weights = np.concatenate([guesser.weights(lexicon, lexicon.everything) for lexicon in lexicons])
    misses = np.zeros(len(weights), dtype=np.int64)
    while len(rows.words):
        letters = _heaviest(rows, weights[rows.words], len(numbers))[rows.nodes]
        misses[rows.words] += rows.lacking(letters)
        rows = rows.after(letters, numbers[letters, rows.words])
    ends = np.cumsum([len(lexicon) for lexicon in lexicons])
    return np.split(misses, ends[:-1])


@dataclass(frozen=True)
class _WordsInPlay:
    """The words that are not alone in their node yet, a row for each; all arrays are (rows,).

    `words` int64: numbered through all lexicons; `nodes` int64, numbered from 0: equal for words
    that are still alike for the guesser; `unknown` uint64: the letters of each word that were not
    guessed, as `LetterSet`.
    """

    words: NDArray[np.int64]
    nodes: NDArray[np.int64]
    unknown: NDArray[np.uint64]

    @classmethod
    def at_the_start(cls, lexicons: Sequence[Lexicon]) -> "_WordsInPlay":
        """All words, with a node for each length."""
        sizes = [len(lexicon) for lexicon in lexicons]
        return cls(
            words=np.arange(sum(sizes)),
            nodes=np.repeat(np.arange(len(lexicons)), sizes),
            unknown=np.concatenate([lexicon.presence for lexicon in lexicons]),
        )

    def lacking(self, letters: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each word lacks the letter of its row, (rows,) bool."""
        return np.asarray(self.unknown >> letters.astype(np.uint64) & np.uint64(1) == 0)

    def after(
        self, letters: NDArray[np.int64], family_numbers: NDArray[np.uint16]
    ) -> "_WordsInPlay":
        """The words after their node's letter, without those that are alone: the rest are hits.

        `letters` (rows,) int64 and `family_numbers` (rows,) uint16: those of each word.
        """
        nodes = self.nodes << 16 | family_numbers.astype(np.int64)
        _, nodes, sizes = np.unique(nodes, return_inverse=True, return_counts=True)
        together = sizes[nodes] > 1
        numbers = np.cumsum(sizes > 1) - 1
        unknown = self.unknown & ~(np.uint64(1) << letters.astype(np.uint64))
        return _WordsInPlay(self.words[together], numbers[nodes[together]], unknown[together])


def _heaviest(rows: _WordsInPlay, weights: NDArray[np.float64], letters: int) -> NDArray[np.int64]:
    """For each node, (nodes,) int64, the letter that the heaviest words have; ties: the first.

    `weights` (rows,): what each word counts.
    """
    sums = np.empty((int(rows.nodes.max()) + 1, letters))
    for letter in range(letters):
        having = weights * (rows.unknown >> np.uint64(letter) & np.uint64(1))
        sums[:, letter] = np.bincount(rows.nodes, having, minlength=len(sums))
    return np.asarray(sums.argmax(axis=1))


def _joined(lexicons: Sequence[Lexicon], letter: int) -> NDArray[np.uint16]:
    """The family numbers of a letter for the words of all lexicons, (words,) uint16."""
    return np.concatenate([lexicon.family_numbers[letter] for lexicon in lexicons], dtype=np.uint16)
