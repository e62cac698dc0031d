"""Rate limits: what a client may ask for in a minute, and how much of it is left."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Final, TypeVar

from flask import Flask, Response, g, request

from service.api.problem_types import TOO_MANY_REQUESTS
from service.api.problems import problem
from service.store.errors import StoreUnavailable
from service.store.game_store import GameStore
from service.store.rate_limits import Allowance, Limit, count_request

CREATE: Final = "create"
GUESS: Final = "guess"
HINT: Final = "hint"
NAME: Final = 64  # characters of what is no address
NETWORK: Final = 64  # bits of an IPv6 address that name a household, which has all the others


View = TypeVar("View", bound=Callable[..., object])


@dataclass(frozen=True)
class Limited:
    """A kind of request that is limited, and whether it needs the store for more than that."""

    kind: str
    needs_store: bool


def limited(kind: str, *, needs_store: bool = True) -> Callable[[View], View]:
    """Mark a view: `register` limits the requests that it answers."""

    def mark(view: View) -> View:
        vars(view)["limited"] = Limited(kind, needs_store)
        return view

    return mark


def register(app: Flask, store: GameStore, per_minute: Mapping[str, int]) -> None:
    """Limit the requests of each client, by kind, to these numbers a minute.

    Call it when the blueprints are registered.
    """
    views = app.view_functions.items()
    marked = {name: vars(view)["limited"] for name, view in views if "limited" in vars(view)}
    limits = {kind: Limit(kind, requests) for kind, requests in per_minute.items()}

    def count() -> Response | None:
        mark = marked.get(request.endpoint or "")
        if mark is None:
            return None
        try:
            g.allowance = count_request(store, limits[mark.kind], client())
        except StoreUnavailable:
            if mark.needs_store:
                raise
            return None
        return None if g.allowance.allowed else _refusal(g.allowance)

    app.before_request(count)
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
