"""The misses to expect from lists of words, and from guesses: bounds within a budget of nodes.

All misses are against an honest dealer, and summed over the words, each times its weight.
"""

from collections.abc import Hashable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Final

import numpy as np

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import LetterSet, Lexicon
from service.engine.weights import Weights
from service.search.budget import Bounds, Budget, Cancelled
from service.search.least_misses import AT_ONCE, ENTROPY_COST, Estimate, IDs, LeastMisses
from service.search.quick_bounds import Split, quick_bounds
from service.search.word_sets import Letter

SEARCHED: Final = 400  # words; longer lists take too long to search while somebody waits
WEIGHED: Final = 3  # letters of a list that is not searched: the best are taken from these
MOST_REMEMBERED: Final = 1024  # splits of longer lists
OPENED: Final = 20  # words: to prepare a search of so many takes as long as a node of it
BOUNDED: Final = 12_000  # words of all lists that get quick bounds
BOUNDING: Final = 250  # words: quick bounds take as long as on so many words more
RANKED: Final = 60_000  # words of all lists whose letters are ranked without a search
RANKING: Final = 4000  # words: a list takes as long as so many words more


def split_by_letter(lexicon: Lexicon, ids: WordIDs, letter: Letter, guessed: LetterSet) -> Split:
    """The families of a letter; `guessed` letters were guessed before."""
    families = lexicon.families(lexicon.alphabet[letter], lexicon.cheat_list(ids))
    missed = ids[families.numbers == 0] if families.lacking else ids[:0]
    return Split(ids, families.numbers, missed, guessed | 1 << letter)


def unsplit(ids: WordIDs, missed: WordIDs, guessed: LetterSet) -> Split:
    """A single list; the guess misses some of its words."""
    return Split(ids, np.zeros(len(ids), dtype=np.uint8), missed, guessed)


class QuickMemory:
    """Quick bounds on the splits of long lists, remembered because many games begin alike.

    They hold for one kind of weights.
    """

    def __init__(self) -> None:
        self._remembered: dict[Hashable, list[Bounds]] = {}

    def bounds(
        self, lexicon: Lexicon, splits: Sequence[Split], weights: Weights
    ) -> list[list[Bounds]]:
        """For each split, quick bounds on each of its lists, by number."""
        keys = [_key(lexicon, split) for split in splits]
        bounds = {key: self._remembered[key] for key in keys if key in self._remembered}
        new = {key: split for key, split in zip(keys, splits, strict=True) if key not in bounds}
        if new:
            made = dict(zip(new, quick_bounds(lexicon, list(new.values()), weights), strict=True))
            self._remember({key: made[key] for key in new if len(new[key].ids) > SEARCHED})
            bounds |= made
        return [bounds[key] for key in keys]

    def _remember(self, made: dict[Hashable, list[Bounds]]) -> None:
        if len(self._remembered) + len(made) > MOST_REMEMBERED:
            self._remembered.clear()  # the common ones are soon back
        self._remembered |= made


