"""Workers killed, stopped and exchanged while people play."""

import random
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread, Timer

from tests.support.running import Service, serving
from tests.support.servers import children, kill, one_server
from tests.support.waiting import PATIENCE, wait_until
from tools.faults.findings import Finding
from tools.faults.players import Answer, Caller, audit, playing
from tools.faults.stage import on_a_store, together

CLIENTS = 8
KILL_EVERY = 0.5  # seconds
LOST = 0.05  # of the store's answers


@dataclass
class Proxy:
    """Stands in front of a port; its faults can be changed while it runs."""

    port: int
    lost: float = 0.0  # the share of answers that are lost, and their connections with them
    delay: float = 0.0  # seconds before each answer
    requests: int = 0
    losses: int = 0
    _chance: random.Random = field(default_factory=lambda: random.Random(1))
    _open: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.own_port = int(self._listener.getsockname()[1])
        Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.own_port}/0"

    def cut(self) -> None:
        """End all connections."""
        while self._open:
            _end(self._open.pop())

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self.port))
                except OSError:
                    near.close()
                    continue
                for one in (near, far):
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._open += [near, far]
                Thread(target=self._ask, args=(near, far), daemon=True).start()
                Thread(target=self._answer, args=(near, far), daemon=True).start()

    def _ask(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := near.recv(65_536):
                self.requests += 1
                far.sendall(data)
        _end(near, far)

    def _answer(self, near: socket.socket, far: socket.socket) -> None:
        with suppress(OSError):
            while data := far.recv(65_536):
                time.sleep(self.delay)
                if self._chance.random() < self.lost:
                    self.losses += 1
                    break
                near.sendall(data)
        _end(near, far)


def _end(*connections: socket.socket) -> None:
    for one in connections:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()


@contextmanager
def proxying(port: int, lost: float = 0.0, delay: float = 0.0) -> Iterator[Proxy]:
    """A proxy in front of a port."""
    proxy = Proxy(port, lost, delay)
    try:
        yield proxy
    finally:
        proxy.close()


def killed(folder: Path, guesses: int) -> Iterator[Finding]:
    """SIGKILL a worker every half second; lose some of the store's answers."""
    with one_server(folder / "store") as store, proxying(store.port, lost=LOST) as proxy:
        with serving(folder / "service", REDIS_URL=proxy.url) as service:
            kills = 0
            with playing(service.url, CLIENTS) as ledger:
                while ledger.acknowledged < guesses:
                    before = ledger.acknowledged
                    time.sleep(KILL_EVERY)
                    wait_until(lambda: ledger.acknowledged > before, "nobody gets on")  # noqa: B023  # at once
                    kill(random.choice(children(service.process.pid)), signal.SIGKILL)
                    kills += 1
            proxy.lost = 0
            found = audit(service.url, ledger)
    yield Finding(
        f"{kills} kills, {proxy.losses:,} answers lost, {ledger.sent:,} requests",
        str(found),
        found.clean and found.acknowledged >= guesses and kills > 0,
    )


def stopped(folder: Path, rounds: int) -> Iterator[Finding]:
    """SIGTERM while requests are being answered."""
    well = requests = 0
    slowest = 0.0
    codes = []
    with one_server(folder / "store") as store, proxying(store.port, delay=0.5) as proxy:
        for number in range(rounds):
            with serving(folder / f"service-{number}", REDIS_URL=proxy.url) as service:
                answers = _in_flight(service, proxy, CLIENTS)
                begun = time.monotonic()
                service.process.wait(PATIENCE)
                slowest = max(slowest, time.monotonic() - begun)
            codes.append(service.process.returncode)
            requests += len(answers)
            well += sum(answer.status == 201 for answer in answers)
    yield Finding(
        f"{rounds} times, {requests} requests in flight",
        f"{well} answered; exit codes {set(codes)}; {slowest:.1f} s at most",
        well == requests and set(codes) == {0},
        slowest < 20,
    )


def _in_flight(service: Service, proxy: Proxy, requests: int) -> list[Answer]:
    """The answers to requests that were being answered when the service was told to stop."""
    with ThreadPoolExecutor(requests) as pool:
        callers = [Caller(service.url) for _ in range(requests)]
        before = proxy.requests
        futures = [pool.submit(one.call, "POST", "/games", {}) for one in callers]
        wait_until(lambda: proxy.requests >= before + requests, "they are not on their way")
        service.process.send_signal(signal.SIGTERM)
        return [future.result() for future in futures]


def drained(folder: Path, requests: int, seconds: int = 1) -> Iterator[Finding]:
    """SIGTERM to one of two services behind a balancer, which looks at /readyz."""
    with on_a_store(folder) as (staying, store):
        drain = {"REDIS_URL": store.url, "DRAIN_SECONDS": str(seconds)}
        with serving(folder / "leaving", **drain) as leaving:
            answers = _balanced([leaving, staying], requests)
            code = leaving.process.wait(PATIENCE)
    failed = [answer for answer in answers if answer.status != 201]
    yield Finding(
        f"{len(answers):,} requests over kept connections",
        f"{len(failed)} errors; exit code {code}",
        not failed and code == 0,
    )


def _balanced(services: list[Service], requests: int) -> list[Answer]:
    """The answers to requests that go to services in turn; the first is soon told to stop."""
    ready = {service.url: True for service in services}
    done = Event()

    def look() -> None:
        while not done.wait(0.1):
            for service in services:
                ready[service.url] = Caller(service.url).call("GET", "/readyz").status == 200

    def send(count: int) -> list[Answer]:
        callers = [Caller(service.url) for service in services]
        answers = []
        for number in range(count):
            able = [one for one in callers if ready[f"http://{one.address}"]]
            answers.append(able[number % len(able)].call("POST", "/games", {}))
            time.sleep(0.005)
        return answers

    Thread(target=look, daemon=True).start()
    Timer(0.3, services[0].process.terminate).start()
    sent = together(send, [requests // CLIENTS] * CLIENTS)
    done.set()
    return [answer for answers in sent for answer in answers]


def exchanged(folder: Path, requests: int) -> Iterator[Finding]:
    """SIGHUP: all workers are replaced."""
    with on_a_store(folder) as (service, _), ThreadPoolExecutor(CLIENTS) as pool:
        futures = [pool.submit(_fresh, service.url, requests // CLIENTS) for _ in range(CLIENTS)]
        hangups = 0
        while not all(future.done() for future in futures):
            time.sleep(1)
            service.process.send_signal(signal.SIGHUP)
            hangups += 1
        failed = sum(future.result() for future in futures)
    yield Finding(
        f"{hangups} times, {requests:,} requests, each on a connection of its own",
        f"{failed} errors",
        failed == 0 and hangups > 0,
    )


def _fresh(url: str, requests: int) -> int:
    """How many requests failed, each on a connection of its own."""
    caller = Caller(url, keep=False)
    return sum(caller.call("GET", "/dealers").status != 200 for _ in range(requests))
