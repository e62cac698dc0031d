"""What the application answered, under a fixed clock and with the same random numbers each time."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final
from unittest.mock import patch

from flask import Flask
from werkzeug.test import TestResponse

from service.api.hooks import hash_of
from service.app import create_app
from service.settings import Settings
from tests.fakes import FakeStoreClient

KEY: Final = "a-key-of-the-scenario"
SPENDER: Final = "another-key"  # which has no units left
BEGINNING: Final = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)


@dataclass(frozen=True)
class Played:
    """A request to an operation, and its answer."""

    operation: str
    name: str
    asked: Any  # the JSON of the request
    status: int
    headers: Mapping[str, str]
    answered: Any

    @property
    def problem(self) -> str:
        """The type of problem that the answer is; "" for a success."""
        if self.status < 400:
            return ""
        name = str(self.answered["type"]).removeprefix("/problems/")
        return self.name if name == "about:blank" else name


class Player:
    """Calls operations, whose paths it is given, and keeps what is answered."""

    def __init__(self, paths: Mapping[str, str]) -> None:
        keys = ",".join(map(hash_of, (KEY, SPENDER)))
        settings = Settings(api_keys=keys, log_level="critical", ratelimit_hint=60)
        self.app = create_app(settings, FakeStoreClient())
        self.played: list[Played] = []
        self._paths = paths
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
        **given: Any,
    ) -> Any:
        """The JSON of the answer. What is given is a part of the path, or for werkzeug.

        An answer with an ETag is asked for again, as a client asks that has it.
        """
        world.random.seed(f"{operation} {name}")
        world.now += timedelta(seconds=1)
        method, _, path = self._paths[operation].partition(" ")
        of_path = {part: given.pop(part) for part in list(given) if f"{{{part}}}" in path}
        sent = {**({"Authorization": f"Bearer {key}"} if key else {}), **(headers or {})}
        given = {"method": method, "headers": sent, **given}
        response = self._client.open(path.format(**of_path) + query, **given)
        self._keep(operation, name, given.get("json"), response)
        if "ETag" in response.headers and method == "GET" and response.status_code == 200:
            sent["If-None-Match"] = response.headers["ETag"]
            again = self._client.open(path.format(**of_path) + query, **given)
            self._keep(operation, name, None, again)
        return response.get_json(silent=True)

    def _keep(self, operation: str, name: str, asked: Any, answer: TestResponse) -> None:
        headers, answered = dict(answer.headers), answer.get_json(silent=True)
        self.played.append(Played(operation, name, asked, answer.status_code, headers, answered))


class World:
    """The clock of all games, and all that is random."""

    def __init__(self) -> None:
        self.now = BEGINNING
        self.random = Random()


world = World()


@contextmanager
def same_world() -> Iterator[None]:
    """While this lasts, the same calls are answered with the same texts."""
    world.now = BEGINNING
    with (
        patch("random._urandom", lambda size: world.random.randbytes(size)),
        patch("service.app._now", lambda: int(world.now.timestamp() * 1000)),
    ):
        yield
