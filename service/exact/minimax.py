"""The dealer `minimax`: it keeps what perfect play forces, as far as that can be found."""

from collections.abc import Hashable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.dealers import Cheat
from service.engine.game import Game
from service.engine.lexicon import Families, Family, Lexicon
from service.exact.bounds import Bounds
from service.exact.budget import Budget, Stopped
from service.exact.core_table import CoreTable
from service.exact.search import Search
from service.exact.upper_bound import misses_of_most_words_player

SHORT: Final = 400  # words of a family that it searches
LONG: Final = 8000  # words of a cheat list that it looks at; evenly spread ones of a longer list
REMEMBERED: Final = 4096  # decisions


class Minimax(Cheat):
    """Keep the family from which the most misses can be forced (Barbay and Subercaseaux, 2021).

    A family is worth the misses that perfect play forces from it, and one more if it lacks the
    letter. Short families are searched, as far as a budget of `nodes` goes. The others are worth
    what a player makes who always guesses the letter in most words, which is no less than perfect
    play forces; on a cheat list of over LONG words that is an estimate, from evenly spread words.
    Ties go to the larger family, then as `LargestFamily` has them.

    If there is a table of cores for the lexicon, no family is kept that forces less than the table
    does. So the dealer forces that much from every player, whatever the estimates say.
    """

    is_dear = True

    def __init__(self, nodes: int, tables: Mapping[Lexicon, CoreTable] | None = None) -> None:
        self.nodes = nodes
        self.tables = tables or {}
        self._remembered: dict[Hashable, int] = {}

    def keep(self, game: Game, families: Families) -> list[Family]:
        """The family of the highest value, as far as that is known within the budget."""
        key = families.lexicon, families.letter, families.cheat_list.data
        if key not in self._remembered:
            if len(self._remembered) == REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = self._best(game, families)
        return [Family(families, self._remembered[key])]

    def _best(self, game: Game, families: Families) -> int:
        """The number of the family to keep."""
        promised, floors = _promised(families, self.tables.get(families.lexicon))
        ceilings = np.where(families.sizes > 0, np.maximum(_ceilings(game, families), floors), -1)
        budget = Budget(lambda seen: seen <= self.nodes)
        best, best_worth = -1, (-1, 0)
        for number in np.lexsort((-families.sizes, -ceilings)).tolist():  # stable: ties by number
            size, floor, ceiling = (
                int(array[number]) for array in (families.sizes, floors, ceilings)
            )
            if (ceiling, size) < best_worth:
                break  # so are all that follow
            bounds = self._searched(Family(families, number), Bounds(floor, ceiling), budget)
            worth = bounds.upper, size
            better = worth > best_worth or (worth == best_worth and number < best)
            if better and bounds.lower >= promised:
                best, best_worth = number, worth
        return best

    def _searched(self, family: Family, bounds: Bounds, budget: Budget) -> Bounds:
        """The misses that a family forces, searched for as long as the budget goes."""
        missed = int(not family.positions)
        lower, upper = max(bounds.lower, missed), bounds.upper
        if family.size > SHORT or budget.seen >= self.nodes:
            return Bounds(lower, upper)
        search = Search(family.families.lexicon, family.ids.tolist(), budget)
        try:
            while upper > lower and not search.refutation(search.all, upper - missed - 1):
                upper -= 1
        except Stopped:
            return Bounds(lower, upper)
        return Bounds(upper, upper)


def _promised(families: Families, table: CoreTable | None) -> tuple[int, NDArray[np.int64]]:
    """What a table's cores force from all of the words, and from each family, (families,).

    The former is no more than some family keeps, should somebody's own table be wrong.
    """
    floors = np.zeros(len(families.sizes), dtype=np.int64)
    if table is None:
        return 0, floors
    promised, by_core = table.floors(families.cheat_list.ids, families.numbers, families.lacking)
    floors[: len(by_core)] = by_core
    return min(promised, int(floors[families.sizes > 0].max())), floors


def _ceilings(game: Game, families: Families) -> NDArray[np.int64]:
    """At most the misses that each family forces, (families,), one for a missed letter included."""
    ids, lists = families.cheat_list.ids, families.numbers
    step = -(-len(ids) // LONG)
    guessed = game.guessed_letters | 1 << families.letter
    most = misses_of_most_words_player(families.lexicon, ids[::step], lists[::step], guessed)
    ceilings = np.zeros(len(families.sizes), dtype=np.int64)
    ceilings[: len(most)] = np.maximum(most, 0)  # -1: no word of the family was looked at
    if families.lacking and families.sizes[0]:
        ceilings[0] += 1
    return ceilings
