"""Games: start, look, guess, delete, hear the dealer's confession; and the game of each day."""

import re
from datetime import datetime
from typing import Final
from urllib.parse import quote

from flask import Blueprint, Response, g, request, url_for
from marshmallow import ValidationError

from service.api import schemas
from service.api.application import app
from service.api.hooks import refuse_query
from service.api.limits import COST_OF_CONFESSION, charge, cost_of_review, cost_of_start, limited
from service.api.messages import answer, body, body_remembered, query
from service.http_cache import ONE_DAY, for_this_client
from service.play.daily import Day
from service.play.requests import Guess, Versions
from service.play.views import GameView
from service.registry import GUESSERS

KEY: Final = re.compile(r"[-!-+.-~]{16,128}")  # no comma, which joins two headers
VERSION: Final = re.compile(r"[1-9][0-9]{0,17}")
CONNECTION: Final = "gunicorn.socket"  # gunicorn's name in the environ for the client's connection

blueprint = Blueprint("games", __name__)
blueprint.before_request(refuse_query)

GAME_REQUEST = schemas.GameRequest()
GUESS_REQUEST = schemas.GuessRequest()
HINT_QUERY = schemas.HintQuery()
CONFESSION_QUERY = schemas.ConfessionQuery()
REVIEW_QUERY = schemas.ReviewQuery()


@blueprint.post("/games")
@limited("create")
def start() -> Response:
    """Start a game; keep its id, because games are not listed."""
    asked = body(GAME_REQUEST)
    charge("create", cost_of_start(asked) - 1)
    seen = app.games.start(asked, _idempotency_key())
    response = _versioned(seen.view, seen.replayed, 201)
    response.headers["Location"] = url_for("games.show", game_id=seen.view.id)
    return response


@blueprint.get("/games/<game_id>")
@limited("read")
def show(game_id: str) -> Response:
    """The game as it stands; 304 if the client has this version."""
    return for_this_client(_versioned(app.games.show(game_id)))


@blueprint.delete("/games/<game_id>")
@limited("read")
def delete(game_id: str) -> Response:
    """Forget a game."""
    app.games.delete(game_id, _versions())
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


@blueprint.post("/games/<game_id>/guesses")
@limited("guess")
def guess(game_id: str) -> Response:
    """Guess a letter or a word."""
    asked: Guess = body_remembered(GUESS_REQUEST)
    offered = Guess(asked.text, asked.is_word, _idempotency_key(), _versions())
    seen = app.games.guess(game_id, offered, request.environ.get(CONNECTION))
    response = _versioned(*seen)
    response.headers["Content-Location"] = f"{quote(request.root_path)}/games/{seen.view.id}"
    return response


@blueprint.get("/games/<game_id>/guesses")
@limited("read")
def guesses(game_id: str) -> Response:
    """The answers so far."""
    return answer({"guesses": app.games.guesses(game_id)})


@blueprint.get("/games/<game_id>/confession")
@limited("hint", COST_OF_CONFESSION)
def confession(game_id: str) -> Response:
    """What the dealer did."""
    asked = query(CONFESSION_QUERY)
    return tagged(answer(app.games.confession(game_id, asked["limit"])))


@blueprint.get("/games/<game_id>/review")
@limited("hint")
def review(game_id: str) -> Response:
    """What each guess was worth."""
    asked = query(REVIEW_QUERY)
    played = app.games.played(game_id, asked["weights"])
    charge("hint", cost_of_review(played) - 1)
    return tagged(answer(app.games.review(played)))


@blueprint.get("/games/<game_id>/hint")
def hint(game_id: str) -> Response:
    """Letters ranked by what the player knows."""
    asked = query(HINT_QUERY)
    charge("hint", GUESSERS[asked["guesser"]].costs.hint)
    return answer(app.games.hint(game_id, asked["guesser"], asked["limit"]))


@blueprint.get("/daily")
@limited("read")
def show_today() -> Response:
    """Today's game."""
    return _day(app.games.show_day())


@blueprint.get("/daily/<date>")
@limited("read")
def show_day(date: str) -> Response:
    """The game of a day, and how it went."""
    return _day(app.games.show_day(date))


def _versioned(view: GameView, replayed: bool = False, status: int = 200) -> Response:
    response = answer(view, status)
    response.headers.add("ETag", f'"{view.version}"')
    if replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def tagged(response: Response) -> Response:
    """The answer of a game that is over, with a tag, or a 304."""
    response.add_etag()
    return for_this_client(response)


def _day(view: Day) -> Response:
    """The answer for a day: it may be kept until the day ends, or for a day once it has."""
    response = answer(view)
    left = int(datetime.fromisoformat(view.ends_at).timestamp() - app.games.clock() / 1000)
    response.headers["Cache-Control"] = f"public, max-age={left if left > 0 else ONE_DAY}"
    return response


def _idempotency_key() -> str | None:
    """The idempotency key, after the API key that it belongs to. Raises ValidationError."""
    key = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if key.startswith('"') and key.endswith('"'):
        key = key[1:-1]  # a String, as the draft of the header has it
    if not KEY.fullmatch(key):
        wanted = "Send 16 to 128 visible ASCII characters without a comma, such as a UUID."
        raise ValidationError({"Idempotency-Key": [wanted]}, place="header")
    return f"{g.get('api_key', '')} {key}"


def _versions() -> Versions:
    """The versions in If-Match, None for any. Weak tags never match (RFC 9110, 13.1.1)."""
    if "HTTP_IF_MATCH" not in request.environ or request.if_match.star_tag:
        return None
    tags = request.if_match.as_set()
    return frozenset(int(tag) for tag in tags if tag and VERSION.fullmatch(tag))
