"""The tables of exact play: built from results, and spelled out in words for the checkers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hangman_lab.tree_mixture import TreeMixture
from service.search.refutation_table import Columns, RefutationTable
from service.search.word_sets import packed


def refutation_table(
    refutations: list[tuple[tuple[int, ...], int]], groups: list[tuple[int, ...]]
) -> RefutationTable:
    """The table of refutations, each with its word IDs and the misses that it forces, and groups.

    Refutations that force more come first, then they are in the order of their words.
    """
    refutations = sorted(refutations, key=lambda refutation: (-refutation[1], refutation[0]))
    words = sorted(set().union(*(ids for ids, _ in refutations), *groups))
    return RefutationTable(
        words=np.array(words, dtype=np.int64),
        refutations=_columns([ids for ids, _ in refutations], words),
        forced=np.array([forced for _, forced in refutations], dtype=np.uint8),
        groups=_columns(sorted(groups), words),
    )


def _columns(lists: list[tuple[int, ...]], words: list[int]) -> Columns:
    """Lists of word IDs as columns over all `words`, (ceil(n / 64), lists) uint64."""
    places = {word_id: place for place, word_id in enumerate(words)}
    bits = np.zeros((len(lists), len(words)), dtype=np.bool_)
    for row, ids in enumerate(lists):
        bits[row, [places[word_id] for word_id in ids]] = True
    return np.ascontiguousarray(packed(bits).T)


def promise(table: RefutationTable) -> int:
    """The misses that a table forces from all words."""
    return table.misses_forced(table.words)


def spelled_table(table: RefutationTable, words: Sequence[str]) -> dict[str, Any]:
    """The refutations of a table with the misses they force, and its groups, spelled in `words`."""
    refutations = zip(_spelled(table.refutations, words), table.forced.tolist(), strict=True)
    return {"refutations": list(refutations), "groups": _spelled(table.groups, words)}


def _spelled(columns: Columns, words: Sequence[str]) -> list[list[str]]:
    """The words of a table that each of the columns has, (rows, columns) uint64."""
    octets = np.ascontiguousarray(columns.T).astype("<u8").view(np.uint8)
    bits = np.unpackbits(octets, axis=1, bitorder="little")
    return [[words[place] for place in np.flatnonzero(row).tolist()] for row in bits]


def drawn_letters(mixture: TreeMixture, alphabet: str) -> dict[int, list[tuple[str, int]]]:
    """The letters of a mixture with their parts by key, in plain numbers and strings."""
    drawn = zip([alphabet[i] for i in mixture.letters], mixture.parts.tolist(), strict=True)
    return {
        key: [next(drawn) for _ in range(count)]
        for key, count in zip(mixture.keys.tolist(), mixture.counts.tolist(), strict=True)
    }
