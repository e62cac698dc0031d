"""Requests that no client library would send, byte by byte."""

import json
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.live.running import Service, serving
from tests.waiting import PATIENCE

POST = b"POST /games HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


def answered(service: Service, sent: bytes) -> tuple[int, bytes]:
    """Status and body of the answer; 0 where there was none."""
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
    return int(head.split()[1]) if head else 0, body


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
