"""Games of a service that is reached over HTTP."""

import re
import time
from typing import Any, Final, NoReturn
from uuid import uuid4

from urllib3 import BaseHTTPResponse, PoolManager, Retry, Timeout
from urllib3.exceptions import HTTPError, ProtocolError

from service.cli.client import Client, Unreachable
from service.cli.console import JSON, parse_json, visible
from service.engine.errors import HangmanError

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
ADDRESS: Final = re.compile(r"(?P<service>https?://.+?)/(games/|#)(?P<id>\w{26})(/\w+)?/?")
NO_SUCH_PATH: Final = ("/problems/not-found", "/problems/method-not-allowed")


class Answer(dict[str, Any]):
    """An object in an answer. Whoever asks for a member that it lacks gets Unreachable."""

    def __missing__(self, name: str) -> NoReturn:
        raise Unreachable(
            f"the answer lacks “{name}”: this is no Evil Hangman service, or a newer one"
        )


class RemoteService:
    """The service at `url`, which is asked again if it does not answer."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._pool = PoolManager(retries=RETRIES, timeout=TIMEOUT)

    def __call__(self, path: str, posted: JSON | None) -> JSON:
        """What it answers to a path, or to an object posted there. Raises HangmanError."""
        key = str(uuid4())
        try:
            try:
                status, content = self._asked(path, posted, key)
            except ProtocolError:  # it broke off half way
                status, content = self._asked(path, posted, key)
        except HTTPError as error:
            raise Unreachable(f"{self._url} does not answer ({_reason(error)})") from error
        except ValueError as error:
            raise Unreachable(f"{self._url} is no Evil Hangman service") from error
        if content.get("type") in NO_SUCH_PATH:
            raise Unreachable(
                f"{self._url} does not have {path}: give the address of the service, such as"
                " http://localhost:8000, without the path of a page; or the service is older"
            )
        if status >= 400:
            raise HangmanError(content["detail"])
        return content

    def _asked(self, path: str, posted: JSON | None, key: str) -> tuple[int, JSON]:
        """The status and the object of an answer; POSTs with the same key count once."""
        method, headers = ("POST", {"Idempotency-Key": key}) if posted is not None else ("GET", {})
        url = self._url.rstrip("/") + path
        response = self._pool.request(
            method, url, json=posted, headers=headers, preload_content=False
        )
        return response.status, _object(_body(response))


def remote_client(url: str) -> Client:
    """A player at the service at `url`. Raises Unreachable."""
    if "://" not in url:
        raise Unreachable(f"--url {url} lacks http:// or https://, as in http://{url}")
    return Client(RemoteService(url), url)


def game_at(address: str) -> tuple[Client, JSON]:
    """The service of a game's address, of the API or of the page, and the game. Raises Unreachable.

    Only the game's id is in it.
    """
    parts = ADDRESS.fullmatch(address)
    if not parts:
        raise Unreachable(f"{address} is no address of a game, as http://localhost:8000/games/ID")
    return remote_client(parts["service"]), {"id": parts["id"]}


def _body(response: BaseHTTPResponse) -> bytes:
    """The body of an answer. Raises ValueError if it is too long, or takes too long."""
    data, deadline = b"", time.monotonic() + WHOLE
    while part := response.read1(65_536):
        data += part
        if len(data) > LARGEST or time.monotonic() > deadline:
            response.close()
            raise ValueError("an endless answer")
    return data


def _object(data: bytes) -> JSON:
    """The JSON object in an answer. Raises ValueError if it is none of ours."""
    content = parse_json(data, Answer)
    if not isinstance(content, dict) or ("type" in content and "detail" not in content):
        raise ValueError("not an answer of ours")
    return content


def _reason(error: HTTPError) -> str:
    """The cause at the bottom, in short."""
    cause = getattr(error, "reason", None)
    return visible(str(cause or error).rpartition(": ")[2])
