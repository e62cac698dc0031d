"""Which pages of other origins may call the API (CORS, as the Fetch standard has it)."""

from collections.abc import Collection
from typing import Final

from flask import Flask, Response, request

REMEMBERED: Final = "7200"  # seconds: the longest that Chromium remembers a preflight
EXPOSED: Final = (
    "Content-Location, Deprecation, ETag, Idempotent-Replayed, Location, RateLimit,"
    " RateLimit-Policy, Retry-After, Sunset, X-Request-ID"
)


def register(app: Flask, origins: Collection[str]) -> None:
    """Allow pages of these origins to call the API; `*` means every origin."""

    def allow(response: Response) -> Response:
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

    app.after_request(allow)


def _answer_preflight(response: Response) -> None:
    """Allow the methods of the path, and whatever headers the page asks for."""
    headers, asked = response.headers, request.headers.get("Access-Control-Request-Headers")
    headers["Access-Control-Max-Age"] = REMEMBERED
    if "Allow" in headers:
        headers["Access-Control-Allow-Methods"] = headers["Allow"]
    if asked:
        headers["Access-Control-Allow-Headers"] = asked
