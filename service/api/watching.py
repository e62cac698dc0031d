"""Watching a game that somebody else plays."""

from typing import Final

from flask import Blueprint, Response, request
from werkzeug.http import parse_dict_header, parse_list_header

from service.api.application import app
from service.api.games import CONFESSION_QUERY, CONNECTION, tagged
from service.api.hooks import refuse_query
from service.api.limits import COST_OF_CONFESSION, limited
from service.api.messages import answer, query
from service.http_cache import for_this_client

MOST_SECONDS: Final = 30

blueprint = Blueprint("watching", __name__)
blueprint.before_request(refuse_query)


@blueprint.get("/watch/<watch_id>")
@limited("read")
def watch(watch_id: str) -> Response:
    """The game as it stands, or, if the client has that and wants to wait, as it stands next."""
    seen, seconds = app.games.watch(watch_id), _seconds_to_wait()
    has_it = request.if_none_match.contains_weak(str(seen.version))
    waits = seconds and has_it
    if waits:
        connection = request.environ.get(CONNECTION)
        news = app.watching.next_after(watch_id, seen.version, seconds, connection)
        seen = news or seen
    response = answer(seen)
    if waits:
        response.headers["Preference-Applied"] = f"wait={seconds}"
    response.set_etag(str(seen.version))
    response.headers["Vary"] = "Prefer"
    return for_this_client(response)


@blueprint.get("/watch/<watch_id>/confession")
@limited("hint", COST_OF_CONFESSION)
def confession(watch_id: str) -> Response:
    """What the dealer did in a game that others played."""
    asked = query(CONFESSION_QUERY)
    return tagged(answer(app.games.confession_watched(watch_id, asked["limit"])))


def _seconds_to_wait() -> int:
    """How long the client would wait for news: `Prefer: wait=20` (RFC 7240)."""
    preferences = parse_list_header(request.headers.get("Prefer", "").lower())
    first = ", ".join(reversed(preferences))  # a dict keeps the last one of a name
    wanted = parse_dict_header(first).get("wait") or ""
    is_number = wanted.isdecimal() and wanted.isascii()
    return int(min(float(wanted), MOST_SECONDS)) if is_number else 0  # int reads 4,300 digits
