"""Games: start, look, guess, delete, hear the confession, watch; the game of each day.

Also help with games that are played elsewhere, and what requests may name.
"""

import re
from datetime import datetime
from typing import Final
from urllib.parse import quote

from flask import Blueprint, Response, g, request, url_for
from marshmallow import ValidationError
from werkzeug.http import parse_dict_header, parse_list_header

from service.api import schemas
from service.api.application import app
from service.api.hooks import refuse_query
from service.api.limits import COST_OF_CONFESSION, charge, cost_of_review, cost_of_start
from service.api.messages import answer, body, body_remembered, kept_answer, query
from service.api.problems import NOT_FOUND, problem
from service.http_cache import ONE_DAY, for_this_client
from service.play import help
from service.play.catalogue import dealer_views, guesser_views, word_list_view
from service.play.requests import Guess, Tags
from service.play.views import Outcome
from service.registry import GUESSERS

KEY: Final = re.compile(r"[-!-+.-~]{16,128}")  # no comma, which joins two headers
MOST_SECONDS: Final = 30  # of a wait for news
CONNECTION: Final = "gunicorn.socket"  # gunicorn's name in the environ for the client's connection

blueprint = Blueprint("games", __name__)
blueprint.before_request(refuse_query)

GAME_REQUEST = schemas.GameRequest()
GUESS_REQUEST = schemas.GuessRequest()
HINT_QUERY = schemas.HintQuery()
CONFESSION_QUERY = schemas.ConfessionQuery()
REVIEW_QUERY = schemas.ReviewQuery()
HINT_REQUEST = schemas.HintRequest()
SOLUTION_REQUEST = schemas.SolutionRequest()
REVIEW_REQUEST = schemas.ReviewRequest()


@blueprint.post("/games")
def start() -> Response:
    """Start a game; keep its id, because games are not listed."""
    charge("create")
    asked = body(GAME_REQUEST)
    charge("create", cost_of_start(asked, app.games.store.life) - 1)
    seen = app.games.start(asked, _idempotency_key())
    response = _game_answer(seen, 201)
    response.headers["Location"] = url_for("games.show", game_id=seen.view.id)
    return response


@blueprint.get("/games/<game_id>")
def show(game_id: str) -> Response:
    """The game as it stands; 304 if the client has this state of it."""
    charge("read")
    return for_this_client(_game_answer(app.games.show(game_id)))


@blueprint.delete("/games/<game_id>")
def delete(game_id: str) -> Response:
    """Forget a game."""
    charge("read")
    app.games.delete(game_id, _tags())
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


@blueprint.post("/games/<game_id>/guesses")
def guess(game_id: str) -> Response:
    """Guess a letter or a word."""
    charge("guess")
    asked: Guess = body_remembered(GUESS_REQUEST)
    offered = Guess(asked.text, asked.is_word, _idempotency_key(), _tags())
    seen = app.games.guess(game_id, offered, request.environ.get(CONNECTION))
    response = _game_answer(seen)
    response.headers.add("Content-Location", f"{quote(request.root_path)}/games/{seen.view.id}")
    return response


@blueprint.get("/games/<game_id>/guesses")
def guesses(game_id: str) -> Response:
    """The answers so far."""
    charge("read")
    return answer({"guesses": app.games.guesses(game_id)})


@blueprint.get("/games/<game_id>/confession")
def confession(game_id: str) -> Response:
    """What the dealer did."""
    charge("hint", COST_OF_CONFESSION)
    asked = query(CONFESSION_QUERY)
    return _tagged(answer(app.games.confession(game_id, asked["limit"])))


@blueprint.get("/games/<game_id>/review")
def review(game_id: str) -> Response:
    """What each guess was worth."""
    charge("hint")
    asked = query(REVIEW_QUERY)
    played = app.games.played(game_id, asked["weights"])
    charge("hint", cost_of_review(played) - 1)
    return _tagged(answer(app.games.review(played)))


@blueprint.get("/games/<game_id>/hint")
def hint(game_id: str) -> Response:
    """Letters ranked by what the player knows."""
    asked = query(HINT_QUERY)
    charge("hint", GUESSERS[asked["guesser"]].costs.hint)
    return answer(app.games.hint(game_id, asked["guesser"], asked["limit"]))


