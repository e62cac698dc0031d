"""Headers of every answer, whether Flask makes it or the worker."""

import re
from collections.abc import Collection
from secrets import token_hex
from typing import Final

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
EXPOSED: Final = (
    "Accept-Encoding, Allow, Content-Location, Deprecation, ETag, Idempotent-Replayed, Location,"
    " Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate,"
    " X-Request-ID"
)


def id_of_request(wanted: str) -> str:
    """The id that the client wants, if it can be one; otherwise a new one."""
    return wanted if REQUEST_ID.fullmatch(wanted) else token_hex(8)


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
