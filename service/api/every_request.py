"""What every request and answer has: an id, a log line, headers that keep browsers safe."""

import re
import time
from collections.abc import Callable, Iterable
from secrets import token_hex
from typing import Any, Final, TypeAlias

import structlog
from flask import Flask, Response, g, request

from service.play.ids import without_ids

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
WSGI: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]
QUIET: Final = ("/livez", "/readyz")  # asked every few seconds: logged at debug

log = structlog.get_logger()


def register(app: Flask) -> None:
    """Give every request of the app an id and a log line, and its answer these headers."""
    app.before_request(_begin)
    app.after_request(_end)
    app.wsgi_app = _with_headers(app.wsgi_app)  # type: ignore[method-assign, assignment]  # as Flask documents


def _with_headers(wsgi: WSGI) -> WSGI:
    """The application, each answer with these headers unless it has its own.

    They are added here and not to Flask's responses, which would check and copy each of them.
    """

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            given = {name for name, _ in headers}
            more = [header for header in HEADERS.items() if header[0] not in given]
            return start_response(status, headers + more, *error)

        return wsgi(environ, start)

    return answered


def _begin() -> None:
    given = request.environ.get("HTTP_X_REQUEST_ID", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else token_hex(8)
    g.begun = time.perf_counter()
    g.log_level = "debug" if request.path in QUIET else "info"
    g.log_fields = {}


def _end(response: Response) -> Response:
    kept, environ = vars(g._get_current_object()), request.environ
    response.headers.add("X-Request-ID", kept["request_id"])
    getattr(log, kept["log_level"])(
        "request",
        request_id=kept["request_id"],
        method=environ["REQUEST_METHOD"],
        path=without_ids(environ["PATH_INFO"]),  # in a path that is none of ours, too
        status=response.status_code,
        ms=round(1000 * (time.perf_counter() - kept["begun"]), 2),
        **kept["log_fields"],
    )
    return response
