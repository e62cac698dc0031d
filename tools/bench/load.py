"""Players over HTTP that use as little CPU of their own as possible."""

import random
import re
import selectors
import socket
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import TypeAlias, TypeVar

import numpy as np
import psutil

CONNECTIONS = 16  # so that all workers get about as many, whichever accepts first
LENGTHS = range(4, 13)
ENDED = (b'"status":"won"', b'"status":"lost"')
# How often each letter occurs in English text, in per mille: people guess the common ones first.
ENGLISH = dict(
    zip(
        "etaoinshrdlcumwfgypbvkjxqz",
        [127, 91, 82, 75, 70, 67, 63, 61, 60, 43, 40, 28, 28, 24, 24, 22, 20, 20, 19, 15, 10, 8,
         2, 2, 1, 1],
        strict=True,
    )
)  # fmt: skip
COOKIE = re.compile(rb"\r\nset-cookie: *([^;\r]*)", re.IGNORECASE)
OVER = object()
T = TypeVar("T")
Asking: TypeAlias = Generator[None, None, T]  # yields while an answer is awaited
Times: TypeAlias = dict[int, list[float]]  # by the game's number, of each guess


@dataclass(frozen=True)
class Load:
    """Measurements of a server under guesses: seconds, the latency of each guess, seconds of CPU
    of the server's processes, and the bytes that players and server have sent to each other.
    """

    seconds: float
    latencies: list[float]
    cpu: float
    bytes: int

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    @property
    def cpu_per_guess(self) -> float:
        return self.cpu / len(self.latencies)

    def percentile(self, share: float) -> float:
        return float(np.quantile(self.latencies, share))


@dataclass(frozen=True)
class Plan:
    """A game to be played: its body, its letters in the order in which they are guessed."""

    body: bytes
    letters: Sequence[str]


def plans(seed: int, games: int) -> list[Plan]:
    """Games of people who guess the common letters of English first, more or less."""
    chance = random.Random(seed)
    return [
        Plan(
            b'{"dictionary":"en-large","length":%d,"seed":%d}'
            % (chance.choice(LENGTHS), chance.getrandbits(32)),
            letters_of(chance, ENGLISH),
        )
        for _ in range(games)
    ]


def letters_of(chance: random.Random, weights: dict[str, int]) -> list[str]:
    """All letters, drawn one after another by weight."""
    return sorted(weights, key=lambda letter: -(chance.random() ** (1 / weights[letter])))


def by_rank(chance: random.Random, most: int) -> str:
    """All letters: the k-th commonest that is left, up to `most`, with a chance like 1 / k."""
    left, letters = list(ENGLISH), ""
    while left:
        ranks = range(1, min(most, len(left)) + 1)
        letters += left.pop(chance.choices(ranks, [1 / rank for rank in ranks])[0] - 1)
    return letters


def played(url: str, games: Sequence[Plan], processes: Sequence[int]) -> tuple[Load, list[Plan]]:
    """Play all games to their ends; return the load, and the plans without the letters that were
    not needed.

    The floor ends no game, so it gets the plans that the service needed. Starts are not timed, but
    their CPU counts.
    """
    times: Times = {}
    shares = [islice(enumerate(games), first, None, CONNECTIONS) for first in range(CONNECTIONS)]
    before, began = cpu_of(processes), perf_counter()
    players = [Player(url) for _ in shares]
    pairs = zip(players, shares, strict=True)
    serve_all({player.socket: player.play(share, times) for player, share in pairs})
    seconds, cpu = perf_counter() - began, cpu_of(processes) - before
    latencies = [latency for game in times.values() for latency in game]
    needed = [Plan(plan.body, plan.letters[: len(times[n])]) for n, plan in enumerate(games)]
    return Load(seconds, latencies, cpu, sum(player.bytes for player in players)), needed


class Player:
    """Plays on a persistent connection, one request after another, without a client library: each
    library uses more CPU than the server. `source` is an address of this machine to play from.
    """

    def __init__(self, url: str, source: str = "") -> None:
        self._host = url.removeprefix("http://").partition("/")[0]
        host, _, port = self._host.partition(":")
        self.socket = socket.create_connection((host, int(port)), source_address=(source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bytes = 0
        self._cookie = ""  # the last one that came

    def play(self, games: Iterable[tuple[int, Plan]], times: Times) -> Iterator[None]:
        """Play some games, and note how long each guess took; yield while an answer is awaited."""
        for number, plan in games:
            path = yield from self.start(plan.body, f"X-Request-ID: game-{number}\r\n")
            times[number] = []
            for letter in plan.letters:
                began = perf_counter()
                head, body = yield from self.guess(path, letter)
                times[number].append(perf_counter() - began)
                if not head.startswith(b"HTTP/1.1 200"):
                    raise ValueError(f"{head!r} {body!r}")
                if any(end in body for end in ENDED):
                    break
        self.socket.close()

    def start(self, body: bytes, headers: str = "") -> Asking[str]:
        """The path of a new game."""
        head, _ = yield from self.ask("POST", "/games", body, headers)
        return _header(head, b"location")

    def guess(self, path: str, letter: str) -> Asking[tuple[bytes, bytes]]:
        """Head and body of the answer to a guess in the game of this path."""
        return self.ask("POST", f"{path}/guesses", b'{"letter":"%s"}' % letter.encode())

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: str = ""
    ) -> Asking[tuple[bytes, bytes]]:
        """Head and body of the answer to a request."""
        if body:
            headers += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        lines = f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\n{self._cookie}{headers}\r\n"
        request = lines.encode() + body
        self.socket.sendall(request)
        received, is_whole = b"", False
        while not is_whole:
            yield
            data = self.socket.recv(65_536)
            if not data:
                raise ConnectionError("the server has closed the connection")
            received += data
            head, end, content = received.partition(b"\r\n\r\n")
            is_whole = bool(end) and len(content) >= int(_header(head, b"content-length"))
        self.bytes += len(request) + len(received)
        if came := COOKIE.search(head):
            self._cookie = f"Cookie: {came[1].decode()}\r\n"
        return head, content


def answered(asking: Asking[T]) -> T:
    """What is asked on one connection; wait until it is answered."""
    while True:
        try:
            next(asking)
        except StopIteration as end:
            answer: T = end.value
            return answer


def serve_all(playing: Mapping[socket.socket, Iterator[None]]) -> None:
    """Let all players play to their ends, in one thread: so none waits for Python's lock."""
    with selectors.DefaultSelector() as waiting:
        for connection, play in playing.items():
            next(play)
            waiting.register(connection, selectors.EVENT_READ, play)
        while waiting.get_map():
            for key, _ in waiting.select():
                if next(key.data, OVER) is OVER:
                    waiting.unregister(key.fileobj)


def _header(head: bytes, name: bytes) -> str:
    """The value of a header that the answer has."""
    return head.lower().partition(b"\r\n" + name + b":")[2].partition(b"\r")[0].strip().decode()


def status_of(head: bytes) -> int:
    """The status of an answer by its head."""
    return int(head.split(b" ", 2)[1])


def cpu_of(processes: Sequence[int]) -> float:
    """Seconds of CPU that these processes and their descendants have used."""
    return sum(used_by(process) for pid in processes for process in descendants(pid))


def used_by(process: psutil.Process) -> float:
    """Seconds of CPU; 0 for a process that has just ended."""
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return times.user + times.system
    return 0.0


def descendants(pid: int) -> list[psutil.Process]:
    """A process and all of its descendants."""
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]
