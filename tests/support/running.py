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

from tests.support.programs import HERE, Place, environment
from tests.support.waiting import PATIENCE, wait_until

USUAL = {
    "PYTHONUNBUFFERED": "1",
    "HANGMAN_RATELIMIT_ENABLED": "false",
    "HANGMAN_STORE_CONNECT_TIMEOUT": "5",  # however busy the machine is
    "HANGMAN_STORE_READ_TIMEOUT": "5",
}
HASTY = {  # the defaults
    "HANGMAN_STORE_CONNECT_TIMEOUT": "0.1",
    "HANGMAN_STORE_READ_TIMEOUT": "0.25",
}
PORTS = range(10_000, 30_000, 250)  # in blocks; Linux gives outgoing connections higher ones
# By default, httpx reads the certificates of the machine for each request: 20 ms of CPU.
ask = partial(httpx.request, verify=SSLContext(PROTOCOL_TLS_CLIENT), timeout=PATIENCE)
S = TypeVar("S", bound=BaseServer)
SERVE = (str(Path(sys.executable).with_name("hangman")), "serve")


def with_open_files(most: int) -> tuple[str, ...]:
    """The command that runs the service with at most so many open files."""
    return ("sh", "-c", f'ulimit -n {most} && exec "$@"', "sh", *SERVE)


@dataclass
class Service:
    """A running service, its address, and its log."""

    url: str
    process: "subprocess.Popen[bytes]"
    log: Path

    def post(self, path: str, **more: object) -> httpx.Response:
        return ask("POST", self.url + path, **more)  # type: ignore[arg-type]  # httpx's own

    def get(self, path: str) -> httpx.Response:
        return ask("GET", self.url + path)

    def connected(self, sent: bytes = b"") -> socket.socket:
        """Open a connection, for bytes that no client library would send, and send some."""
        address = httpx.URL(self.url)
        client = socket.create_connection((address.host, address.port or 80), timeout=PATIENCE)
        client.sendall(sent)
        return client

    def confession(self, game: str) -> Any:
        """The confession of a game; retried while the service is busy with those of others."""
        answers: list[httpx.Response] = []

        def is_answered() -> bool:
            answers.append(self.get(f"/games/{game}/confession"))
            return answers[-1].status_code != 503

        wait_until(is_answered, "the service is too busy")
        return answers[-1].json()


@contextmanager
def serving(
    folder: Path, command: tuple[str, ...] = SERVE, place: Place = HERE, /, **environ: str
) -> Iterator[Service]:
    """Run the service until the end of the block, with everything that it stores in `folder`.

    Its port is a free one, unless `environ` has one.
    """
    port = int(environ.get("PORT") or free_port())
    host = {"HANGMAN_HOST": place.address} if place != HERE else {}
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / "log"
    with log.open("ab") as output:
        process = subprocess.Popen(
            [*place.entry, *command],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment(folder, **{**USUAL, **host, "PORT": str(port), **environ}),
        )
    prefix = environ.get("SCRIPT_NAME", "")
    service = Service(f"http://{place.address}:{port}{prefix}", process, log)
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
    """A service whose output is redirected by `streams`, as in a shell."""
    return serving(folder, ("bash", "-c", f'exec "$@" {streams}', "-", *SERVE), **environ)


def missing_lines(log: str) -> int:
    """How many lines are missing, according to the log."""
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
    """Run a server in a thread until the end of the block."""
    with server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()


def free_port() -> int:
    """A port that nobody listens at, and that no other process of the tests will use."""
    for port in ports():
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")


@cache
def ports() -> Iterator[int]:
    """Yield ports in blocks, which no other process of the tests uses.

    A process reserves a block by binding its first port for UDP, which no server of ours uses.
    """
    for first in SystemRandom().sample(PORTS, len(PORTS)):  # Hypothesis seeds the other random
        with socket.socket(type=socket.SOCK_DGRAM) as reservation, suppress(OSError):
            reservation.bind(("127.0.0.1", first))
            yield from range(first, first + PORTS.step)
