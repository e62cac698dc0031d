"""Watching: anyone with the watch id can see a game, and claim a word when it is over."""

from typing import Final

from flask import Blueprint, Response, request

from service.api import schemas
from service.api.application import app
from service.api.limits import charge, cost_of_claim
from service.api.messages import APPLIED, REPLAYED, answer, idempotency_key, preference
from service.api.operations import returns, takes
from service.http_cache import for_this_client
from service.play.claims import ClaimedWordsView, ClaimedWordView
from service.play.seats import Seat
from service.play.views import WatchedView

CONNECTION: Final = "gunicorn.socket"  # gunicorn's name in the environ for the client's connection
MOST_SECONDS: Final = 30  # of a wait for news

blueprint = Blueprint("watching", __name__)


@blueprint.get("/watch/<watch_id>")
@takes("read")
@returns(WatchedView)
def watch(watch_id: str) -> Response:
    """Watch a game; a client that has this version may wait for the next one."""
    parts, seconds = app.parts, seconds_to_wait()
    seat = Seat.of_watcher(watch_id)
    watched = parts.games.show(seat)
    has_it = request.if_none_match.contains_weak(watched.tag)
    waits = seconds and has_it and watched.view.status == "in_progress"
    if waits:
        connection = request.environ.get(CONNECTION)
        watched = app.parts.watching.next_after(seat, watched.tag, seconds, connection) or watched
    response = answer(watched.view)
    if waits:
        response.headers[APPLIED] = f"wait={seconds}"
    response.set_etag(watched.tag)
    response.headers["Vary"] = "Prefer"
    return for_this_client(response)


def seconds_to_wait() -> int:
    """How long the client is willing to wait for a change: `Prefer: wait=20` (RFC 7240)."""
    wanted = preference("wait")
    is_number = wanted.isdecimal() and wanted.isascii()
    return int(min(float(wanted), MOST_SECONDS)) if is_number else 0  # `int` stops at 4,300 digits


@blueprint.post("/watch/<watch_id>/words")
@takes("read", body=schemas.ClaimRequest)
@returns(ClaimedWordView)
def claim_word(_: object, watch_id: str) -> Response:
    """Claim a word that still fitted when a cheat won."""
    charge("storage", cost_of_claim(app.parts.games.store.life))
    view, replayed = app.parts.games.claim_word(Seat.of_watcher(watch_id), idempotency_key())
    response = answer(view, 201)
    if replayed:
        response.headers[REPLAYED] = "true"
    return response


@blueprint.get("/watch/<watch_id>/words")
@takes("read")
@returns(ClaimedWordsView)
def claimed_words(watch_id: str) -> ClaimedWordsView:
    """Show the words that were claimed."""
    return app.parts.games.claimed_words(Seat.of_watcher(watch_id))
