"""Games of a service, which are played over HTTP."""

from dataclasses import fields

from service.cli.failures import Unreachable
from service.cli.player import Player
from service.cli.remote_service import RemoteService
from service.engine.lexicon import LONGEST_WORD
from service.engine.transcript import Answer, word_answer
from service.play.check import differences
from service.play.confession import ConfessionView
from service.play.hints import HintView
from service.play.listings import WordListView
from service.play.requests import GameRequest, Guess
from service.play.review import ReviewView
from service.play.views import AnsweredView, GameView, GuessView


class RemotePlayer(Player):
    """A player of games at the service at `url`."""

    def __init__(self, url: str) -> None:
        self._service = RemoteService(url)
        self._heard: list[GuessView] = []  # in the last game that was started

    def dictionary(self, name: str) -> WordListView:
        return self._service.view(WordListView, f"/dictionaries/{name}")

    def start(self, request: GameRequest) -> GameView:
        self._heard = []
        # Today's game allows no other choices, not even the defaults.
        chosen = {
            each.name: choice
            for each in fields(request)
            if (choice := getattr(request, each.name)) != each.default
        }
        return self._service.view(GameView, "/games", chosen)

    def guess(self, game: GameView, guess: Guess) -> GameView:
        posted = {"word" if guess.is_word else "letter": guess.text}
        after = self._service.view(GameView, f"/games/{game.id}/guesses", posted)
        if after.last_guess is None:
            raise Unreachable("the answer has no guess: this is not an Evil Hangman service")
        self._heard.append(after.last_guess)
        return after

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
        if len(self._heard) < len(confession.guesses):
            return "Not all answers came here, so the confession is not compared with them."
        heard, confessed = map(_answer, self._heard), map(_answer, confession.guesses)
        return next(differences([*heard], [*confessed], confession.word), None)


def remote_player(url: str) -> RemotePlayer:
    """A player at the service at `url`. Raises Unreachable."""
    if "://" not in url:
        raise Unreachable(f"--url {url} lacks http:// or https://, as in http://{url}")
    return RemotePlayer(url)


def _answer(view: AnsweredView) -> Answer:
    """The answer in a view, whose positions may be any numbers."""
    if view.letter is None:
        return word_answer(view.word or "", view.hit)
    positions = {1 << place for place in view.positions if place < LONGEST_WORD}
    return Answer(view.letter, view.hit, sum(positions))
