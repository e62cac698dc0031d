"""The calls of a player, for games at a service or in this process."""

from collections.abc import Callable
from typing import TypeAlias

from service.cli.console import JSON
from service.engine.errors import HangmanError

Service: TypeAlias = Callable[[str, JSON | None], JSON]  # GETs a path, or POSTs an object to it


class Unreachable(HangmanError):
    """A service that does not answer, or is not one of ours; `str(error)` says which."""


class Client:
    """A player for a person or a script; games are as the API shows them.

    `service` answers as the API does: over HTTP at `url`, or in this process if `url` is None.
    Every method raises HangmanError if the request is refused or the service does not answer.
    """

    def __init__(self, service: Service, url: str | None = None) -> None:
        self._service = service
        self._url = url
        self._heard: list[JSON] = []  # the answers in the last game that was started

    def dictionary(self, name: str) -> JSON:
        """A dictionary, with its alphabet and lengths."""
        return self._service(f"/dictionaries/{name}", None)

    def start(self, request: JSON) -> JSON:
        """Start a game."""
        self._heard = []
        return self._service("/games", request)

    def address(self, game: JSON) -> str | None:
        """The address of a game for a browser; None if the game ends with this process."""
        return f"{self._url.rstrip('/')}/#{game['id']}" if self._url else None

    def guess(self, game: JSON, guess: JSON) -> JSON:
        """The game after a guess: `{"letter": "e"}` or `{"word": "trumps"}`."""
        after = self._service(f"/games/{game['id']}/guesses", guess)
        if not after["last_guess"]:
            raise Unreachable("the answer has no guess: this is not an Evil Hangman service")
        self._heard.append(after["last_guess"])
        return after

    def hint(self, game: JSON) -> list[JSON]:
        """Letters worth a guess, best first."""
        return list(self._service(f"/games/{game['id']}/hint", None)["letters"])

    def confession(self, game: JSON) -> JSON:
        """What the dealer did in a game that is over."""
        return self._service(f"/games/{game['id']}/confession", None)

    def review(self, game: JSON) -> JSON:
        """What each guess of a game that is over was worth."""
        return self._service(f"/games/{game['id']}/review", None)

    def doubt(self, confession: JSON) -> str | None:
        """Why the confessed answers may not be those that came here; None if they are the same."""
        if not self._url:
            return None  # the dealer is this process
        from service.cli.transcripts import read_answers
        from service.play.check import differences

        if len(self._heard) < len(confession["guesses"]):
            return "Not all answers came here, so the confession is not compared with them."
        heard = read_answers({"guesses": self._heard}, self._url)
        confessed = read_answers(confession, self._url)
        return next(differences(heard, confessed, confession["word"]), None)
