"""A client of a service that is reached over HTTP."""

import re
from typing import Any, Final
from uuid import uuid4

from urllib3 import PoolManager, Retry, Timeout
from urllib3.exceptions import HTTPError

from service.cli.client import JSON, Unreachable
from service.cli.json_input import json_in, visible
from service.cli.names import DEFAULT_WEIGHTS
from service.engine.errors import HangmanError

PASSING: Final = (429, 502, 503, 504)
PATIENCE: Final = Retry(
    total=4,
    backoff_factor=0.25,
    status_forcelist=PASSING,
    allowed_methods=None,  # POSTs too: their idempotency keys make that safe
    raise_on_status=False,
    retry_after_max=10,
)
ADDRESS: Final = re.compile(r"(?P<service>https?://.+?)/(games/|#)(?P<id>\w{26})(/\w+)?/?")
NO_SUCH_PATH: Final = ("/problems/not-found", "/problems/method-not-allowed")
TIMEOUT: Final = Timeout(connect=5, read=10)


class Declined(HangmanError):
    """A request that the service refuses; `str(error)` says why."""

    def __init__(self, problem: JSON) -> None:
        fields = [f"{error['field']}: {error['message']}" for error in problem.get("errors", ())]
        generic = problem["type"] == "/problems/invalid-input"
        super().__init__(" ".join(fields) if generic else problem["detail"])


class RemoteClient:
    """A player at the service at `url`, who asks again if it does not answer.

    Every method raises Declined and Unreachable.
    """

    def __init__(self, url: str) -> None:
        if "://" not in url:
            raise Unreachable(f"--url {url} lacks http:// or https://, as in http://{url}")
        self._url = url
        self._heard: list[JSON] = []  # the answers in the game that was begun last
        self._pool = PoolManager(retries=PATIENCE, timeout=TIMEOUT)

    def dictionary(self, name: str) -> JSON:
        """A dictionary, with its alphabet and lengths."""
        return self._get(f"/dictionaries/{name}")

    def start(self, asked: JSON) -> JSON:
        """A new game."""
        self._heard = []
        return self._post("/games", asked)

    def address(self, game: JSON) -> str | None:
        """Where a browser goes on with a game."""
        return f"{self._url.rstrip('/')}/#{game['id']}"

    def guess(self, game: JSON, guess: JSON) -> JSON:
        """The game after a guess."""
        after = self._post(f"/games/{game['id']}/guesses", guess)
        self._heard.append(after["guess"])
        return after

    def hint(self, game: JSON) -> list[JSON]:
        """Letters worth a guess, best first."""
        return list(self._get(f"/games/{game['id']}/hint")["letters"])

    def confession(self, game: JSON) -> JSON:
        """What the dealer did in a game that is over."""
        return self._get(f"/games/{game['id']}/confession")

    def doubt(self, game: JSON, confession: JSON) -> str | None:
        """Why the answers confessed may not be those that came here; None if they are the same."""
        from service.cli.confession_schema import answers_in
        from service.play.check import differences

        found = sum("word" in answer and answer["hit"] for answer in self._heard)
        if len(self._heard) != len(game["guessed_letters"]) + len(game["wrong_words"]) + found:
            return "Not all answers came here, so they are not compared with those in the game."
        told = [step["guess"] for step in confession["guesses"]]
        heard, confessed = (
            answers_in({"guesses": each}, self._url) for each in (self._heard, told)
        )
        return next(differences(heard, confessed, confession["word"]), None)

    def review(self, game: JSON, weights: str = DEFAULT_WEIGHTS) -> JSON:
        """What each guess of a game that is over was worth."""
        query = "" if weights == DEFAULT_WEIGHTS else f"?weights={weights}"  # for older services
        return self._get(f"/games/{game['id']}/review{query}")

    def _get(self, path: str) -> JSON:
        return self._content("GET", path)

    def _post(self, path: str, body: JSON) -> JSON:
        return self._content("POST", path, json=body, headers={"Idempotency-Key": str(uuid4())})

    def _content(self, method: str, path: str, **request: Any) -> JSON:
        try:
            response = self._pool.request(method, self._url.rstrip("/") + path, **request)
            content = _object(response.data)
        except HTTPError as error:
            raise Unreachable(f"{self._url} does not answer ({_reason(error)})") from error
        except ValueError as error:
            raise Unreachable(f"{self._url} is no Evil Hangman service") from error
        if content.get("type") in NO_SUCH_PATH:
            raise Unreachable(
                f"{self._url} does not have {path}: give the address of the service, such as"
                " http://localhost:8000, without the path of a page; or the service is older"
            )
        if response.status >= 400:
            raise Declined(content)
        return content


def game_at(address: str) -> tuple[RemoteClient, JSON]:
    """The service of a game's address, of the API or of the page, and the game. Raises Unreachable.

    Only the game's id is in it.
    """
    parts = ADDRESS.fullmatch(address)
    if not parts:
        raise Unreachable(f"{address} is no address of a game, as http://localhost:8000/games/ID")
    return RemoteClient(parts["service"]), {"id": parts["id"]}


def _object(data: bytes) -> JSON:
    """The JSON object in an answer. Raises ValueError if it is none of ours."""
    content = json_in(data)
    if not isinstance(content, dict) or ("type" in content and "detail" not in content):
        raise ValueError("not an answer of ours")
    return content


def _reason(error: HTTPError) -> str:
    """The cause at the bottom, in short."""
    cause = getattr(error, "reason", None)
    return visible(str(cause or error).rpartition(": ")[2])
