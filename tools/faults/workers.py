"""Workers killed, stopped and exchanged while people play."""

import os
import random
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread, Timer

from tests.support.running import Service, in_a_thread, serving
from tests.support.servers import children, on_a_store, one_server
from tests.support.waiting import PATIENCE, wait_until
from tools.faults.crowd import Habits, impatient, playing, verdict
from tools.faults.findings import Finding
from tools.faults.players import Answer, Caller, together

CLIENTS = 8
HURRIED = Habits(between=0, pause=impatient)
KILL_EVERY = 0.5  # seconds
LOST = 0.05  # of the store's answers


class Proxy(ThreadingTCPServer):
    """A proxy in front of a port; its faults can be changed while it runs."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, lost: float = 0.0, delay: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), Proxied)
        self.port = port
        self.lost = lost  # the share of answers that are lost, and their connections with them
        self.delay = delay  # seconds before each answer
        self.requests = 0
        self.losses = 0
        self.chance = random.Random(1)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.server_address[1]}/0"


class Proxied(BaseRequestHandler):
    """A connection through the proxy: when one side closes it, so does the other."""

    server: Proxy
    request: socket.socket

    def handle(self) -> None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.server.port)) as far:
            for one in (self.request, far):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            Thread(target=self._answer, args=(far,), daemon=True).start()
            try:
                while data := self.request.recv(65_536):
                    self.server.requests += 1
                    far.sendall(data)
            finally:
                far.shutdown(socket.SHUT_RDWR)

    def _answer(self, far: socket.socket) -> None:
        proxy = self.server
        with suppress(OSError):
            while data := far.recv(65_536):
                time.sleep(proxy.delay)
                if proxy.chance.random() < proxy.lost:
                    proxy.losses += 1
                    break
                self.request.sendall(data)
        with suppress(OSError):
            self.request.shutdown(socket.SHUT_RDWR)


def killed(folder: Path, guesses: int) -> Iterator[Finding]:
    """SIGKILL a worker every half second; lose some of the store's answers."""
    with one_server(folder / "store") as store, in_a_thread(Proxy(store.port, lost=LOST)) as proxy:
        with serving(folder / "service", REDIS_URL=proxy.url) as service:
            kills = 0
            with playing([service.url], CLIENTS, habits=HURRIED) as history:
                while len(history.acknowledged) < guesses:
                    before = len(history.acknowledged)
                    time.sleep(KILL_EVERY)
                    wait_until(lambda: len(history.acknowledged) > before, "no new guess")  # noqa: B023  # at once
                    with suppress(ProcessLookupError):  # it has just ended
                        os.kill(random.choice(children(service.process.pid)), signal.SIGKILL)
                    kills += 1
            proxy.lost = 0
            found = verdict([service.url], history)
    acknowledged, refused = len(history.acknowledged), history.refused
    yield Finding(
        f"{kills} kills, {proxy.losses:,} answers lost, {len(history.calls):,} requests",
        f"{acknowledged:,} guesses acknowledged in {len(history.games):,} games: {found},"
        f" {refused} refused after their retries",
        found.holds and not refused and acknowledged >= guesses and kills > 0,
    )


def stopped(folder: Path, rounds: int) -> Iterator[Finding]:
    """SIGTERM while requests are being answered."""
    well = requests = 0
    slowest = 0.0
    codes = []
    with one_server(folder / "store") as store, in_a_thread(Proxy(store.port, delay=0.5)) as proxy:
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
    """The answers to requests that were being answered when the service got SIGTERM."""
    with ThreadPoolExecutor(requests) as pool:
        callers = [Caller(service.url) for _ in range(requests)]
        before = proxy.requests
        futures = [pool.submit(one.call, "POST", "/games", {}) for one in callers]
        wait_until(lambda: proxy.requests >= before + requests, "no request at the store")
        service.process.send_signal(signal.SIGTERM)
        return [future.result() for future in futures]


def drained(folder: Path, requests: int, seconds: int = 1) -> Iterator[Finding]:
    """SIGTERM to one of two services behind a balancer that calls /readyz."""
    with on_a_store(folder) as (staying, store):
        drain = {"REDIS_URL": store.url, "HANGMAN_DRAIN_SECONDS": str(seconds)}
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
    """The answers to requests that go to services in turn; the first one soon gets SIGTERM."""
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
    """Send requests, each on a connection of its own, and return how many failed."""
    caller = Caller(url, keep=False)
    return sum(caller.call("GET", "/dealers").status != 200 for _ in range(requests))
