"""Workers: how they are replaced, more at once than they can hold, and who waits for news."""

import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx

from tests.support.factory import NEW_ETAG
from tests.support.running import Service, ask, free_port, serving, stop, with_open_files
from tests.support.servers import children, on_a_store, one_server, workers
from tests.support.waiting import PATIENCE, wait_until

SMALL: Final = 100  # what the first of a crowd costs is no growth
LARGE: Final = 300
MOST_GROWTH: Final = 1_500_000  # bytes of memory: 1 kB for each request of a crowd
MOST_LINES: Final = 40  # of metrics


def test_workers_are_recycled_and_no_request_fails(tmp_path: Path) -> None:
    options = "--max-requests 20 --max-requests-jitter 5"
    with serving(tmp_path, GUNICORN_CMD_ARGS=options) as service, ThreadPoolExecutor(4) as pool:
        processes, path = workers(service), f"{service.url}/dealers"
        answers = [pool.submit(ask, "GET", path) for _ in range(60)]  # each on its own connection
        while not all(each.done() for each in answers):
            time.sleep(0.1)
            processes |= workers(service)
        wait_until(lambda: len(processes | workers(service)) > 2, "no worker was replaced")
        assert {each.result().status_code for each in answers} == {200}


def crowd(service: Service, first: int, size: int) -> set[int]:
    """The statuses of as many methods, paths, clients and games that nobody has seen before."""
    connection, found = HTTPConnection(urlsplit(service.url).netloc, timeout=PATIENCE), set()
    for number in range(first, first + size):
        letters = "".join(chr(ord("A") + int(digit)) for digit in str(number))
        for method, path, network in (
            (f"XX{letters}", "/livez", 0), ("GET", f"/x/{number}", 1),
            ("GET", "/guessers", number), ("POST", "/games", number),
        ):  # fmt: skip
            headers = {"X-Forwarded-For": f"2001:db8:{network:x}::1"}
            connection.request(method, path, headers=headers)
            with connection.getresponse() as response:
                response.read()
                found.add(response.status)
    connection.close()
    return found


def memory(process: int) -> int:
    """The bytes that a process has for itself, or shares with those that it was forked from."""
    status = Path(f"/proc/{process}/status").read_text()
    return sum(1024 * int(size) for size in re.findall(r"Rss(?:Anon|Shmem):\s+(\d+) kB", status))


def test_a_crowd_leaves_no_memory_labels_or_lasting_keys(tmp_path: Path) -> None:
    port = free_port()
    environ = {"METRICS_PORT": str(port), "TRUSTED_PROXIES": "1", "RATELIMIT_ENABLED": "true"}
    # One worker: what the first requests of another one cost would look like growth.
    with on_a_store(tmp_path, WORKERS="1", **environ) as (service, store), store.client as admin:

        def sizes() -> tuple[int, int, int]:
            lines = ask("GET", f"http://127.0.0.1:{port}/metrics").text.count("\n")
            keys = admin.info("keyspace")["db0"]
            lasting = keys["keys"] - keys["expires"]
            return sum(map(memory, children(service.process.pid))), lines, lasting

        crowd(service, 0, SMALL)
        before = sizes()
        assert crowd(service, SMALL, LARGE) == {200, 201, 404, 405}
        growth = [after - each for after, each in zip(sizes(), before, strict=True)]
    assert growth[0] < MOST_GROWTH
    assert growth[1] < MOST_LINES
    assert growth[2] == 0


AT_ONCE: Final = 60  # clients of two workers, each with one connection to its store
SOON: Final = 1  # seconds that those wait who hear of no guess
LATE: Final = 30  # seconds that others would wait


def asking(path: str, seconds: int = 0) -> bytes:
    """A request that closes its connection, or waits for so long for a game's first guess."""
    waits = f"If-None-Match: {NEW_ETAG}\r\nPrefer: wait={seconds}\r\n" if seconds else ""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{waits}\r\n".encode()


def status(client: socket.socket) -> int:
    with client, client.makefile("rb") as answer:
        return int(answer.readline().split()[1])


def test_all_are_answered_however_many_and_at_the_stop(tmp_path: Path) -> None:
    command, folder = with_open_files(250), tmp_path / "service"
    with one_server(tmp_path / "store") as store, ExitStack() as idle:
        url = f"{store.url}?max_connections=1"
        service = idle.enter_context(serving(folder, command, REDIS_URL=url))
        [said] = [line for line in service.log.read_text().splitlines() if "ulimit" in line]
        assert "250 open files" in said
        assert "100 connections" in said
        with httpx.Client(base_url=service.url, timeout=PATIENCE) as player:
            games = [player.post("/games", json={"length": 8}).json() for _ in range(AT_ONCE)]
        clients = [service.connected(asking(f"/games/{game['id']}")) for game in games]
        assert {status(client) for client in clients} == {200}

        # Many watch the first game, at both workers; of the others, each is watched once.
        paths = [f"/watch/{game['watch_id']}" for game in [*[games[0]] * 9, *games]]
        told = {paths[0], paths[-1]}
        seconds = {path: LATE if path in told else SOON for path in paths}
        clients = [service.connected(asking(path, seconds[path])) for path in paths]
        for game in (games[0], games[-1]):
            service.post(f"/games/{game['id']}/guesses", json={"letter": "e"})
        statuses = [status(client) for client in clients]
        assert statuses == [200 if path in told else 304 for path in paths]

        look = asking("/livez").replace(b"Connection: close\r\n", b"")
        watcher = service.connected(look + asking(paths[10], LATE))
        with watcher, watcher.makefile("rb") as answers:
            assert b" 200 " in answers.readline()  # so the worker has the other request, too
            for _ in range(400):  # more than the workers have places for
                idle.enter_context(service.connected())
            assert status(service.connected(asking("/livez"))) == 200
            stop(service.process)
            assert b"HTTP/1.1 304 " in answers.read()
    assert service.process.returncode == 0
    assert "Traceback" not in service.log.read_text()
