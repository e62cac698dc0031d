"""Guarantees: the fewest misses with which a player wins who knows the dealer's program.

Such a dealer's answers are fixed, so only the player chooses: letters. The search looks at all
games of 0 misses, then of 1, and so on, until one of them leaves a single word. Games that leave
the same words are one. Against `largest-family` many games are looked at together.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hangman_lab.exact.largest_family import Guarantee, closer_bounds
from service.engine.dealers import LargestFamily
from service.engine.game import Dealer, Game, guess_letter, start
from service.engine.guessers import Guesser, MostWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.transcript import MOST_MISSES
from service.search.guessers import Perfect

PLAYERS: Final[Sequence[Guesser]] = (MostWords(), Perfect())  # their games: first upper bounds


def guarantees(
    lexicon: Lexicon,
    dealer: Dealer,
    go_on: Callable[[], bool],
    *,
    promised: int = 0,
    most: int | None = None,
) -> Iterator[Guarantee]:
    """Bounds, closer and closer, until they meet or `go_on` says no; it is asked again and again.

    `promised` is what the dealer is known to force; `most` is what suffices against every dealer.
    The dealer's answers must depend on the words and the letter alone.
    """
    for guarantee in _searched(lexicon, dealer, go_on):
        upper = guarantee.upper if most is None else min(guarantee.upper, most)
        line = guarantee.line if guarantee.upper == upper else ""
        lower = max(guarantee.lower, promised)
        bounds = replace(guarantee, lower=lower, upper=upper, line=line)
        yield bounds
        if bounds.exact:
            return


def _searched(lexicon: Lexicon, dealer: Dealer, go_on: Callable[[], bool]) -> Iterator[Guarantee]:
    """Bounds by search alone, after each number of misses."""
    game = start(
        {lexicon.length: lexicon}, dealer, length=lexicon.length, max_misses=MOST_MISSES, seed=0
    )
    guarantee = _by_players(game)
    yield guarantee
    if isinstance(dealer, LargestFamily):
        yield from closer_bounds(lexicon, go_on, guarantee)
    else:
        yield from _Layers(game, guarantee).bounds(go_on)


class _Layers:
    """The games by misses: the layer of those with as many as the lower bound, and the next."""

    def __init__(self, game: Game, guarantee: Guarantee) -> None:
        self._guarantee = guarantee
        self._layer = [game]
        self._next: list[Game] = []
        self._fewest = {_key(game): 0}  # the fewest misses that leave these words

    def bounds(self, go_on: Callable[[], bool]) -> Iterator[Guarantee]:
        """Bounds after each layer, until they meet or `go_on` says no, whoever the dealer is."""
        while not self._guarantee.exact:
            while self._layer and not self._guarantee.exact:
                if not go_on():
                    yield self._guarantee
                    return
                self._look_at(self._layer.pop())
            if not self._guarantee.exact:
                self._guarantee = replace(self._guarantee, lower=self._guarantee.lower + 1)
            yield self._guarantee
            self._layer = sorted(self._next, key=lambda game: -len(game.ids))
            self._next = []

    def _look_at(self, game: Game) -> None:
        """Put in the games that follow a game, if they may still win within fewer misses."""
        self._guarantee = replace(self._guarantee, nodes=self._guarantee.nodes + 1)
        for after in _guesses(game, self._guarantee.upper):
            misses = after.transcript.misses
            if len(after.ids) == 1:
                self._guarantee = _better(self._guarantee, after)
            elif misses < self._fewest.get(_key(after), self._guarantee.upper):
                self._fewest[_key(after)] = misses
                (self._next if misses > self._guarantee.lower else self._layer).append(after)


def _by_players(game: Game) -> Guarantee:
    """What the best of a few guessers shows, whoever the dealer is."""
    guarantee = Guarantee(0, len(game.lexicon), "")
    for guesser in PLAYERS:
        guarantee = _better(guarantee, _played(game, guesser))
    return guarantee


def _played(game: Game, guesser: Guesser) -> Game:
    """The game of a player who takes a guesser's letters."""
    while len(game.ids) > 1:
        possible = PossibleWords(game.lexicon, game.ids, game.guessed_letters)
        letter = guesser.pick(possible, 0)
        game = guess_letter(game, game.lexicon.alphabet[letter])
    return game


def _better(guarantee: Guarantee, game: Game) -> Guarantee:
    """The guarantee that a game shows, if that is better."""
    misses = game.transcript.misses
    if misses >= guarantee.upper:
        return guarantee
    return replace(guarantee, upper=misses, line="".join(game.transcript.guessed_letters))


def _guesses(game: Game, fewer_than: int) -> Iterator[Game]:
    """The games after each letter of its words, if they have `fewer_than` so many misses."""
    presence = game.lexicon.presence.take(game.ids)
    letters = int(np.bitwise_or.reduce(presence)) & game.hidden_letters
    for number, letter in enumerate(game.lexicon.alphabet):
        if letters >> number & 1:
            after = guess_letter(game, letter)
            if after.transcript.misses < fewer_than:
                yield after


def _key(game: Game) -> bytes:
    return game.ids.astype(np.uint32).tobytes()
