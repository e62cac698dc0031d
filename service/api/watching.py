"""Watching: anyone with the watch id can see a game, and claim a word when it is over."""

from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Any, Final

import orjson
from flask import Blueprint, Response, g, request

from service import event_stream
from service.api import schemas
from service.api.application import app
from service.api.limiter import LimitExceeded
from service.api.limits import charge, cost_of_claim, later_charge
from service.api.messages import REPLAYED, answer, idempotency_key, of_game
from service.api.operations import returns, takes
from service.api.problems import TYPES, members_of
from service.http_cache import for_this_client
from service.play.claims import ClaimedWordsView, ClaimedWordView
from service.play.seats import Seat
from service.play.views import WatchedView

CONNECTION: Final = "gunicorn.socket"  # gunicorn's name in the environ for the client's connection
OF_REFUSALS: Final = ("Content-", "Retry-After", "WWW-Authenticate")  # headers that a 200 lacks
REFUSED_FOR: Final = 60  # seconds until an EventSource asks again for what it cannot have

blueprint = Blueprint("watching", __name__)


@blueprint.get("/watch/<watch_id>")
@takes("read")
@returns(WatchedView)
def watch(watch_id: str) -> Response:
    """Watch a game."""
    return for_this_client(of_game(app.parts.games.show(Seat.of_watcher(watch_id))))


@blueprint.get("/watch/<watch_id>/events")
@takes("read")
@returns(None)
def follow(watch_id: str) -> Response:
    """Get each state of a game as it comes."""
    return stream([watch_id], known=request.headers.get("Last-Event-ID", ""))


@blueprint.get("/watch/events")
@takes("read", query=schemas.EventsQuery)
@returns(None)
def follow_several(id: Sequence[str]) -> Response:
    """Get each state of several games as it comes."""
    watch_ids = list(dict.fromkeys(id))
    charge("read", len(watch_ids), paid=1)
    return stream(watch_ids)


def stream(watch_ids: Sequence[str], known: str = "") -> Response:
    """The events of these games; without the first one of a game whose tag is `known`."""
    connection = request.environ.get(CONNECTION)
    events = app.parts.watching.stream(watch_ids, known, toll(len(watch_ids)), connection)
    response = Response(events, mimetype=event_stream.MIMETYPE)
    response.headers["X-Accel-Buffering"] = "no"  # nginx would wait for more events
    return response


def toll(games: int) -> Callable[[], bytes | None]:
    """What charges this client for a further minute; it returns the last event if it cannot pay."""
    charge_again = later_charge("read", games)
    request_id, root = g.request_id, request.root_path

    def pay() -> bytes | None:
        try:
            charge_again()
        except LimitExceeded as error:
            problem = members_of(TYPES[error.code], str(error), request_id, root)
            return refusal(problem, error.retry_after)
        return None

    return pay


class RefusedStream(Response):
    """A refusal that an EventSource survives: a 200 for it, and its real status for our log."""

    def get_wsgi_response(self, environ: Any) -> Any:
        """What is sent."""
        content, _, headers = super().get_wsgi_response(environ)
        return content, "200 OK", headers


@blueprint.after_request
def refuse_as_event(response: Response) -> Response:
    """Make the refusal of a stream an event: after a 429 or a 503, an EventSource gives up."""
    accepts = request.headers.get("Accept", "")
    is_refused = request.path.endswith("/events") and response.status_code >= 400
    if not is_refused or event_stream.MIMETYPE not in accepts:
        return response
    seconds = int(response.headers.get("Retry-After", REFUSED_FOR))
    body = refusal(orjson.loads(response.data), seconds)
    headers = [each for each in response.headers if not each[0].startswith(OF_REFUSALS)]
    return RefusedStream(body, response.status_code, headers, mimetype=event_stream.MIMETYPE)


def refusal(problem: Any, seconds: int) -> bytes:
    """The end of a stream: a problem, and after how many seconds, and a part, to come back."""
    pause = event_stream.retry(seconds + SystemRandom().random())
    return pause + event_stream.event("problem", problem)


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
