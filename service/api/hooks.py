"""What happens around every request: its id and log line, its query, its key, its origin."""

import re
import time
from collections.abc import Collection
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import unquote

from flask import Request, Response, g, request

from service.api.application import Application, app
from service.api.field_errors import Query
from service.api.headers import id_of_request, origin_headers
from service.api.messages import PROBES, query, refuse_unquoted_tags
from service.api.problems import TYPES, problem
from service.events import NO_ROUTE, OnEvent
from service.store.record import watch_id_of

SCHEME: Final = "Bearer"  # of keys
PREFLIGHT_LIFE: Final = "7200"  # seconds; Chromium caches no preflight for longer

ANY_ID: Final = re.compile(  # plain, or percent-encoded once or twice
    r"(?P<watch>\b[0-9a-f]{32}\b)|[0-7][0-9A-Za-z]{25}"
    r"|(?:[0-7]|%(?:25)?3[0-7])(?:[0-9A-Za-z]|%(?:25)?[3-7][0-9A-Fa-f]){25}"
)
WATCH_ID: Final = re.compile("[0-9a-f]{32}")
PIECE_OF_AN_ID: Final = re.compile(r"[^/]{16,}|[^/]*\d[^/]*")


def register(app: Application) -> None:
    """Give each request an id and a log line."""
    # They are handed over, because each access to one of Flask's proxies costs 0.5 us.
    app.before_request(partial(_begin, app.parts.on_event))
    app.after_request(partial(_end, app.parts.on_event, app.parts.log))


def _begin(on_event: OnEvent) -> None:
    context, this = g._get_current_object(), _this_request()
    environ = this.environ
    context.request_id = id_of_request(environ.get("HTTP_X_REQUEST_ID", ""))
    context.begun = time.perf_counter()
    context.log_level = "debug" if environ["PATH_INFO"] in PROBES else "info"
    context.log_fields = {}
    on_event("request_begins", route=_route(this), method=environ["REQUEST_METHOD"])
    # Most requests have no tags, and a separate hook would cost each of them 2 us.
    if "HTTP_IF_MATCH" in environ or "HTTP_IF_NONE_MATCH" in environ:
        refuse_unquoted_tags()


def _end(on_event: OnEvent, log: Any, response: Response) -> Response:
    context, this = vars(g._get_current_object()), _this_request()
    seconds = time.perf_counter() - context["begun"]
    method, status = this.environ["REQUEST_METHOD"], response.status_code
    response.headers.add("X-Request-ID", context["request_id"])
    getattr(log, context["log_level"])(
        "request",
        request_id=context["request_id"],
        method=method,
        path=_path(this, status),
        status=status,
        ms=round(1000 * seconds, 2),
        **context["log_fields"],
    )
    on_event("request", route=_route(this), method=method, status=status, seconds=seconds)
    return response


def _this_request() -> Request:
    proxy: Any = request
    this: Request = proxy._get_current_object()
    return this


def _route(request: Request) -> str:
    """The route of a request, never its path."""
    return request.url_rule.rule if request.url_rule else NO_ROUTE


def _path(request: Request, status: int) -> str:
    """The path for the log, with watch ids instead of game ids: a log lets nobody play."""
    path, parts = request.path, request.view_args or {}
    if game_id := parts.get("game_id") or parts.get("watch_id"):
        return path if WATCH_ID.fullmatch(game_id) else path.replace(game_id, watch_id_of(game_id))
    # This route has no id, but the path of a failed request may have one that a client garbled.
    if status < HTTPStatus.BAD_REQUEST:
        return path
    return PIECE_OF_AN_ID.sub(
        lambda match: match[0] if WATCH_ID.fullmatch(match[0]) else "…", without_ids(path)
    )


def without_ids(text: str) -> str:
    """A text with watch ids instead of game ids, so that its readers cannot play."""
    return ANY_ID.sub(
        lambda match: match["watch"] or watch_id_of(unquote(unquote(match[0])).lower()), text
    )


def refuse_query() -> None:
    """Refuse the query of a request whose view reads none."""
    if request.environ.get("QUERY_STRING") and request.method != "OPTIONS":
        query(Query)


def check_key() -> Response | None:
    """Before a request: refuse it without one of our keys, except on public blueprints."""
    if request.blueprint in app.parts.public or request.method == "OPTIONS":
        return None  # browsers send no key with a CORS preflight
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    offered = hash_of(key) if scheme.lower() == SCHEME.lower() else ""
    # Compare with every hash, each in constant time: the time reveals nothing about a key.
    matching = [allowed for allowed in app.parts.keys if compare_digest(allowed, offered)]
    if not matching:
        response = problem("unauthorized", TYPES["unauthorized"].advice)
        is_wrong = "Authorization" in request.headers
        response.headers["WWW-Authenticate"] = SCHEME + ' error="invalid_token"' * is_wrong
        return response
    g.api_key = matching[0][:16]
    return None


def hash_of(key: str) -> str:
    """The hash of a key, as in HANGMAN_API_KEYS.

    Keys are long and random: they need neither salt nor a slow hash.
    """
    return sha256(key.encode()).hexdigest()


def answer_preflight() -> Response | None:
    """Before a request: answer a CORS preflight, at every path."""
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers:
        return None
    response = Response(status=204)
    del response.headers["Content-Type"]
    return response


def allow_origins(origins: Collection[str], response: Response) -> Response:
    """After a request: let pages of our origins read the response; `*` means every origin."""
    headers, environ = response.headers, _this_request().environ
    present = [name for name, _ in headers]
    allowing = origin_headers(origins, environ.get("HTTP_ORIGIN"), present)
    if vary := allowing.pop("Vary", ""):
        headers.add("Vary", vary)
    method = environ.get("HTTP_ACCESS_CONTROL_REQUEST_METHOD")
    if method and environ["REQUEST_METHOD"] == "OPTIONS" and allowing:
        # A preflight: allow the method and headers that it names; the request itself is checked
        # later.
        del allowing["Access-Control-Expose-Headers"]
        headers["Access-Control-Max-Age"] = PREFLIGHT_LIFE
        headers["Access-Control-Allow-Methods"] = method
        if names := environ.get("HTTP_ACCESS_CONTROL_REQUEST_HEADERS"):
            headers["Access-Control-Allow-Headers"] = names
    headers.update(allowing)
    return response
