"""Crowds: very many requests, watchers, methods, paths or clients; what grows with them."""

import re
import select
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import httpx
from redis import Redis

from tests.factory import NEW_ETAG
from tests.live.running import Service, free_port, serving
from tools.faults.findings import Finding
from tools.faults.players import Caller, percentile
from tools.faults.servers import children, one_server
from tools.faults.slow import address_of, connected, raise_limit_of_files

SMALL: Final = 100  # what the first of a crowd costs is no growth
CONNECTION: Final = 40_000  # bytes that a worker may keep of each that was connected at once
ANSWERED: Final = re.compile(rb"HTTP/1\.1 (\d{3}) ")
LOOK: Final = 1.5  # seconds until a watcher is told
TOO_MANY: Final = 1_000_000  # lines of metrics, which are not answered in a minute
WATCHED: Final = 50  # watchers whose games are guessed in
WAIT: Final = f"If-None-Match: {NEW_ETAG}\r\nPrefer: wait=30\r\n"


@dataclass(frozen=True)
class Outcome:
    """What a crowd was answered, and how long what should be soon took, in seconds."""

    answers: Counter[str]
    soon: float = 0.0
    remark: str = ""

    def __add__(self, other: "Outcome") -> "Outcome":
        return Outcome(self.answers + other.answers, max(self.soon, other.soon), other.remark)


@dataclass(frozen=True)
class Crowd:
    """What comes in crowds of some sizes; `comes` says what each was answered."""

    name: str
    sizes: Sequence[int]
    comes: Callable[[Service, int], Outcome]
    promised: str
    answers: frozenset[str]  # that are no fault
    bytes_each: int = 0  # of memory
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Size:
    """What a service has: bytes of memory and of metrics, files, lines of metrics, lasting keys."""

    memory: int
    metrics: int
    files: int
    labels: int
    keys: int

    def __sub__(self, other: "Size") -> "Size":
        return Size(*[mine - theirs for mine, theirs in zip(self, other, strict=True)])

    def __iter__(self) -> Iterator[int]:
        return iter((self.memory, self.metrics, self.files, self.labels, self.keys))

    def __str__(self) -> str:
        return (
            f"memory {self.memory / 1e6:+.1f} MB, files {self.files:+}, lasting keys {self.keys:+},"
            f" lines of metrics {self.labels:+}, their files {self.metrics / 1000:+,.0f} kB"
        )


SPARE: Final = Size(
    memory=10_000_000, metrics=0, files=200, labels=40, keys=0
)  # workers keep up to a hundred connections to the store each


def crowds(folder: Path) -> Iterator[Finding]:
    """Each crowd small, then large: what has grown meanwhile, and what it was answered."""
    raise_limit_of_files()
    for number, crowd in enumerate(CROWDS):
        port = free_port()
        with one_server(folder / f"store-{number}") as store, serving(
            folder / str(number), REDIS_URL=f"redis://{store.address}/0", METRICS_PORT=str(port),
            **crowd.settings,
        ) as service:  # fmt: skip
            outcome = crowd.comes(service, SMALL)
            before = size_of(service, store.client, port)
            for size in crowd.sizes:
                outcome += crowd.comes(service, size)
            grown = _settled(lambda: size_of(service, store.client, port) - before)  # noqa: B023  # at once
        yield _finding(crowd, outcome, grown)


def _finding(crowd: Crowd, outcome: Outcome, grown: Size) -> Finding:
    most = replace(SPARE, memory=SPARE.memory + crowd.bytes_each * max(crowd.sizes))
    bounded = max(grown - most) <= 0
    answers = ", ".join(f"{count:,} × {answer}" for answer, count in outcome.answers.items())
    return Finding(
        "7", f"{crowd.name}: {', '.join(f'{size:,}' for size in crowd.sizes)}", "once each",
        f"{crowd.promised}; growth after the first {SMALL}: {most} at most",
        f"{answers}; {outcome.remark}{grown}",
        bounded and outcome.answers.keys() <= crowd.answers, outcome.soon <= LOOK,
    )  # fmt: skip


def _settled(grown: Callable[[], Size]) -> Size:
    """What has grown, once connections are closed on both sides, or after some seconds."""
    for _ in range(10):
        time.sleep(1)
        if (now := grown()).files <= SPARE.files:
            break
    return now


def size_of(service: Service, store: Redis, metrics_port: int) -> Size:
    processes = children(service.process.pid)
    files = [size for process in processes for size in _files(process)]
    games = store.info("keyspace").get("db0", {"keys": 0, "expires": 0})
    return Size(
        sum(map(_memory, processes)), sum(files), len(files),
        _lines(f"http://127.0.0.1:{metrics_port}/metrics"), games["keys"] - games["expires"],
    )  # fmt: skip


def _files(process: int) -> Iterator[int]:
    """The files that a process has open: of counts their sizes, of others 0."""
    for file in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            yield file.stat().st_size if str(file.readlink()).endswith(".db") else 0


