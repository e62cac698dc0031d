"""The proofs of both bounds: the lottery, and the mixture of trees, which draws letters."""

from math import ceil, floor
from typing import Any, Final, TypeAlias

import numpy as np

from hangman_lab.exact.tables import drawn_letters
from hangman_lab.lottery.play_out import Costs, Plan, PlayOut
from hangman_lab.lottery.search import Progress
from hangman_lab.tree_mixture import PARTS, Keys, TreeMixture
from hangman_lab.verify.mixture import worst_case
from hangman_lab.walk import Guesses, Positions, miss_chances
from hangman_lab.word_table import Numbers, WordTable

JSON: TypeAlias = Any

MILLION: Final = 10**6  # claims are exact to one millionth of a miss


def lottery_certificate(table: WordTable, progress: Progress) -> JSON:
    """The words of the lottery with their weights, which are whole numbers."""
    words = table.lexicon.words(progress.lottery.ids)
    weights = progress.lottery.weights.tolist()
    return {
        "kind": "lottery",
        "misses": f"{floor(progress.lower * MILLION) / MILLION:.6f}",
        "lottery": dict(zip(words, weights, strict=True)),
    }


def mixture_certificate(table: WordTable, progress: Progress) -> JSON:
    """The letters that are drawn at each position, by its key, each with its part."""
    mixture = tree_mixture(table, progress)
    return {
        "kind": "mixture",
        "misses": f"{mixture.misses:.6f}",
        "drawn": drawn_letters(mixture, table.lexicon.alphabet),
    }


def trees_mixed(table: WordTable, progress: Progress) -> int:
    """How many trees suffice for the mixture.

    A mixture of trees is a point of a polytope, which has one dimension for each letter at a node
    after the first letter, and one for each plan after the first. Each point of a polytope is a
    mixture of one corner more than the polytope has dimensions (Caratheodory).
    """
    trees = len(progress.plans)

    def count(positions: Positions, guesses: Guesses) -> None:
        nonlocal trees
        trees += len(guesses.places) - len(positions)

    for plan in progress.plans:
        miss_chances(table, PlayOut(table, plan).guesses_at, count)
    return trees


def tree_mixture(table: WordTable, progress: Progress) -> TreeMixture:
    """The mixture of all plans by their shares: how often they guess each letter at each position.

    The checker computes the cost of its worst-case word.
    """
    flow = _Flow(table)
    for plan, share in zip(progress.plans, progress.shares.tolist(), strict=True):
        flow.note_plan(plan, share / int(progress.shares.sum()))
    merged = flow.merged()
    words = table.lexicon.words(table.lexicon.everything)
    _, cost = worst_case(words, drawn_letters(merged, table.lexicon.alphabet))
    return TreeMixture(
        ceil(cost * MILLION) / MILLION, merged.keys, merged.counts, merged.letters, merged.parts
    )


class _Flow:
    """How often each letter that may miss is guessed at each position."""

    def __init__(self, table: WordTable) -> None:
        self._table = table
        self._keys: list[Keys] = [np.zeros(0, dtype=np.uint64)]
        self._letters: list[Numbers] = [np.zeros(0, dtype=np.int64)]
        self._often: list[Costs] = [np.zeros(0)]

    def note_plan(self, plan: Plan, share: float) -> None:
        """Add the guesses of a plan in its share of the games."""

        def note(positions: Positions, guesses: Guesses) -> None:
            risky = guesses.may_miss(self._table, positions)
            places = guesses.places[risky]
            often = positions.chances.sum(axis=1)[places] * guesses.shares[risky]
            self._keys.append(positions.keys(self._table)[places])
            self._letters.append(guesses.letters[risky])
            self._often.append(share * often)

        miss_chances(self._table, PlayOut(self._table, plan).guesses_at, note)

    def merged(self) -> TreeMixture:
        """The letters of each position with their parts, which are rounded to whole numbers."""
        keys, places = np.unique(np.concatenate(self._keys), return_inverse=True)
        options = places * self._table.letters + np.concatenate(self._letters)
        options, numbers = np.unique(options, return_inverse=True)
        owners, letters = np.divmod(options, self._table.letters)
        often = np.bincount(numbers, np.concatenate(self._often)).astype(np.float64)
        parts = _whole_parts(often, owners)
        drawn = parts > 0
        return TreeMixture(
            0.0,
            keys,
            np.bincount(owners[drawn], minlength=len(keys)).astype(np.uint8),
            letters[drawn].astype(np.uint8),
            parts[drawn].astype(np.uint16),
        )


def _whole_parts(often: Costs, owners: Numbers) -> Numbers:
    """Whole numbers that sum to PARTS for each owner, close to the shares by `often`."""
    last = np.flatnonzero(np.diff(owners, append=-1))
    shares = often / np.bincount(owners, often)[owners]
    ends = np.round(PARTS * (shares.cumsum() - owners)).astype(np.int64)
    ends[last] = PARTS
    return np.where(np.diff(owners, prepend=-1) != 0, ends, np.diff(ends, prepend=0))
