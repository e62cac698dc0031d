"""Rate limits: who a client is, and how many units each request costs.

A unit is about as much work as the cheapest request of its kind. A guess costs one unit with every
dealer, because other units would give the dealer away.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, Literal, TypeAlias

from flask import Response, after_this_request, g, request

from service.api.application import app
from service.api.limiter import Allowance, LimitExceeded
from service.dictionaries.dictionary import Description
from service.play import daily
from service.play.requests import GameChoices
from service.play.review import Transcribed
from service.store.errors import StoreBusy, StoreUnavailable
from service.store.record import Milliseconds, Retention

COST_OF_CONFESSION: Final = 10  # units of “hint”: 20 ms on average, 70 at most
COST_OF_REVIEW: Final = 12  # and one more for every GUESSES_A_UNIT guesses
GUESSES_A_UNIT: Final = 10
COST_OF_SLOW_DEALER: Final = 2  # units of “hint” for each slow dealer of families: 1 to 3 ms
# Units of “storage” are kilobyte-hours of the store: 1 KiB for an hour.
UNIT_OF_STORAGE: Final = 1024 * 60 * 60 * 1000  # bytes times milliseconds
SIZE_OF_CLAIM: Final = 80  # bytes of the store at most, for a claimed word with a key
NAME: Final = 64  # characters; every address is shorter, even with brackets and port
NETWORK: Final = 64  # bits of an IPv6 network; a household can use every address in its network

Kind: TypeAlias = Literal["create", "guess", "hint", "read", "storage"]


def charge(kind: Kind, cost: int = 1, paid: int = 0, ahead: str | None = None) -> bytes | None:
    """Charge the client of this request: a unit before it is read, and the rest (`paid=1`) after.

    Returns the value of the key `ahead`, if it could be read in the same round trip. While the
    store is away, or refuses scripts, this process counts by itself.

    Raises LimitExceeded, StoreBusy; StoreUnavailable if the client needs the store to be counted.
    """
    limiter = app.parts.limiter
    if limiter is None or cost <= paid:
        return None
    try:
        allowance = limiter.count_request(kind, client(), cost, paid, ahead)
    except StoreBusy:
        raise
    except StoreUnavailable:
        allowance = limiter.count_without_store(kind, client(), cost, paid)
        # A 503 lets a proxy ask another instance; the client may be within its limit there.
        if not allowance.allowed:
            raise
    after_this_request(partial(_add_headers, allowance))
    if not allowance.allowed:
        raise LimitExceeded(allowance, cost)
    return allowance.ahead


def later_charge(kind: Kind, cost: int) -> Callable[[], None]:
    """A function that charges the client of this request again, after the request.

    It raises LimitExceeded. While the store is away, it charges nothing.
    """
    limiter, name = app.parts.limiter, client()

    def charge_again() -> None:
        with suppress(StoreUnavailable):
            allowance = limiter.count_request(kind, name, cost) if limiter else None
            if allowance and not allowance.allowed:
                raise LimitExceeded(allowance, cost)

    return charge_again


def cost_of_start(choices: GameChoices, life: Retention, dictionary: Description) -> int:
    """The units of “storage” that a game with this dictionary needs at most. Raises KeptTooLong."""
    keep_for = choices.kept_for(life)
    if choices.daily:
        keep_for = max(keep_for, daily.KEPT_FOR)
    return _storage(choices.most_bytes(dictionary), life.most(keep_for))


def cost_of_claim(life: Retention) -> int:
    """The units of “storage” that a claimed word needs at most."""
    return _storage(SIZE_OF_CLAIM, life.most(life.longest))


def _storage(size: int, time: Milliseconds) -> int:
    """The units of so many bytes in the store for so long."""
    return ceil(size * time / UNIT_OF_STORAGE)


def cost_of_review(played: Transcribed) -> int:
    """The units of “hint” that a review costs."""
    return COST_OF_REVIEW + len(played.guesses) // GUESSES_A_UNIT


def cost_of_families(slow_dealers: int) -> int:
    """The units of “hint” that the families of a letter cost, if so many slow dealers choose."""
    return 1 + COST_OF_SLOW_DEALER * slow_dealers


def client() -> str:
    """The client: the hash of its API key, or its IPv4 address, or its IPv6 network."""
    if "api_key" in g:
        return str(g.api_key)
    return _name_of((request.remote_addr or "")[:NAME])  # a proxy may send anything


@lru_cache(maxsize=1024)  # parsing an address takes 5 us
def _name_of(sender: str) -> str:
    """The name that a client is counted by: its IPv4 address, or its IPv6 network."""
    try:
        address = ip_address(_without_port(sender))
    except ValueError:
        return sender  # a unix socket, or no address
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped  # an IPv4 client of a socket that accepts both
        return str(mapped) if mapped else f"{int(address) >> (128 - NETWORK):x}"
    return str(address)


def _without_port(address: str) -> str:
    """The address without a port; some proxies write 203.0.113.9:4711 or [2001:db8::1]:4711."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    host, colon, rest = address.partition(":")
    return address if ":" in rest or not colon else host


def _add_headers(allowance: Allowance, response: Response) -> Response:
    """Add the headers of draft-ietf-httpapi-ratelimit-headers, unless caches share the response."""
    kind, headers = allowance.kind, response.headers
    # `get` takes 3 us if the header is missing.
    if "".join(headers.getlist("Cache-Control")).startswith("public"):
        return response
    policy = f'"{kind}";q={allowance.units};w={allowance.seconds}'
    left = f'"{kind}";r={allowance.left};t={allowance.reset}'
    for name, item in (("RateLimit-Policy", policy), ("RateLimit", left)):
        before = headers.getlist(name)
        # A start is counted in units of two kinds: it has an item of each.
        is_other = bool(before) and not before[0].startswith(f'"{kind}"')
        headers[name] = f"{before[0]}, {item}" if is_other else item
    return response
