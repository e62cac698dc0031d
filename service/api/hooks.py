"""What happens around every request: id, log line, headers, query, keys, and origins (CORS)."""

import re
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from secrets import token_hex
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

import structlog
from flask import Flask, Request, Response, current_app, g, request
from werkzeug.routing import MapAdapter

from service.api.field_errors import Schema
from service.api.messages import query
from service.api.problems import (
    REFUSED,
    UNAUTHORIZED,
    blank_problem,
    problem,
    refused_by_the_worker,
)
from service.store.record import watch_id

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
QUIET: Final = ("/livez", "/readyz")  # asked every few seconds: logged at debug
SCHEME: Final = "Bearer"  # of keys
REMEMBERED: Final = "7200"  # seconds: the longest that Chromium remembers a preflight
EXPOSED: Final = (
    "Content-Location, Deprecation, ETag, Idempotent-Replayed, Location, RateLimit,"
    " RateLimit-Policy, Retry-After, Sunset, X-Request-ID"
)

WSGI: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]

NO_PARAMETERS: Final = Schema()
WITH_A_QUERY: Final = ("games.hint", "games.confession", "games.confession_watched", "games.review")
NUMERIC: Final = re.compile(r"https?://(localhost|[\d.]+|\[[\da-f:.]+\])(:\d+)?/")  # not from DNS
ANY_ID: Final = re.compile(  # plain, or percent-encoded once or twice
    r"(?P<watch>\b[0-9a-f]{32}\b)|[0-7][0-9A-Za-z]{25}"
    r"|(?:[0-7]|%(?:25)?3[0-7])(?:[0-9A-Za-z]|%(?:25)?[3-7][0-9A-Fa-f]){25}"
)
ID_PARTS: Final = ("game_id", "watch_id")  # of paths
WATCH_ID: Final = re.compile("[0-9a-f]{32}")
PIECE_OF_AN_ID: Final = re.compile(r"[^/]{16,}|[^/]*\d[^/]*")

log = structlog.get_logger()


def register(app: Flask) -> None:
    """Give every request of the app an id and a log line, and its answer these headers."""
    app.before_request(_begin)
    app.after_request(_end)
    app.wsgi_app = partial(_with_headers, app.wsgi_app)  # type: ignore[method-assign]  # as Flask documents
    app.create_url_adapter = partial(_routes, app)  # type: ignore[method-assign]


def _routes(app: Flask, asked: Request | None) -> MapAdapter | None:
    """The routes. No route and no link has a host: to look at the client's takes 2 % of a guess."""
    if asked is None or not asked.environ["PATH_INFO"]:  # Flask adds the slash to a bare prefix
        return Flask.create_url_adapter(app, asked)
    path, root = asked.path, asked.root_path
    return app.url_map.bind("", root, path_info=path, default_method=asked.method)


