"""Requests that no client library would send, byte by byte."""

import json
import re
import socket
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import pytest

from service.api.hooks import HEADERS
from tests.inputs import RAW
from tests.live.conftest import PAGE, Observed
from tests.support import contract
from tests.support.running import Service
from tests.support.servers import workers
from tests.support.waiting import PATIENCE

LOOK = "GET /livez HTTP/1.1\r\nHost: x\r\n"


def heard(service: Service, sent: bytes) -> tuple[bytes, bytes]:
    """Head and body of the answer; both are empty where there was none."""
    received = b""
    with service.connected() as connection, suppress(ConnectionResetError):
        connection.sendall(sent)
        while part := connection.recv(65_536):
            received += part
    head, _, body = received.partition(b"\r\n\r\n")
    return head, body


def problem_of(head: bytes, body: bytes) -> tuple[int, dict[str, str], Any]:
    """Status, headers and JSON of an answer that is a problem, as the contract has it."""
    line, *fields = head.decode().split("\r\n")
    headers, problem = dict(field.split(": ", 1) for field in fields), json.loads(body)
    status = int(line.split()[1])
    assert (problem["status"], problem["type"]) == (status, f"/problems/{problem['code']}")
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["X-Request-ID"] == problem["request_id"]
    assert headers.items() >= HEADERS.items()
    contract.validate(problem, contract.contract()["components"]["schemas"]["Problem"])
    return status, headers, problem


def wrong_with(received: bytes) -> str:
    """What is wrong with an answer, if anything."""
    head, _, body = received.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.[01] (\d{3}) ", head)
    if received and not status:
        return f"no HTTP: {received[:60]!r}"
    if status and status[1].startswith(b"5"):
        return f"a server's fault: {head[:60]!r}"
    if b"Traceback" in received or b"X-Injected" in head:
        return "our insides, or an injected header"
    if b"text/html" in head and status and status[1] != b"200":
        return f"an HTML page: {body[:60]!r}"
    if b"json" in head and body and b"chunked" not in head and b"100 Continue" not in head:
        json.JSONDecoder().raw_decode(body.decode())  # pipelined answers follow
    return ""


CODES = {
    400: "malformed-request", 413: "body-too-large", 414: "uri-too-long", 431: "headers-too-large",
}  # fmt: skip


@pytest.mark.parametrize("status", RAW)
def test_bytes_that_no_library_sends_harm_no_worker(service: Service, status: int) -> None:
    before = workers(service)
    for sent in RAW[status]:
        head, body = heard(service, sent.encode("latin1"))
        assert (int(head.split()[1]), wrong_with(head + b"\r\n\r\n" + body)) == (status, ""), sent
        if status in CODES:
            assert problem_of(head, body)[2]["code"] == CODES[status]
    assert before <= workers(service)


@pytest.mark.parametrize(
    ("status", "detail", "sent"),
    [
        (400, "", "GET /livez HTTP/1.1\r\n"),  # no Host
        (
            414, "The path and the query of the request are too long.",
            f"GET /{'x' * 9000} HTTP/1.1\r\nHost: x\r\n",
        ),
        (431, "The headers of the request are too large.", f"{LOOK}X: {'y' * 9000}\r\n"),
    ],
)  # fmt: skip
def test_refusal_of_the_worker_is_for_its_client(
    observed: Observed, status: int, detail: str, sent: str
) -> None:
    more = f"Origin: {PAGE}\r\nX-Request-ID: mine\r\n\r\n"
    answered, headers, problem = problem_of(*heard(observed.service, (sent + more).encode()))
    assert (answered, problem["request_id"]) == (status, "mine")
    assert headers["Access-Control-Allow-Origin"] == PAGE
    assert "X-Request-ID" in headers["Access-Control-Expose-Headers"]
    assert problem["detail"].startswith(detail)


@pytest.mark.parametrize("method", ["PUT /games", "POST /nowhere", "POST /hints"])
@pytest.mark.parametrize("size", [15_000, 33_000, 40_000, 500_000])
def test_unread_body_does_not_harm_the_next_request(
    service: Service, method: str, size: int
) -> None:
    first = f"{method} HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n"
    second = "GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    _, rest = heard(service, (first + "x" * size + second).encode())
    assert b"HTTP/1.1 200 OK\r\n" in rest
    assert rest.endswith(b'"version":"1.0.0"}\n')


def test_head_is_refused_without_a_body_and_1_9_is_1_1(service: Service) -> None:
    head, body = heard(service, b"HEAD /livez HTTP/1.1\r\n\r\n")  # no Host
    assert (head.split()[1], body) == (b"400", b"")
    head, _ = heard(service, b"GET /livez HTTP/1.9\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")


def test_host_may_be_all_addresses_of_both_kinds(observed: Observed) -> None:
    address = "::1", urlsplit(observed.service.url).port
    with socket.create_connection(address, timeout=PATIENCE) as connection:
        connection.sendall(b"GET /livez HTTP/1.0\r\n\r\n")
        assert connection.recv(65_536).split()[1] == b"200"
    assert observed.service.get("/livez").status_code == 200  # at 127.0.0.1
