"""Bounds on the value of a list, as close as a budget of nodes allows."""

from contextlib import suppress
from typing import Final

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import LetterSet, Lexicon
from service.search.bounds import Bounds
from service.search.budget import Budget, Stopped
from service.search.core_table import CoreTable
from service.search.search import Search, value
from service.search.upper_bound import upper_bound

SEARCHED: Final = 400  # words; longer lists take too long to search while somebody waits


def value_bounds(
    lexicon: Lexicon, ids: WordIDs, guessed: LetterSet, budget: Budget, table: CoreTable | None
) -> Bounds:
    """Bounds on the misses that a perfect dealer forces from some words.

    `ids` (size,) int64 ascending. `table` has the cores of the lexicon, if there is one. `guessed`
    letters must not tell any of the words apart; they may be left out.
    """
    lower = table.misses_forced(ids) if table else 0
    bounds = Bounds(lower, upper_bound(lexicon, ids, guessed))
    if len(ids) <= SEARCHED:
        with suppress(Stopped):
            for closer in value(Search(lexicon, ids.tolist(), budget), bounds):
                bounds = closer
    return bounds
