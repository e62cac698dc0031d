"""A deck's strategy, played out on all words: the guesses at each position."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hangman_lab.lottery.program import UNIT, Options, Strategy
from hangman_lab.walk import Guesses, Positions, expected, miss_chances
from hangman_lab.word_table import Numbers, WordTable
from service.engine.cheat_list import WordIDs

Costs: TypeAlias = NDArray[np.float64]  # (words,): the misses to expect


@dataclass(frozen=True)
class Plan:
    """How to play on all words: guess a safe letter, or a letter by the words of the deck.

    If safe letters would tell words of the deck apart, guess one; otherwise follow the strategy.
    If at most one word of the deck is possible, guess the letter whose words weigh most by
    `weights` (words,) float64, which are above 0.
    """

    deck: WordIDs
    strategy: Strategy
    weights: Costs


class PlayOut:
    """A plan, played out on all words."""

    def __init__(self, table: WordTable, plan: Plan) -> None:
        self._table = table
        self._weights = plan.weights
        self._is_in_deck = np.zeros(len(table), dtype=np.bool_)
        self._is_in_deck[plan.deck] = True
        self._strategy = plan.strategy

    def costs(self) -> Costs:
        """The misses to expect for each word."""
        return expected(miss_chances(self._table, self.guesses_at))

    def guesses_at(self, positions: Positions) -> Guesses:
        """The guesses at some positions of two words or more."""
        letters, are_safe = positions.heaviest_letters(self._table, self._weights)
        options: list[Options] = [[(letter, UNIT)] for letter in letters.tolist()]
        for place, of_deck in self._by_deck(positions, np.flatnonzero(~are_safe)):
            options[place] = of_deck
        places = np.repeat(np.arange(len(options)), list(map(len, options)))
        letters, parts = np.array([pair for pairs in options for pair in pairs]).T
        return Guesses(places, letters, parts / np.bincount(places, weights=parts)[places])

    def _by_deck(self, positions: Positions, places: Numbers) -> Iterator[tuple[int, Options]]:
        """The letters by the words of the deck, by place; none where they are one or none."""
        places, in_deck = self._deck_words(positions, places)
        if not len(in_deck):
            return
        letters, are_safe = in_deck.heaviest_letters(self._table, np.ones(len(self._table)))
        columns = (places, in_deck.keys(self._table), in_deck.sizes, letters, are_safe)
        for place, key, size, letter, is_safe in zip(*(c.tolist() for c in columns), strict=True):
            if is_safe:
                yield place, [(letter, UNIT)]
            elif size > 1 and key in self._strategy:
                yield place, self._strategy[key]

    def _deck_words(self, positions: Positions, places: Numbers) -> tuple[Numbers, Positions]:
        """The places where words of the deck are possible, and positions of these words alone."""
        batch = positions.take(places)
        is_there = self._is_in_deck[batch.ids]
        owners = np.repeat(np.arange(len(places)), batch.sizes)[is_there]
        starts = np.flatnonzero(np.diff(owners, prepend=-1))
        owners = owners[starts]
        in_deck = Positions(
            batch.ids[is_there], starts, batch.guessed[owners], batch.chances[owners]
        )
        return places[owners], in_deck
