"""Workers killed, stopped and exchanged while people play."""

import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, Thread

import httpx

from tests.support.running import Service, ask, serving
from tests.support.servers import children, kill, one_server
from tests.support.waiting import PATIENCE, wait_until
from tools.faults.findings import Finding
from tools.faults.players import Answer, Caller, audit, playing
from tools.faults.proxy import Proxy, proxying

CLIENTS = 8
KILL_EVERY = 0.5  # seconds
LOST = 0.05  # of the store's answers


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
    with one_server(folder / "store") as store:
        url = f"redis://{store.address}/0"
        one = serving(folder / "one", REDIS_URL=url, DRAIN_SECONDS=str(seconds))
        with one as leaving, serving(folder / "two", REDIS_URL=url) as staying:
            answers = _balanced([leaving, staying], requests)
            code = leaving.process.wait(PATIENCE)
    failed = [answer for answer in answers if answer.status != 201]
    yield Finding(
        f"{len(answers):,} requests over kept connections",
        f"{len(failed)} errors; exit code {code}",
        not failed and code == 0,
    )


def _balanced(services: list[Service], requests: int) -> list[Answer]:
    ready = {service.url: True for service in services}
    done = Event()

    def look() -> None:
        while not done.wait(0.1):
            for service in services:
                try:
                    status = ask("GET", f"{service.url}/readyz").status_code
                except httpx.HTTPError:
                    status = 0
                ready[service.url] = status == 200

    def send(count: int) -> list[Answer]:
        callers = [Caller(service.url) for service in services]
        answers = []
        for number in range(count):
            able = [one for one in callers if ready[f"http://{one.address}"]]
            answers.append(able[number % len(able)].call("POST", "/games", {}))
            time.sleep(0.005)
        return answers

    Thread(target=look, daemon=True).start()
    with ThreadPoolExecutor(CLIENTS) as pool:
        futures = [pool.submit(send, requests // CLIENTS) for _ in range(CLIENTS)]
        time.sleep(0.3)
        services[0].process.send_signal(signal.SIGTERM)
        answers = [answer for future in futures for answer in future.result()]
    done.set()
    return answers


def exchanged(folder: Path, requests: int) -> Iterator[Finding]:
    """SIGHUP: all workers are replaced."""
    with one_server(folder / "store") as store:
        with serving(folder / "service", REDIS_URL=f"redis://{store.address}/0") as service:
            with ThreadPoolExecutor(CLIENTS) as pool:
                futures = [
                    pool.submit(_fresh, service.url, requests // CLIENTS) for _ in range(CLIENTS)
                ]
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
    caller = Caller(url, keep=False)
    return sum(caller.call("GET", "/dealers").status != 200 for _ in range(requests))
