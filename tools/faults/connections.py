"""Slow clients, more connections than a worker has places for, and a flood during a stop."""

import resource
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import TimeoutExpired
from threading import Event, Thread
from typing import Final

from tests.support.running import Service, serving, with_open_files
from tests.support.servers import on_a_store
from tools.faults.findings import Finding
from tools.faults.players import Caller, percentile, together

DROP: Final = 1.0  # seconds from one byte to the next
IN_TIME: Final = 1.0  # seconds that a health check may take
PLACES: Final = 300  # of the table of connections
FILES: Final = PLACES + 150  # open files, which leave room for so many connections
ELSEWHERE: Final = "127.0.0.2"  # another address than that of the attackers
PROBE_INTERVAL: Final = 0.05  # seconds between health checks
FLOOD: Final = 8  # threads that connect and hang up, again at once
HEAD: Final = b"POST /games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
WHOLE: Final = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"


@dataclass
class SlowHead:
    """A connection that sends half a header, then a byte at a time; it reconnects if closed."""

    service: Service
    connection: socket.socket | None = None

    def attack(self) -> None:
        """Send the next byte, or everything before it on a new connection."""
        data = b"x" if self.connection else HEAD + b"X: "
        self.connection = self.connection or self.service.connected()
        try:
            self.connection.sendall(data)
        except OSError:
            self.close()

    def close(self) -> None:
        if self.connection:
            self.connection.close()
            self.connection = None


@contextmanager
def under_attack(service: Service, many: int) -> Iterator[None]:
    """Let many slow heads attack until the end of the block."""
    done = Event()
    attackers = [SlowHead(service) for _ in range(many)]

    def attack() -> None:
        while True:
            for attacker in attackers:
                with suppress(OSError):
                    attacker.attack()
            if done.wait(DROP):
                return

    for attacker in attackers:
        attacker.attack()
    thread = Thread(target=attack)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        for attacker in attackers:
            attacker.close()


def raise_limit_of_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))


def slow_heads(folder: Path, many: int = 700, checks: int = 200) -> Iterator[Finding]:
    """Health checks from another address, beside more slow heads than places."""
    raise_limit_of_files()
    with (
        on_a_store(folder, with_open_files(FILES), HANGMAN_WORKERS="1") as (service, _),
        under_attack(service, many),
    ):
        caller = Caller(service.url, keep=False, source=ELSEWHERE)
        answers = []
        for _ in range(checks):
            time.sleep(PROBE_INTERVAL)  # meanwhile, attackers reconnect
            answers.append(caller.call("GET", "/livez"))
    well = sum(answer.status == 200 for answer in answers)
    late = percentile([answer.seconds for answer in answers], 0.99)
    yield Finding(
        f"{checks} health checks of another address",
        f"{well} answered, p99 {1000 * late:.0f} ms",
        well == checks,
        late < IN_TIME,
    )


def watchers(folder: Path, many: int = 5000, heads: int = 700) -> Iterator[Finding]:
    """Watchers of one game, who fill the table together with slow heads of the same address."""
    raise_limit_of_files()
    with on_a_store(folder, HANGMAN_WORKERS="1") as (service, _), ExitStack() as stack:
        game = Caller(service.url).call("POST", "/games", {"length": 8}).body
        waiting = [_watch(stack, service, game["watch_id"]) for _ in range(many)]
        with under_attack(service, heads):
            caller = Caller(service.url, source=ELSEWHERE)
            guess = caller.call("POST", f"/games/{game['id']}/guesses", {"letter": "e"})
            learned = sum(_learns(each) for each in waiting)
    yield Finding(
        "once", f"guess {guess.status}, {learned:,} know", guess.status == 200 and learned == many
    )


def _watch(stack: ExitStack, service: Service, watch_id: str) -> socket.socket:
    """A connection that follows a game."""
    request = f"GET /watch/{watch_id}/events HTTP/1.1\r\nHost: x\r\n\r\n"
    return stack.enter_context(service.connected(request.encode()))


def _learns(connection: socket.socket) -> bool:
    connection.settimeout(60)
    with suppress(OSError), connection.makefile("rb") as stream:
        return any(b'"version":2,' in line for line in stream)
    return False


def flooded_at_the_stop(folder: Path, rounds: int = 3) -> Iterator[Finding]:
    """SIGTERM while clients connect, send a request and hang up without a pause."""
    codes, logs, connections = [], [], 0
    for number in range(rounds):
        over = Event()
        with serving(folder / str(number), HANGMAN_WORKERS="1") as service:
            stopping = Thread(target=_stop, args=(service, over))
            stopping.start()
            connections += sum(together(partial(_flood, over), [service] * FLOOD))
            stopping.join()
        codes.append(service.process.returncode)
        logs.append(service.log.read_text())
    tracebacks = sum(log.count("Traceback") for log in logs)
    yield Finding(
        f"{rounds} times, {connections:,} connections",
        f"{tracebacks} tracebacks; exit codes {set(codes)}",
        not tracebacks and set(codes) == {0} and connections > 0,
    )


def _stop(service: Service, over: Event) -> None:
    """Send SIGTERM after a second, and set `over` when the service has ended."""
    time.sleep(1)
    service.process.send_signal(signal.SIGTERM)
    with suppress(TimeoutExpired):
        service.process.wait(30)
    over.set()


def _flood(over: Event, service: Service) -> int:
    """Connect, send a request and hang up until `over` is set; return how often that worked."""
    connections = 0
    while not over.is_set():
        with suppress(OSError), service.connected(WHOLE):
            connections += 1
    return connections
