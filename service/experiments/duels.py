"""Duels: one dealer against one guesser, until the word is found, whatever the misses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from service.engine.dealers import Honest, LargestFamily
from service.engine.game import Dealer, guess_letter, start
from service.engine.guessers import Deterministic, Guesser
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.exact.minimax import Minimax
from service.experiments.misses import Misses, misses_of_words
from service.rosters import GUESSERS

HANGED_AT: Final = (6, 8)  # misses


@dataclass(frozen=True)
class Duel:
    """How a dealer does against a guesser at words of one length.

    `dealer_wins` has the share of games in which the player is hanged, by the misses that hang.
    If `exact`, every possible game was counted. Else the games are a sample, and `error` is the
    standard error of `mean_misses`.
    """

    dealer: str
    guesser: str
    length: int
    games: int
    mean_misses: float
    dealer_wins: Mapping[int, float]
    exact: bool
    error: float


def tournament(
    lexicons: Sequence[Lexicon], dealers: Mapping[str, Dealer], games: int, seed: int
) -> Iterator[Duel]:
    """Every dealer against every guesser at each length; `games` games if chance plays a part."""
    for lexicon in lexicons:
        for name, dealer in dealers.items():
            for guesser in GUESSERS:
                yield duel(lexicon, name, dealer, guesser, games, seed)


def duel(lexicon: Lexicon, name: str, dealer: Dealer, guesser: str, games: int, seed: int) -> Duel:
    """One dealer against one guesser: all possible games, or `games` if chance plays a part."""
    misses = _of_every_game(lexicon, dealer, guesser)
    exact = misses is not None
    if misses is None:
        misses = _of_a_sample(lexicon, dealer, guesser, range(seed, seed + games))
    chances = _chances(lexicon, dealer, misses, exact=exact)
    return Duel(
        dealer=name,
        guesser=guesser,
        length=lexicon.length,
        games=len(misses),
        mean_misses=float(misses @ chances),
        dealer_wins={limit: float((misses >= limit) @ chances) for limit in HANGED_AT},
        exact=exact,
        error=0.0 if exact else float(misses.std() / np.sqrt(len(misses))),
    )


def _of_every_game(lexicon: Lexicon, dealer: Dealer, guesser: str) -> Misses | None:
    """The misses of all possible games, (games,); None if chance makes too many of them.

    A guesser without chance plays one game against largest-family or minimax, and one for each word
    against an honest dealer.
    """
    player = GUESSERS[guesser]
    if not isinstance(player, Deterministic):
        return None
    if isinstance(dealer, Honest):
        return misses_of_words([lexicon], player)[0]
    if isinstance(dealer, LargestFamily | Minimax):
        return _of_a_sample(lexicon, dealer, guesser, [0])
    return None


def _chances(
    lexicon: Lexicon, dealer: Dealer, misses: Misses, *, exact: bool
) -> NDArray[np.float64]:
    """The chance of each game, (games,): a game for each word is as likely as the word."""
    if exact and isinstance(dealer, Honest):
        return dealer.chances(lexicon)
    return np.full(len(misses), 1 / len(misses))


def _of_a_sample(lexicon: Lexicon, dealer: Dealer, guesser: str, seeds: Iterable[int]) -> Misses:
    """The misses of a game for each seed, (games,)."""
    return np.array([_of_a_game(lexicon, dealer, GUESSERS[guesser], seed) for seed in seeds])


def _of_a_game(lexicon: Lexicon, dealer: Dealer, guesser: Guesser, seed: int) -> int:
    """The misses of one game, played until the word is found."""
    words = {lexicon.length: lexicon}
    game = start(words, dealer, length=lexicon.length, max_misses=None, seed=seed)
    while game.status == "in_progress":
        possible = PossibleWords(lexicon, game.ids, game.guessed_letters)
        game = guess_letter(game, lexicon.alphabet[guesser.pick(possible, seed)])
    return game.transcript.misses
