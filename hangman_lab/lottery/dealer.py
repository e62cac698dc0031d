"""The dealer `lottery`: honest, but it draws some words more often than others."""

from bisect import bisect
from collections.abc import Collection, Mapping
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from hangman_lab.tables import by_lexicon, lotteries
from service.dictionaries.dictionary import Dictionary
from service.engine.dealers import Honest
from service.engine.game import draw
from service.engine.lexicon import Lexicon


class Lottery(Honest):
    """Draw the word by the lottery that forces most from a player who knows it (ours).

    Otherwise it is like `Honest`. `tables` has the words of each lottery with their weights, which
    are whole numbers. Without a lottery, all words are equally likely.
    """

    name, title = "lottery", "Lottery"
    is_slow = False

    def __init__(self, tables: Mapping[Lexicon, Mapping[str, int]] | None = None) -> None:
        self._weights = tables or {}

    def prepare(self, dictionaries: Collection[Dictionary]) -> None:
        """Read the lotteries of the dictionaries."""
        known = by_lexicon(dictionaries, lotteries)
        self._weights = {lexicon: lottery.weights for lexicon, lottery in known.items()}

    def drawn_word(self, lexicon: Lexicon, seed: int) -> str:
        """A word that the seed draws by the weights."""
        weights = self._weights.get(lexicon)
        if weights is None:
            return super().drawn_word(lexicon, seed)
        ends = list(accumulate(weights.values()))
        return list(weights)[bisect(ends, draw(seed, "word", ends[-1]))]

    def chances(self, lexicon: Lexicon) -> NDArray[np.float64]:
        """The chance of each word, (words,) float64."""
        weights = self._weights.get(lexicon)
        if weights is None:
            return super().chances(lexicon)
        chances = np.zeros(len(lexicon))
        for word, weight in weights.items():
            chances[lexicon.id_of(word)] = weight
        return np.asarray(chances / chances.sum())