@blueprint.get("/watch/<watch_id>")
def watch(watch_id: str) -> Response:
    """The game as it stands, or, if the client has that and wants to wait, as it stands next."""
    charge("read")
    seen, seconds = app.games.watch(watch_id), _seconds_to_wait()
    has_it = request.if_none_match.contains_weak(seen.tag)
    waits = seconds and has_it
    if waits:
        connection = request.environ.get(CONNECTION)
        news = app.watching.next_after(watch_id, seen.tag, seconds, connection)
        seen = news or seen
    response = answer(seen.view)
    if waits:
        response.headers["Preference-Applied"] = f"wait={seconds}"
    response.set_etag(seen.tag)
    response.headers["Vary"] = "Prefer"
    return for_this_client(response)


@blueprint.get("/watch/<watch_id>/confession")
def confession_watched(watch_id: str) -> Response:
    """What the dealer did in a game that others played."""
    charge("hint", COST_OF_CONFESSION)
    asked = query(CONFESSION_QUERY)
    return _tagged(answer(app.games.confession_watched(watch_id, asked["limit"])))


@blueprint.get("/daily")
@blueprint.get("/daily/<date>")
def show_day(date: str | None = None) -> Response:
    """The game of a day, today's if there is no date, and how it went."""
    charge("read")
    view = app.games.show_day(date)
    response = answer(view)
    left = int(datetime.fromisoformat(view.ends_at).timestamp() - app.games.clock() / 1000)
    response.headers["Cache-Control"] = f"public, max-age={left if left > 0 else ONE_DAY}"
    return response


@blueprint.post("/hints")
def hint_elsewhere() -> Response:
    """What to guess next in a game that is played elsewhere."""
    charge("hint", needs_store=False)
    asked = body(HINT_REQUEST)
    charge("hint", GUESSERS[asked.guesser].costs.hint - 1, needs_store=False)
    return answer(help.hint_elsewhere(asked, app.games.catalogue, app.games.run_beside_games))


@blueprint.post("/solutions")
def solve() -> Response:
    """A guesser's guesses at a word."""
    charge("hint", needs_store=False)
    puzzle = body(SOLUTION_REQUEST)
    charge("hint", GUESSERS[puzzle.guesser].costs.solution - 1, needs_store=False)
    return answer(help.solution(puzzle, app.games.catalogue, app.games.run_beside_games))


@blueprint.post("/reviews")
def review_elsewhere() -> Response:
    """What each guess of a game was worth that was played elsewhere."""
    charge("hint", needs_store=False)
    played = body(REVIEW_REQUEST)
    charge("hint", cost_of_review(played) - 1, needs_store=False)
    return answer(app.games.review(played))


@blueprint.get("/dictionaries")
def show_dictionaries() -> Response:
    """All dictionaries."""
    charge("read", needs_store=False)
    dictionaries = app.games.catalogue.dictionaries.values()
    return kept_answer({"dictionaries": [word_list_view(each) for each in dictionaries]})


@blueprint.get("/dictionaries/<name>")
def show_dictionary(name: str) -> Response:
    """One dictionary."""
    charge("read", needs_store=False)
    dictionary = app.games.catalogue.dictionaries.get(name)
    if dictionary is None:
        return problem(NOT_FOUND, "There is no such dictionary; GET /dictionaries lists them.")
    return kept_answer(word_list_view(dictionary))


@blueprint.get("/dealers")
def show_dealers() -> Response:
    """All dealers."""
    charge("read", needs_store=False)
    return kept_answer({"dealers": dealer_views()})


@blueprint.get("/guessers")
def show_guessers() -> Response:
    """All guessers."""
    charge("read", needs_store=False)
    return kept_answer({"guessers": guesser_views()})


def _game_answer(seen: Outcome, status: int = 200) -> Response:
    response = answer(seen.view, status)
    response.headers.add("ETag", f'"{seen.tag}"')
    if seen.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def _tagged(response: Response) -> Response:
    """The answer of a game that is over, with a tag, or a 304."""
    response.add_etag()
    return for_this_client(response)


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


def _tags() -> Tags:
    """The tags in If-Match, None for any. Weak tags never match (RFC 9110, 13.1.1)."""
    if "HTTP_IF_MATCH" not in request.environ or request.if_match.star_tag:
        return None
    return frozenset(request.if_match.as_set())


def _seconds_to_wait() -> int:
    """How long the client would wait for news: `Prefer: wait=20` (RFC 7240)."""
    preferences = parse_list_header(request.headers.get("Prefer", "").lower())
    first = ", ".join(reversed(preferences))  # a dict keeps the last one of a name
    wanted = parse_dict_header(first).get("wait") or ""
    is_number = wanted.isdecimal() and wanted.isascii()
    return int(min(float(wanted), MOST_SECONDS)) if is_number else 0  # int reads 4,300 digits
