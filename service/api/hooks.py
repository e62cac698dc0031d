"""The application, and what it does around every request: id, log line, headers, keys, origins."""

import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from secrets import token_hex
from typing import Any, Final, Protocol, cast
from urllib.parse import unquote

import orjson
import structlog
from flask import Flask, Request, Response, current_app, g, request
from werkzeug.routing import MapAdapter

from service.api.documents import Documents
from service.api.field_errors import Query
from service.api.messages import PROBES, query, refuse_unquoted_tags
from service.api.problems import PROBLEM, TYPES, members_of, problem, type_of_status
from service.events import NO_ROUTE, OnEvent
from service.play.games import Games
from service.play.views import Watched
from service.store.record import Tag, watch_id

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
SCHEME: Final = "Bearer"  # of keys
NO_PATH: Final = "/ "  # a path that no route has
PREFLIGHT_LIFE: Final = "7200"  # seconds; Chromium caches no preflight for longer
EXPOSED: Final = (
    "Accept-Encoding, Allow, Content-Location, Deprecation, ETag, Idempotent-Replayed, Location,"
    " Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate,"
    " X-Request-ID"
)

WITH_A_QUERY: Final = (
    "games.confession", "watching.confession", "analysis.hint", "analysis.review",
)  # fmt: skip
NUMERIC: Final = re.compile(r"https?://(localhost|[\d.]+|\[[\da-f:.]+\])(:\d+)?/")  # not from DNS
ANY_ID: Final = re.compile(  # plain, or percent-encoded once or twice
    r"(?P<watch>\b[0-9a-f]{32}\b)|[0-7][0-9A-Za-z]{25}"
    r"|(?:[0-7]|%(?:25)?3[0-7])(?:[0-9A-Za-z]|%(?:25)?[3-7][0-9A-Fa-f]){25}"
)
WATCH_ID: Final = re.compile("[0-9a-f]{32}")
PIECE_OF_AN_ID: Final = re.compile(r"[^/]{16,}|[^/]*\d[^/]*")


class Watching(Protocol):
    """Lets requests wait for news of a game; serving.watching has the real one."""

    def next_after(  # noqa: D102  # see serving.watching
        self, watch_id: str, tag: Tag, seconds: float, connection: Any
    ) -> Watched | None: ...


class Application(Flask):
    """Flask with the parts of the service that views use; an id and a log line for each request."""

    games: Games
    watching: Watching
    draining: object  # true once the service is about to stop
    documents: Documents  # unless nobody may read them

    def __init__(self, on_event: OnEvent) -> None:
        super().__init__("service", static_folder=None)
        self.log = structlog.get_logger()
        self.on_event = on_event
        self.url_map.merge_slashes = False  # a redirect would name the host that the client claims
        self.before_request(self._begin)
        self.after_request(self._end)

    def wsgi_app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Add HEADERS below Flask, which checks each header that it adds: 2 % of a guess."""
        return super().wsgi_app(environ, partial(_start, start_response))

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The routes, bound to no host: checking the client's host costs 2 % of a guess."""
        # Flask adds the slash to a bare prefix.
        if request is None or not request.environ["PATH_INFO"]:
            return super().create_url_adapter(request)
        # werkzeug would read //games as /games.
        path = request.path if request.environ["PATH_INFO"][:2] != "//" else NO_PATH
        root, method = request.root_path, request.method
        return self.url_map.bind("", root, path_info=path, default_method=method)

    def make_default_options_response(self) -> Response:
        """A 204 that lists the methods of the path in `Allow`."""
        response = super().make_default_options_response()
        response.status_code = 204
        response.headers["Allow"] = ", ".join(sorted(response.allow))
        del response.headers["Content-Type"]
        return response

    def _begin(self) -> None:
        # Each access to one of Flask's proxies costs 0.5 us.
        context, this = g._get_current_object(), _this_request()
        environ = this.environ
        context.request_id = id_of_request(environ.get("HTTP_X_REQUEST_ID", ""))
        context.begun = time.perf_counter()
        context.log_level = "debug" if environ["PATH_INFO"] in PROBES else "info"
        context.log_fields = {}
        self.on_event("request_begins", route=_route(this), method=environ["REQUEST_METHOD"])
        # Most requests have no tags, and a separate hook would cost each of them 2 us.
        if "HTTP_IF_MATCH" in environ or "HTTP_IF_NONE_MATCH" in environ:
            refuse_unquoted_tags()

    def _end(self, response: Response) -> Response:
        context, this = vars(g._get_current_object()), _this_request()
        seconds = time.perf_counter() - context["begun"]
        method, status = this.environ["REQUEST_METHOD"], response.status_code
        response.headers.add("X-Request-ID", context["request_id"])
        getattr(self.log, context["log_level"])(
            "request",
            request_id=context["request_id"],
            method=method,
            path=_path(this, status),
            status=status,
            ms=round(1000 * seconds, 2),
            **context["log_fields"],
        )
        self.on_event("request", route=_route(this), method=method, status=status, seconds=seconds)
        return response

    def refusal(
        self, status: int, detail: str, root: str, received: Mapping[str, str]
    ) -> tuple[dict[str, str], bytes]:
        """The headers and the body of the answer to bytes that are no request.

        The worker sends it, and Flask has no part in it. `received` has the headers Origin and
        X-Request-ID, as far as they have come.
        """
        request_id = id_of_request(received.get("X-Request-ID", ""))
        about = type_of_status(status)
        members = members_of(about, about.detail or detail, request_id, root)
        log_it = getattr(self.log, about.level)
        log_it("request", request_id=request_id, status=status, problem=about.code)
        self.on_event("refusal", status=status)
        body = orjson.dumps(members, option=orjson.OPT_APPEND_NEWLINE)
        headers = {
            "Content-Type": PROBLEM, "Content-Length": str(len(body)), "X-Request-ID": request_id,
        }  # fmt: skip
        origins = origin_headers(self.config["ORIGINS"], received.get("Origin"))
        return {**headers, **HEADERS, **origins}, body