def _lines(url: str) -> int:
    try:
        return httpx.get(url, timeout=60).text.count("\n")
    except httpx.HTTPError:
        return TOO_MANY


def _memory(process: int) -> int:
    """The bytes that a process has for itself, or shares with those that it was forked from."""
    status = Path(f"/proc/{process}/status").read_text()
    return sum(1024 * int(size) for size in re.findall(r"Rss(?:Anon|Shmem):\s+(\d+) kB", status))


def at_once(service: Service, many: int) -> Outcome:
    """Looks at a game, each on a connection of its own; then whether the service is ready."""
    game = Caller(service.url).call("POST", "/games", {}).body["id"]
    with ExitStack() as stack:
        sent = [_sent(stack, service, f"/games/{game}") for _ in range(many)]
        answers = Counter(map(_status, sent))
    return Outcome(answers + Counter([f"{service.get('/readyz').status_code} /readyz"]))


def watchers(service: Service, many: int) -> Outcome:
    """As many watchers of as many games; some of the games are guessed in."""
    caller = Caller(service.url)
    games = [caller.insist("POST", "/games", {"length": 8}).body for _ in range(many)]
    with ExitStack() as stack:
        waiting = [_sent(stack, service, f"/watch/{game['watch_id']}", WAIT) for game in games]
        time.sleep(2 * LOOK)
        early = set(_readable(waiting, 0))
        watched = waiting[-WATCHED:]
        guesses = [
            caller.call("POST", f"/games/{game['id']}/guesses", {"letter": "e"})
            for game in games[-WATCHED:]
        ]
        begun = time.monotonic()
        while len(_readable(watched, 0)) < len(watched) and time.monotonic() - begun < 30:
            time.sleep(0.02)
        took = time.monotonic() - begun
        answers = Counter(f"{_status(each)} told" for each in watched if each.fileno() not in early)
        answers += Counter(f"{_status(each)} early" for each in waiting if each.fileno() in early)
    late = percentile([guess.seconds for guess in guesses], 0.99)
    return Outcome(
        answers, took,
        f"with {many:,} all told after {took:.1f} s, p99 of guesses {1000 * late:.0f} ms; ",
    )  # fmt: skip


def methods(service: Service, many: int) -> Outcome:
    return _distinct(service, many, lambda number: (f"XX{_letters(number)}", "/livez", {}))


def paths(service: Service, many: int) -> Outcome:
    return _distinct(service, many, lambda number: ("GET", f"/x/{number}", {}))


def clients(service: Service, many: int) -> Outcome:
    """Each from an IPv6 network of its own."""

    def request(number: int) -> tuple[str, str, dict[str, str]]:
        network = f"2001:db8:{many:x}:{number:x}::1"
        return "GET", "/guessers", {"X-Forwarded-For": network}

    return _distinct(service, many, request)


def _distinct(
    service: Service, many: int, request: Callable[[int], tuple[str, str, dict[str, str]]]
) -> Outcome:
    caller, answers = Caller(service.url), Counter[str]()
    for number in range(many):
        method, path, headers = request(number)
        answers[str(caller.call(method, path, None, **headers).status)] += 1
    caller.close()
    return Outcome(answers)


def _letters(number: int) -> str:
    return "".join(chr(ord("A") + int(digit)) for digit in str(number))


def _sent(stack: ExitStack, service: Service, path: str, headers: str = "") -> socket.socket:
    connection = stack.enter_context(connected(address_of(service)))
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{headers}\r\n".encode())
    return connection


def _status(connection: socket.socket) -> str:
    connection.settimeout(60)
    try:
        answer = ANSWERED.match(connection.recv(65_536))
    except OSError:
        answer = None
    return answer[1].decode() if answer else "none"


def _readable(connections: Sequence[socket.socket], seconds: float) -> list[int]:
    poll = select.poll()
    for connection in connections:
        poll.register(connection, select.POLLIN)
    return [number for number, _ in poll.poll(1000 * seconds)]


CROWDS: Final = (
    Crowd(
        "requests at once at a worker", (10, 100, 300, 1000, 2000), at_once,
        "each is answered, and the worker is ready afterwards",
        frozenset({"200", "200 /readyz"}), CONNECTION, {"WORKERS": "1"},
    ),
    Crowd(
        "watchers of as many games", (10, 150, 1000, 5000), watchers,
        f"all wait until their game is guessed in, and are told within {LOOK} s; {WATCHED} are",
        frozenset({"200 told", "304 early"}), CONNECTION,  # early: after 30 s
    ),
    Crowd(
        "distinct methods", (10_000,), methods, "405", frozenset({"405"}),
    ),
    Crowd("distinct paths", (10_000,), paths, "404", frozenset({"404"})),
    Crowd(
        "clients, each of an IPv6 network of its own", (10_000,), clients, "200",
        frozenset({"200"}),
        settings={"TRUSTED_PROXIES": "1", "RATELIMIT_ENABLED": "true"},
    ),
)  # fmt: skip
