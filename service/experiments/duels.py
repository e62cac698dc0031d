"""Duels: one dealer against one guesser, to the end, however many misses that takes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

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

    `dealer_wins` is the share of games in which the player is hanged, by the misses that hang.
    `exact` says that every game there is was counted, not a sample; `error` is else the standard
    error of `mean_misses`.
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
    """Every dealer against every guesser at each length; `games` where chance has a part."""
    for lexicon in lexicons:
        for name, dealer in dealers.items():
            for guesser in GUESSERS:
                yield duel(lexicon, name, dealer, guesser, games, seed)


def duel(lexicon: Lexicon, name: str, dealer: Dealer, guesser: str, games: int, seed: int) -> Duel:
    """One dealer against one guesser: every game there is, where that can be; else a sample."""
    counted = _every_game(lexicon, dealer, guesser)
    exact = counted is not None
    if counted is None:
        counted = np.array(
            [_misses(lexicon, dealer, GUESSERS[guesser], seed + n) for n in range(games)]
        )
    return Duel(
        dealer=name,
        guesser=guesser,
        length=lexicon.length,
        games=len(counted),
        mean_misses=float(counted.mean()),
        dealer_wins={limit: float((counted >= limit).mean()) for limit in HANGED_AT},
        exact=exact,
        error=0.0 if exact else float(counted.std() / np.sqrt(len(counted))),
    )


def _every_game(lexicon: Lexicon, dealer: Dealer, guesser: str) -> Misses | None:
    """The misses of all games there are; None where chance makes too many of them.

    A guesser without chance plays one game against largest-family or minimax, and one for each word
    against an honest dealer.
    """
    player = GUESSERS[guesser]
    if not isinstance(player, Deterministic):
        return None
    if isinstance(dealer, Honest):
        return misses_of_words([lexicon], player)[0]
    if isinstance(dealer, LargestFamily | Minimax):
        return np.array([_misses(lexicon, dealer, player, 0)])
    return None


def _misses(lexicon: Lexicon, dealer: Dealer, guesser: Guesser, seed: int) -> int:
    """The misses of one game, played until the word is found."""
    game = start(
        {lexicon.length: lexicon}, dealer, length=lexicon.length, max_misses=None, seed=seed
    )
    while game.status == "in_progress":
        possible = PossibleWords(lexicon, game.ids, game.guessed_letters)
        game = guess_letter(game, lexicon.alphabet[guesser.pick(possible, seed)])
    return game.transcript.misses
