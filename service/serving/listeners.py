"""The end of listening sockets, by which no connection is lost that a client believes open.

When the last process closes a listening socket, the kernel resets each connection that nobody has
accepted yet. A proxy has sent a request on it by then, and cannot tell whether the request was
done. So the sockets first stop taking new connections: a client that connects is refused at once,
and a proxy then asks another instance. Connections that had begun are opened and accepted.
"""

import time
from collections.abc import Collection
from contextlib import suppress
from socket import SOL_SOCKET
from typing import Any, Final, Protocol

SO_BINDTOIFINDEX: Final = 62  # Linux 5.0; Python has its name from 3.14 on
NO_DEVICE: Final = 2**31 - 1  # no interface has this number, so no connection comes through it
HANDSHAKE: Final = 0.2  # seconds in which a connection that has begun is open
PATIENCE: Final = 5.0  # seconds for the workers to accept what is open
LOOK_INTERVAL: Final = 0.02  # seconds


class Listener(Protocol):
    """A listening socket of gunicorn."""

    def setsockopt(self, level: int, name: int, value: int, /) -> Any: ...  # noqa: D102  # a socket's

    def get_backlog(self) -> int:
        """The connections that nobody has accepted yet; 0 or less if that is not known."""


def refuse(listeners: Collection[Listener]) -> None:
    """Refuse new connections from now on, for all processes that share these sockets.

    Where the kernel does not let us refuse (Linux before 5.7, other systems), new connections come
    until the sockets are closed.
    """
    for listener in listeners:
        with suppress(OSError):
            listener.setsockopt(SOL_SOCKET, SO_BINDTOIFINDEX, NO_DEVICE)


def empty(listeners: Collection[Listener]) -> None:
    """Return when the workers, which must go on accepting, have accepted all connections."""
    time.sleep(HANDSHAKE)
    latest = time.monotonic() + PATIENCE
    while any(each.get_backlog() > 0 for each in listeners) and time.monotonic() < latest:
        time.sleep(LOOK_INTERVAL)
