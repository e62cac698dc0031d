"""Honest dealers against guessers: what the lottery forces, and what the worst-case word costs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hangman_lab.experiments.duels import duel
from hangman_lab.experiments.misses import chances_of_words
from hangman_lab.walk import expected
from service.engine.dealers import Lottery
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon
from service.engine.solving import solved
from service.engine.transcript import MOST_MISSES
from service.search.unexploitable import Unexploitable


@dataclass(frozen=True)
class HonestDuels:
    """What honest dealers get from a guesser with words of one length, in misses.

    `lottery`: the one who draws by the best lottery; `even`: the one who draws evenly. None gets
    more than `worst_case`, what the worst_case `word` costs. If games are sampled, `error` is the
    standard error of `lottery`, and the rest is not known.
    """

    lottery: float
    error: float
    even: float | None
    worst_case: float | None
    word: str | None


@dataclass(frozen=True)
class Sample:
    """The misses of some games at one word, on average, and their standard error."""

    games: int
    mean_misses: float
    error: float


def honest_duels(
    lexicon: Lexicon, dealer: Lottery, name: str, guesser: Guesser, games: int, seed: int
) -> HonestDuels:
    """Exact, but for guessers that draw letters by weights: the lottery plays `games` with them."""
    costs = _costs(lexicon, guesser)
    if costs is None:
        played = duel(lexicon, "lottery", dealer, name, guesser, games, seed)
        mean, error = played.mean_misses, played.error
        return HonestDuels(mean, error, None, None, None)
    worst_case = int(costs.argmax())
    return HonestDuels(
        float(costs @ dealer.chances(lexicon)),
        0.0,
        float(costs.mean()),
        float(costs[worst_case]),
        lexicon.word(worst_case),
    )


def sample(lexicon: Lexicon, word: str, guesser: Guesser, games: int, seed: int) -> Sample:
    """Games in which the dealer deals this word."""
    played = [
        list(solved(lexicon, word, guesser, max_misses=MOST_MISSES, seed=each))
        for each in range(seed, seed + games)
    ]
    misses = np.array([steps[-1].transcript.misses for steps in played])
    return Sample(games, float(misses.mean()), float(misses.std() / np.sqrt(games)))


def _costs(lexicon: Lexicon, guesser: Guesser) -> NDArray[np.float64] | None:
    """The misses to expect for each word, (words,)."""
    if guesser.is_deterministic or isinstance(guesser, Unexploitable):
        return expected(chances_of_words(lexicon, guesser))
    return None
