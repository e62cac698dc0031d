"""Headers of every answer, whether Flask makes it or the worker."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from secrets import token_hex
from typing import Final

REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
HEADERS: Final = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
DATA: Final = re.compile("json|event-stream")  # kinds of content that are data
HANDED_ON: Final = "X-Accel-Redirect"  # of an answer that nginx replaces by another instance's
OF_PAGES: Final = {  # and of their files: of everything that has a content, and is not JSON
    **HEADERS,
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
EXPOSED: Final = frozenset({
    "Accept-Encoding", "Allow", "Content-Location", "Deprecation", "ETag", "Idempotent-Replayed",
    "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "Sunset",
    "WWW-Authenticate", "X-Request-ID",
})  # fmt: skip
OF_SERVER: Final = "Date"  # gunicorn adds it later: by this clock, times are right


def always_sent(present: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The headers of every answer, and those of pages, which an answer with these still lacks."""
    # nginx would add this Cache-Control to that of the other instance.
    if HANDED_ON in present:
        return iter(())
    # A browser renders no data: the policies of pages are 301 bytes that would change nothing.
    is_data = DATA.search(present.get("Content-Type", "json"))
    every = HEADERS if is_data else OF_PAGES
    return (each for each in every.items() if each[0] not in present)


def id_of_request(wanted: str) -> str:
    """The id that the client wants, if it can be one; otherwise a new one."""
    return wanted if REQUEST_ID.fullmatch(wanted) else token_hex(8)


def origin_headers(
    origins: Collection[str], origin: str | None, names: Collection[str]
) -> dict[str, str]:
    """The headers that let a page of `origin` read an answer, if its origin is one of these.

    It reads those of the answer's headers, which are `names`, that browsers hide otherwise.
    """
    if "*" in origins:
        # What a cache may keep is the same whoever asks, so that it need not vary.
        is_kept = "Cache-Control" in names
        return {} if origin is None and not is_kept else _allowing("*", names)
    if not origins:
        return {}
    if origin is None or origin not in origins:
        return {"Vary": "Origin"}
    return {"Vary": "Origin", **_allowing(origin, names)}


def _allowing(origin: str, names: Iterable[str]) -> dict[str, str]:
    return {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": ", ".join(
            [*(name for name in names if name in EXPOSED), OF_SERVER]
        ),
    }
