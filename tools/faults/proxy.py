"""A TCP proxy that loses and delays what a store answers."""

import random
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Thread


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
