"""More connections than a worker has places for; and new ones until the very end of a service."""

import signal
import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event
from typing import Final

from tests.support.factory import NEW_ETAG
from tests.support.running import SERVE, Service, serving
from tests.support.servers import one_server
from tools.faults.findings import Finding
from tools.faults.players import Answer, Caller, percentile
from tools.faults.slow import (
    HEAD,
    IN_TIME,
    WHOLE,
    Kind,
    address_of,
    connected,
    raise_limit_of_files,
    under_attack,
)

PLACES: Final = 300  # of the table of connections
FILES: Final = PLACES + 150  # open files that leave so many places
CUT: Final = ("sh", "-c", f'ulimit -n {FILES} && exec "$@"', "sh", *SERVE)
ELSEWHERE: Final = "127.0.0.2"  # another address than that of the attackers
SLOW_HEAD: Final = Kind("half a header, dripped", HEAD + b"X: ", b"x")
PROBE_INTERVAL: Final = 0.05  # seconds between health checks
FLOOD: Final = 8  # threads that connect and hang up, again at once


def slow_heads(folder: Path, many: int = 700, checks: int = 200) -> Iterator[Finding]:
    """More slow heads than places, which come back; health checks from another address."""
    raise_limit_of_files()
    with (
        one_server(folder / "store") as store,
        serving(folder, CUT, REDIS_URL=f"redis://{store.address}/0", WORKERS="1") as service,
        under_attack(service, [SLOW_HEAD], many),
    ):
        caller = Caller(service.url, keep=False, source=ELSEWHERE)
        answers = [_checked(caller) for _ in range(checks)]
    well = sum(answer.status == 200 for answer in answers)
    late = percentile([answer.seconds for answer in answers], 0.99)
    yield Finding(
        f"{checks} health checks of another address",
        f"{well} answered, p99 {1000 * late:.0f} ms",
        well == checks,
        late < IN_TIME,
    )


def _checked(caller: Caller) -> Answer:
    """The answer to a health check, and a moment in which the attackers come back."""
    time.sleep(PROBE_INTERVAL)
    return caller.call("GET", "/livez")


def watchers(folder: Path, many: int = 5000, heads: int = 700) -> Iterator[Finding]:
    """Watchers of one game and of one address, who fill a table with slow heads of the same."""
    raise_limit_of_files()
    with (
        one_server(folder / "store") as store,
        serving(folder, REDIS_URL=f"redis://{store.address}/0", WORKERS="1") as service,
        ExitStack() as stack,
    ):
        game = Caller(service.url).call("POST", "/games", {"length": 8}).body
        waiting = [_watch(stack, service, game["watch_id"]) for _ in range(many)]
        with under_attack(service, [SLOW_HEAD], heads):
            caller = Caller(service.url, source=ELSEWHERE)
            guess = caller.call("POST", f"/games/{game['id']}/guesses", {"letter": "e"})
            learned = sum(_is_told(each) for each in waiting)
    yield Finding(
        "once", f"guess {guess.status}, {learned:,} told", guess.status == 200 and learned == many
    )


def _watch(stack: ExitStack, service: Service, watch_id: str) -> socket.socket:
    """A connection that waits for the next version of a game."""
    connection = stack.enter_context(connected(address_of(service)))
    wait = f"If-None-Match: {NEW_ETAG}\r\nPrefer: wait=30\r\n"
    connection.sendall(f"GET /watch/{watch_id} HTTP/1.1\r\nHost: x\r\n{wait}\r\n".encode())
    return connection


def _is_told(connection: socket.socket) -> bool:
    connection.settimeout(60)
    with suppress(OSError):
        return connection.recv(100).startswith(b"HTTP/1.1 200 ")
    return False


def flooded_at_the_stop(folder: Path, rounds: int = 3) -> Iterator[Finding]:
    """SIGTERM while clients connect, ask and hang up without a pause."""
    codes, logs, connections = [], [], 0
    for number in range(rounds):
        over = Event()
        with (
            serving(folder / str(number), WORKERS="1") as service,
            ThreadPoolExecutor(FLOOD) as pool,
        ):
            floods = [pool.submit(_flood, address_of(service), over) for _ in range(FLOOD)]
            time.sleep(1)
            service.process.send_signal(signal.SIGTERM)
            codes.append(service.process.wait(30))
            over.set()
            connections += sum(flood.result() for flood in floods)
        logs.append(service.log.read_text())
    yield Finding(
        f"{rounds} times, {connections:,} connections",
        f"{_tracebacks(logs)} tracebacks; exit codes {set(codes)}",
        not _tracebacks(logs) and set(codes) == {0} and connections > 0,
    )


def _flood(address: tuple[str, int], over: Event) -> int:
    """Connect, ask and hang up until it is over; how often that went well."""
    connections = 0
    while not over.is_set():
        with suppress(OSError), connected(address) as connection:
            connection.sendall(WHOLE)
            connections += 1
    return connections


def _tracebacks(logs: Sequence[str]) -> int:
    return sum(log.count("Traceback") for log in logs)
