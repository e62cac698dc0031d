"""The page, served as plain files; it is a client of the API like any other.

`hangman.js` is a client that pages elsewhere load, too.

`make page` bundles `static` into `packed`, which is served unless `static` has changed since. The
version in the addresses of the files, `web/<version>/`, is a hash of their content, so browsers
cache them for good and never request them again.
"""

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Final

import orjson
from flask import Blueprint, Response, abort, current_app, request
from flask.blueprints import BlueprintSetupState

from service.http_cache import (
    BROTLI_SUFFIX,
    IMMUTABLE,
    REVALIDATE,
    Content,
    content_of,
    file_content,
)
from service.turns import let_others_go_first
from service.web.links import links

STATIC: Final = Path(__file__).parent / "static"
PACKED: Final = Path(__file__).parent / "packed"
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

JSON: Final = "application/json"
DEFAULT: Final = "en"  # the language of a reader who has none of ours
TEXTS: Final = re.compile(r"texts\.\w+\.js")  # those of the first load, packed
PUBLIC_URL: Final = "PUBLIC_URL"  # in the configuration: where people open the page; "" if unknown
ADDRESS: Final = b"{public_url}"  # stands for it in the page
PREVIEW: Final = re.compile(rb'<meta (?:property="og|name="twitter):[^>]*>\n')
PART: Final = re.compile(rb'(["}])web/')  # the folder of the parts, in their addresses
KINDS: Final = ("text/html", JSON)  # of what is at `/`; who accepts both alike gets the page

blueprint = Blueprint("page", __name__)
blueprint.before_request(let_others_go_first)


@dataclass(frozen=True)
class Files:
    """The page, its service worker, which caches it on the player's device, and other files."""

    pages: dict[str, Content]  # by language: each loads the texts of its own
    worker: Content
    others: dict[str, Content]  # by name
    version: str  # a hash of the others


@cache
def files() -> Files:
    """The files of the page, as they were when the service started."""
    folders = [STATIC, PACKED] if is_packed() else [STATIC]
    names = [file for folder in folders for file in sorted(folder.iterdir())]
    others = {file.name: file_content(file) for file in names if file.suffix != BROTLI_SUFFIX}
    index, worker = others.pop("index.html"), others.pop("worker.js")
    tags = "".join(f"{name} {content.tag} " for name, content in others.items())
    version = blake2b(tags.encode(), digest_size=8).hexdigest()
    index, worker = (  # which name the files of this version
        content_of(PART.sub(rf"\1web/{version}/".encode(), each.raw), each.mimetype)
        for each in (index, worker)
    )
    pages = {code: _in_language(index, code) for code in _languages(others)}
    return Files(pages, worker, others, version)


def _in_language(page: Content, code: str) -> Content:
    raw = page.raw.replace(b'lang="en"', f'lang="{code}"'.encode())
    raw = raw.replace(b"texts.en.js", f"texts.{code}.js".encode())
    return content_of(raw, page.mimetype)


def _languages(names: Iterable[str]) -> list[str]:
    """The languages of the page, the default first: those that have a packed file of texts."""
    packed = (name.split(".")[1] for name in sorted(names) if TEXTS.fullmatch(name))
    return list(dict.fromkeys([DEFAULT, *packed]))


@cache
def pages_at(address: str) -> dict[str, Content]:
    """The page by language, at its public address, which previews in a chat need; else without one.

    Programs that show previews need whole addresses. Those of a request could be anybody's.
    """
    return {code: _at(page, address) for code, page in files().pages.items()}


def _at(page: Content, address: str) -> Content:
    raw = page.raw.replace(ADDRESS, address.encode()) if address else PREVIEW.sub(b"", page.raw)
    return content_of(raw, page.mimetype)


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
        pages = pages_at(current_app.config[PUBLIC_URL])
        response = secured(pages[_language(pages)])
        response.vary.add("Accept-Language")
    response.vary.add("Accept")
    return response


def _language(ours: Container[str]) -> str:
    """The first of the reader's languages that the page has, as language.js chooses it."""
    codes = (tag.partition("-")[0].lower() for tag in request.accept_languages.values())
    return next((code for code in codes if code in ours), DEFAULT)


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
