"""The dealer `minimax`: it plays perfectly, as far as its search and its tables can see."""

from collections.abc import Hashable, Mapping
from contextlib import suppress
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.cheat_list import digest_of
from service.engine.dealers import Cheat
from service.engine.game import Dictionaries, Game
from service.engine.lexicon import Families, Family, Lexicon
from service.search.budget import Budget, Cancelled, Memo
from service.search.refutation_table import RefutationTable
from service.search.values import LONGEST_SEARCHED, Search
from service.search.words_in_play import WordsInPlay, misses_of_most_words_player

BUDGET: Final = 100  # nodes at a guess, unless a setting says otherwise
LONGEST_PLAYED: Final = 6000  # words; of a longer cheat list, evenly spread words stand for all
MOST_REMEMBERED: Final = 4096  # decisions


class Minimax(Cheat):
    """Keep the family from which the most misses can be forced (Barbay and Subercaseaux, 2021).

    A family is worth the misses that perfect play forces from it, plus one if it lacks the letter.
    Families of up to LONGEST_SEARCHED words are searched, as long as the `budget` of nodes lasts.
    The others are worth the misses of a player who always guesses the letter in most words, which
    is at least what perfect play forces; on a cheat list of more than LONGEST_PLAYED words that is
    an estimate. Ties go to the larger family, then as in `LargestFamily`.

    If the lexicon has a table of refutations, the dealer keeps only families from which the table
    forces what it promises. So it forces that much from every player, whatever the estimates say.
    It does not keep a family that only the search finds good enough: after the next letter the
    search may find less, but the table has a reply to each letter.
    """

    name, title = "minimax", "Minimax"
    is_deterministic = True
    is_slow = True
    budget: int

    def __init__(
        self, budget: int = BUDGET, tables: Mapping[Lexicon, RefutationTable] | None = None
    ) -> None:
        self.budget = budget
        self.tables = tables or {}
        self._remembered: Memo[Hashable, int] = Memo(MOST_REMEMBERED)

    def prepare(self, dictionaries: Dictionaries) -> None:
        self.tables = {
            dictionary.lexicons[length]: table
            for dictionary in dictionaries
            for length, table in dictionary.refutation_tables.items()
        }

    def keep(self, game: Game, families: Families) -> list[Family]:
        key = families.lexicon, families.letter, digest_of(families.cheat_list.ids)
        if key not in self._remembered:
            self._remembered[key] = self._best(game, families)
        return [Family(families, self._remembered[key])]

    def _best(self, game: Game, families: Families) -> int:
        """The number of the family to keep."""
        # What the table guarantees comes first: no family that gives it up may be kept.
        table = self.tables.get(families.lexicon)
        promised, floors = table.floors(families) if table else (0, np.zeros_like(families.sizes))
        # A user's own table may be wrong: do not promise more than the best family has.
        promised = min(promised, int(floors[families.sizes > 0].max()))
        safe = (families.sizes > 0) & (floors >= promised)
        ceilings = np.where(safe, np.maximum(_ceilings(game, families), floors), -1)
        # Search the families, that of the highest ceiling first, until no other can be worth more.
        search_budget = Budget(lambda nodes: nodes <= self.budget)
        best, best_worth = -1, (-1, 0)
        for number in np.lexsort((-families.sizes, -ceilings)).tolist():  # stable: ties by number
            family, ceiling = Family(families, number), int(ceilings[number])
            if (ceiling, family.size) < best_worth:
                break
            ceiling = self._lowered(family, int(floors[number]), ceiling, search_budget)
            worth = ceiling, family.size
            # Among equal families, the one that `LargestFamily` prefers has the lowest number.
            if worth > best_worth or (worth == best_worth and number < best):
                best, best_worth = number, worth
        return best

    def _lowered(self, family: Family, floor: int, ceiling: int, budget: Budget) -> int:
        """The ceiling, lowered to what the family is worth, or as far as the budget lasts."""
        missed = int(not family.positions)
        if family.size <= LONGEST_SEARCHED and budget.nodes < self.budget:
            search = Search(family.families.lexicon, family.ids.tolist(), budget)
            # Lower the ceiling until the family forces that much. If the budget ends, it stays.
            with suppress(Cancelled):
                while ceiling > max(floor, missed) and not search.refutation(
                    search.root, ceiling - missed - 1
                ):
                    ceiling -= 1
        return ceiling


def _ceilings(game: Game, families: Families) -> NDArray[np.int64]:
    """The most that each family can be worth, (families,) int64; an estimate for long lists."""
    step = -(-len(families.cheat_list.ids) // LONGEST_PLAYED)
    ids, numbers = families.cheat_list.ids[::step], families.numbers[::step]
    guessed = game.guessed_letters | 1 << families.letter
    words = WordsInPlay.at_the_start(families.lexicon, ids, numbers, guessed)
    ceilings = np.zeros(len(families.sizes), dtype=np.int64)
    np.maximum.at(ceilings, numbers, misses_of_most_words_player(words))
    ceilings[0] += int(families.lacking)
    return ceilings
