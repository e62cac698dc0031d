"""Requests that this instance hands on, because it cannot reach the store and another one may.

`deploy/nginx.conf` sends X-Elsewhere, and obeys X-Accel-Redirect: it sends the request to another
instance, once, and its client never sees this answer. Other proxies pass our 503 on.
"""

from typing import Final

from flask import Response, request

from service.api.headers import HANDED_ON
from service.store.errors import StoreUnavailable

WANTED: Final = "HTTP_X_ELSEWHERE"  # in the environment of a request that may be handed on
PLACE: Final = "@elsewhere"  # a location of nginx.conf; never what the request says
GUESS: Final = "games.guess"  # an endpoint; a guess made twice is refused, and costs nothing


def hand_on(response: Response, error: Exception) -> None:
    """Let the proxy ask another instance if this one could not reach the store.

    The store may have done what it was asked, so this is for requests that can be repeated.
    """
    is_away = isinstance(error, StoreUnavailable) and error.is_away
    if is_away and WANTED in request.environ and _is_repeatable():
        response.headers[HANDED_ON] = PLACE


def _is_repeatable() -> bool:
    has_key = "HTTP_IDEMPOTENCY_KEY" in request.environ
    return request.method != "POST" or has_key or request.endpoint == GUESS
