"""When a request is all there, and a thread may have it."""

import pytest

from service.serving.worker import PEEKED, is_whole

POST = b"POST /games HTTP/1.1\r\nHost: x\r\n"


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\nHost: x\n\n",
        POST + b"Content-Length: 2\r\n\r\n{}",
        POST + b"content-length:2\r\n\r\n{}and more",
        POST + b"Content-Length: x\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\nContent-Length: 9\r\n\r\n",
        POST + b"Expect: 100-continue\r\nContent-Length: 9\r\n\r\n",
        POST + b"Content-Length: 9999999\r\n\r\n" + b" " * (PEEKED // 2),
        b"x" * PEEKED,
        b"\x16\x03\x01",
        b"",
    ],
)
def test_request_that_is_there_is_handed_over(data: bytes) -> None:
    assert is_whole(data)


@pytest.mark.parametrize(
    "data",
    [
        b"G",
        b"\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n",
        POST + b"Content-Length: 3\r\n\r\n{}",
        POST + b"Transfer-Encoding: chunked\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
    ],
)
def test_request_that_is_half_there_is_waited_for(data: bytes) -> None:
    assert not is_whole(data)