app: Final = cast(Application, current_app)  # the application that answers this request


def _start(start_response: Any, status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
    present = dict(headers)
    missing = [each for each in HEADERS.items() if each[0] not in present]
    return start_response(status, headers + missing, *more)


def id_of_request(wanted: str) -> str:
    """The id that the client wants, if it can be one; otherwise a new one."""
    return wanted if REQUEST_ID.fullmatch(wanted) else token_hex(8)


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
        return path if WATCH_ID.fullmatch(game_id) else path.replace(game_id, watch_id(game_id))
    # This route has no id, but the path of a failed request may have one that a client garbled.
    if status < HTTPStatus.BAD_REQUEST:
        return path
    return PIECE_OF_AN_ID.sub(
        lambda match: match[0] if WATCH_ID.fullmatch(match[0]) else "…", without_ids(path)
    )


def without_ids(text: str) -> str:
    """A text with watch ids instead of game ids, so that its readers cannot play."""
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
        query(Query)


def refuse_other_origins() -> Response | None:
    """Before a request: refuse it if a page of another origin sends it.

    An origin is ours if it is the numeric address in Host, or localhost. Names must be listed in
    HANGMAN_CORS_ORIGINS: their owner can point one to our address (DNS rebinding), and Host has it
    then.
    """
    origin, allowed = request.headers.get("Origin"), current_app.config["ORIGINS"]
    is_ours = f"{origin}/" == request.host_url and NUMERIC.fullmatch(request.host_url)
    if origin is None or is_ours or {origin, "*"} & {*allowed} or request.method == "OPTIONS":
        return None
    detail = "HANGMAN_CORS_ORIGINS does not name the origin of this page."
    return problem("origin-not-allowed", detail)


def check_key(hashes: Sequence[str], public: Collection[str]) -> Response | None:
    """Before a request: refuse it without a key of these hashes, except on `public` blueprints."""
    if request.blueprint in public or request.method == "OPTIONS":
        return None  # browsers send no key with a CORS preflight
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    offered = hash_of(key) if scheme.lower() == SCHEME.lower() else ""
    # Compare with every hash, each in constant time: the time reveals nothing about a key.
    matching = [allowed for allowed in hashes if compare_digest(allowed, offered)]
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
    """After a request: let pages of these origins read the answer; `*` means every origin."""
    headers, environ = response.headers, request.environ
    allowing = origin_headers(origins, environ.get("HTTP_ORIGIN"))
    headers.add("Vary", allowing.pop("Vary"))
    method = environ.get("HTTP_ACCESS_CONTROL_REQUEST_METHOD")
    if method and request.method == "OPTIONS" and allowing:
        # A preflight: allow the method and headers that it names; the request itself is checked
        # later.
        del allowing["Access-Control-Expose-Headers"]
        headers["Access-Control-Max-Age"] = PREFLIGHT_LIFE
        headers["Access-Control-Allow-Methods"] = method
        if names := environ.get("HTTP_ACCESS_CONTROL_REQUEST_HEADERS"):
            headers["Access-Control-Allow-Headers"] = names
    headers.update(allowing)
    return response


def origin_headers(origins: Collection[str], origin: str | None) -> dict[str, str]:
    """The headers that let a page of `origin` read an answer, if its origin is one of these."""
    if not origins:
        return {}
    if origin is None or not ("*" in origins or origin in origins):
        return {"Vary": "Origin"}
    return {
        "Vary": "Origin",
        "Access-Control-Allow-Origin": "*" if "*" in origins else origin,
        "Access-Control-Expose-Headers": EXPOSED,
    }
