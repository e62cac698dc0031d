"""Two instances, of which one stops or cannot reach its store, without and behind nginx."""

import http.client
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event
from typing import Final
from uuid import uuid4

import httpx
import pytest

from service.serving.background_work import LONGEST_WAIT
from service.settings import Settings
from tests.answering import answering
from tests.support.balancer import EXAMPLE, balancing
from tests.support.running import Service
from tests.support.servers import Server, children, on_a_store
from tests.support.waiting import PATIENCE, wait_until

CLIENTS: Final = 6
IDLE: Final = 1.0  # seconds after which a proxy closes an idle connection, as in nginx.conf
PAUSES: Final = (0.0, 0.03, 0.3)  # seconds between requests of a client
ROUNDS: Final = 30  # requests of each kind


@dataclass
class Proxy:
    """A client that behaves as nginx: it keeps a connection, and closes it first."""

    address: str
    pause: float
    connection: http.client.HTTPConnection | None = None
    used: float = 0.0  # when, as a time of `monotonic`

    def requests(self) -> Iterator[int]:
        """Start games until the service refuses connections; yield the status of each answer."""
        while True:
            if self.connection and time.monotonic() - self.used > IDLE:
                self.close()
            try:
                self.connection = self.connection or self._connected()
            except ConnectionRefusedError:
                return
            yield self._status_of_a_start(self.connection)
            time.sleep(self.pause)

    def _connected(self) -> http.client.HTTPConnection:
        connection = http.client.HTTPConnection(self.address, timeout=PATIENCE)
        connection.connect()
        return connection

    def _status_of_a_start(self, connection: http.client.HTTPConnection) -> int:
        """The status of the answer. Raises OSError or HTTPException if there is none."""
        connection.request("POST", "/games", "{}", {"Content-Type": "application/json"})
        answer = connection.getresponse()
        answer.read()
        self.used = time.monotonic()
        if answer.will_close:
            self.close()
        return answer.status

    def close(self) -> None:
        if self.connection:
            self.connection.close()
        self.connection = None


def terminate(service: Service) -> None:
    service.process.terminate()


def terminate_twice(service: Service) -> None:
    service.process.terminate()
    wait_until(lambda: service.get("/readyz").status_code == 503, "it does not drain")
    service.process.terminate()


def press_ctrl_c(service: Service) -> None:
    """Interrupt every process of the terminal."""
    of_workers = [each for worker in children(service.process.pid) for each in children(worker)]
    for process in [*of_workers, *children(service.process.pid), service.process.pid]:
        os.kill(process, signal.SIGINT)


@pytest.mark.parametrize(
    ("stop", "drain"),
    [(terminate, "0"), (terminate, "1"), (terminate_twice, "300"), (press_ctrl_c, "0")],
)
def test_stop_answers_every_request_that_a_proxy_has_sent(
    tmp_path: Path, stop: Callable[[Service], None], drain: str
) -> None:
    with on_a_store(tmp_path, HANGMAN_DRAIN_SECONDS=drain) as (service, _):
        address = service.url.removeprefix("http://")
        proxies = [Proxy(address, PAUSES[n % len(PAUSES)]) for n in range(CLIENTS)]
        with ThreadPoolExecutor(CLIENTS) as pool:
            begun = [each.requests() for each in proxies]
            assert [next(each) for each in begun] == [201] * CLIENTS
            answers = [pool.submit(Counter, each) for each in begun]
            stop(service)
            statuses: list[Counter[int]] = [each.result() for each in answers]
        code = service.process.wait(PATIENCE)

    assert {*sum(statuses, Counter())} == {201}
    assert code == 0


@contextmanager
def two_instances(folder: Path) -> Iterator[tuple[str, Server, Server]]:
    """Two instances behind nginx, each with a store of its own, so that one can lose it."""
    with ExitStack() as stack:
        pairs = [stack.enter_context(on_a_store(folder / each)) for each in ("one", "other")]
        (one, store), (other, other_store) = pairs
        yield stack.enter_context(balancing(folder, [one.url, other.url])), store, other_store


def starts(url: str, headers: Callable[[], dict[str, str]] = dict) -> list[httpx.Response]:
    """The answers to starts of games, one after another."""
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        return [client.post("/games", json={}, headers=headers()) for _ in range(ROUNDS)]


def new_key() -> dict[str, str]:
    return {"Idempotency-Key": str(uuid4())}


def test_instance_without_its_store_hands_requests_on(tmp_path: Path) -> None:
    with two_instances(tmp_path) as (url, store, other_store):
        store.stop()
        keyed, plain = starts(url, new_key), starts(url)
        path = keyed[0].headers["Location"]
        looks = [httpx.get(url + path, timeout=PATIENCE) for _ in range(ROUNDS)]
        guesses = [
            httpx.post(f"{url}{path}/guesses", json={"letter": letter}, timeout=PATIENCE)
            for letter in "etaoins"
        ]

        assert {each.status_code for each in [*looks, *guesses]} == {200}
        assert {each.status_code for each in keyed} == {201}
        assert {each.headers["Cache-Control"] for each in looks} == {"private, no-cache"}
        assert {each.status_code for each in plain} == {201, 503}
        assert all("X-Accel-Redirect" not in each.headers for each in [*keyed, *looks, *plain])

        # Now no instance reaches its store: nginx passes on what they say.
        other_store.stop()
        for each in [*starts(url, new_key), *starts(url)]:
            assert (each.status_code, each.headers["Retry-After"]) == (503, "1")
            assert each.json()["title"] != "No answer from the service"  # this is nginx's own
            assert "X-Accel-Redirect" not in each.headers


GAME: Final = "/games/" + "0" * 26
QUICK: Final = ["GET " + GAME, "POST /games", f"POST {GAME}/guesses"]
SLOW: Final = [f"GET {GAME}/{each}" for each in ("hint", "review", "confession")]


def test_nginx_waits_longer_for_help_than_for_a_guess(tmp_path: Path) -> None:
    gone = Event()

    class Vanished(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            gone.wait(PATIENCE)

        do_POST = do_GET  # noqa: N815  # the name that http.server looks for

    def status(line: str) -> int:
        method, path = line.split()
        return httpx.request(method, url + path, timeout=PATIENCE).status_code

    with (
        answering(Vanished) as instance,
        balancing(tmp_path, [instance]) as url,
        ThreadPoolExecutor(len(SLOW + QUICK)) as pool,
    ):
        pending = [pool.submit(status, line) for line in SLOW]
        quick = [pool.submit(status, line) for line in QUICK]
        wait(quick, timeout=PATIENCE)
        still_pending = [each for each in pending if not each.done()]
        gone.set()

    assert [each.result() for each in quick] == [504] * len(QUICK)
    assert len(still_pending) == len(SLOW)


def test_nginx_waits_longer_for_a_guess_than_the_service() -> None:
    [read] = re.findall(r"proxy_read_timeout (\d+)ms;", EXAMPLE.read_text())
    defaults = Settings()
    store = 2 * (defaults.store_connect_timeout + defaults.store_read_timeout)

    assert int(read) / 1000 > max(LONGEST_WAIT, store)
