"""Keys, for whoever exposes the service without a gateway: known by their hashes alone."""

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from flask import Flask, Response, abort, g, request

from service.api.kinds import UNAUTHORIZED
from service.api.problems import problem

SCHEME: Final = "Bearer "
OPEN: Final = ("health", "page")  # blueprints that everybody may use


def hash_of(key: str) -> str:
    """What the settings hold of a key. It is random and long, so that no salt or work is needed."""
    return sha256(key.encode()).hexdigest()


def register(app: Flask, hashes: Sequence[str], *, docs_public: bool) -> None:
    """Ask for one of the keys, where there are any; keep the documentation private, or not."""

    def check() -> Response | None:
        if request.blueprint in OPEN or (request.blueprint == "docs" and docs_public):
            return None
        if not hashes:
            return abort(404) if request.blueprint == "docs" else None
        found = _found(hashes)
        if found is None:
            response = problem(UNAUTHORIZED, UNAUTHORIZED.advice)
            response.headers["WWW-Authenticate"] = SCHEME.strip()
            return response
        g.api_key = found[:16]
        return None

    if hashes or not docs_public:
        app.before_request(check)


def _found(hashes: Sequence[str]) -> str | None:
    """The hash of the request's key; each is compared, in the same time whatever is sent."""
    given = request.headers.get("Authorization", "")
    offered = hash_of(given.removeprefix(SCHEME)) if given.startswith(SCHEME) else ""
    matching = [known for known in hashes if compare_digest(known, offered)]
    return matching[0] if matching else None
