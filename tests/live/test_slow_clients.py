"""Every way to be slow: none holds up others, and each is cut off in time."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest

from tests.inputs import FRAMED
from tests.live.inside import DEADLINE
from tests.live.test_log import GUNICORN
from tests.live.test_raw_http import wrong_with
from tests.support.running import Service
from tests.support.servers import on_a_store
from tests.support.waiting import wait_until

MANY: Final = 12  # connections of each kind
CHECKS: Final = 6  # of health
IN_TIME: Final = DEADLINE / 2  # seconds that one may take; who is held up waits for the deadline
LATE: Final = 4.0  # seconds by which the service may be late, on a busy machine
OPEN: Final = ("01", "08")  # established, and closed by the client alone

HEAD: Final = b"POST /games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED: Final = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
WHOLE: Final = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
BUNDLE: Final = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"
CONTRACT: Final = b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"
KINDS: Final = {  # what is sent at once, what by the drop, and the status that ends it
    "nothing": (b"", b"", None),
    "half a header": (HEAD + b"X: ", b"x", 408),
    "half a body": (FRAMED.encode() + b'Content-Length: 13\r\n\r\n{"length', b"", 408),
    "a chunk that begins with CR LF CR LF": (CHUNKED + b"400\r\n\r\n\r\n", b" ", 408),
    "half a chunk": (CHUNKED + b'20\r\n{"length":', b"", 408),
    "a body of a gigabyte": (HEAD + b"Content-Length: 1000000000\r\n\r\n", b" ", 413),
    "a length with zeros": (HEAD + b"Content-Length: 0000000009000\r\n\r\n", b" ", 408),
    "no letter": (b"1", b"1", 408),
    "a request and a half": (WHOLE + HEAD + b"X: ", b"x", 200),
    "64 KiB of headers": (HEAD + b"X: " + b"x" * 65_536, b"x", 431),
    "scripts that are never read": (40 * BUNDLE, b"", None),
    "contracts that are never read": (400 * CONTRACT, b"", None),
    "a body that is to continue": (
        HEAD + b"Content-Length: 9000\r\nExpect: 100-continue\r\n\r\n", b" ", 100
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One worker, with short deadlines."""
    folder, command = tmp_path_factory.mktemp("hasty"), (*GUNICORN, "tests.live.inside:inside()")
    with on_a_store(folder, command, WORKERS="1") as (service, _):
        yield service


def begin(stack: ExitStack, service: Service, kind: str) -> socket.socket:
    """A slow connection, until the end of the block."""
    client = stack.enter_context(service.connected())
    drip(client, KINDS[kind][0])
    return client


def drip(client: socket.socket, data: bytes) -> None:
    with suppress(OSError):  # closed for what it sent, or full
        client.settimeout(0.05)
        client.sendall(data)


def received(client: socket.socket) -> bytes:
    """All that has come."""
    data = b""
    with suppress(OSError):
        while part := client.recv(65_536):
            data += part
    return data


def test_locks_and_sockets_are_those_of_gevent(hasty: Service) -> None:
    look = hasty.get("/inside").json()
    assert look["preloaded"]
    assert look["patched"]
    assert all("gevent" in module for module in look["locks"])


def open_sockets(service: Service) -> int:
    """The connections of clients that a service has open (Linux's table of them)."""
    port = f":{urlsplit(service.url).port:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(local.endswith(port) and state in OPEN for _, local, _, state, *_ in rows)


@pytest.mark.parametrize("kind", KINDS)
def test_slow_clients_hold_up_nobody(hasty: Service, kind: str) -> None:
    with ExitStack() as stack:
        slow = [begin(stack, hasty, kind) for _ in range(MANY)]
        for _ in range(CHECKS):
            for client in slow:
                drip(client, KINDS[kind][1])
            assert httpx.get(f"{hasty.url}/livez", timeout=IN_TIME).status_code == 200


def test_slow_clients_are_cut_off_in_time(hasty: Service) -> None:
    wait_until(lambda: open_sockets(hasty) == 0, "connections of other tests stay open")
    with ExitStack() as stack:
        begun = time.monotonic()
        slow = {kind: begin(stack, hasty, kind) for kind in KINDS if kind != "nothing"}
        opened = open_sockets(hasty)
        while open_sockets(hasty) and time.monotonic() < begun + DEADLINE + LATE:
            for kind, client in slow.items():
                drip(client, KINDS[kind][1])
            time.sleep(0.1)
        assert opened >= len(slow) - 3  # some are refused at once
        assert open_sockets(hasty) == 0
        for kind, client in slow.items():
            answer, status = received(client), KINDS[kind][2]
            assert not status or (int(answer.split()[1]), wrong_with(answer)) == (status, ""), kind
