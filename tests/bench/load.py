"""Players at their games over HTTP, with as little work of their own as there can be."""

import random
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from tests.bench.sizes import ENGLISH, letters_of

CONNECTIONS = 16  # so that workers get about as many each, whoever accepts first
LENGTHS = range(4, 13)
ENDED = (b'"status":"won"', b'"status":"lost"')
TICK = 0.01  # seconds: the unit of /proc/<pid>/stat


@dataclass(frozen=True)
class Load:
    """What a server made of some guesses: seconds, each one's latency, CPU of its processes."""

    seconds: float
    latencies: list[float]
    cpu: float

    @property
    def per_second(self) -> float:
        return len(self.latencies) / self.seconds

    @property
    def cpu_per_guess(self) -> float:
        return self.cpu / len(self.latencies)

    def percentile(self, share: float) -> float:
        return quantiles(self.latencies, n=1000, method="inclusive")[round(1000 * share) - 1]


class Connection:
    """A kept connection: one request after another, by hand, for every client library costs more
    than the server that it asks.
    """

    def __init__(self, url: str) -> None:
        self._host = url.removeprefix("http://")
        host, _, port = self._host.partition(":")
        self._socket = socket.create_connection((host, int(port)))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        self._socket.close()

    def post(self, path: str, body: bytes, headers: str = "") -> tuple[bytes, bytes]:
        """Head and body of the answer."""
        self._socket.sendall(
            f"POST {path} HTTP/1.1\r\nHost: {self._host}\r\nContent-Type: application/json\r\n"
            f"{headers}Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        found = b""
        while (end := found.find(b"\r\n\r\n")) < 0:
            found += self._received()
        head = found[:end]
        length = int(head.lower().partition(b"\r\ncontent-length:")[2].partition(b"\r")[0])
        while len(found) < end + 4 + length:
            found += self._received()
        return head, found[end + 4 :]

    def _received(self) -> bytes:
        data = self._socket.recv(65_536)
        if not data:
            raise ConnectionError("the server has closed the connection")
        return data


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
            b'{"dictionary":"en-large","length":%d}' % chance.choice(LENGTHS),
            letters_of(chance, ENGLISH),
        )
        for _ in range(games)
    ]


def started(url: str, asked: Sequence[Plan]) -> list[str]:
    """The paths of new games, which are not part of what is timed."""
    connection = Connection(url)
    found = []
    for number, plan in enumerate(asked):
        head, _ = connection.post("/games", plan.body, f"X-Request-ID: game-{number}\r\n")
        place = head.lower().partition(b"\r\nlocation:")[2].partition(b"\r")[0]
        found.append(place.decode().strip() + "/guesses")
    connection.close()
    return found


def played(url: str, asked: Sequence[Plan], processes: Sequence[int]) -> tuple[Load, list[Plan]]:
    """All games, played to their end on some connections; and the plans less what was not needed.

    The floor knows no end: it is asked for the guesses that the service was asked for.
    """
    paths = started(url, asked)
    before, began = cpu_of(processes), perf_counter()
    shares = [range(number, len(asked), CONNECTIONS) for number in range(CONNECTIONS)]
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        done = pool.map(lambda share: list(_played(url, asked, paths, share)), shares)
        games = [game for share in done for game in share]
    seconds, cpu = perf_counter() - began, cpu_of(processes) - before
    latencies = [latency for _, _, times in games for latency in times]
    made = {number: Plan(plan.body, plan.letters[: len(times)]) for number, plan, times in games}
    return Load(seconds, latencies, cpu), [made[number] for number in range(len(asked))]


def _played(
    url: str, asked: Sequence[Plan], paths: Sequence[str], share: range
) -> Iterator[tuple[int, Plan, list[float]]]:
    connection = Connection(url)
    for number in share:
        times = []
        for letter in asked[number].letters:
            began = perf_counter()
            head, body = connection.post(paths[number], b'{"letter":"%s"}' % letter.encode())
            times.append(perf_counter() - began)
            if not head.startswith(b"HTTP/1.1 200"):
                raise ValueError(f"{head!r} {body!r}")
            if any(end in body for end in ENDED):
                break
        yield number, asked[number], times
    connection.close()


def cpu_of(processes: Sequence[int]) -> float:
    """Seconds of CPU that these processes and their descendants have used."""
    return sum(_stat(pid)[1] for pid in descendants(processes))


def descendants(processes: Sequence[int]) -> set[int]:
    """These processes and all that they have started."""
    parents = {int(path.name): _stat(int(path.name))[0] for path in Path("/proc").glob("[0-9]*")}
    found = set(processes)
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def _stat(pid: int) -> tuple[int, float]:
    """Parent and CPU seconds of a process; zeros for one that has just ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, 0.0
    return int(fields[1]), TICK * (int(fields[11]) + int(fields[12]))
