"""The first guesses of games, which many players share: what dealers chose is remembered."""

from collections.abc import Hashable, Sequence
from typing import Final

from service.engine.game import Choice, Game, choices

GUESSES: Final = 3  # of a game: later ones are seldom made twice
REMEMBERED: Final = 4096  # choices, of about a kilobyte


class Openings:
    """A memo of choices, for the games of one process and from whoever deals them.

    A dealer's choice depends on the cheat list, the letter, and what the dealer calls its basis.
    Cheat lists are remembered as bytes, and looked up as bytes: neither decoded nor encoded again.
    """

    def __init__(self) -> None:
        self.found = 0
        self.missed = 0
        self._remembered: dict[Hashable, Sequence[Choice]] = {}

    def choices(self, game: Game, letter: str) -> Sequence[Choice]:
        """As `service.engine.game.choices`."""
        if len(game.transcript.answers) >= GUESSES:
            return choices(game, letter)
        key = (game.lexicon, game.dealer, game.left.data, letter, game.dealer.basis(game, letter))
        known = self._remembered.get(key)
        if known is not None:
            self.found += 1
            return [(answer, left.packed()) for answer, left in known]  # what they unpack is theirs
        self.missed += 1
        return self._learnt(key, choices(game, letter))

    def _learnt(self, key: Hashable, made: Sequence[Choice]) -> Sequence[Choice]:
        if len(self._remembered) == REMEMBERED:
            self._remembered.clear()  # the common ones are soon back
        self._remembered[key] = [(answer, left.packed()) for answer, left in made]
        return made
