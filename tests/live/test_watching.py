"""Watching games on the whole service: several workers, and a stop."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from tests.support.factory import NEW_ETAG
from tests.support.running import Service, ask, serving, stop
from tests.support.waiting import PATIENCE

SECONDS = 30  # as long as one may wait


def game_of(service: Service) -> Any:
    return service.post("/games", json={"length": 8}).json()


def waiting(seconds: int = SECONDS) -> dict[str, str]:
    """The headers of somebody who waits for so long."""
    return {"If-None-Match": NEW_ETAG, "Prefer": f"wait={seconds}"}


def wait(service: Service, game: Any, seconds: int = SECONDS) -> httpx.Response:
    url = f"{service.url}/watch/{game['watch_id']}"
    return ask("GET", url, headers=waiting(seconds), timeout=2 * PATIENCE)


def test_many_who_wait_see_a_guess_that_any_worker_made(service: Service) -> None:
    with ThreadPoolExecutor(20) as watchers:
        game = game_of(service)
        answers = [watchers.submit(wait, service, game) for _ in range(20)]
        time.sleep(0.5)
        service.post(f"/games/{game['id']}/guesses", json={"letter": "e"})
        for answer in answers:
            assert answer.result().status_code == 200
            assert answer.result().json()["guessed_letters"] == ["e"]


def test_watcher_who_waits_is_answered_at_the_stop(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        named = {"Host": "x", **waiting()}
        headers = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        paths = ("/livez", f"/watch/{game_of(service)['watch_id']}")
        sent = "".join(f"GET {path} HTTP/1.1\r\n{headers}\r\n" for path in paths)
        with service.connected() as watcher, watcher.makefile("rb") as answers:
            watcher.sendall(sent.encode())
            assert b" 200 " in answers.readline()  # so the worker has the other request, too
            stop(service.process)
            assert b"HTTP/1.1 304 " in answers.read()
        assert service.process.returncode == 0
