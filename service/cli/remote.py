"""Games of a service over HTTP. Any server may answer, so each answer is checked by its view."""

import os
import re
import time
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints
from uuid import uuid4

from urllib3 import BaseHTTPResponse, PoolManager, Retry, Timeout
from urllib3.exceptions import HTTPError, ProtocolError

from service.choices import SEEDS
from service.cli.client import Client, Unreachable
from service.cli.console import JSON, parse_json, visible
from service.engine.errors import HangmanError
from service.play.confession import ConfessionView
from service.play.help import HintView
from service.play.listings import WordListView
from service.play.review import ReviewView
from service.play.views import GameView

RETRIES: Final = Retry(
    total=4,
    read=1,
    backoff_factor=0.25,
    status_forcelist=(429, 502, 503, 504),
    allowed_methods=None,  # POSTs too: their idempotency keys make that safe
    raise_on_status=False,
    retry_after_max=10,
)
TIMEOUT: Final = Timeout(connect=5, read=10)
WHOLE: Final = 60.0  # seconds for an answer that comes in pieces
LARGEST: Final = 4_000_000  # bytes of an answer; the largest of ours have some hundred thousand
ADDRESS: Final = re.compile(
    r"(?P<service>https?://.+?)/"
    r"((games/|#)(?P<game>\w{26})|(watch/|#watch=)(?P<watch>[0-9a-f]{32}))(/\w+)?/?"
)
NO_SUCH_PATH: Final = ("not-found", "method-not-allowed")
VIEWS: Final[Mapping[str, Any]] = {  # all other paths answer with a game
    "dictionaries": WordListView,
    "hint": HintView,
    "confession": ConfessionView,
    "review": ReviewView,
}
PLAIN: Final[Mapping[Any, tuple[tuple[type, ...], str]]] = {
    str: ((str,), "a text"),
    bool: ((bool,), "true or false"),
    int: ((int,), "a whole number"),
    float: ((float, int), "a number"),
}
NEVER_ZERO: Final = ("max_misses", "word_count")

type_hints = cache(get_type_hints)


class RemoteService:
    """The service at `url`. A request without an answer is sent again."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool = PoolManager(retries=RETRIES, timeout=TIMEOUT)

    def __call__(self, path: str, posted: JSON | None) -> JSON:
        """GET a path, or POST an object to it, and return the answer. Raises HangmanError."""
        key = str(uuid4())
        try:
            try:
                status, content = self._response(path, posted, key)
            except ProtocolError:  # the answer broke off half way
                status, content = self._response(path, posted, key)
            if status >= 400 and not isinstance(content.get("detail"), str):
                raise ValueError("not a problem of ours")
            answer = view_at(path, content) if status < 400 else content
        except HTTPError as error:
            cause = getattr(error, "reason", None) or error  # the innermost cause, in short
            reason = visible(str(cause).rpartition(": ")[2])
            raise Unreachable(f"{self._url} does not answer ({reason})") from error
        except ValueError as error:
            fault = f"is not an Evil Hangman service, or a newer one: {path}: {error}"
            raise Unreachable(f"{self._url} {fault}") from error
        if content.get("code") in NO_SUCH_PATH:
            raise Unreachable(
                f"{self._url} does not have {path}: give the address of the service, such as"
                " http://localhost:8000, without the path of a page; or the service is older"
            )
        if status >= 400:
            raise HangmanError(content["detail"])
        return answer

    def _response(self, path: str, posted: JSON | None, key: str) -> tuple[int, JSON]:
        """The status and the object of an answer; POSTs with the same key count once."""
        method, headers = ("POST", {"Idempotency-Key": key}) if posted is not None else ("GET", {})
        if api_key := os.environ.get("HANGMAN_KEY", "").strip():
            headers["Authorization"] = f"Bearer {api_key}"
        url = self._url.rstrip("/") + path
        response = self._pool.request(
            method, url, json=posted, headers=headers, preload_content=False
        )
        content = parse_json(_body(response))
        if not isinstance(content, dict):
            raise ValueError("not an object")
        return response.status, content


def remote_client(url: str) -> Client:
    """A player at the service at `url`. Raises Unreachable."""
    if "://" not in url:
        raise Unreachable(f"--url {url} lacks http:// or https://, as in http://{url}")
    return Client(RemoteService(url), url)


def confession_at(address: str) -> JSON:
    """The confession of a game, by its address in the API or on the page. Raises HangmanError.

    The address may be for playing or for watching.
    """
    parts = ADDRESS.fullmatch(address)
    if not parts:
        example = "http://localhost:8000/games/ID"
        raise Unreachable(f"{address} is not the address of a game, such as {example}")
    game = f"games/{parts['game']}" if parts["game"] else f"watch/{parts['watch']}"
    return RemoteService(parts["service"])(f"/{game}/confession", None)


def _body(response: BaseHTTPResponse) -> bytes:
    """The body of an answer. Raises ValueError if it is too long, or takes too long."""
    data, deadline = b"", time.monotonic() + WHOLE
    while part := response.read1(65_536):
        data += part
        if len(data) > LARGEST or time.monotonic() > deadline:
            response.close()
            raise ValueError("an endless answer")
    return data


def view_at(path: str, content: JSON) -> JSON:
    """Check the answer at a path that a Client requests, and leave out members unknown here.

    Raises ValueError, which says what is wrong, and where.
    """
    _, first, *others = path.split("/")
    name = first if first == "dictionaries" else [first, *others][-1]
    view: JSON = _read(VIEWS.get(name, GameView), content)
    if name == "confession" and not view["guesses"]:
        raise ValueError("guesses: [] is not the guesses of a game that is over")
    return view


def _read(kind: Any, value: Any, place: str = "") -> Any:
    """The value, if it is of this kind, such as a dataclass or `list[str]`. Raises ValueError."""
    origin, parts = get_origin(kind), get_args(kind)
    if NoneType in parts:
        return None if value is None else _read(parts[0], value, place)
    if is_dataclass(kind) and isinstance(value, dict):
        members = type_hints(kind).items()  # type: ignore[arg-type]  # a class is hashable
        return {name: _read(it, value.get(name), f"{place}/{name}") for name, it in members}
    if origin in (list, tuple) and isinstance(value, list):
        return [_read(parts[0], item, f"{place}/{n}") for n, item in enumerate(value)]
    types, right = PLAIN.get(kind, ((), "an array" if origin else "an object"))
    fits = type(value) in types
    if origin is Literal:
        fits, right = value in parts, f"one of {', '.join(parts)}"
    # Every reader of JSON must keep numbers exact. A count is 0 or more, or 1 if we divide by it.
    elif fits and int in types:
        fits = (place.endswith(NEVER_ZERO) if kind is int else -SEEDS) <= value <= SEEDS
    if not fits:
        raise ValueError(f"{place[1:]}: {value!r:.60} is not {right}")
    return value
