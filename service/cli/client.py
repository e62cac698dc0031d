"""What a player does, wherever the games are kept."""

from typing import Any, Protocol, TypeAlias

from service.engine.errors import HangmanError

JSON: TypeAlias = dict[str, Any]


class Unreachable(HangmanError):
    """A service that does not answer, or not as one of ours; `str(error)` says which."""


class Client(Protocol):
    """Somebody who plays for a person or a script; games are as the API shows them.

    Every method raises HangmanError: the request is refused, or the service does not answer.
    """

    def dictionary(self, name: str) -> JSON:
        """A dictionary, with its alphabet and lengths."""

    def start(self, asked: JSON) -> JSON:
        """A new game."""

    def address(self, game: JSON) -> str | None:
        """Where a browser goes on with a game; None if nowhere."""

    def guess(self, game: JSON, guess: JSON) -> JSON:
        """The game after a guess: `{"letter": "e"}` or `{"word": "trumps"}`."""

    def hint(self, game: JSON) -> list[JSON]:
        """Letters worth a guess, best first."""

    def confession(self, game: JSON) -> JSON:
        """What the dealer did in a game that is over."""

    def doubt(self, game: JSON, confession: JSON) -> str | None:
        """Why the answers confessed may not be those that came here; None if they are the same."""

    def review(self, game: JSON) -> JSON:
        """What each guess of a game that is over was worth."""
