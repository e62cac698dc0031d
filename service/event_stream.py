"""Server-sent events, as the bytes of a `text/event-stream` (WHATWG HTML, 9.2)."""

from typing import Any, Final

import orjson

MIMETYPE: Final = "text/event-stream"
COMMENT: Final = b":\n\n"  # it says nothing, but keeps proxies from closing a quiet stream


def event(name: str, data: Any, tag: str = "") -> bytes:
    """An event with JSON data. A client that comes back sends the tag as `Last-Event-ID`."""
    lines = [b"event: " + name.encode(), b"data: " + orjson.dumps(data)]
    if tag:
        lines.insert(0, b"id: " + tag.encode())
    return b"\n".join(lines) + b"\n\n"


def retry(seconds: float) -> bytes:
    """The line that says how long an EventSource waits before it connects again.

    It may stand before an event; alone, an empty line must follow.
    """
    return b"retry: %d\n" % (1000 * seconds)
