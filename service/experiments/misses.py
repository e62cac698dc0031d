"""The misses of a deterministic guesser against every word of a dictionary.

Words are not played one by one: all words that are still alike for the guesser are one node of a
decision tree, which splits them by the letter that it takes.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from service.engine.guessers import Deterministic, WeighedWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords

Misses = NDArray[np.int64]  # of each word of a lexicon: (words,)


@dataclass(frozen=True)
class MissTable:
    """How many words a guesser finds with how many misses, and the words that it finds hardest."""

    words: int
    misses: Mapping[int, int]
    mean_misses: float
    hardest: Sequence[tuple[str, int]]


@dataclass(frozen=True)
class LengthMisses:
    """The mean misses at one length; the least that there can be, and the share above it."""

    length: int
    words: int
    mean_misses: float
    least: float | None
    above: float | None


def by_word_length(lexicon: Lexicon, misses: Misses, least: int | None) -> LengthMisses:
    """How the misses at one length compare with the least, each summed over the words."""
    words, total = len(lexicon), int(misses.sum())
    return LengthMisses(
        length=lexicon.length,
        words=words,
        mean_misses=total / words,
        least=None if least is None else least / words,
        above=total / least - 1 if least else None,
    )


def miss_table(lexicons: Sequence[Lexicon], misses: Sequence[Misses], hardest: int) -> MissTable:
    """The table of the misses of all words; of equally hard words the first in the alphabet."""
    everything = np.concatenate(misses)
    counts = Counter(everything.tolist())
    least = np.sort(everything)[-min(hardest, len(everything))]
    hard = [
        (lexicon.word(int(word_id)), int(of[word_id]))
        for lexicon, of in zip(lexicons, misses, strict=True)
        for word_id in np.flatnonzero(of >= least)
    ]
    return MissTable(
        words=len(everything),
        misses=dict(sorted(counts.items())),
        mean_misses=float(everything.mean()),
        hardest=sorted(hard, key=lambda one: (-one[1], one[0]))[:hardest],
    )


def misses_of_words(
    lexicons: Sequence[Lexicon],
    guesser: Deterministic,
    progress: Callable[[int], None] = lambda words: None,
) -> list[Misses]:
    """The misses of each word of each lexicon; `progress` is told how many words are done."""
    if isinstance(guesser, WeighedWords):
        return _all_at_once(lexicons, guesser)
    return [_node_by_node(lexicon, guesser, progress) for lexicon in lexicons]


def _node_by_node(
    lexicon: Lexicon, guesser: Deterministic, progress: Callable[[int], None]
) -> Misses:
    """For any guesser: ask it at every node with more than one word."""
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
    """For a guesser that weighs words: all nodes of a level together, and all lengths.

    A word is a row; `node` says which words are still alike, `unknown` which of its letters are
    not guessed. Each level counts, sorts once, and drops the words that stand alone: all that is
    left of these are hits.
    """
    rows = np.arange(sum(map(len, lexicons)))
    misses = np.zeros(len(rows), dtype=np.int64)
    weights = np.concatenate([guesser.weights(lexicon, lexicon.everything) for lexicon in lexicons])
    unknown = np.concatenate([lexicon.presence for lexicon in lexicons])
    numbers = np.stack([_joined(lexicons, letter) for letter in range(len(lexicons[0].alphabet))])
    node = np.repeat(np.arange(len(lexicons)), [len(lexicon) for lexicon in lexicons])
    while len(rows):
        letter = _heaviest(node, unknown, weights[rows], len(numbers))[node].astype(np.uint64)
        misses[rows] += unknown >> letter & np.uint64(1) == 0
        unknown &= ~(np.uint64(1) << letter)
        family = numbers[letter.astype(np.intp), rows].astype(np.int64)
        _, node, sizes = np.unique(node << 16 | family, return_inverse=True, return_counts=True)
        together = sizes[node] > 1
        rows, unknown = rows[together], unknown[together]
        node = (np.cumsum(sizes > 1) - 1)[node[together]]
    ends = np.cumsum([len(lexicon) for lexicon in lexicons])
    return np.split(misses, ends[:-1])


def _heaviest(
    node: NDArray[np.int64], unknown: NDArray[np.uint64], weights: NDArray[np.float64], letters: int
) -> NDArray[np.int64]:
    """For each node, the letter that the heaviest words have, the first of equals."""
    found = np.empty((int(node.max()) + 1, letters))
    for letter in range(letters):
        having = weights * (unknown >> np.uint64(letter) & np.uint64(1))
        found[:, letter] = np.bincount(node, having, minlength=len(found))
    heaviest: NDArray[np.int64] = found.argmax(axis=1)
    return heaviest


def _joined(lexicons: Sequence[Lexicon], letter: int) -> NDArray[np.uint16]:
    return np.concatenate([lexicon.family_numbers[letter] for lexicon in lexicons], dtype=np.uint16)
