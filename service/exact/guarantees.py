"""What a dealer guarantees: the fewest misses with which a player who knows its program wins.

The dealer's answers are fixed, so the player has only letters to choose: all situations that so
many misses lead to, for more and more misses, until one of them leaves a single word. Situations
with the same words left are one.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from service.engine.game import Dealer, Game, guess_letter, start
from service.engine.guessers import Guesser, MostWords
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.exact.guessers import Perfect

PLAYERS: Final[Sequence[Guesser]] = (MostWords(), Perfect())  # their games: first upper bounds


@dataclass(frozen=True)
class Guarantee:
    """At least, and at most, so many misses; and the letters with which the latter is done."""

    lower: int
    upper: int
    line: str
    positions: int = 0

    @property
    def exact(self) -> bool:
        """Whether it is known."""
        return self.lower == self.upper


def guarantees(
    lexicon: Lexicon,
    dealer: Dealer,
    go_on: Callable[[], bool],
    *,
    promised: int = 0,
    most: int | None = None,
) -> Iterator[Guarantee]:
    """Bounds, ever closer, until they meet or `go_on` says to stop; it is asked at each position.

    `promised` and `most`: misses that the dealer is known to force, and that are known to suffice
    against every dealer. For dealers whose answer depends
    on the words and the letter alone.
    """
    for found in _searched(lexicon, dealer, go_on):
        upper = found.upper if most is None else min(found.upper, most)
        line = found.line if found.upper == upper else ""
        bounds = replace(found, lower=max(found.lower, promised), upper=upper, line=line)
        yield bounds
        if bounds.exact:
            return


def _searched(lexicon: Lexicon, dealer: Dealer, go_on: Callable[[], bool]) -> Iterator[Guarantee]:
    game = start({lexicon.length: lexicon}, dealer, length=lexicon.length, max_misses=None, seed=0)
    found, layer = _well_played(game), [game]
    yield found
    seen = {_key(game): 0}  # the fewest misses that led there
    while True:
        following: list[Game] = []
        while layer:
            if not go_on() or found.exact:
                yield found
                return
            found = replace(found, positions=found.positions + 1)
            for after in _guesses(layer.pop(), found.upper):
                if len(after.ids) == 1:
                    found = _better(found, after)
                elif (misses := after.transcript.misses) < seen.get(_key(after), found.upper):
                    seen[_key(after)] = misses
                    (following if misses > found.lower else layer).append(after)
        found = found if found.exact else replace(found, lower=found.lower + 1)
        yield found
        if found.exact:
            return
        layer = sorted(following, key=lambda one: -len(one.ids))


def _well_played(game: Game) -> Guarantee:
    """What the best of a few guessers does, whoever the dealer."""
    found = Guarantee(0, len(game.lexicon), "")
    for guesser in PLAYERS:
        found = _better(found, _played(game, guesser))
    return found


def _played(game: Game, guesser: Guesser) -> Game:
    """The game of a player who takes what a guesser says."""
    while len(game.ids) > 1:
        possible = PossibleWords(game.lexicon, game.ids, game.guessed_letters)
        letter = guesser.pick(possible, 0)
        game = guess_letter(game, game.lexicon.alphabet[letter])
    return game


def _better(found: Guarantee, game: Game) -> Guarantee:
    misses = game.transcript.misses
    if misses >= found.upper:
        return found
    return replace(found, upper=misses, line="".join(game.transcript.guessed_letters))


def _guesses(game: Game, fewer_than: int) -> Iterator[Game]:
    """The games after each letter that tells something, if they may still be worth it."""
    if len(game.ids) == 1:
        yield game
        return
    presence = game.lexicon.presence.take(game.ids)
    some = int(np.bitwise_or.reduce(presence)) & game.hidden_letters
    for index, letter in enumerate(game.lexicon.alphabet):
        if some >> index & 1:
            after = guess_letter(game, letter)
            if after.transcript.misses < fewer_than:
                yield after


def _key(game: Game) -> bytes:
    return game.ids.astype(np.uint32).tobytes()
