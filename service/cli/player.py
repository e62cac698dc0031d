"""A player: what `hangman play` needs of games, whether a service keeps them or this process."""

from typing import Protocol

from service.play.confession import ConfessionView
from service.play.hints import HintView
from service.play.listings import WordListView
from service.play.requests import GameChoices, Guess
from service.play.review import ReviewView
from service.play.views import GameView


class Player(Protocol):
    """Plays one game after another.

    Every method raises HangmanError if a request is refused, and Unreachable if no service of ours
    responds.
    """

    def dictionary(self, name: str) -> WordListView:
        """A dictionary, with its alphabet and lengths."""

    def start(self, request: GameChoices) -> GameView:
        """A new game."""

    def guess(self, game: GameView, guess: Guess) -> GameView:
        """The game after a guess."""

    def hint(self, game: GameView) -> HintView:
        """Letters worth a guess, best first."""

    def confession(self, game: GameView) -> ConfessionView:
        """What the dealer did in a game that is over."""

    def review(self, game: GameView) -> ReviewView:
        """What each guess of a game that is over was worth."""

    def address(self, game: GameView) -> str | None:
        """The address of a game for a browser; None if the game ends with this process."""

    def doubt(self, confession: ConfessionView) -> str | None:
        """Why the confessed answers may not be those of the game; None if they are the same."""
