"""The API as a command uses it: the service of this process, or one that is reached over HTTP."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import uuid4

from urllib3 import PoolManager, Retry, Timeout
from urllib3.exceptions import HTTPError

if TYPE_CHECKING:
    from flask import Flask  # costs 0.1 s, which a game elsewhere need not pay

JSON: TypeAlias = dict[str, Any]
Ask: TypeAlias = Callable[[str, str, JSON | None, dict[str, str]], tuple[int, JSON]]

PASSING: Final = (429, 502, 503, 504)
PATIENCE: Final = Retry(
    total=4,
    backoff_factor=0.25,
    status_forcelist=PASSING,
    allowed_methods=None,  # POSTs too: their idempotency keys make that safe
    raise_on_status=False,
    retry_after_max=10,
)
TIMEOUT: Final = Timeout(connect=5, read=10)


class Declined(Exception):
    """A request that the service refuses; `str(error)` says why, `lengths` which would do."""

    def __init__(self, problem: JSON) -> None:
        wrong = [f"{one['field']}: {one['message']}" for one in problem.get("errors", ())]
        generic = problem["type"] == "/problems/invalid-input"
        super().__init__(" ".join(wrong) if generic else problem["detail"])


class Unreachable(Exception):
    """A service that does not answer, or not as one of ours; `str(error)` says which."""


def of_process(app: "Flask") -> Ask:
    """Ask the service of this process."""
    client = app.test_client()

    def ask(method: str, path: str, body: JSON | None, headers: dict[str, str]) -> tuple[int, JSON]:
        response = client.open(path, method=method, json=body, headers=headers)
        return response.status_code, response.get_json()

    return ask


def over_http(url: str) -> Ask:
    """Ask the service at `url`, and again where it does not answer."""
    pool = PoolManager(retries=PATIENCE, timeout=TIMEOUT)

    def ask(method: str, path: str, body: JSON | None, headers: dict[str, str]) -> tuple[int, JSON]:
        try:
            response = pool.request(method, url.rstrip("/") + path, json=body, headers=headers)
            return response.status, _object(response.data)
        except HTTPError as error:
            raise Unreachable(f"{url} does not answer ({_reason(error)})") from error
        except ValueError as error:
            raise Unreachable(f"{url} is no Evil Hangman service") from error

    return ask


class Client:
    """What a player does, request by request; games are the API's, as JSON.

    Every method raises Declined or Unreachable.
    """

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def dictionary(self, name: str) -> JSON:
        """A dictionary, with its alphabet and lengths."""
        return self._content("GET", f"/dictionaries/{name}")

    def start(self, asked: JSON) -> JSON:
        """A new game."""
        return self._content("POST", "/games", asked)

    def guess(self, game: JSON, guess: JSON) -> JSON:
        """The game after a guess."""
        return self._content("POST", f"/games/{game['id']}/guesses", guess)

    def hint(self, game: JSON) -> list[JSON]:
        """Letters worth a guess, best first."""
        return list(self._content("GET", f"/games/{game['id']}/hint")["letters"])

    def confession(self, game: JSON) -> JSON:
        """What the dealer did in a game that is over."""
        return self._content("GET", f"/games/{game['id']}/confession")

    def _content(self, method: str, path: str, body: JSON | None = None) -> JSON:
        headers = {"Idempotency-Key": str(uuid4())} if body is not None else {}
        status, content = self._ask(method, path, body, headers)
        if status >= 400:
            raise Declined(content)
        return content


def _object(data: bytes) -> JSON:
    content = json.loads(data)
    if not isinstance(content, dict) or ("type" in content and "detail" not in content):
        raise ValueError("not an answer of ours")
    return content


def _reason(error: HTTPError) -> str:
    """The cause at the bottom, in short."""
    cause = getattr(error, "reason", None)
    return str(cause or error).rpartition(": ")[2]