def _with_headers(wsgi: WSGI, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The application's answer with HEADERS: Flask checks each of its own, 2 % of a guess."""
    return wsgi(environ, partial(_start, start_response))


def _start(start_response: Any, status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
    given = {name for name, _ in headers}
    fixed = [each for each in HEADERS.items() if each[0] not in given]
    return start_response(status, headers + fixed, *more)


def _begin() -> Response | None:
    kept, environ = g._get_current_object(), request.environ  # each look at `g` takes 0.5 us
    given = environ.get("HTTP_X_REQUEST_ID", "")
    kept.request_id = given if REQUEST_ID.fullmatch(given) else token_hex(8)
    kept.begun = time.perf_counter()
    kept.log_level = "debug" if environ["PATH_INFO"] in QUIET else "info"
    kept.log_fields = {}
    return refused_by_the_worker() if REFUSED in environ else None


def _end(response: Response) -> Response:
    kept, environ = vars(g._get_current_object()), request.environ
    response.headers.add("X-Request-ID", kept["request_id"])
    getattr(log, kept["log_level"])(
        "request",
        request_id=kept["request_id"],
        method=environ["REQUEST_METHOD"],
        path=_path(environ["PATH_INFO"], response.status_code),
        status=response.status_code,
        ms=round(1000 * (time.perf_counter() - kept["begun"]), 2),
        **kept["log_fields"],
    )
    return response


def _path(path: str, status: int) -> str:
    """The path for the log, with watch ids instead of game ids: a log lets nobody play."""
    parts = request.view_args or {}
    for game_id in [part for name in ID_PARTS if (part := parts.get(name))]:
        return path if WATCH_ID.fullmatch(game_id) else path.replace(game_id, watch_id(game_id))
    # A path of ours that worked has no id. Another may have one that a client has damaged.
    return _without_pieces(path) if status >= HTTPStatus.BAD_REQUEST else path


def _without_pieces(path: str) -> str:
    """A path with watch ids, and without what could be a piece of a game's id."""
    return PIECE_OF_AN_ID.sub(
        lambda match: match[0] if WATCH_ID.fullmatch(match[0]) else "…", without_ids(path)
    )


def without_ids(text: str) -> str:
    """A text with watch ids instead of game ids: nobody can play who reads it."""
    return ANY_ID.sub(
        lambda match: match["watch"] or watch_id(unquote(unquote(match[0])).lower()), text
    )


def refuse_query() -> None:
    """Before a request: refuse its query if the view does not read it. Raises ValidationError."""
    if (
        request.environ.get("QUERY_STRING")
        and request.endpoint not in WITH_A_QUERY
        and request.method != "OPTIONS"
    ):
        query(NO_PARAMETERS)


def refuse_other_origins() -> Response | None:
    """Before a request: refuse what pages of other origins send.

    Ours come from our address, or CORS_ORIGINS has their name: whoever owns a name can let it lead
    to our address (DNS rebinding), and then Host has it, too.
    """
    origin, allowed = request.headers.get("Origin"), current_app.config["ORIGINS"]
    is_ours = f"{origin}/" == request.host_url and NUMERIC.fullmatch(request.host_url)
    if origin is None or is_ours or {origin, "*"} & {*allowed} or request.method == "OPTIONS":
        return None
    return blank_problem(403, "Forbidden", "CORS_ORIGINS does not name the origin of this page.")


def demand_keys(app: Flask, hashes: Sequence[str], public: Collection[str]) -> None:
    """Demand a key whose hash is in `hashes`, except on the blueprints of these names."""
    app.before_request(partial(_check_key, hashes, public))


def _check_key(hashes: Sequence[str], public: Collection[str]) -> Response | None:
    if request.blueprint in public or request.method == "OPTIONS":
        return None  # browsers send no key with a CORS preflight
    key_hash = _known_hash(hashes)
    if key_hash is None:
        response = problem(UNAUTHORIZED, UNAUTHORIZED.advice)
        response.headers["WWW-Authenticate"] = SCHEME
        return response
    g.api_key = key_hash[:16]
    return None


def hash_of(key: str) -> str:
    """The hash of a key, as in API_KEYS. Keys are long and random: no salt, no slow hash."""
    return sha256(key.encode()).hexdigest()


def _known_hash(hashes: Sequence[str]) -> str | None:
    """The hash of the request's key, if it is allowed; any key takes the same time."""
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    offered = hash_of(key) if scheme.lower() == SCHEME.lower() else ""
    matching = [allowed for allowed in hashes if compare_digest(allowed, offered)]
    return matching[0] if matching else None


def allow_origins(app: Flask, origins: Collection[str]) -> None:
    """Allow pages of these origins to call the API; `*` means every origin."""
    app.after_request(partial(_allow, origins))


def _allow(origins: Collection[str], response: Response) -> Response:
    headers, environ = response.headers, request.environ
    headers.add("Vary", "Origin")
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or not ("*" in origins or origin in origins):
        return response
    headers["Access-Control-Allow-Origin"] = "*" if "*" in origins else origin
    if "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ and request.method == "OPTIONS":
        _answer_preflight(response)
    else:
        headers["Access-Control-Expose-Headers"] = EXPOSED
    return response


def _answer_preflight(response: Response) -> None:
    """Allow the methods of the path, and whatever headers the page asks for."""
    headers, asked = response.headers, request.headers.get("Access-Control-Request-Headers")
    headers["Access-Control-Max-Age"] = REMEMBERED
    if "Allow" in headers:
        headers["Access-Control-Allow-Methods"] = headers["Allow"]
    if asked:
        headers["Access-Control-Allow-Headers"] = asked