class Expectations:
    """What is known of the lists of one game; one budget of nodes for all of them.

    `weights` are those of all words; `whole` is the least misses of the whole lexicon, None if
    they are not known.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        weights: Weights,
        budget: Budget,
        memory: QuickMemory,
        whole: int | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.weights = weights
        self._budget = budget
        self._memory = memory
        self._whole = whole
        self._bounding = Budget(lambda words: words <= BOUNDED)
        self._ranking = Budget(lambda words: words <= RANKED)
        self._shared: dict[IDs, Estimate] = {}
        self._searches: dict[bytes, LeastMisses] = {}
        self._least: dict[bytes, Bounds] = {}  # of short lists

    def least(self, ids: WordIDs, guessed: LetterSet) -> Bounds:
        """Bounds on the misses of the best player. Letters in `guessed` tell nothing."""
        if self._whole is not None and len(ids) == len(self.lexicon):
            return Bounds(self._whole, self._whole)
        [bounds] = self.after(ids, [unsplit(ids, ids[:0], guessed)])
        if len(ids) <= SEARCHED:
            self._least[ids.tobytes()] = bounds
        return bounds

    def after(self, ids: WordIDs, splits: Sequence[Split]) -> list[Bounds]:
        """For each of some guesses at some words, bounds on its misses and the best player's.

        Without a budget, the bounds are those of any guess that misses the same words.
        """
        try:
            return self._after(ids, splits)
        except Cancelled:
            return [self._after_any(split) for split in splits]

    def _after(self, ids: WordIDs, splits: Sequence[Split]) -> list[Bounds]:
        """As `after`. Raises Cancelled."""
        if len(ids) > SEARCHED:
            self._spend_on(splits)
        bounds = [
            {number: self._known(ids, part) for number, part in split.lists()} for split in splits
        ]
        self._fill(bounds, ids, splits)
        return [
            _sum(self._weight(split.missed), [each for each in row.values() if each])
            for split, row in zip(splits, bounds, strict=True)
        ]

    def _after_any(self, split: Split) -> Bounds:
        """Bounds on the misses of a guess that hold whatever it tells: each word costs n - 1."""
        missed, size = self._weight(split.missed), len(split.ids)
        return Bounds(missed, missed + self._weight(split.ids) * (size - 1))

    def _spend_on(self, splits: Sequence[Split]) -> None:
        """Spend what quick bounds on some splits take. Raises Cancelled."""
        self._bounding.spend(BOUNDING + sum(len(split.ids) for split in splits))

    def _fill(
        self, bounds: list[dict[int, Bounds | None]], ids: WordIDs, splits: Sequence[Split]
    ) -> None:
        """Put quick bounds in for what is not known of the lists of some splits."""
        rows = [pair for pair in zip(splits, bounds, strict=True) if None in pair[1].values()]
        wanted = [split for split, _ in rows]
        if wanted and len(ids) <= SEARCHED:
            self._spend_on(wanted)
        made = self._memory.bounds(self.lexicon, wanted, self.weights)
        for (split, row), quick in zip(rows, made, strict=True):
            for number, part in split.lists():
                row[number] = row[number] or self._closer(quick[number], ids, part)

    def best_letters(
        self, ids: WordIDs, letters: Sequence[Letter], guessed: LetterSet, most: int
    ) -> list[tuple[Letter, Bounds]]:
        """The `most` best of some letters, each with bounds on its misses; the best comes first.

        If they are not found within the budget, the best of those that seem best; none at last.
        """
        if len(ids) <= SEARCHED:
            with suppress(Cancelled):
                search = self._search(ids)
                best = search.best_letters(search.everything, letters, most)
                return [(letter, Bounds(misses, misses)) for letter, misses in best]
        try:
            self._ranking.spend(RANKING + len(ids))
        except Cancelled:
            return []
        splits = [split_by_letter(self.lexicon, ids, letter, guessed) for letter in letters]
        rows = sorted(zip(letters, splits, strict=True), key=lambda row: self._cost(row[1]))
        rows = rows[: max(most, WEIGHED)]
        ranked = [(letter, self.after(ids, [split])[0]) for letter, split in rows]
        return sorted(ranked, key=lambda row: (row[1].upper, row[1].lower))[:most]

    def _known(self, ids: WordIDs, part: WordIDs) -> Bounds | None:
        """The least misses of a part of a list, if the budget suffices, or if they are known."""
        if len(part) == 1:
            return Bounds(0, 0)
        if len(part) > SEARCHED:
            return None
        key = part.tobytes()
        if key not in self._least and len(ids) <= SEARCHED:
            with suppress(Cancelled):
                search = self._search(ids)
                self._budget.spend(int(len(part) > AT_ONCE))
                misses = search.misses(search.word_sets.words_of(part.tolist()))
                self._least[key] = Bounds(misses, misses)
        return self._least.get(key)

    def _closer(self, quick: Bounds, ids: WordIDs, part: WordIDs) -> Bounds:
        """The quick bounds of a part of a list, with what a search has learned about it."""
        search = self._searches.get(ids.tobytes()) if len(ids) <= SEARCHED else None
        if search is None:
            return quick
        lower = search.lower(search.word_sets.words_of(part.tolist()))
        return Bounds(max(quick.lower, lower), quick.upper)

    def _search(self, ids: WordIDs) -> LeastMisses:
        """The search of a short list. Raises Cancelled."""
        key = ids.tobytes()
        if key not in self._searches:
            self._budget.spend(1 + len(ids) // OPENED)
            self._searches[key] = LeastMisses(
                self.lexicon, ids.tolist(), self._budget, self._shared, self.weights
            )
        return self._searches[key]

    def _cost(self, split: Split) -> float:
        """What a letter seems to cost, as `Careful` weighs it."""
        weights = np.bincount(split.numbers, self.weights.take(split.ids))
        weights = weights[weights > 0]
        return float(self._weight(split.missed) + ENTROPY_COST * (weights * np.log2(weights)).sum())

    def _weight(self, ids: WordIDs) -> int:
        return int(self.weights.take(ids).sum())


def _key(lexicon: Lexicon, split: Split) -> Hashable:
    digest = blake2b(split.ids.tobytes() + split.numbers.tobytes()).digest()
    return lexicon, split.guessed, digest


def _sum(missed: int, bounds: Sequence[Bounds]) -> Bounds:
    return Bounds(
        missed + sum(each.lower for each in bounds), missed + sum(each.upper for each in bounds)
    )
