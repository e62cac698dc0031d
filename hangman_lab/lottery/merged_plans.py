"""The plans of a search, merged into one mixture that draws letters at positions."""

from math import ceil
from typing import Final

import numpy as np

from hangman_lab.exact.mixture_check import worst_case
from hangman_lab.exact.tables import drawn_letters
from hangman_lab.lottery.moves import Numbers
from hangman_lab.lottery.play_out import Costs, PlayOut, Round
from hangman_lab.lottery.search import Progress
from hangman_lab.lottery.word_table import WordTable
from service.search.tree_mixture import PARTS, Keys, TreeMixture

DIGITS: Final = 10**6  # of what the worst-case word costs: one millionth of a miss


def tree_mixture(table: WordTable, progress: Progress) -> TreeMixture:
    """The mixture of all plans by their shares: how often they guess each letter at each position.

    The checker says what its worst-case word costs.
    """
    flow = _Flow(len(table.lexicon.alphabet))
    for plan, share in zip(progress.plans, progress.shares.tolist(), strict=True):
        flow.note_plan(PlayOut(table, plan), share / int(progress.shares.sum()))
    merged = flow.merged()
    words = table.lexicon.words(table.lexicon.everything)
    _, cost = worst_case(words, drawn_letters(merged, table.lexicon.alphabet))
    return TreeMixture(
        ceil(cost * DIGITS) / DIGITS, merged.keys, merged.counts, merged.letters, merged.parts
    )


class _Flow:
    """How often each letter is guessed at each uncertain position."""

    def __init__(self, alphabet: int) -> None:
        self._alphabet = alphabet
        self._keys: list[Keys] = [np.zeros(0, dtype=np.uint64)]
        self._letters: list[Numbers] = [np.zeros(0, dtype=np.int64)]
        self._often: list[Costs] = [np.zeros(0)]

    def note_plan(self, play_out: PlayOut, share: float) -> None:
        """Add what a plan guesses."""
        play_out.costs(lambda round: self._note_round(round, share))

    def _note_round(self, round: Round, share: float) -> None:
        uncertain = np.unique(round.branch_options[round.branch_families == 0])
        self._keys.append(round.keys[round.places[uncertain]])
        self._letters.append(round.letters[uncertain])
        self._often.append(share * round.often[uncertain])

    def merged(self) -> TreeMixture:
        """The letters of each position with their parts, which are rounded to whole numbers."""
        keys, places = np.unique(np.concatenate(self._keys), return_inverse=True)
        options = places * self._alphabet + np.concatenate(self._letters)
        options, numbers = np.unique(options, return_inverse=True)
        owners = options // self._alphabet
        often = np.bincount(numbers, np.concatenate(self._often)).astype(np.float64)
        parts = _whole_parts(often, owners)
        drawn = parts > 0
        return TreeMixture(
            0.0,
            keys,
            np.bincount(owners[drawn], minlength=len(keys)).astype(np.uint8),
            (options[drawn] % self._alphabet).astype(np.uint8),
            parts[drawn].astype(np.uint16),
        )


def _whole_parts(often: Costs, owners: Numbers) -> Numbers:
    """Whole numbers that sum to PARTS for each owner, near to how often each comes up."""
    last = np.flatnonzero(np.diff(owners, append=-1))
    shares = often / np.bincount(owners, often)[owners]
    ends = np.round(PARTS * (shares.cumsum() - owners)).astype(np.int64)
    ends[last] = PARTS
    return np.where(np.diff(owners, prepend=-1) != 0, ends, np.diff(ends, prepend=0))
