"""Workers: what they are made of, how others take their place, and that nothing grows in them."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from service.store.embedded import EmbeddedServer
from tests.live.test_log import GUNICORN
from tests.support.running import Service, ask, free_port, serving
from tests.support.servers import children, one_server, workers
from tests.support.waiting import wait_until

SMALL: Final = 100  # what the first of a crowd costs is no growth
LARGE: Final = 1000
MOST_GROWTH: Final = 5_000_000  # bytes of memory: 1.2 kB for each request of a crowd
MOST_LINES: Final = 40  # of metrics


def failed(service: Service, requests: int) -> int:
    """How many of some requests fail, each on a connection of its own."""
    answers = (ask("GET", service.url + "/dealers").status_code for _ in range(requests))
    return sum(status != 200 for status in answers)


def test_workers_are_recycled_and_no_request_fails(tmp_path: Path) -> None:
    options = "--max-requests 40 --max-requests-jitter 10"
    with (
        serving(tmp_path, GUNICORN_CMD_ARGS=options) as service,
        ThreadPoolExecutor(4) as pool,
    ):
        processes = workers(service)
        errors = [pool.submit(failed, service, 100) for _ in range(4)]
        while not all(each.done() for each in errors):
            time.sleep(0.1)
            processes |= workers(service)

        wait_until(lambda: len(processes | workers(service)) > 2, "no worker was replaced")
        assert sum(each.result() for each in errors) == 0


def test_locks_and_sockets_of_a_worker_are_gevents(
    tmp_path: Path, own_server: EmbeddedServer
) -> None:
    command = (*GUNICORN, "tests.live.inside:inside()")
    with serving(tmp_path, command, REDIS_URL=own_server.url) as service:
        looks = [service.get("/inside").json() for _ in range(4)]

    for look in looks:
        assert look["preloaded"]
        assert look["patched"]
        assert all("gevent" in module for module in look["locks"])


def crowd(service: Service, first: int, size: int) -> set[int]:
    """The statuses of as many methods, paths, clients and games that nobody has seen before."""
    connection = HTTPConnection(urlsplit(service.url).netloc, timeout=60)
    found = set()
    for number in range(first, first + size):
        letters = "".join(chr(ord("A") + int(digit)) for digit in str(number))
        for method, path, client in (
            (f"XX{letters}", "/livez", 0), ("GET", f"/x/{number}", 1), ("GET", "/guessers", number),
            ("POST", "/games", number),
        ):  # fmt: skip
            network = f"2001:db8:{client:x}::1"
            connection.request(method, path, headers={"X-Forwarded-For": network})
            response = connection.getresponse()
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
            processes = children(service.process.pid)
            lines = ask("GET", f"http://127.0.0.1:{port}/metrics").text.count("\n")
            keys = admin.info("keyspace")["db0"]
            return sum(map(memory, processes)), lines, keys["keys"] - keys["expires"]

        crowd(service, 0, SMALL)
        before = sizes()
        answers = crowd(service, SMALL, LARGE)
        growth = [after - each for after, each in zip(sizes(), before, strict=True)]

    assert answers == {200, 201, 404, 405}
    assert growth[0] < MOST_GROWTH
    assert growth[1] < MOST_LINES
    assert growth[2] == 0
