"""The misses to expect from lists of words, and from guesses: bounds within a budget.

All misses are against an honest dealer, and summed over the words, each times its weight.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from service.engine.cheat_list import WordIDs
from service.engine.guessers import bits_to_tell
from service.engine.lexicon import LetterSet, Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.weights import Weights
from service.search.budget import Bounds, Budget, Cancelled
from service.search.least_misses import ENTROPY_COST, LeastMisses
from service.search.word_sets import Letter, Words, numbers_in
from service.search.words_in_play import Split, quick_bounds

SEARCHED: Final = 400  # words; longer lists take too long to search while somebody waits
BEST_LETTERS: Final = 3
LOOKING: Final = 10  # steps to look a short list up,
LOOKING_WORDS: Final = 40  # and one for so many of its words
QUICK_SHARE: Final = 0.7  # of the budget is for what is not searched
QUICK: Final = 80  # steps of quick bounds on a list,
QUICK_WORDS: Final = 8  # and one for so many of its words
RANKING: Final = 100  # steps to rank the letters of a list,
RANKING_WORDS: Final = 50  # and one for so many of its words

Ranked: TypeAlias = list[tuple[Letter, Bounds]]  # letters with their misses, the best one first


class GuessMisses(NamedTuple):
    """A guess: what the words that it misses weigh, and bounds on the misses with it."""

    guess: str
    missed: int
    misses: Bounds


def split_by_letter(words: PossibleWords, letter: Letter) -> Split:
    """The families of a letter."""
    families = words.families(letter)
    missed = words.ids[families.numbers == 0] if families.lacking else words.ids[:0]
    return Split(words.ids, families.numbers, missed, words.guessed | 1 << letter)


def unsplit(ids: WordIDs, missed: WordIDs, guessed: LetterSet) -> Split:
    """A single list; the guess misses some of its words."""
    return Split(ids, np.zeros(len(ids), dtype=np.uint8), missed, guessed)


class Expectations:
    """What is known of the lists of one game, each a part of the one before; one budget for all.

    Lists of up to SEARCHED words are short: one search serves them all. The others have quick
    bounds. `weights` are those of all words; `whole` bounds the least misses of the whole lexicon.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        weights: Weights,
        budget: Budget,
        lists: Sequence[WordIDs],
        whole: Bounds | None = None,
    ) -> None:
        self.lexicon = lexicon
        self.weights = weights
        self.is_even = bool((weights == weights[:1]).all())
        self._quick_budget = budget.share(QUICK_SHARE)
        self._budget = budget
        self._whole = whole or self._any(unsplit(lexicon.everything, lexicon.everything[:0], 0))
        short = [ids for ids in lists if len(ids) <= SEARCHED]
        self._short = max(short, key=len, default=lexicon.everything[:0])
        self._least: dict[bytes, Bounds] = {}  # of short lists
        self._best: dict[tuple[int, LetterSet], Sequence[GuessMisses]] = {}
        self._quick_bounds: dict[tuple[int, LetterSet], list[Bounds]] = {}  # of long lists

    def least(self, words: PossibleWords) -> Bounds:
        """Bounds on the misses of the best player."""
        ids = words.ids
        is_whole = len(ids) == len(self.lexicon)
        if is_whole and self._whole.exact:
            return self._whole
        whole_list = unsplit(ids, ids[:0], words.guessed)
        if len(ids) > SEARCHED:
            most = self._whole if is_whole else self._any(whole_list)
            uppers = [best.misses.upper for best in self.best_letters(words)]
            return Bounds(0, min([most.upper, *uppers]))
        self._least[ids.tobytes()] = bounds = self.after(ids, whole_list)
        return bounds

    def after(self, ids: WordIDs, split: Split) -> Bounds:
        """Bounds on the misses of a guess at some words, and of the best player after it.

        Without a budget they are those of a player who guesses in alphabetical order.
        """
        try:
            parts = self._of_short(split) if len(ids) <= SEARCHED else self._of_long(split)
        except Cancelled:
            return self._any(split)
        missed = self.weight(split.missed)
        return Bounds(missed + sum(x.lower for x in parts), missed + sum(x.upper for x in parts))

    def best_letters(self, words: PossibleWords) -> Sequence[GuessMisses]:
        """The best letters of a list, the best one first.

        If they are not found within the budget, those that seem best; at last only the one that the
        lexicon has, or none.
        """
        key, alphabet = (len(words), words.guessed), self.lexicon.alphabet
        if key not in self._best:
            self._best[key] = [
                GuessMisses(
                    alphabet[letter], self.weight(split_by_letter(words, letter).missed), misses
                )
                for letter, misses in self._best_letters(words)
            ]
        return self._best[key]

    def weight(self, ids: WordIDs) -> int:
        """What some words weigh together."""
        return int(self.weights.take(ids).sum())

    def _best_letters(self, words: PossibleWords) -> Ranked:
        size = len(words)
        with suppress(Cancelled):
            if size <= SEARCHED:
                self._budget.spend(LOOKING + size // LOOKING_WORDS)
                best = self._search.best_letters(
                    self._in_search(words.ids), self._letters(words), BEST_LETTERS
                )
                return [(letter, Bounds(misses, misses)) for letter, misses in best]
        with suppress(Cancelled):
            self._quick_budget.spend(RANKING + size // RANKING_WORDS)
            return self._ranked(words)
        return self._first_letter(words)

    def _ranked(self, words: PossibleWords) -> Ranked:
        """The letters that seem best; only the first has more than the widest bounds."""
        splits = [(letter, split_by_letter(words, letter)) for letter in self._letters(words)]
        cheapest = sorted(splits, key=lambda row: self._cost(row[1]))[:BEST_LETTERS]
        return [
            (letter, self._any(split) if number else self.after(words.ids, split))
            for number, (letter, split) in enumerate(cheapest)
        ]

    def _first_letter(self, words: PossibleWords) -> Ranked:
        """The best letter of a game's first guess, if the lexicon has it."""
        letter = self.lexicon.best_letters.get(words.position) if self.is_even else None
        if letter is None or not self._whole.exact or len(words) < len(self.lexicon):
            return []
        return [(self.lexicon.alphabet.index(letter), self._whole)]

    def _letters(self, words: PossibleWords) -> list[Letter]:
        """As `words.letters`, without a count of the words that have each."""
        there = int(np.bitwise_or.reduce(self.lexicon.presence.take(words.ids)))
        return list(numbers_in(there & ~words.guessed))

    def _of_long(self, split: Split) -> list[Bounds]:
        """Bounds on the least misses of each list that a long list is split into."""
        key = len(split.ids), split.guessed
        if key not in self._quick_bounds:
            self._quick_bounds[key] = self._quick(split)
        quick = self._quick_bounds[key]
        return [self._known(part) or quick[number] for number, part in split.lists()]

    def _of_short(self, split: Split) -> list[Bounds]:
        """As `_of_long`, of a short list: exact as long as the budget lasts. Raises Cancelled."""
        self._quick_budget.spend(LOOKING + len(split.ids) // LOOKING_WORDS)
        lists = list(split.lists())
        exact = [self._known(part) or self._searched(part) for _, part in lists]
        quick = [] if all(exact) else self._quick(split)
        return [
            known or self._closer(quick[number], part)
            for known, (number, part) in zip(exact, lists, strict=True)
        ]

    def _quick(self, split: Split) -> list[Bounds]:
        """Quick bounds on each list of a split, by number. Raises Cancelled."""
        self._quick_budget.spend(QUICK + len(split.ids) // QUICK_WORDS)
        return quick_bounds(self.lexicon, split, self.weights)

    def _known(self, part: WordIDs) -> Bounds | None:
        """What is known of the least misses of a list, if it is short."""
        if len(part) == 1:
            return Bounds(0, 0)
        return self._least.get(part.tobytes()) if len(part) <= SEARCHED else None

    def _searched(self, part: WordIDs) -> Bounds | None:
        """The least misses of a short list, if the budget suffices."""
        with suppress(Cancelled):
            misses = self._search.misses(self._in_search(part))
            self._least[part.tobytes()] = Bounds(misses, misses)
        return self._least.get(part.tobytes())

    def _closer(self, quick: Bounds, part: WordIDs) -> Bounds:
        """The quick bounds of a short list, with what a search has learned about it."""
        if self._budget.steps > 0:
            with suppress(Cancelled):
                lower = self._search.lower(self._in_search(part))
                return Bounds(max(quick.lower, lower), quick.upper)
        return quick

    @cached_property
    def _search(self) -> LeastMisses:
        """The search of all short lists. Raises Cancelled."""
        return LeastMisses(self.lexicon, self._short.tolist(), self._budget, weights=self.weights)

    def _in_search(self, ids: WordIDs) -> Words:
        """A short list as the search has it."""
        return self._search.word_sets.words_of(ids.tolist())

    def _cost(self, split: Split) -> float:
        """What a letter seems to cost, as `Careful` weighs it."""
        bits = bits_to_tell(np.bincount(split.numbers, self.weights.take(split.ids)))
        return float(self.weight(split.missed) + ENTROPY_COST * bits)

    def _any(self, split: Split) -> Bounds:
        """Bounds on the misses with any guess that misses the same words of a list."""
        missed, letters = self.weight(split.missed), len(self.lexicon.alphabet)
        most = min(len(split.ids), letters - split.guessed.bit_count())
        return Bounds(missed, missed + self.weight(split.ids) * most)
