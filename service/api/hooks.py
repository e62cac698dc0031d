"""What happens around every request: its id and log line, its query, its key, its origin."""

import re
import time
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from secrets import token_hex
from typing import Final
from urllib.parse import unquote

import structlog
from flask import Flask, Response, g, request

from service.api.application import app
from service.api.field_errors import Query
from service.api.messages import PROBES, query, refuse_unquoted_tags
from service.api.problems import REFUSED, TYPES, problem, refused_by_the_worker
from service.store.record import watch_id_of

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
SCHEME: Final = "Bearer"  # of keys
PREFLIGHT_LIFE: Final = "7200"  # seconds; Chromium caches no preflight for longer
EXPOSED: Final = (
    "Accept-Encoding, Allow, Content-Location, Deprecation, ETag, Idempotent-Replayed, Location,"
    " Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate,"
    " X-Request-ID"
)

WITH_A_QUERY: Final = (
    "games.confession", "analysis.hint", "analysis.review",
)  # fmt: skip
ANY_ID: Final = re.compile(  # plain, or percent-encoded once or twice
    r"(?P<watch>\b[0-9a-f]{32}\b)|[0-7][0-9A-Za-z]{25}"
    r"|(?:[0-7]|%(?:25)?3[0-7])(?:[0-9A-Za-z]|%(?:25)?[3-7][0-9A-Fa-f]){25}"
)
WATCH_ID: Final = re.compile("[0-9a-f]{32}")
PIECE_OF_AN_ID: Final = re.compile(r"[^/]{16,}|[^/]*\d[^/]*")

log = structlog.get_logger()


def register(app: Flask) -> None:
    """Give each request an id and a log line."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> Response | None:
    context, environ = g._get_current_object(), request.environ  # each access to `g` costs 0.5 us
    request_id = environ.get("HTTP_X_REQUEST_ID", "")
    context.request_id = request_id if REQUEST_ID.fullmatch(request_id) else token_hex(8)
    context.begun = time.perf_counter()
    context.log_level = "debug" if environ["PATH_INFO"] in PROBES else "info"
    context.log_fields = {}
    if REFUSED in environ:
        return refused_by_the_worker()
    # Most requests have no tags, and a separate hook would cost each of them 2 us.
    if "HTTP_IF_MATCH" in environ or "HTTP_IF_NONE_MATCH" in environ:
        refuse_unquoted_tags()
    return None


def _end(response: Response) -> Response:
    context, environ = vars(g._get_current_object()), request.environ
    response.headers.add("X-Request-ID", context["request_id"])
    getattr(log, context["log_level"])(
        "request",
        request_id=context["request_id"],
        method=environ["REQUEST_METHOD"],
        path=_path(request.path, response.status_code),
        status=response.status_code,
        ms=round(1000 * (time.perf_counter() - context["begun"]), 2),
        **context["log_fields"],
    )
    return response


def _path(path: str, status: int) -> str:
    """The path for the log, with watch ids instead of game ids: a log lets nobody play."""
    parts = request.view_args or {}
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
    """Before a request: refuse its query if the view does not read it. Raises ValidationError."""
    if (
        request.environ.get("QUERY_STRING")
        and request.endpoint not in WITH_A_QUERY
        and request.method != "OPTIONS"
    ):
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


def allow_origins(response: Response) -> Response:
    """After a request: let pages of our origins read the answer; `*` means every origin."""
    headers, environ, origins = response.headers, request.environ, app.parts.origins
    headers.add("Vary", "Origin")
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or not ("*" in origins or origin in origins):
        return response
    headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    method = environ.get("HTTP_ACCESS_CONTROL_REQUEST_METHOD")
    if method is None or request.method != "OPTIONS":
        headers["Access-Control-Expose-Headers"] = EXPOSED
        return response
    # A preflight: allow the method and headers that it names; the request itself is checked later.
    headers["Access-Control-Max-Age"] = PREFLIGHT_LIFE
    headers["Access-Control-Allow-Methods"] = method
    if names := environ.get("HTTP_ACCESS_CONTROL_REQUEST_HEADERS"):
        headers["Access-Control-Allow-Headers"] = names
    return response
