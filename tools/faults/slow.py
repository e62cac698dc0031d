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

from tests.inputs import FRAMED
from tests.live.running import Service, serving
from tools.faults.findings import Finding
from tools.faults.players import LETTERS, Caller

ATTACKERS: Final = 12  # connections of one client
DROP: Final = 1.0  # seconds from one byte to the next
CHECKS: Final = 14  # of health
IN_TIME: Final = 1.0  # seconds that a health check may take
REQUEST_SECONDS: Final = 10.0  # a whole request arrives within this

HEAD: Final = b"POST /games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED: Final = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
WHOLE: Final = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
BUNDLE: Final = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"
CONTRACT: Final = b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"


@dataclass(frozen=True)
class Kind:
    """A way to be slow: what is sent at once, and then by the drop. No answer is ever read."""

    name: str
    sent: bytes
    drop: bytes = b""


KINDS: Final = (
    Kind("nothing sent", b""),
    Kind("half a header, dripped", HEAD + b"X: ", b"x"),
    Kind("half a body", FRAMED.encode() + b'Content-Length: 13\r\n\r\n{"length'),
    Kind("a chunk that begins with CR LF CR LF, dripped", CHUNKED + b"400\r\n\r\n\r\n", b" "),
    Kind(
        "`Content-Length: 1000000000`, dripped", HEAD + b"Content-Length: 1000000000\r\n\r\n", b" "
    ),
    Kind(
        "`Content-Length: 0000000009000`, dripped",
        HEAD + b"Content-Length: 0000000009000\r\n\r\n",
        b" ",
    ),
    Kind("a first byte that is no letter, dripped", b"1", b"1"),
    Kind("a request and a half in one packet, dripped", WHOLE + HEAD + b"X: ", b"x"),
    Kind("64 KiB of headers without an end, dripped", HEAD + b"X: " + b"x" * 65_536, b"x"),
    Kind("40 pipelined GETs of the swagger bundle, never read", 40 * BUNDLE),
    Kind("400 pipelined GETs of /openapi.yaml, never read", 400 * CONTRACT),
    Kind(
        "`Expect: 100-continue` and a dripped body",
        HEAD + b"Content-Length: 9000\r\nExpect: 100-continue\r\n\r\n",
        b" ",
    ),
)
IN_TURN: Final = tuple((kind,) for kind in KINDS)

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


def slow_clients(
    folder: Path, groups: Sequence[Group] = IN_TURN, checks: int = CHECKS
) -> Iterator[Finding]:
    """Twelve connections of each kind, a byte a second; each group of kinds in its turn."""
    with serving(folder) as service:
        for group in groups:
            with under_attack(service, group):
                answered, in_time = healthy(service, checks)
            name = group[0].name if len(group) == 1 else f"{len(group)} kinds of them together"
            yield Finding(
                "6", f"{ATTACKERS} slow connections: {name}", f"{checks} health checks",
                "all but one answered within a second", f"{in_time} of {checks}",
                answered > 0, in_time >= checks - 1,
            )  # fmt: skip


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
            "6", f"{many:,} {name}, from one address", f"{checks} health checks, {guesses} guesses",
            "all but one answered within a second, and all guesses made",
            f"{in_time} of {checks}, {answered_guesses} of {guesses}",
            answered > 0 and answered_guesses == guesses, in_time >= checks - 1,
        )  # fmt: skip


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
