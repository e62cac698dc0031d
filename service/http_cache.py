"""HTTP caching: content that is compressed and tagged once, and 304 for a client that has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from gzip import compress
from hashlib import blake2b
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from flask import Response, request

# `mimetypes` differs by machine.
TEXT: Final = {".js": "text/javascript", ".ts": "text/plain", ".yaml": "text/yaml"}
BROTLI: Final = "br"  # browsers accept it over https, and from their own machine
BROTLI_SUFFIX: Final = ".br"
FIVE_MINUTES: Final = "max-age=300"
ONE_DAY: Final = 24 * 60 * 60  # seconds
REVALIDATE: Final = "no-cache"
IMMUTABLE: Final = "max-age=31536000, immutable"


@dataclass(frozen=True)
class Content:
    """Content that stays the same while the service runs: raw, compressed, and its tag."""

    raw: bytes
    compressed: Mapping[str, bytes]  # by coding, the shortest first; only those that save
    mimetype: str
    tag: str

    def answer(self, cache_control: str) -> Response:
        """The content for this request, with its Cache-Control header."""
        coding = request.accept_encodings.best_match(self.compressed)
        response = Response(self.compressed[coding] if coding else self.raw, mimetype=self.mimetype)
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["Cache-Control"] = cache_control
        response.set_etag(self.tag, weak=True)  # the same for all forms
        if coding:
            response.headers["Content-Encoding"] = coding
        return unless_known(response)


@lru_cache(maxsize=256)
def content_of(raw: bytes, mimetype: str, brotli: bytes | None = None) -> Content:
    """The content of these bytes, which are gzipped only when they first come.

    `brotli`: the same bytes in that coding, a tenth shorter than gzipped. It takes too long to
    make while clients wait.
    """
    forms = {BROTLI: brotli or raw, "gzip": compress(raw, mtime=0)}
    shorter = {coding: form for coding, form in forms.items() if len(form) < len(raw)}
    return Content(raw, shorter, mimetype, blake2b(raw, digest_size=8).hexdigest())


@cache
def file_content(file: Path) -> Content:
    """The content of a file that browsers load, and of the same in Brotli if that lies beside it.

    They are read once.
    """
    mimetype = TEXT.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
    brotli = file.with_name(f"{file.name}{BROTLI_SUFFIX}")
    return content_of(file.read_bytes(), mimetype, brotli.read_bytes() if brotli.exists() else None)


def for_this_client(response: Response) -> Response:
    """The answer, which only its client may cache and must revalidate each time; or a 304."""
    response.headers["Cache-Control"] = "private, no-cache"
    return unless_known(response)


def unless_known(response: Response) -> Response:
    """The answer, or a 304 without a body if the client has it (If-None-Match, RFC 9110).

    werkzeug's make_conditional also reads If-Match, and treats `*` as a mismatch.
    """
    tag, _ = response.get_etag()
    if tag and request.if_none_match.contains_weak(tag):
        response.status_code = 304
    return response
