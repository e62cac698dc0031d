"""What the service says about itself: the contract, and the pages that `make docs` writes of it.

They are read and gzipped when the service starts. A request changes nothing in them but the path
under which a proxy serves the app. Links of pages are relative, so pages need not even that.
"""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final
from urllib.parse import quote

from flask import Response, request

from service.http_cache import FIVE_MINUTES, REVALIDATE, Content, content_of, file_content

PAGES: Final = Path(__file__).parent / "pages"
WRITTEN: Final = Path(__file__).parent / "written"  # by `make docs`
SWAGGER_UI: Final = Path(str(files("flask_swagger_ui"))) / "dist"
YAML, JSON, CATALOG = "openapi.yaml", "openapi.json", "api-catalog.json"
LINKSET: Final = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
PREFIX: Final = "X-Forwarded-Prefix"
PLACES: Final = {  # where a file has the prefix: the bytes without one, and with one
    YAML: (
        (b'url: "http://127.0.0.1:8000"', b'url: "http://127.0.0.1:8000%s"'),
        (b'url: "/"', b'url: "%s"'),
    ),
    JSON: (
        (b'"url":"http://127.0.0.1:8000"', b'"url":"http://127.0.0.1:8000%s"'),
        (b'"url":"/"', b'"url":"%s"'),
    ),
    CATALOG: ((b'":"/', b'":"%s/'),),
}
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"
)  # Swagger UI sets styles on elements


class Documents:
    """The documents of a service under `prefix`; `contract` is its openapi.yaml."""

    def __init__(self, contract: Path, prefix: str, has_keys: bool) -> None:
        self._prefix = quote(prefix)
        self._texts = {YAML: file_content(contract), JSON: file_content(WRITTEN / JSON)}
        self._texts[CATALOG] = content_of((WRITTEN / CATALOG).read_bytes(), LINKSET)
        self._ours = {
            name: content_of(self._with_prefix(name, self._prefix), content.mimetype)
            for name, content in self._texts.items()
        }
        docs = (PAGES / "docs.html").read_bytes()
        # Without keys, the page does not ask for one.
        docs = docs.replace(b' class="open"', b"") if has_keys else docs
        self.pages = {"docs": content_of(docs, "text/html"), **dict(_pages())}
        self.assets = {file.name: file_content(file) for file in _assets()}

    def answer(self, name: str) -> Response:
        """The text of this name, with the path under which this request reached the service."""
        prefix = quote(request.root_path)
        if prefix == self._prefix:
            response = self._ours[name].answer(FIVE_MINUTES)
        else:
            # A client may have made this prefix up: the answer is neither gzipped nor cached.
            mimetype = self._texts[name].mimetype
            response = Response(self._with_prefix(name, prefix), mimetype=mimetype)
        response.vary.add(PREFIX)
        return response

    def page(self, name: str) -> Response | None:
        """The page of this name, which may load only from this service; None if there is none."""
        if name not in self.pages:
            return None
        response = self.pages[name].answer(REVALIDATE)
        response.headers["Content-Security-Policy"] = CONTENT_SECURITY
        return response

    def _with_prefix(self, name: str, prefix: str) -> bytes:
        raw = self._texts[name].raw
        for without, with_one in PLACES[name] if prefix else ():
            raw = raw.replace(without, with_one % prefix.encode())
        return raw


def _pages() -> Iterator[tuple[str, Content]]:
    for file in WRITTEN.rglob("*.html"):
        yield str(file.relative_to(WRITTEN).with_suffix("")), file_content(file)


def _assets() -> Iterator[Path]:
    yield from (PAGES / name for name in ("docs.css", "accessible.js", "docs.js", "samples.js"))
    yield from (SWAGGER_UI / name for name in ("swagger-ui.css", "swagger-ui-bundle.js"))
