"""The page, served as plain files; it is a client of the API like any other.

The files are read when the service starts. The page names them in a folder whose name tells their
content, `web/<version>/`, so browsers keep them for good and never ask for them again.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, abort
from flask.blueprints import BlueprintSetupState

from service.http_cache import ASKING, FOR_GOOD, Content, content_of, file_content

STATIC: Final = Path(__file__).parent / "static"
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

blueprint = Blueprint("page", __name__)


@dataclass(frozen=True)
class Files:
    """The files of the page: `index`, and the others by name; `version` tells their content."""

    index: Content
    others: dict[str, Content]
    version: str


@cache
def files() -> Files:
    """The files of the page, as they were when the service started."""
    others = {file.name: file_content(file) for file in sorted(STATIC.iterdir())}
    index = others.pop("index.html")
    tags = "".join(f"{name} {content.tag} " for name, content in others.items())
    version = blake2b(tags.encode(), digest_size=8).hexdigest()
    versioned = index.plain.replace(b'"web/', f'"web/{version}/'.encode())
    return Files(content_of(versioned, index.mimetype), others, version)


@blueprint.record_once
def read(_: BlueprintSetupState) -> None:
    """Read the files when the service starts."""
    files()


@blueprint.get("/")
def play() -> Response:
    """The page."""
    response = files().index.answer(ASKING)
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    return response


@blueprint.get("/web/<version>/<asset>")
def asset(version: str, asset: str) -> Response:
    """A file that the page loads."""
    content = files().others.get(asset)
    if content is None:
        abort(404)
    # During an update, the page of another instance may ask: it gets our file, but may not keep it.
    return content.answer(FOR_GOOD if version == files().version else ASKING)
