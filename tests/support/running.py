"""The whole service, as `make serve` runs it: gunicorn, its workers, and a store of its own."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import SystemRandom
from socketserver import BaseServer
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from threading import Thread
from typing import Any, TypeVar

import httpx
import pytest

from tests.support.programs import environment
from tests.support.waiting import PATIENCE, wait_until

USUAL = {
    "PYTHONUNBUFFERED": "1",
    "RATELIMIT_ENABLED": "false",
    "STORE_CONNECT_TIMEOUT": "5",  # however busy the machine is
    "STORE_READ_TIMEOUT": "5",
}
HASTY = {"STORE_CONNECT_TIMEOUT": "0.1", "STORE_READ_TIMEOUT": "0.25"}  # as it is by default
PORTS = range(10_000, 30_000, 250)  # in blocks; Linux gives outgoing connections higher ones
# By itself, httpx reads the certificates of the machine for each request: 20 ms of CPU.
ask = partial(httpx.request, verify=SSLContext(PROTOCOL_TLS_CLIENT), timeout=PATIENCE)
S = TypeVar("S", bound=BaseServer)
SERVE = (str(Path(sys.executable).with_name("hangman")), "serve")


def with_open_files(most: int) -> tuple[str, ...]:
    """The command that serves with so many open files at most."""
    return ("sh", "-c", f'ulimit -n {most} && exec "$@"', "sh", *SERVE)


@dataclass
class Service:
    """A service that runs, its address, and what it has printed."""

    url: str
    process: "subprocess.Popen[bytes]"
    log: Path

    def post(self, path: str, **more: object) -> httpx.Response:
        return ask("POST", self.url + path, **more)  # type: ignore[arg-type]  # httpx's own

    def get(self, path: str) -> httpx.Response:
        return ask("GET", self.url + path)

    def connected(self, sent: bytes = b"") -> socket.socket:
        """A connection for bytes that no client library would send; some are sent already."""
        address = httpx.URL(self.url)
        client = socket.create_connection((address.host, address.port or 80), timeout=PATIENCE)
        client.sendall(sent)
        return client

    def confession(self, game: str) -> Any:
        """What a game confesses; asked again while others hear theirs, which is slow."""
        answers: list[httpx.Response] = []

        def is_told() -> bool:
            answers.append(self.get(f"/games/{game}/confession"))
            return answers[-1].status_code != 503

        wait_until(is_told, "the service is too busy")
        return answers[-1].json()


@contextmanager
def serving(folder: Path, command: tuple[str, ...] = SERVE, /, **environ: str) -> Iterator[Service]:
    """The service, with all that it keeps in `folder`, until the end of the block.

    On a port that is free, unless `environ` has one.
    """
    port = int(environ.get("PORT") or free_port())
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment(folder, **{**USUAL, "PORT": str(port), **environ}),
        )
    prefix = environ.get("SCRIPT_NAME", "")
    service = Service(f"http://127.0.0.1:{port}{prefix}", process, log)
    try:
        wait_until(
            lambda: process.poll() is not None or service.get("/readyz").status_code == 200,
            "the service is not ready",
        )
        assert process.poll() is None, f"the service did not start:\n{log.read_text()}"
        yield service
    finally:
        stop(process)


def printing(folder: Path, streams: str, **environ: str) -> AbstractContextManager[Service]:
    """A service whose output goes where a shell sends it."""
    return serving(folder, ("bash", "-c", f'exec "$@" {streams}', "-", *SERVE), **environ)


def missing_lines(log: str) -> int:
    """How many lines are missing, as the log says."""
    return sum(map(int, re.findall(r'"lines":(\d+),.*"log lines lost"', log)))


def stop(process: "subprocess.Popen[bytes]") -> None:
    """End a process as an operator would; one that does not end is killed and reported."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        process.kill()
        for child in children:
            os.kill(int(child), signal.SIGKILL)
        pytest.fail(f"{process.args!r} did not stop on SIGTERM")


@contextmanager
def in_a_thread(server: S) -> Iterator[S]:
    """A server that a thread of ours runs, until the end of the block."""
    with server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def free_port() -> int:
    """A port that nobody listens at, and that nobody else will take meanwhile."""
    for port in ports():
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


@cache
def ports() -> Iterator[int]:
    """Ports in blocks, which other processes of the tests leave alone.

    Whoever uses a block holds its first port, of UDP, which no server of ours wants.
    """
    for first in SystemRandom().sample(PORTS, len(PORTS)):  # Hypothesis seeds the other random
        with socket.socket(type=socket.SOCK_DGRAM) as held, suppress(OSError):
            held.bind(("127.0.0.1", first))
            yield from range(first, first + PORTS.step)
