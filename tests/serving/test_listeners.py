"""The end of a listening socket, on loopback."""

import socket
from collections.abc import Iterator
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.sock import TCPSocket

from service.serving import listeners

CLIENTS = 5


@pytest.fixture
def listener() -> Iterator[Any]:
    """A listening socket as gunicorn has it, at which nobody accepts."""
    one = TCPSocket(("127.0.0.1", 0), Config(), SimpleNamespace())
    yield one
    one.close()


def connected(listener: Any) -> socket.socket:
    return socket.create_connection(listener.getsockname())


def test_listener_that_is_emptied_loses_no_connection(listener: Any) -> None:
    clients = [connected(listener) for _ in range(CLIENTS)]
    listeners.refuse([listener])
    emptying = Thread(target=listeners.empty, args=([listener],))
    emptying.start()
    emptying.join(2 * listeners.HANDSHAKE)
    assert emptying.is_alive()
    listener.setblocking(True)
    accepted = [listener.accept()[0] for _ in range(CLIENTS)]
    emptying.join()

    for client, ours in zip(clients, accepted, strict=True):
        with client, ours:
            ours.sendall(b"x")
            assert client.recv(1) == b"x"


def test_listener_refuses_at_once(listener: Any) -> None:
    listeners.refuse([listener])

    with pytest.raises(ConnectionRefusedError):
        connected(listener)


def test_listener_that_cannot_refuse_is_emptied_all_the_same(
    listener: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "SO_BINDTOIFINDEX", -1)  # an option that no kernel has

    listeners.refuse([listener])
    listeners.empty([listener])

    connected(listener).close()
