"""Duels: a dealer against a guesser, until the word is found, whatever the misses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hangman_lab.experiments.misses import Misses, chances_of_words, is_computable
from hangman_lab.lottery.dealer import Lottery
from hangman_lab.walk import expected
from service.choices import MOST_MISSES
from service.engine.dealers import Honest
from service.engine.game import Dealer, guess_letter, start
from service.engine.guessers import Guesser
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords

HANGED_AT: Final = (6, 8)  # misses
MOST_REMEMBERED: Final = 32  # results: those of all guessers, which every honest dealer shares


@dataclass(frozen=True)
class Duel:
    """The results of a dealer against a guesser with words of one length.

    `dealer_wins` has the share of games in which the player is hanged, by the misses that hang.
    If `exact`, every possible game was counted. Otherwise the games are a sample, and `error` is
    the standard error of `mean_misses`.
    """

    dealer: str
    guesser: str
    length: int
    games: int
    mean_misses: float
    dealer_wins: Mapping[int, float]
    exact: bool
    error: float


class Played(NamedTuple):
    """The misses of some games, (games,), and the chance of each, (games,)."""

    misses: Misses
    chances: NDArray[np.float64]

    @property
    def mean_misses(self) -> float:
        """The misses on average."""
        return float(self.misses @ self.chances)

    @property
    def error(self) -> float:
        """The standard error of that, if the games are a sample."""
        return float(self.misses.std() / np.sqrt(len(self.misses)))


def duel(lexicon: Lexicon, dealer: Dealer, player: Guesser, games: int, seed: int) -> Duel:
    """One dealer against one guesser: all possible games, or `games` if chance makes too many."""
    every = _every_game(lexicon, dealer, player)
    played = every or sample(lexicon, dealer, player, range(seed, seed + games))
    return Duel(
        dealer=dealer.name,
        guesser=player.name,
        length=lexicon.length,
        games=len(played.misses),
        mean_misses=played.mean_misses,
        dealer_wins={n: float((played.misses >= n) @ played.chances) for n in HANGED_AT},
        exact=every is not None,
        error=0.0 if every else played.error,
    )


def _every_game(lexicon: Lexicon, dealer: Dealer, player: Guesser) -> Played | None:
    """All possible games; None if chance makes too many of them.

    A guesser without chance plays one game against a dealer without chance, and one for each word
    against an honest one. A guesser that mixes trees has one for each word and number of misses.
    """
    if isinstance(dealer, Honest) and is_computable(player):
        chances = dealer.chances(lexicon)[:, np.newaxis] * _chances(lexicon, player)
        _, misses = np.nonzero(chances)
        return Played(misses, chances[chances > 0])
    if dealer.is_deterministic and player.is_deterministic:
        return sample(lexicon, dealer, player, [0])
    return None


_chances = lru_cache(MOST_REMEMBERED)(chances_of_words)


def sample(lexicon: Lexicon, dealer: Dealer, player: Guesser, seeds: Iterable[int]) -> Played:
    """One game for each seed, all with the same chance."""
    misses = np.array([_of_a_game(lexicon, dealer, player, seed) for seed in seeds])
    return Played(misses, np.full(len(misses), 1 / len(misses)))


def _of_a_game(lexicon: Lexicon, dealer: Dealer, guesser: Guesser, seed: int) -> int:
    """The misses of one game, played until the word is found."""
    words = {lexicon.length: lexicon}
    game = start(words, dealer, length=lexicon.length, max_misses=MOST_MISSES, seed=seed)
    while game.state.status == "in_progress":
        possible = PossibleWords(lexicon, game.ids, game.guessed_letters)
        game = guess_letter(game, lexicon.alphabet[guesser.pick(possible, seed)])
    return game.transcript.misses


@dataclass(frozen=True)
class HonestDuels:
    """The misses of a guesser against honest dealers with words of one length.

    `lottery`: if the dealer draws by the best lottery; `even`: if all words are equally likely. The
    guesser has the most misses, `worst_case`, with `word`. If games are sampled, `error` is the
    standard error of `lottery`, and the rest is not known.
    """

    lottery: float
    error: float
    even: float | None
    worst_case: float | None
    word: str | None


def honest_duels(
    lexicon: Lexicon, dealer: Lottery, guesser: Guesser, games: int, seed: int
) -> HonestDuels:
    """The duels, exact unless the guesser draws letters by weights: then they are `games` games."""
    if not is_computable(guesser):
        played = sample(lexicon, dealer, guesser, range(seed, seed + games))
        return HonestDuels(played.mean_misses, played.error, None, None, None)
    costs = expected(chances_of_words(lexicon, guesser))
    worst = int(costs.round(9).argmax())  # the first of several
    return HonestDuels(
        float(costs @ dealer.chances(lexicon)),
        0.0,
        float(costs.mean()),
        float(costs[worst]),
        lexicon.word(worst),
    )


def sample_of_word(lexicon: Lexicon, word: str, guesser: Guesser, games: int, seed: int) -> Played:
    """Games in which the dealer deals this word."""
    return sample(lexicon, Lottery({lexicon: {word: 1}}), guesser, range(seed, seed + games))
