"""The whole service, as `make serve` runs it: gunicorn, its workers, and a store of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
SERVE = (str(Path(sys.executable).with_name("hangman")), "serve")


@dataclass
class Service:
    """A service that runs, its address, and what it has printed."""

    url: str
    process: "subprocess.Popen[bytes]"
    log: Path

    def post(self, path: str, **more: object) -> httpx.Response:
        return httpx.post(self.url + path, timeout=10, **more)  # type: ignore[arg-type]  # httpx's own

    def get(self, path: str) -> httpx.Response:
        return httpx.get(self.url + path, timeout=10)


@contextmanager
def serving(folder: Path, command: tuple[str, ...] = SERVE, **environ: str) -> Iterator[Service]:
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
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),  # this checkout, whatever is installed
                "HOME": str(folder),
                "PORT": str(port),
                "PYTHONUNBUFFERED": "1",
                "RATELIMIT_ENABLED": "false",
                **environ,
            },
        )
    prefix = environ.get("SCRIPT_NAME", "")
    service = Service(f"http://127.0.0.1:{port}{prefix}", process, log)
    try:
        wait_until_ready(service)
        yield service
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def wait_until_ready(service: Service) -> None:
    for _ in range(600):
        if service.process.poll() is not None:
            break
        try:
            if service.get("/readyz").status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.05)
    pytest.fail("the service did not start:\n" + service.log.read_text())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
