"""The page, served as plain files; it is a client of the API like any other."""

from pathlib import Path
from typing import Final

from flask import Blueprint, Response, send_from_directory

STATIC: Final = Path(__file__).parent / "static"
CONTENT_SECURITY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

blueprint = Blueprint("page", __name__)


@blueprint.get("/")
def play() -> Response:
    """The page."""
    response = send_from_directory(STATIC, "index.html")
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY
    return response


@blueprint.get("/web/<asset>")
def asset(asset: str) -> Response:
    """A file that the page loads. Browsers ask each time, and get a 304 if it has not changed."""
    return send_from_directory(STATIC, asset)
