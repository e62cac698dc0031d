"""The chances of 0, 1, 2 … misses of a guesser that mixes trees, at each word; no game is sampled.

Positions are looked at once each, those of most words first: what matters of the way to one is how
often it is taken, and with how many misses.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.search.unexploitable import Unexploitable

MOST: Final = 32  # misses counted: no alphabet of ours has as many letters

Chances = NDArray[np.float64]  # (…, MOST): of 0, 1, 2 … misses


@dataclass
class _Reached:
    """A position, and the chance of coming to it with so many misses."""

    possible: PossibleWords
    chances: Chances = field(default_factory=lambda: np.zeros(MOST))


def miss_chances(lexicon: Lexicon, guesser: Unexploitable) -> Chances:
    """The chances of 0, 1, 2 … misses at each word, (words, MOST)."""
    return _Walk(lexicon, guesser).chances()


def letter_chances(guesser: Unexploitable, possible: PossibleWords) -> dict[int, float]:
    """The letters that the guesser may guess, each with its chance."""
    weights = guesser.letter_weights(possible)
    if weights is None:
        return {guesser.pick(possible, 0): 1.0}
    shares = weights / weights.sum()
    return {letter: float(shares[letter]) for letter in np.flatnonzero(weights).tolist()}


class _Walk:
    def __init__(self, lexicon: Lexicon, guesser: Unexploitable) -> None:
        self._guesser = guesser
        self._ends = np.zeros((len(lexicon), MOST))
        self._reached: dict[int, dict[bytes, _Reached]] = defaultdict(dict)  # by size
        start = np.zeros(MOST)
        start[0] = 1
        self._come_to(PossibleWords(lexicon, lexicon.everything, 0), start)

    def chances(self) -> Chances:
        for size in range(len(self._ends), 1, -1):
            positions = self._reached[size]
            while positions:  # a letter that tells nothing comes back to its position
                self._guess(positions.popitem()[1])
        return self._ends

    def _guess(self, reached: _Reached) -> None:
        possible = reached.possible
        for letter, share in letter_chances(self._guesser, possible).items():
            for family in possible.families(letter):
                chances = share * reached.chances
                after = PossibleWords(possible.lexicon, family.ids, possible.guessed | 1 << letter)
                self._come_to(after, chances if family.positions else np.roll(chances, 1))

    def _come_to(self, possible: PossibleWords, chances: Chances) -> None:
        if len(possible) == 1:
            self._ends[possible.ids[0]] += chances
        else:
            positions = self._reached[len(possible)]
            reached = positions.setdefault(possible.ids.tobytes(), _Reached(possible))
            reached.chances += chances
