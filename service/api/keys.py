"""Keys, for whoever exposes the service without a gateway: known by their hashes alone."""

from collections.abc import Collection, Sequence
from hmac import compare_digest
from typing import Final

from flask import Blueprint, Flask, Response, abort, g, request

from service.api import docs
from service.api.key_hash import hash_of
from service.api.problem_types import UNAUTHORIZED
from service.api.problems import problem

SCHEME: Final = "Bearer "


def register(app: Flask, hashes: Sequence[str], open_to_all: Collection[Blueprint]) -> None:
    """Ask for one of the keys, if there are any, but for requests to some blueprints.

    Without keys, the documentation that is not open to all is hidden.
    """
    names = {blueprint.name for blueprint in open_to_all}

    def check() -> Response | None:
        if request.blueprint in names or request.method == "OPTIONS":
            return None  # browsers send no key with the question whether they may
        if not hashes:
            return abort(404) if request.blueprint == docs.blueprint.name else None
        key_hash = _known_hash(hashes)
        if key_hash is None:
            response = problem(UNAUTHORIZED, UNAUTHORIZED.advice)
            response.headers["WWW-Authenticate"] = SCHEME.strip()
            return response
        g.api_key = key_hash[:16]
        return None

    if hashes or docs.blueprint.name not in names:
        app.before_request(check)


def _known_hash(hashes: Sequence[str]) -> str | None:
    """The hash of the request's key; each is compared, in the same time whatever is sent."""
    given = request.headers.get("Authorization", "")
    offered = hash_of(given.removeprefix(SCHEME)) if given.startswith(SCHEME) else ""
    matching = [allowed for allowed in hashes if compare_digest(allowed, offered)]
    return matching[0] if matching else None
