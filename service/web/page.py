"""The page, served as plain files; it is a client of the API like any other.

`hangman.js` is a client that pages elsewhere load, too.

`make page` bundles `static` into `packed`, which is served unless `static` has changed since. The
version in the addresses of the files, `web/<version>/`, is a hash of their content, so browsers
cache them for good and never request them again.
"""

import re
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Final

import orjson
from flask import Blueprint, Response, abort, current_app, request
from flask.blueprints import BlueprintSetupState

from service.http_cache import IMMUTABLE, REVALIDATE, Content, content_of, file_content
from service.web.links import links

STATIC: Final = Path(__file__).parent / "static"
PACKED: Final = Path(__file__).parent / "packed"
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

JSON: Final = "application/json"
PUBLIC_URL: Final = "PUBLIC_URL"  # in the configuration: where people open the page; "" if unknown
ADDRESS: Final = b"{public_url}"  # stands for it in the page
PREVIEW: Final = re.compile(rb'<meta (?:property="og|name="twitter):[^>]*>\n')
PART: Final = re.compile(rb'(["}])web/')  # the folder of the parts, in their addresses
KINDS: Final = ("text/html", JSON)  # of what is at `/`; who accepts both alike gets the page

blueprint = Blueprint("page", __name__)


@dataclass(frozen=True)
class Files:
    """The page, its service worker, which caches it on the player's device, and other files."""

    index: Content
    worker: Content
    others: dict[str, Content]  # by name
    version: str  # a hash of the others


@cache
def files() -> Files:
    """The files of the page, as they were when the service started."""
    folders = [STATIC, PACKED] if is_packed() else [STATIC]
    names = [file for folder in folders for file in sorted(folder.iterdir())]
    others = {file.name: file_content(file) for file in names}
    index, worker = others.pop("index.html"), others.pop("worker.js")
    tags = "".join(f"{name} {content.tag} " for name, content in others.items())
    version = blake2b(tags.encode(), digest_size=8).hexdigest()
    index, worker = (  # which name the files of this version
        content_of(PART.sub(rf"\1web/{version}/".encode(), each.raw), each.mimetype)
        for each in (index, worker)
    )
    return Files(index, worker, others, version)


@cache
def index_at(address: str) -> Content:
    """The page at its public address, which its preview in a chat names; without one, it has none.

    Programs that show previews need whole addresses. Those of a request could be anybody's.
    """
    index = files().index
    raw = index.raw.replace(ADDRESS, address.encode()) if address else PREVIEW.sub(b"", index.raw)
    return content_of(raw, index.mimetype)


def is_packed() -> bool:
    """Whether `packed` was made of this `static`, by the hash that deploy/page/pack.mjs stores."""
    if not (STATIC / "index.html").exists():
        return True  # installed: the wheel has none of the sources
    sources = sha256()
    for file in sorted(STATIC.iterdir()):
        sources.update(f"{file.name}\n".encode() + file.read_bytes())
    made_of = PACKED / "sources"
    return made_of.is_file() and made_of.read_text() == sources.hexdigest()


@blueprint.record_once
def read(_: BlueprintSetupState) -> None:
    """Read the files when the service starts."""
    files()


@blueprint.get("/")
def play() -> Response:
    """The page; for a program that prefers JSON, links to what there is."""
    if request.accept_mimetypes.best_match(KINDS) == JSON:
        response = Response(orjson.dumps(links(), option=orjson.OPT_APPEND_NEWLINE), mimetype=JSON)
    else:
        response = secured(index_at(current_app.config[PUBLIC_URL]))
    response.vary.add("Accept")
    return response


@blueprint.get("/worker.js")
def worker() -> Response:
    """The service worker; its address lets it cache the whole page."""
    return secured(files().worker)


@blueprint.get("/<any('hangman.js', 'hangman.d.ts'):file>")
def client(file: str) -> Response:
    """The client for pages elsewhere, which need no key to load it, and its types."""
    response = files().others[file].answer(REVALIDATE)
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response


@blueprint.get("/web/<version>/<asset>")
def asset(version: str, asset: str) -> Response:
    """A file that the page loads."""
    content = files().others.get(asset) or abort(404)
    # During an update, the page of another instance gets our file, but must not cache it for good.
    return content.answer(IMMUTABLE if version == files().version else REVALIDATE)


def secured(content: Content) -> Response:
    """The page or its service worker; each may load only from this service."""
    response = content.answer(REVALIDATE)
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    return response
