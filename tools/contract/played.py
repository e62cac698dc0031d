"""The answers of the application, with a clock and random numbers that never change."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import Any, Final
from unittest.mock import patch

import orjson
from werkzeug.test import TestResponse

from service import event_stream
from service.api.hooks import hash_of
from service.app import create_app
from service.settings import Settings
from tests.support.fakes import FakeServers

KEY: Final = "a-key-of-the-scenario"
SPENDER: Final = "the-key-of-a-client-that-spends-all-its-units"
BEGINNING: Final = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """A request to an operation, and its answer."""

    operation: str
    name: str
    line: str  # the method and the path
    request: Any  # the JSON of the request
    status: int
    headers: Mapping[str, str]
    answered: Any
    charge: tuple[int, str]  # units, and their kind; (0, "") if it was not charged

    @property
    def problem(self) -> str:
        """The type of problem that the answer is; "" for a success."""
        return str(self.answered["code"]) if self.status >= 400 else ""


def _content(answer: TestResponse) -> Any:
    """The JSON of an answer; of a stream of events, the first events and no others."""
    if answer.mimetype != event_stream.MIMETYPE:
        return answer.get_json(silent=True)
    with closing(answer):
        pieces: Iterable[Any] = answer.response
        return b"".join(islice(pieces, 1)).decode()


class Player:
    """Calls operations, whose methods and paths it knows, and stores the answers."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        self.played: list[Played] = []
        self.now = BEGINNING
        self._random = Random()
        self._paths = paths
        keys = (hash_of(KEY), hash_of(SPENDER))
        settings = Settings(api_keys=keys, log_level="critical")
        with (
            patch("service.app.now", lambda: int(self.now.timestamp() * 1000)),
            patch("service.app.Documents"),  # they may not be written yet
        ):
            self.app = create_app(settings, FakeServers())
        self._client = self.app.test_client()

    def __call__(
        self,
        operation: str,
        name: str = "",
        /,
        *,
        key: str = KEY,
        query: str = "",
        headers: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Any:
        """Return the JSON of the answer. Options are parts of the path, or for werkzeug.

        If the answer to a GET has an ETag, repeat the request with If-None-Match.
        """
        method, _, path = self._paths[operation].partition(" ")
        of_path = {part: options.pop(part) for part in list(options) if f"{{{part}}}" in path}
        sent = {**({"Authorization": f"Bearer {key}"} if key else {}), **(headers or {})}
        options = {
            "path": path.format(**of_path) + query,
            "method": method,
            "headers": sent,
            **options,
        }
        answer = self._answer(operation, name, options)
        if "ETag" in answer.headers and method == "GET" and answer.status == 200:
            sent["If-None-Match"] = answer.headers["ETag"]
            self._answer(operation, name, options)
        return answer.answered

    def refused(self, operation: str, name: str, status: int) -> None:
        """Store the answer of the worker to a request that it could not read."""
        with self._next_second(operation, name):
            headers, body = self.app.refusal(status, "", "", {})
        answered = orjson.loads(body)
        self.played.append(Played(operation, name, "", None, status, headers, answered, (0, "")))

    @contextmanager
    def _next_second(self, operation: str, name: str) -> Iterator[None]:
        """A second later, with random numbers that depend on the request alone."""
        self.now += timedelta(seconds=1)
        before = [each for each in self.played if (each.operation, each.name) == (operation, name)]
        self._random.seed(f"{operation} {name} {len(before)}")
        with patch("random._urandom", self._random.randbytes):  # where `secrets` gets its bytes
            yield

    def _answer(self, operation: str, name: str, options: Mapping[str, Any]) -> Played:
        limiter: Any = self.app.parts.limiter
        with (
            self._next_second(operation, name),
            patch.object(limiter, "count_request", wraps=limiter.count_request) as count,
        ):
            answer = self._client.open(**options)
        charges = [(units, kind) for (kind, _, units, *_), _ in count.call_args_list]
        # The last one of the first kind: a start is also counted in `storage`.
        charge = next((each for each in charges[::-1] if each[1] == charges[0][1]), (0, ""))
        headers, body = dict(answer.headers), _content(answer)
        if "Allow" in headers:  # a set, in any order
            headers["Allow"] = ", ".join(sorted(headers["Allow"].split(", ")))
        request = options.get("json")
        line = f"{options['method']} {options['path']}"
        status = answer.status_code
        played = Played(operation, name, line, request, status, headers, body, charge)
        self.played.append(played)
        return self.played[-1]
