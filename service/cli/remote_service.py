"""A service at an address, over HTTP. Any server may answer there, so it is not trusted."""

import os
import re
import time
from typing import Any, Final, TypeVar
from uuid import uuid4

import click
from urllib3 import BaseHTTPResponse, PoolManager, Retry, Timeout
from urllib3.exceptions import (
    HTTPError,
    InvalidHeader,
    LocationValueError,
    MaxRetryError,
    NameResolutionError,
    ProtocolError,
    SSLError,
)
from urllib3.exceptions import TimeoutError as TimedOut

from service.cli.console import JSON, parse_json
from service.cli.failures import Refusal, Unreachable
from service.cli.view_reader import view_of

LONGEST_WAIT: Final = 10  # seconds for which we do what Retry-After asks


class Patience(Retry):
    """Sends a request again after the wait that the service asks for, and says so.

    If it asks for more than LONGEST_WAIT, its refusal is what the request gets. A wait that is not
    a number of seconds or a date counts as none.
    """

    def parse_retry_after(self, retry_after: str) -> float:
        """The seconds to wait."""
        try:
            return super().parse_retry_after(retry_after)
        except (InvalidHeader, ValueError, OverflowError):
            return 0

    def increment(
        self, method: str | None = None, url: str | None = None,
        response: BaseHTTPResponse | None = None, *rest: Any, **more: Any,
    ) -> "Patience":  # fmt: skip
        """The patience that is left. Raises MaxRetryError."""
        if response and (self.get_retry_after(response) or 0) > LONGEST_WAIT:
            raise MaxRetryError(more["_pool"], url or "", None)  # urllib3 returns the response
        return super().increment(method, url, response, *rest, **more)

    def sleep_for_retry(self, response: BaseHTTPResponse) -> bool:
        """Wait as the service asks; return whether it asks."""
        if seconds := self.get_retry_after(response):
            wait = f"is busy; the request is sent again in {seconds:.0f} s"
            click.echo(f"hangman: the service {wait}", err=True)
        return super().sleep_for_retry(response)


RETRIES: Final = Patience(
    total=4,
    read=1,
    backoff_factor=0.25,
    status_forcelist=(429, 502, 503, 504),
    allowed_methods=None,  # POSTs too: their idempotency keys make that safe
    raise_on_status=False,
)
TIMEOUT: Final = Timeout(connect=5, read=10)
WHOLE: Final = 60.0  # seconds for a response that comes in pieces
LARGEST: Final = 4_000_000  # bytes of a response; the largest of ours have some hundred thousand
ADDRESS: Final = re.compile(
    r"(?P<service>https?://.+?)/"
    r"((games/|#)(?P<game>\w{26})|(watch/|#watch=)(?P<watch>[0-9a-f]{32}))(/\w+)?/?"
)
NO_SUCH_PATH: Final = ("not-found", "method-not-allowed")

V = TypeVar("V")


class RemoteService:
    """The service at `url`. A request without a response is sent again.

    Every method raises Refusal if the service refuses, and Unreachable if it does not answer as
    ours do; so does the address itself, if it is none.
    """

    def __init__(self, url: str) -> None:
        if "://" not in url:
            raise Unreachable(f"--url {url} lacks http:// or https://, as in http://{url}")
        self.url = url
        self._pool = PoolManager(retries=RETRIES, timeout=TIMEOUT)

    def view(self, kind: type[V], path: str, posted: JSON | None = None, key: str = "") -> V:
        """The view at a path, which is sent a GET, or a POST of an object with a key."""
        content = self.content(path, posted, key)
        try:
            return view_of(kind, content)
        except ValueError as error:
            raise self.not_ours(path, error) from error

    def content(self, path: str, posted: JSON | None = None, key: str = "") -> JSON:
        """The object at a path; the idempotency key of a POST is a new one, unless there is one."""
        key = key or str(uuid4())
        try:
            try:
                status, content = self._response(path, posted, key)
            except ProtocolError:  # the response broke off half way
                status, content = self._response(path, posted, key)
            if status >= 400 and not isinstance(content.get("detail"), str):
                raise ValueError("not a problem of ours")
        except HTTPError as error:
            raise Unreachable(f"{self.url} does not answer ({_reason(error)})") from error
        except ValueError as error:
            raise self.not_ours(path, error) from error
        if content.get("code") in NO_SUCH_PATH:
            raise Unreachable(
                f"{self.url} does not have {path}: give the address of the service, such as"
                " http://localhost:8000, without the path of a page; or the service is older"
            )
        if status >= 400:
            raise Refusal(content["detail"], str(content.get("code")))
        return content

    def not_ours(self, path: str, error: ValueError) -> Unreachable:
        """The failure of a response that ours would not send."""
        fault = f"is not an Evil Hangman service, or a newer one: {path}: {error}"
        return Unreachable(f"{self.url} {fault}")

    def _response(self, path: str, posted: JSON | None, key: str) -> tuple[int, JSON]:
        """The status and the object of a response; POSTs with the same key count once."""
        method, headers = ("POST", {"Idempotency-Key": key}) if posted is not None else ("GET", {})
        if api_key := os.environ.get("HANGMAN_KEY", "").strip():
            headers["Authorization"] = f"Bearer {api_key}"
        url = self.url.rstrip("/") + path
        response = self._pool.request(
            method, url, json=posted, headers=headers, preload_content=False
        )
        content = parse_json(_body(response))
        if not isinstance(content, dict):
            raise ValueError("not an object")
        return response.status, content


def confession_at(address: str) -> JSON:
    """The confession of a game, by its address in the API or on the page. Raises HangmanError.

    The address may be for playing or for watching.
    """
    parts = ADDRESS.fullmatch(address)
    if not parts:
        example = "http://localhost:8000/games/ID"
        raise Unreachable(f"{address} is not the address of a game, such as {example}")
    game = f"games/{parts['game']}" if parts["game"] else f"watch/{parts['watch']}"
    return RemoteService(parts["service"]).content(f"/{game}/confession")


def _reason(error: HTTPError) -> str:
    """Why there is no response, in our words: urllib3's are about its objects."""
    cause = getattr(error, "reason", None) or error
    match cause, getattr(cause, "__cause__", None):
        case NameResolutionError(), _:
            return "no host has this name"
        case LocationValueError(), _:
            return "this is not the address of a service"
        case SSLError(), _:
            return "a secure connection is not possible"
        case _, OSError(strerror=str(reason)):
            return reason
        case TimedOut(), _:
            return "it took too long"
        case _:
            return "the connection broke off"


def _body(response: BaseHTTPResponse) -> bytes:
    """The body of a response. Raises ValueError if it is too long, or takes too long."""
    data, deadline = b"", time.monotonic() + WHOLE
    while part := response.read1(65_536):
        data += part
        if len(data) > LARGEST or time.monotonic() > deadline:
            response.close()
            raise ValueError("an endless answer")
    return data
