"""The misses to expect from lists of words, and from guesses: bounds within a budget of nodes.

All misses are against an honest dealer, and summed over the words, of which each is as likely.
"""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

import numpy as np

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import FamilyNumbers, LetterSet, Lexicon
from service.exact.bounds import Bounds
from service.exact.budget import Budget, Stopped
from service.exact.least_misses import TELLING, Estimate, IDs, LeastMisses
from service.exact.quick_bounds import quick_bounds
from service.exact.word_sets import Letter

SEARCHED: Final = 400  # words; longer lists take too long to search while somebody waits
WEIGHED: Final = 4  # letters of a list that is not searched: the best are taken from these
MOST_REMEMBERED: Final = 1024  # splits of longer lists


@dataclass(frozen=True, eq=False)
class Split:
    """The lists that a guess can leave, and `missed`: the number of words for which it is a miss.

    `ids` (size,) int64: the words of all lists; `numbers` (size,) uint8 or uint16: the list of
    each. A word that is guessed itself is in none of them.
    """

    ids: WordIDs
    numbers: FamilyNumbers
    missed: int

    def lists(self) -> Iterator[tuple[int, WordIDs]]:
        """The number and the words, (size,) int64, of each list."""
        for number in np.unique(self.numbers).tolist():
            yield number, self.ids[self.numbers == number]


def split_by_letter(lexicon: Lexicon, ids: WordIDs, letter: Letter) -> Split:
    """The families of a letter."""
    families = lexicon.families(lexicon.alphabet[letter], lexicon.cheat_list(ids))
    return Split(ids, families.numbers, int(families.sizes[0]) if families.lacking else 0)


def unsplit(ids: WordIDs, missed: int = 0) -> Split:
    """A single list."""
    return Split(ids, np.zeros(len(ids), dtype=np.uint8), missed)


class QuickMemory:
    """Quick bounds on the splits of long lists, remembered because many games begin alike."""

    def __init__(self) -> None:
        self._remembered: dict[Hashable, list[Bounds]] = {}

    def bounds(self, lexicon: Lexicon, split: Split, guessed: LetterSet) -> list[Bounds]:
        """Quick bounds on each list of a split, by its number."""
        if len(split.ids) <= SEARCHED:
            return quick_bounds(lexicon, split.ids, split.numbers, guessed)
        digest = blake2b(split.ids.tobytes() + split.numbers.tobytes()).digest()
        key = lexicon, guessed, digest
        if key not in self._remembered:
            if len(self._remembered) == MOST_REMEMBERED:
                self._remembered.clear()  # the common ones are soon back
            self._remembered[key] = quick_bounds(lexicon, split.ids, split.numbers, guessed)
        return self._remembered[key]


class Expectations:
    """What is known of the lists of one game; one budget of nodes for all of them.

    `whole` is the least misses of the whole lexicon, None if they are not known.
    """

    def __init__(
        self, lexicon: Lexicon, budget: Budget, memory: QuickMemory, whole: int | None = None
    ) -> None:
        self.lexicon = lexicon
        self._budget = budget
        self._memory = memory
        self._shared: dict[IDs, Estimate] = {}
        self._searches: dict[bytes, LeastMisses] = {}
        self._least: dict[bytes, Bounds] = {}
        if whole is not None:
            self._least[lexicon.everything.tobytes()] = Bounds(whole, whole)

    def least(self, ids: WordIDs, guessed: LetterSet) -> Bounds:
        """Bounds on the misses of the best player. Letters in `guessed` tell nothing."""
        key = ids.tobytes()
        if key not in self._least:
            self._least[key] = self.after(ids, unsplit(ids), guessed)
        return self._least[key]

    def after(self, ids: WordIDs, split: Split, guessed: LetterSet) -> Bounds:
        """Bounds on the misses of a guess at some words, and of the best player after it."""
        bounds = {number: self._known(ids, part) for number, part in split.lists()}
        if None in bounds.values():
            quick = self._memory.bounds(self.lexicon, split, guessed)
            for number, part in split.lists():
                bounds[number] = bounds[number] or self._closer(quick[number], ids, part)
        every = [each for each in bounds.values() if each]
        return Bounds(
            split.missed + sum(each.lower for each in every),
            split.missed + sum(each.upper for each in every),
        )

    def best_letters(
        self, ids: WordIDs, letters: Sequence[Letter], guessed: LetterSet, most: int
    ) -> list[tuple[Letter, Bounds]]:
        """The `most` best of some letters, each with bounds on its misses; the best comes first.

        If they are not found within the budget, the best of those that seem best.
        """
        if len(ids) <= SEARCHED:
            with suppress(Stopped):
                search = self._search(ids)
                best = search.best_letters(search.everything, letters, most)
                return [(letter, Bounds(misses, misses)) for letter, misses in best]
        splits = {letter: split_by_letter(self.lexicon, ids, letter) for letter in letters}
        cheapest = sorted(letters, key=lambda letter: _cost(splits[letter]))[: max(most, WEIGHED)]
        ranked = [
            (letter, self.after(ids, splits[letter], guessed | 1 << letter)) for letter in cheapest
        ]
        return sorted(ranked, key=lambda row: (row[1].upper, row[1].lower))[:most]

    def _known(self, ids: WordIDs, part: WordIDs) -> Bounds | None:
        """The least misses of a part of a list, if the budget suffices, or if they are known."""
        if len(part) == 1:
            return Bounds(0, 0)
        key = part.tobytes()
        if key not in self._least and len(ids) <= SEARCHED:
            with suppress(Stopped):
                search = self._search(ids)
                misses = search.misses(search.word_sets.words_of(part.tolist()))
                self._least[key] = Bounds(misses, misses)
        return self._least.get(key)

    def _closer(self, quick: Bounds, ids: WordIDs, part: WordIDs) -> Bounds:
        """The quick bounds of a part of a list, with what a search has learned about it."""
        if len(ids) > SEARCHED:
            return quick
        search = self._search(ids)
        lower = search.lower(search.word_sets.words_of(part.tolist()))
        return Bounds(max(quick.lower, lower), quick.upper)

    def _search(self, ids: WordIDs) -> LeastMisses:
        key = ids.tobytes()
        if key not in self._searches:
            self._searches[key] = LeastMisses(
                self.lexicon, ids.tolist(), self._budget, self._shared
            )
        return self._searches[key]


def _cost(split: Split) -> float:
    """What a letter seems to cost, as `Careful` weighs it."""
    sizes = np.unique(split.numbers, return_counts=True)[1]
    return float(split.missed + TELLING * (sizes * np.log2(sizes)).sum())
