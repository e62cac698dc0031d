"""Clients of the service, one or many at the same time."""

import http.client
import json
import multiprocessing
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from multiprocessing.pool import Pool
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import numpy as np

from tests.support import waiting

PATIENCE: Final = 180.0  # seconds: after that, the service has lost the request
TRIES = 40  # tries of one request
PASSING = (0, 429, 502, 503, 504)  # statuses to retry: they say nothing about the game
LETTERS = "abcdefghijklmnopqrstuvwxyz"
GAME_TAG = re.compile(r'"(\d+)-[0-9a-f]{8}"')  # the ETag of a list has no version
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Answer:
    """An answer and the seconds that it took; the status is 0 if none came."""

    status: int
    body: dict[str, Any]
    version: int
    seconds: float
    tag: str = ""
    text: str = ""
    headers: tuple[tuple[str, str], ...] = ()


class Caller:
    """A client with one connection, which it opens again if it breaks."""

    def __init__(
        self, url: str, keep: bool = True, timeout: float = waiting.PATIENCE, source: str = ""
    ) -> None:
        self.address = urlsplit(url).netloc
        self.keep = keep
        self.timeout = timeout
        self.source = (source, 0) if source else None  # one of our addresses, and any port
        self.connection: http.client.HTTPConnection | None = None
        self.sent = 0

    def call(
        self, method: str, path: str, body: dict[str, Any] | str | None = None, **headers: str
    ) -> Answer:
        """Send a request once; a body that is a text is sent unchanged."""
        begun = time.perf_counter()
        try:
            self.connection = self.connection or http.client.HTTPConnection(
                self.address, timeout=self.timeout, source_address=self.source
            )
            if not self.keep:
                headers["Connection"] = "close"
            data = json.dumps(body) if isinstance(body, dict) else body
            sent = {"Content-Type": "application/json", **headers} if data else headers
            self.connection.request(method, path, data, sent)
            response = self.connection.getresponse()
            content = response.read()
            seconds = time.perf_counter() - begun
            found = json.loads(content) if content else {}
            tag = response.headers.get("ETag") or ""
            version = int(GAME_TAG.sub(r"\1", tag)) if GAME_TAG.fullmatch(tag) else 0
            if not self.keep or response.will_close:
                self.close()
            received = content.decode(), tuple(response.getheaders())
            return Answer(response.status, found, version, seconds, tag, *received)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            return Answer(0, {"error": repr(error)}, 0, time.perf_counter() - begun)

    def insist(
        self, method: str, path: str, body: dict[str, Any] | None = None, **headers: str
    ) -> Answer:
        """Send a request until its answer is not a passing failure, TRIES times at most."""
        for tries in range(TRIES):
            self.sent += 1
            answer = self.call(method, path, body, **headers)
            if answer.status not in PASSING:
                break
            time.sleep(min(0.5, 0.02 * 2**tries))
        return answer

    def game(self, letters: Iterable[str], **start: Any) -> Iterator[Answer]:
        """Yield the answers to a start and to guesses, until the game is over or did not start."""
        answer = self.call("POST", "/games", start)
        yield answer
        path = f"/games/{answer.body.get('id')}/guesses"
        for letter in letters:
            yield (answer := self.call("POST", path, {"letter": letter}))
            if answer.body.get("status") != "in_progress":
                break

    def close(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None

    def __del__(self) -> None:
        self.close()


def guesses_of(url: str, players: int, seconds: float) -> list[Answer]:
    """The answers to the guesses of players who do not pause."""
    guessing = partial(_guesses, url, time.monotonic() + seconds)
    return [answer for answers in together(guessing, range(players)) for answer in answers]


def _guesses(url: str, until: float, seed: int) -> list[Answer]:
    caller, chance = Caller(url), random.Random(seed)
    answers: list[Answer] = []
    while time.monotonic() < until:
        letters, length = chance.sample(LETTERS, 26), chance.randint(4, 12)
        game = caller.game(letters, length=length, max_misses=1000)
        answers += [*takewhile(lambda _: time.monotonic() < until, game)][1:]
    return answers


def together(call: Callable[[T], R], each: Sequence[T]) -> list[R]:
    """The results of calls that are made at the same time, each in a thread of its own."""
    with ThreadPoolExecutor(len(each)) as pool:
        return list(pool.map(call, each))


def processes(count: int) -> Pool:
    """New processes, which share nothing with this one."""
    return multiprocessing.get_context("spawn").Pool(count)


@contextmanager
def beside(work: Callable[..., R], *arguments: Any) -> Iterator[Callable[[], R]]:
    """Let another process work meanwhile; yield a function that waits for its result."""
    with processes(1) as pool:
        working = pool.apply_async(work, arguments)
        yield lambda: working.get(PATIENCE)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    return float(np.quantile(values, share))
