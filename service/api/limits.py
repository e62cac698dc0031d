"""Rate limits: what a client may ask for in a minute, and how much of it is left."""

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Final

from flask import Flask, Response, g, request

from service.api.kinds import TOO_MANY_REQUESTS
from service.api.problems import problem
from service.store.errors import StoreUnavailable
from service.store.game_store import GameStore
from service.store.rate_limits import Allowance, Limit, taken

CREATE: Final = "create"
GUESS: Final = "guess"
HINT: Final = "hint"
LIMITED: Final = {
    "games.start": CREATE,
    "games.guess": GUESS,
    "games.hint": HINT,
    "guessing.suggest": HINT,
    "guessing.solve": HINT,
}
STORELESS: Final = ("guessing.suggest", "guessing.solve")
NAME: Final = 64  # characters of what is no address
NETWORK: Final = 64  # bits of an IPv6 address that name a household, which has all the others


def register(app: Flask, store: GameStore, per_minute: Mapping[str, int]) -> None:
    """Limit these kinds of request of each client, to so many a minute."""
    limits = {endpoint: Limit(kind, per_minute[kind]) for endpoint, kind in LIMITED.items()}

    def take() -> Response | None:
        limit = limits.get(request.endpoint or "")
        if limit is None:
            return None
        try:
            g.allowance = taken(store, limit, client())
        except StoreUnavailable:
            if request.endpoint in STORELESS:
                return None
            raise
        return None if g.allowance.allowed else _refusal(g.allowance)

    app.before_request(take)
    app.after_request(_tell)


def client() -> str:
    """Who asks: the key that was used, else the address, or the network of an IPv6 address."""
    if "api_key" in g:
        return str(g.api_key)
    given = request.remote_addr or ""
    try:
        address = ip_address(given)
    except ValueError:
        return given[:NAME]  # a unix socket, or a proxy that writes what it likes
    if isinstance(address, IPv6Address):
        return f"{int(address) >> (128 - NETWORK):x}"
    return str(address)


def _refusal(allowance: Allowance) -> Response:
    limit = allowance.limit
    allowed = f"{limit.requests} requests of this kind in {limit.seconds} seconds"
    response = problem(TOO_MANY_REQUESTS, f"A client may make {allowed}.")
    response.headers["Retry-After"] = str(max(1, allowance.retry_after))
    return response


def _tell(response: Response) -> Response:
    """The RateLimit fields of draft-ietf-httpapi-ratelimit-headers."""
    allowance: Allowance | None = g.get("allowance")
    if allowance:
        limit = allowance.limit
        response.headers["RateLimit-Policy"] = (
            f'"{limit.name}";q={limit.requests};w={limit.seconds}'
        )
        response.headers["RateLimit"] = f'"{limit.name}";r={allowance.left};t={allowance.reset}'
    return response
