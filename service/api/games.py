"""Games: start, look, guess, delete, read the confession; and daily games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from math import ceil
from typing import Final
from urllib.parse import quote

from flask import Blueprint, Response, g, request, url_for

from service.api import schemas
from service.api.application import app
from service.api.limits import COST_OF_CONFESSION, charge, client, cost_of_start
from service.api.messages import (
    APPLIED,
    answer,
    body_remembered,
    idempotency_key,
    of_game,
    parameters,
    preference,
    tagged,
    tags,
)
from service.api.operations import returns, takes
from service.http_cache import ONE_DAY, for_this_client
from service.play.brief import brief
from service.play.confession import ConfessionView
from service.play.daily import TODAY, Day
from service.play.requests import GameChoices, Guess
from service.play.seats import Seat
from service.play.views import GameView, GuessView, Outcome

SETTLING: Final = 300  # seconds for which clients may cache results that can still change

blueprint = Blueprint("games", __name__)


@dataclass(frozen=True)
class GuessList:
    """The guesses of a game."""

    guesses: Sequence[GuessView]
    """The guesses, in order."""


@blueprint.post("/games")
@takes("create", body=schemas.GameRequest)
@returns(GameView)
def start(choices: GameChoices) -> Response:
    """Start a game; keep its id, because games are not listed."""
    games, catalogue = app.parts.games, app.parts.catalogue
    # The words of a copy are known only when its game is read: it is charged for the most.
    names = catalogue.dictionaries if choices.like else [choices.dictionary]
    described = [catalogue.dictionary(name).description for name in names]
    charge("storage", max(cost_of_start(choices, games.store.life, each) for each in described))
    outcome = games.start(choices, idempotency_key())
    response = of_game(outcome, 201)
    response.headers["Location"] = url_for("games.show", game_id=outcome.view.id)
    return response


@blueprint.get("/games/<game_id>")
@takes("read")
@returns(GameView)
def show(game_id: str) -> Response:
    """Look at the game; 304 if the client has this state of it."""
    return for_this_client(of_game(app.parts.games.show(Seat.of_player(game_id))))


@blueprint.delete("/games/<game_id>")
@takes("read")
@returns(None)
def delete(game_id: str) -> Response:
    """Delete a game."""
    app.parts.games.delete(game_id, tags())
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


@blueprint.post("/games/<game_id>/guesses")
@takes("guess", body=schemas.GuessRequest, load=body_remembered, reads_game=True)
@returns(GameView)
def guess(offered: Guess, game_id: str) -> Response:
    """Guess a letter or a word."""
    guess = replace(offered, key=idempotency_key(), tags=tags(), client=client(), ahead=g.ahead)
    response = _of_guess(app.parts.games.guess(game_id, guess))
    response.headers.add("Vary", "Prefer")
    return response


def _of_guess(outcome: Outcome[GameView]) -> Response:
    """The game after a guess; only what has changed, if it goes on and the client prefers that."""
    game = outcome.view
    if not game.over and preference("return") == "minimal":
        response = of_game(outcome, shown=brief(game))
        response.headers.add(APPLIED, "return=minimal")
        return response
    response = of_game(outcome)
    if not outcome.replayed:  # a replay may show an older state than the one at this path
        path = f"{quote(request.root_path)}/games/{game.id}"
        response.headers.add("Content-Location", path)
    return response


@blueprint.get("/games/<game_id>/guesses")
@blueprint.get("/watch/<watch_id>/guesses")
@takes("read")
@returns(GuessList)
def guesses(**path: str) -> GuessList:
    """Show the guesses of a game."""
    return GuessList(app.parts.games.guesses(seat_in(path)))


@blueprint.get("/games/<game_id>/confession")
@blueprint.get("/watch/<watch_id>/confession")
@takes("hint", query=schemas.ConfessionQuery)
@returns(ConfessionView)
def confession(words: int, **path: str) -> Response:
    """Read what the dealer did."""
    charge("hint", COST_OF_CONFESSION, paid=1)
    return tagged(answer(app.parts.games.confession(seat_in(path), words, client())))


@blueprint.get("/daily")
@blueprint.get("/daily/<date>")
@takes("read")
@returns(Day)
def show_day(date: str = TODAY) -> Response:
    """Look at a daily game, today's if there is no date, and how it went."""
    day = parameters(schemas.DayInPath, {"date": date})["date"]
    view = app.parts.games.show_day(day)
    response = answer(view)
    visibility = "private" if app.parts.keys else "public"
    seconds = _seconds_unchanged(view, app.parts.games.clock() / 1000)
    response.headers["Cache-Control"] = f"{visibility}, max-age={seconds}"
    return response


def _seconds_unchanged(day: Day, now: float) -> int:
    """For how long clients may cache a day."""
    for change in (day.ends_at, day.reveals_at):
        left = ceil(datetime.fromisoformat(change).timestamp() - now)
        if left > 0:  # rounded up: 1 in the last second
            return left
    return ONE_DAY if left <= -ONE_DAY else SETTLING  # a day later, its last games are over


def seat_in(path: Mapping[str, str]) -> Seat:
    """The seat that a path names by a game's id or by its watch id."""
    if "game_id" in path:
        return Seat.of_player(path["game_id"])
    return Seat.of_watcher(path["watch_id"])
