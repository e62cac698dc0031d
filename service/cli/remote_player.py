"""Games of a service, which are played over HTTP."""

import re
from dataclasses import asdict, fields
from itertools import chain
from typing import Final
from urllib.parse import quote

from service.cli.console import JSON
from service.cli.environment import named
from service.cli.failures import Unreachable
from service.cli.player import Player
from service.cli.remote_service import RemoteService
from service.engine.errors import HangmanError
from service.engine.lexicon import LONGEST_WORD
from service.engine.transcript import Answer, word_answer
from service.play.catalogue import Catalogue
from service.play.check import ConfessedGame, differences
from service.play.commitment import commitment_to, opening_in
from service.play.confession import ConfessionView
from service.play.hints import HintView
from service.play.listings import WordListView
from service.play.requests import GameChoices, Guess
from service.play.review import ReviewView
from service.play.views import AnsweredView, GameView, GuessView

NAME: Final = re.compile("[0-9A-Za-z_-]{1,64}")  # of a game or a dictionary, in a path
ELSEWHERE: Final = "Not all answers came here, so the confession is not compared with them."
FORGED: Final = (
    "The commitment that the game showed at its start is not the SHA-256 of the confession's"
    " opening: the dealer did not keep to it."
)


class RemotePlayer(Player):
    """A player of games at the service at `url`."""

    def __init__(self, url: str) -> None:
        self._service = RemoteService(url)
        # Of the last game that was started:
        self._heard: list[GuessView] = []
        self._commitment = ""

    def dictionary(self, name: str) -> WordListView:
        return self._service.view(WordListView, f"/dictionaries/{quote(name, safe='')}")

    def start(self, request: GameChoices) -> GameView:
        self._heard = []
        # Today's game allows no other choices, not even the defaults.
        chosen = {
            each.name: choice
            for each in fields(request)
            if (choice := getattr(request, each.name)) != each.default
        }
        game = self._game("/games", chosen)
        self._commitment = game.commitment
        return game

    def guess(self, game: GameView, guess: Guess) -> GameView:
        posted = {"word" if guess.is_word else "letter": guess.text}
        after = self._game(f"/games/{game.id}/guesses", posted)
        if after.last_guess is None:
            raise Unreachable("the answer has no guess: this is not an Evil Hangman service")
        self._heard.append(after.last_guess)
        return after

    def _game(self, path: str, posted: JSON) -> GameView:
        """The game that comes back, whose names are parts of later paths."""
        game = self._service.view(GameView, path, posted)
        for name, text in (("id", game.id), ("dictionary", game.dictionary)):
            if not NAME.fullmatch(text):
                raise self._service.not_ours(path, ValueError(f"{name}: {text!r:.60} is no name"))
        return game

    def hint(self, game: GameView) -> HintView:
        return self._service.view(HintView, f"/games/{game.id}/hint")

    def confession(self, game: GameView) -> ConfessionView:
        path = f"/games/{game.id}/confession"
        view = self._service.view(ConfessionView, path)
        if not view.guesses:
            fault = ValueError("guesses: [] is not the guesses of a game that is over")
            raise self._service.not_ours(path, fault)
        return view

    def review(self, game: GameView) -> ReviewView:
        return self._service.view(ReviewView, f"/games/{game.id}/review")

    def address(self, game: GameView) -> str:
        return f"{self._service.url.rstrip('/')}/#{game.id}"

    def doubt(self, confession: ConfessionView) -> str | None:
        if commitment_to(confession.opening).hex() != self._commitment:
            return FORGED
        heard, confessed = [*map(_answer, self._heard)], [*map(_answer, confession.guesses)]
        is_whole = len(heard) >= len(confessed)
        lies = differences(heard, confessed, confession.word) if is_whole else [ELSEWHERE]
        try:
            faults = self._faults(confession, confessed)
        except HangmanError as error:
            faults = [f"Whether the dealer kept to its commitment cannot be checked here: {error}"]
        return next(chain(lies, faults), None)

    def _faults(self, confession: ConfessionView, confessed: list[Answer]) -> list[str]:
        """What `hangman review` says against a confession. Raises HangmanError."""
        from service.cli.checked_review import check_of

        opening = opening_in(confession.opening)
        game = ConfessedGame(
            confession.dealer,
            confession.seed,
            confession.word,
            confession.fingerprint,
            self._commitment,
            opening,
            confessed,
            confession.honest,
            asdict(confession.odds),
            list(map(asdict, confession.guesses)),
        )
        words = Catalogue({opening.dictionary: named(opening.dictionary)}, {}, {})
        return check_of(game, words, heard=None).reasons


def remote_player(url: str) -> RemotePlayer:
    """A player at the service at `url`. Raises Unreachable."""
    return RemotePlayer(url)


def _answer(view: AnsweredView) -> Answer:
    """The answer in a view, whose positions may be any numbers."""
    if view.letter is None:
        return word_answer(view.word or "", view.hit)
    positions = {1 << place for place in view.positions if place < LONGEST_WORD}
    return Answer(view.letter, view.hit, sum(positions))
