"""Requests that no client library would send, byte by byte, and every way to be slow."""

import json
import re
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from gunicorn.http import errors

from service.api.headers import HEADERS
from tests.inputs import FRAMED, RAW
from tests.live.conftest import PAGE, Observed
from tests.live.inside import DEADLINE
from tests.live.test_log import GUNICORN
from tests.support import contract
from tests.support.programs import ROOT, run
from tests.support.running import Service
from tests.support.servers import on_a_store, workers
from tests.support.waiting import PATIENCE

MANY: Final = 4  # connections of each kind
CHECKS: Final = 6  # of /livez
IN_TIME: Final = DEADLINE / 2  # seconds for a check; if held up, it waits for the deadline
LATE: Final = 4.0  # seconds by which the service may be late, on a busy machine
OPEN: Final = ("01", "08")  # established, or closed only by the client

TEXTS_OF_GUNICORN: Final = tuple(  # the beginnings of what its errors say
    re.findall(r'return "(\w+ [^%"]+)', Path(errors.__file__).read_text())
)

HEAD: Final = b"POST /games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED: Final = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
WHOLE: Final = b"GET /livez HTTP/1.1\r\nHost: x\r\n\r\n"
BUNDLE: Final = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"
CONTRACT: Final = b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"
KINDS: Final = {  # bytes sent at once, bytes that drip, and the status of the answer
    "half a header": (HEAD + b"X: ", b"x", 408),
    "half a body": (FRAMED.encode() + b'Content-Length: 13\r\n\r\n{"length', b"", 408),
    "a chunk that begins with CR LF CR LF": (CHUNKED + b"400\r\n\r\n\r\n", b" ", 408),
    "half a chunk": (CHUNKED + b'20\r\n{"length":', b"", 408),
    "a body of a gigabyte": (HEAD + b"Content-Length: 1000000000\r\n\r\n", b" ", 413),
    "a length with zeros": (HEAD + b"Content-Length: 0000000009000\r\n\r\n", b" ", 408),
    "no letter": (b"1", b"1", 408),
    "a request and a half": (WHOLE + HEAD + b"X: ", b"", 200),
    "25 KiB of headers": (HEAD + 25 * (b"X: " + b"x" * 1019 + b"\r\n"), b"\r\n", 431),
    "64 KiB of headers": (HEAD + b"X: " + b"x" * 65_536, b"x", 431),
    "scripts that are never read": (40 * BUNDLE, b"", None),
    "contracts that are never read": (400 * CONTRACT, b"", None),
    "a body that is to continue": (
        HEAD + b"Content-Length: 9000\r\nExpect: 100-continue\r\n\r\n", b" ", 100
    ),
}  # fmt: skip
CODES: Final = {
    400: "malformed-request", 413: "body-too-large", 414: "uri-too-long", 431: "headers-too-large",
}  # fmt: skip


def answer_to(service: Service, sent: bytes) -> tuple[bytes, bytes]:
    """Send some bytes; return head and body of the answer, both empty if there was none."""
    received = b""
    with service.connected() as connection, suppress(ConnectionResetError):
        connection.sendall(sent)
        while part := connection.recv(65_536):
            received += part
    head, _, body = received.partition(b"\r\n\r\n")
    return head, body


def problem_of(head: bytes, body: bytes) -> tuple[int, dict[str, str], Any]:
    """Status, headers and JSON of an answer, which must be a problem of the contract."""
    line, *fields = head.decode().split("\r\n")
    headers, problem = dict(field.split(": ", 1) for field in fields), json.loads(body)
    status = int(line.split()[1])
    assert (problem["status"], problem["type"]) == (status, f"/problems/{problem['code']}")
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["X-Request-ID"] == problem["request_id"]
    assert headers.items() >= HEADERS.items()
    contract.validate(problem, contract.contract()["components"]["schemas"]["Problem"])
    return status, headers, problem


@pytest.mark.parametrize("status", RAW)
def test_bytes_that_no_library_sends_harm_no_worker(service: Service, status: int) -> None:
    before = workers(service)
    for sent in RAW[status]:
        head, body = answer_to(service, sent.encode("latin1"))
        assert int(head.split()[1]) == status, sent
        if status in CODES:
            problem = problem_of(head, body)[2]
            assert problem["code"] == CODES[status]
            assert not problem["detail"].startswith(TEXTS_OF_GUNICORN), sent
            assert problem["detail"].endswith("."), sent
    assert before <= workers(service)


