"""Requests that no client library would send, byte by byte."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from service.api.hooks import HEADERS
from tests.live.running import Service, free_port, serving
from tests.waiting import PATIENCE

PAGE = "https://play.example"
POST = b"POST /games HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


def answered(service: Service, sent: bytes) -> tuple[int, bytes]:
    """Status and body of the answer; 0 where there was none."""
    head, body = heard(service, sent)
    return int(head.split()[1]) if head else 0, body


def heard(service: Service, sent: bytes) -> tuple[bytes, bytes]:
    """Head and body of the answer; both are empty where there was none."""
    address = urlsplit(service.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        received = b""
        try:
            while part := connection.recv(65_536):
                received += part
        except ConnectionResetError:
            pass
    head, _, body = received.partition(b"\r\n\r\n")
    return head, body


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(data), data)


def test_chunked_body_is_read(service: Service) -> None:
    status, body = answered(service, CHUNKED + chunk(b'{"len') + chunk(b'gth":5}') + b"0\r\n\r\n")

    assert (status, json.loads(body)["length"]) == (201, 5)


def test_chunked_body_past_the_limit_is_not_cut_and_parsed(service: Service) -> None:
    sent = CHUNKED + chunk(b"{}" + b" " * 16_384) + b"0\r\n\r\n"

    assert answered(service, sent)[0] == 413


@pytest.mark.parametrize("size", [b"zz", b"-1", b"0x2", b"", b"2 2"])
def test_bad_chunk_size_is_the_clients_fault(service: Service, size: bytes) -> None:
    assert answered(service, CHUNKED + size + b"\r\n{}\r\n0\r\n\r\n")[0] == 400


@pytest.mark.parametrize(
    "sent",
    [
        POST + b"Content-Length: -1\r\n\r\n{}",
        POST + b"Content-Length: x\r\n\r\n{}",
        POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
        b"GET /livez HTTP/9.9\r\n\r\n",
        b"GET /livez\r\n\r\n",
        b"\x00\x01\x02\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n\r\n",
        b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
    ],
)
def test_what_is_no_http_is_the_clients_fault_and_harms_no_worker(
    service: Service, sent: bytes
) -> None:
    status, body = answered(service, sent)

    assert 400 <= status < 500
    assert b"Traceback" not in body
    assert service.get("/livez").status_code == 200


@pytest.fixture(scope="module")
def open_to_pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that lets pages of two origins call it, and traces and counts."""
    environ = {
        "METRICS_PORT": str(free_port()),
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9",
    }
    with serving(
        tmp_path_factory.mktemp("pages"), CORS_ORIGINS=f"https://b.example,{PAGE}", **environ
    ) as service:
        yield service


@pytest.mark.parametrize(
    ("status", "sent"),
    [
        (400, "GET /livez HTTP/1.1\r\n"),  # no Host
        (400, "GET /livez HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity, chunked\r\n"),
        (400, "GET /livez HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n"),
        (414, f"GET /{'x' * 9000} HTTP/1.1\r\nHost: x\r\n"),
        (417, "GET /livez HTTP/1.1\r\nHost: x\r\nExpect: x\r\n"),
        (431, f"GET /livez HTTP/1.1\r\nHost: x\r\nX: {'y' * 9000}\r\n"),
        (501, "GET /livez HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: x\r\n"),
    ],
)
def test_what_the_worker_refuses_is_a_problem_with_the_headers_of_any_answer(
    open_to_pages: Service, status: int, sent: str
) -> None:
    more = f"Origin: {PAGE}\r\nX-Request-ID: mine\r\n\r\n"

    head, body = heard(open_to_pages, (sent + more).encode())

    line, *fields = head.decode().split("\r\n")
    headers = dict(field.split(": ", 1) for field in fields)
    problem = json.loads(body)
    assert (int(line.split()[1]), problem["status"]) == (status, status)
    assert (headers["X-Request-ID"], problem["request_id"]) == ("mine", "mine")
    assert headers["Content-Type"] == "application/problem+json"
    assert headers["Access-Control-Allow-Origin"] == PAGE
    assert "X-Request-ID" in headers["Access-Control-Expose-Headers"]
    assert headers.items() >= HEADERS.items()


def test_http_1_0_is_answered(service: Service) -> None:
    assert answered(service, b"GET /livez HTTP/1.0\r\n\r\n")[0] == 200


@pytest.mark.parametrize("host", ["::", "[::]"])
def test_host_may_be_all_addresses_of_both_kinds(tmp_path: Path, host: str) -> None:
    with serving(tmp_path, HOST=host) as service:
        port = urlsplit(service.url).port
        with socket.create_connection(("::1", port), timeout=10) as connection:
            connection.sendall(b"GET /livez HTTP/1.0\r\n\r\n")

            assert connection.recv(65_536).split()[1] == b"200"
        assert service.get("/livez").status_code == 200  # at 127.0.0.1
