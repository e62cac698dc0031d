"""API keys, for a service without a gateway in front. It knows only the hashes of the keys."""

from collections.abc import Collection, Sequence
from hmac import compare_digest
from typing import Final

from flask import Blueprint, Flask, Response, abort, g, request

from service.api import docs
from service.api.key_hash import hash_of
from service.api.problem_types import UNAUTHORIZED
from service.api.problems import problem

SCHEME: Final = "Bearer"


def register(app: Flask, hashes: Sequence[str], open_to_all: Collection[Blueprint]) -> None:
    """Demand a key whose hash is in `hashes`, except on the blueprints `open_to_all`.

    Without hashes nobody needs a key; the documentation is then hidden if it is not open to all.
    """
    names = {blueprint.name for blueprint in open_to_all}

    def check() -> Response | None:
        if request.blueprint in names or request.method == "OPTIONS":
            return None  # browsers send no key with a CORS preflight
        if not hashes:
            return abort(404) if request.blueprint == docs.blueprint.name else None
        key_hash = _known_hash(hashes)
        if key_hash is None:
            response = problem(UNAUTHORIZED, UNAUTHORIZED.advice)
            response.headers["WWW-Authenticate"] = SCHEME
            return response
        g.api_key = key_hash[:16]
        return None

    if hashes or docs.blueprint.name not in names:
        app.before_request(check)


def _known_hash(hashes: Sequence[str]) -> str | None:
    """The hash of the request's key, if it is allowed.

    Every hash is compared in constant time, so the time of an answer says nothing about the keys.
    """
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    offered = hash_of(key) if scheme.lower() == SCHEME.lower() else ""
    matching = [allowed for allowed in hashes if compare_digest(allowed, offered)]
    return matching[0] if matching else None
