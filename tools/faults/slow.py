"""Slow clients: they drip, or read nothing, or are very many. None of them holds others up."""

import resource
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from tests.support.running import Service, serving
from tools.faults.findings import Finding
from tools.faults.players import LETTERS, Caller

ATTACKERS: Final = 12  # connections of one client
DROP: Final = 1.0  # seconds from one byte to the next
CHECKS: Final = 14  # of health
IN_TIME: Final = 1.0  # seconds that a health check may take
REQUEST_SECONDS: Final = 10.0  # a whole request arrives within this

HEAD: Final = b"POST /games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
WHOLE: Final = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"


@dataclass(frozen=True)
class Kind:
    """A way to be slow: what is sent at once, and then by the drop. No answer is ever read."""

    name: str
    sent: bytes
    drop: bytes = b""


Group: TypeAlias = Sequence[Kind]


@dataclass
class Attacker:
    """One connection that is slow in one way; closed by the service, it comes back."""

    kind: Kind
    address: tuple[str, int]
    connection: socket.socket | None = field(default=None, init=False)

    def attack(self) -> None:
        """Send the next drop; first, or again, all that comes before it."""
        if self.connection is None:
            self.connection = connected(self.address)
            self._send(self.kind.sent)
        elif self.kind.drop:
            self._send(self.kind.drop)

    def close(self) -> None:
        if self.connection:
            self.connection.close()
            self.connection = None

    def _send(self, data: bytes) -> None:
        assert self.connection
        try:
            self.connection.sendall(data)
        except OSError:
            self.close()


def connected(address: tuple[str, int]) -> socket.socket:
    return socket.create_connection(address, timeout=5)


def address_of(service: Service) -> tuple[str, int]:
    parts = urlsplit(service.url)
    assert parts.hostname
    assert parts.port
    return parts.hostname, parts.port


@contextmanager
def under_attack(service: Service, group: Group, many: int = ATTACKERS) -> Iterator[None]:
    """Many slow connections of each kind of a group, until the end of the block."""
    done = Event()
    attackers = [Attacker(kind, address_of(service)) for kind in group for _ in range(many)]

    def attack() -> None:
        while True:
            for attacker in attackers:
                with suppress(OSError):
                    attacker.attack()
            if done.wait(DROP):
                return

    attack_once(attackers)
    thread = Thread(target=attack)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
        for attacker in attackers:
            attacker.close()


def attack_once(attackers: Sequence[Attacker]) -> None:
    for attacker in attackers:
        attacker.attack()


def healthy(service: Service, checks: int) -> tuple[int, int]:
    """How many health checks are answered before a slow client is cut off; how many in time.

    Each is on a connection of its own.
    """
    seconds = []
    for _ in range(checks):
        answer = Caller(service.url, keep=False, timeout=REQUEST_SECONDS / 2).call("GET", "/livez")
        seconds += [answer.seconds] * (answer.status == 200)
        time.sleep(max(0.0, 0.5 - answer.seconds))
    return len(seconds), sum(each < IN_TIME for each in seconds)


def crowds(
    folder: Path, idle: int = 2300, halves: int = 500, checks: int = CHECKS
) -> Iterator[Finding]:
    """Very many connections from one address."""
    raise_limit_of_files()
    for name, many, sent in (
        ("connections that send nothing", idle, b""),
        ("connections with 60 KB of a header without an end", halves, HEAD + b"X" * 60_000),
    ):
        with serving(folder / str(many)) as service, ExitStack() as stack:
            for _ in range(many):
                connection = stack.enter_context(connected(address_of(service)))
                with suppress(OSError):  # closed for what it sent
                    connection.sendall(sent)
            answered, in_time = healthy(service, checks)
            guesses, answered_guesses = _guesses_made(service)
        yield Finding(
            f"{checks} health checks, {guesses} guesses",
            f"{in_time} of {checks}, {answered_guesses} of {guesses}",
            answered > 0 and answered_guesses == guesses,
            in_time >= checks - 1,
            case=f"{many:,} {name}",
        )


def _guesses_made(service: Service) -> tuple[int, int]:
    """How many guesses were sent in a game, and how many were made."""
    caller = Caller(service.url)
    game = caller.call("POST", "/games", {"length": 9, "max_misses": 1000}).body.get("id")
    letters = sorted(LETTERS, key="eaiosrtn".find)[:18]  # rare ones: they do not win
    answers = [
        caller.call("POST", f"/games/{game}/guesses", {"letter": letter}) for letter in letters
    ]
    return len(answers), sum(answer.status == 200 for answer in answers)


def raise_limit_of_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
