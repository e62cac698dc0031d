"""The page, served as plain files; it is a client of the API like any other.

The files are read when the service starts: `packed`, a few that `make page` made of `static`, or
`static` itself if that has changed since. An installed service has no sources in `static`, only
icons. The page names the files in a folder whose name tells their content, `web/<version>/`, so
browsers keep them for good and never ask for them again.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort
from flask.blueprints import BlueprintSetupState

from service.http_cache import IMMUTABLE, REVALIDATE, Content, content_of, file_content

STATIC: Final = Path(__file__).parent / "static"
PACKED: Final = Path(__file__).parent / "packed"
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

blueprint = Blueprint("page", __name__)


@dataclass(frozen=True)
class Files:
    """The files of the page, by name; `version` tells their content.

    Two stand beside them: `index` at / and `worker`, which keeps the page on the player's device.
    """

    index: Content
    worker: Content
    others: dict[str, Content]
    version: str


@cache
def files() -> Files:
    """The files of the page, as they were when the service started."""
    folders = [STATIC, PACKED] if is_packed() else [STATIC]
    names = [file for folder in folders for file in sorted(folder.iterdir())]
    others = {file.name: file_content(file) for file in names}
    index, worker = others.pop("index.html"), others.pop("worker.js")
    tags = "".join(f"{name} {content.tag} " for name, content in others.items())
    version = blake2b(tags.encode(), digest_size=8).hexdigest()
    return Files(with_version(index, version), with_version(worker, version), others, version)


def with_version(content: Content, version: str) -> Content:
    """The content, which names the files of this version."""
    named = content.raw.replace(b'"web/', f'"web/{version}/'.encode())
    return content_of(named, content.mimetype)


def is_packed() -> bool:
    """Whether `packed` was made of `static` as it is (deploy/page/pack.mjs works out the same)."""
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
    """The page."""
    return secured(files().index)


@blueprint.get("/worker.js")
def worker() -> Response:
    """The worker; from here it may keep everything below this folder."""
    return secured(files().worker)


@blueprint.get("/web/<version>/<asset>")
def asset(version: str, asset: str) -> Response:
    """A file that the page loads."""
    content = files().others.get(asset)
    if content is None:
        abort(404)
    # During an update, the page of another instance may ask: it gets our file, but may not keep it.
    return content.answer(IMMUTABLE if version == files().version else REVALIDATE)


def secured(content: Content) -> Response:
    """The page or its worker; each may load from this service and from nowhere else."""
    response = content.answer(REVALIDATE)
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    return response
