"""Guarantees: how many misses a player who knows the dealer's program needs to win.

Such a dealer's answers are fixed, so only the player has choices, the letters. The search looks at
all games of 0 misses, then of 1, and so on, until one of them leaves a single word. Games that
leave the same words count as one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from service.choices import MOST_MISSES
from service.engine.game import Dealer, Game, guess_letter, start
from service.engine.guessers import Guesser, MostWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.search.budget import Bounds
from service.search.lookahead import Perfect
from service.search.word_sets import numbers_in

PLAYERS: Final[Sequence[Guesser]] = (MostWords(), Perfect())  # their games: first upper bounds


@dataclass(frozen=True)
class Guarantee(Bounds):
    """Bounds on the misses that a dealer guarantees; the letters of `line` win within the upper.

    `nodes` is the number of lists of words that the search looked at.
    """

    line: str
    nodes: int = 0


def guarantees(
    lexicon: Lexicon,
    dealer: Dealer,
    go_on: Callable[[], bool],
    *,
    promised: int = 0,
    most: int | None = None,
) -> Iterator[Guarantee]:
    """Bounds, closer and closer, until they meet or `go_on()`, called at each node, is false.

    The dealer is known to force `promised` misses; `most` misses suffice against every dealer. The
    dealer's answers must depend on the words and the letter alone.
    """
    game = start(
        {lexicon.length: lexicon}, dealer, length=lexicon.length, max_misses=MOST_MISSES, seed=0
    )
    for guarantee in _Layers(game).bounds(go_on):
        upper = guarantee.upper if most is None else min(guarantee.upper, most)
        line = guarantee.line if guarantee.upper == upper else ""
        lower = max(guarantee.lower, promised)
        bounds = replace(guarantee, lower=lower, upper=upper, line=line)
        yield bounds
        if bounds.exact:
            return


class _Layers:
    """The games by misses: the layer of those with as many as the lower bound, and the next."""

    def __init__(self, game: Game) -> None:
        self._guarantee = Guarantee(0, len(game.lexicon), "")
        self._layer = [game]
        self._next: list[Game] = []
        self._fewest = {_key(game): 0}  # the fewest misses that leave these words

    def bounds(self, go_on: Callable[[], bool]) -> Iterator[Guarantee]:
        """Bounds by players, then after each layer, until they meet or `go_on()` is false."""
        for guesser in PLAYERS:
            self._note(_played(self._layer[0], guesser))
        yield self._guarantee
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
        """Add the games after the next letter, if they may still win within fewer misses."""
        self._guarantee = replace(self._guarantee, nodes=self._guarantee.nodes + 1)
        for letter in _letters(game):
            after = guess_letter(game, letter)
            misses = after.transcript.misses
            if len(after.ids) == 1:
                self._note(after)
            elif misses < self._fewest.get(_key(after), self._guarantee.upper):
                self._fewest[_key(after)] = misses
                (self._next if misses > self._guarantee.lower else self._layer).append(after)

    def _note(self, game: Game) -> None:
        """A game that leaves a single word is the upper bound if it has fewer misses."""
        misses, letters = game.transcript.misses, game.transcript.guessed_letters
        if misses < self._guarantee.upper:
            self._guarantee = replace(self._guarantee, upper=misses, line="".join(letters))


def _played(game: Game, guesser: Guesser) -> Game:
    """The game, played on with the letters of a guesser."""
    while len(game.ids) > 1:
        possible = PossibleWords(game.lexicon, game.ids, game.guessed_letters)
        game = guess_letter(game, game.lexicon.alphabet[guesser.pick(possible, 0)])
    return game


def _letters(game: Game) -> Iterator[str]:
    """The letters of a game's words that were not guessed."""
    there = int(np.bitwise_or.reduce(game.lexicon.presence.take(game.ids))) & ~game.guessed_letters
    return (game.lexicon.alphabet[number] for number in numbers_in(there))


def _key(game: Game) -> bytes:
    return game.ids.astype(np.uint32).tobytes()
