"""Workers: what they are made of, how they are replaced, and more at once than they can hold."""

import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from service.store.embedded import EmbeddedServer
from tests.live.test_watching import game_of, wait
from tests.support.programs import environment, run
from tests.support.running import SERVE, Service, ask, free_port, serving
from tests.support.servers import children, one_server, workers
from tests.support.waiting import PATIENCE, wait_until

SMALL: Final = 100  # what the first of a crowd costs is no growth
LARGE: Final = 1000
MOST_GROWTH: Final = 5_000_000  # bytes of memory: 1.2 kB for each request of a crowd
MOST_LINES: Final = 40  # of metrics


def test_workers_are_recycled_and_no_request_fails(tmp_path: Path) -> None:
    options = "--max-requests 20 --max-requests-jitter 5"
    with serving(tmp_path, GUNICORN_CMD_ARGS=options) as service, ThreadPoolExecutor(4) as pool:
        processes, path = workers(service), f"{service.url}/dealers"
        answers = [pool.submit(ask, "GET", path) for _ in range(160)]  # each on its own connection
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
    with (
        one_server(tmp_path / "store") as store,
        serving(tmp_path, REDIS_URL=f"redis://{store.address}/0", **environ) as service,
        store.client as admin,
    ):

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


AT_ONCE = 300


def with_open_files(most: int) -> tuple[str, ...]:
    """The command that serves with so many open files at most."""
    return ("sh", "-c", f'ulimit -n {most} && exec "$@"', "sh", *SERVE)


def sent(service: Service, request: bytes) -> socket.socket:
    client = service.connected()
    client.sendall(request)
    return client


def status(client: socket.socket) -> int:
    with client, client.makefile("rb") as answer:
        return int(answer.readline().split()[1])


def test_more_requests_than_connections_are_all_answered(tmp_path: Path) -> None:
    with serving(tmp_path, WORKERS="1") as service, ThreadPoolExecutor(AT_ONCE) as watchers:
        games = [game_of(service) for _ in range(AT_ONCE)]
        request = f"GET /games/{games[0]['id']} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        for _ in range(2):
            clients = [sent(service, request.encode()) for _ in range(AT_ONCE)]
            assert {status(client) for client in clients} == {200}

        waiting = [watchers.submit(wait, service, game, 10) for game in games]
        for game in (games[0], games[-1]):
            service.post(f"/games/{game['id']}/guesses", json={"letter": "e"})
        first, *others, last = [each.result() for each in waiting]
    assert {other.status_code for other in others} == {304}  # each watcher hears of its own game
    assert [each.json()["guessed_letters"] for each in (first, last)] == [["e"], ["e"]]


def test_too_few_files_are_said_and_a_full_table_still_answers(tmp_path: Path) -> None:
    with (
        EmbeddedServer(tmp_path / "store") as store,
        serving(tmp_path, with_open_files(250), REDIS_URL=store.url, WORKERS="1") as service,
        ExitStack() as idle,
    ):
        [said] = [line for line in service.log.read_text().splitlines() if "ulimit" in line]
        assert "250 open files" in said
        assert "100 connections" in said
        for _ in range(400):
            idle.enter_context(sent(service, b""))
        assert status(sent(service, b"GET /livez HTTP/1.1\r\nHost: here\r\n\r\n")) == 200
        assert "Traceback" not in service.log.read_text()


def test_limit_too_low_to_serve_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    named = {"PORT": str(free_port()), "REDIS_URL": "redis://127.0.0.1:1/0"}
    ran = run(*with_open_files(64), environ=environment(tmp_path, **named))
    assert (ran.returncode, ran.stderr.count("\n")) == (2, 1)
    assert "64 open files" in ran.stderr