def test_parser_of_these_requests_is_used_on_every_machine() -> None:
    """gunicorn would choose another one where it is installed."""
    reading = "import runpy, sys; print(runpy.run_path(sys.argv[1])['http_parser'])"
    ran = run(sys.executable, "-c", reading, ROOT / "deploy/gunicorn.conf.py")
    assert ran.stdout == "python\n", ran.stderr


def test_refusal_of_the_worker_is_for_its_client(observed: Observed) -> None:
    head = f"GET /{'x' * 9000} HTTP/1.1\r\nHost: x\r\nOrigin: {PAGE}\r\nX-Request-ID: mine\r\n\r\n"
    status, headers, problem = problem_of(*answer_to(observed.service, head.encode()))
    assert (status, problem["request_id"]) == (414, "mine")
    assert headers["Access-Control-Allow-Origin"] == PAGE
    assert "X-Request-ID" in headers["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("method", ["PUT /games", "POST /nowhere", "POST /hints"])
@pytest.mark.parametrize("size", [15_000, 33_000, 40_000, 500_000])
def test_unread_body_harms_no_later_request(service: Service, method: str, size: int) -> None:
    first = f"{method} HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n"
    second = "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    _, rest = answer_to(service, (first + "x" * size + second).encode())
    assert b"HTTP/1.1 200 OK\r\n" in rest
    assert rest.endswith(b'"version":"1.0.0"}\n')


@pytest.mark.parametrize("options", ["keep-alive, close", "close, foo", "Upgrade, close"])
def test_connection_closes_if_close_is_one_of_its_options(service: Service, options: str) -> None:
    request = f"GET /livez HTTP/1.1\r\nHost: x\r\nConnection: {options}\r\n\r\n"
    head, _ = answer_to(service, request.encode())
    assert b"\r\nConnection: close\r\n" in head + b"\r\n"


def test_host_may_be_all_addresses_of_ipv4_and_ipv6(observed: Observed) -> None:
    address = "::1", urlsplit(observed.service.url).port
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(b"GET /livez HTTP/1.0\r\n\r\n")
        assert connection.recv(65_536).split()[1] == b"200"
    assert observed.service.get("/livez").status_code == 200  # at 127.0.0.1


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of one worker, with short deadlines."""
    folder, command = tmp_path_factory.mktemp("hasty"), (*GUNICORN, "tests.live.inside:inside()")
    with on_a_store(folder, command, HANGMAN_WORKERS="1") as (service, _):
        yield service


def begin(stack: ExitStack, service: Service, kind: str) -> socket.socket:
    """Open a slow connection, until the end of the block."""
    client = stack.enter_context(service.connected())
    drip(client, KINDS[kind][0])
    return client


def drip(client: socket.socket, data: bytes) -> None:
    with suppress(OSError):  # closed by the service, or full
        client.settimeout(0.05)
        client.sendall(data)


def received(client: socket.socket) -> bytes:
    """Everything that has arrived."""
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
    """How many connections of clients a service has open, by Linux's table of them."""
    port = f":{urlsplit(service.url).port:04X}"
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(local.endswith(port) and state in OPEN for _, local, _, state, *_ in rows)


def test_slow_clients_hold_up_nobody_and_are_cut_off(hasty: Service) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(hasty.connected()) for _ in range(MANY)]
        slow = [(kind, begin(stack, hasty, kind)) for kind in KINDS for _ in range(MANY)]
        begun, opened = time.monotonic(), open_sockets(hasty) - MANY
        for _ in range(CHECKS):
            for kind, client in slow:
                drip(client, KINDS[kind][1])
            assert httpx.get(f"{hasty.url}/livez", timeout=IN_TIME).status_code == 200
        for idle in silent:
            idle.close()
        while open_sockets(hasty) and time.monotonic() < begun + DEADLINE + LATE:
            for kind, client in slow:
                drip(client, KINDS[kind][1])
            time.sleep(0.1)
        assert opened >= len(slow) - 3 * MANY  # some are refused at once
        assert open_sockets(hasty) == 0
        for kind, client in slow:
            head, _, body = received(client).partition(b"\r\n\r\n")
            if status := KINDS[kind][2]:
                assert int(head.split()[1]) == status, kind
                assert status < 400 or problem_of(head, body)
