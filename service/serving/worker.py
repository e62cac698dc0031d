"""gunicorn's gevent worker with deadlines: no slow client keeps a connection forever."""

import errno
import math
import os
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

import gevent
from gevent.socket import (
    IPPROTO_TCP,
    SHUT_RD,
    SO_SNDBUF,
    SOL_SOCKET,
    TCP_USER_TIMEOUT,
    socket,
    wait_read,
)
from gunicorn import util
from gunicorn.http.errors import (
    ChunkMissingTerminator,
    ConfigurationProblem,
    ExpectationFailed,
    InvalidChunkSize,
    InvalidHeader,
    InvalidHeaderName,
    InvalidHTTPVersion,
    InvalidRequestLine,
    InvalidRequestMethod,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ObsoleteFolding,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.workers.ggevent import GeventWorker

from service.turns import A_MOMENT

REQUEST_SECONDS: Final = 10.0  # for a whole request, from its first byte
ANSWER_SECONDS: Final = 30.0  # for the client to receive a whole response, or a piece of a stream
UNREAD: Final = 65_536  # bytes of a stream that wait for the client in the kernel
READABLE: Final = 1  # libev's EV_READ
CROWDED_SECONDS: Final = 5.0  # for a first byte, if over half of the connections are in use
FULL: Final = 0.9  # of the connections are in use: new ones then replace slow heads
ROOM: Final = 0.01  # of the slow heads are closed at a time: each search takes milliseconds
NEWEST: Final = (1, 1)  # version of HTTP
LOOK_INTERVAL: Final = 0.1  # seconds between two looks at what a stop has to close
GRACE: Final = 2.0  # seconds at the stop, for requests on connections that are open
HEAD_END: Final = b"\r\n\r\n"
LARGEST_HEAD: Final = 24_576  # bytes of a request before its body
PIECE: Final = 65_536  # bytes
MOST_LEFT: Final = 16  # pieces of an unread body that are read before the connection is closed
OURS: Final = (InvalidResponseHeader, InvalidResponseHeaderName)  # not the request's fault
STATUSES: Final[dict[type[ParseException], int]] = {  # of refused requests; others: 400
    LimitRequestLine: 414,
    LimitRequestHeaders: 431,
}
NO_LINE: Final = "The first line of the request is not valid HTTP, such as “GET /daily HTTP/1.1”."
NO_HEADER: Final = "A header of the request is missing, or is not valid HTTP."
NO_CHUNK: Final = "The body does not come in valid chunks."
NOT_HTTP: Final = "The request is not valid HTTP."
FAULTS: Final[dict[type[ParseException], str]] = {  # what to say of them; of others, NOT_HTTP
    **dict.fromkeys((InvalidRequestLine, InvalidRequestMethod, InvalidHTTPVersion), NO_LINE),
    **dict.fromkeys((InvalidHeader, InvalidHeaderName, ObsoleteFolding), NO_HEADER),
    **dict.fromkeys((InvalidChunkSize, ChunkMissingTerminator), NO_CHUNK),
    UnsupportedTransferCoding: "Transfer-Encoding can only be “chunked”.",
    ExpectationFailed: "Expect can only be “100-continue”.",
}
NEEDED: Final = {  # headers that the response to a refused request needs
    name: re.compile(rf"^{name}:[ \t]*(.*?)[ \t]*\r$", re.IGNORECASE | re.M)
    for name in ("Origin", "X-Request-ID")
}


class RequestTooSlow(Exception):
    """A request whose request line and headers did not arrive in time."""


@dataclass
class Exchange:
    """A request and its response, as far as they have come; deadlines are times of `monotonic`."""

    head: bytes = b""
    request_by: float | None = None  # None: no byte has come yet
    is_answering: bool = False  # the head is whole; the application may read the body
    answer_by: float | None = None  # None: no byte has been sent yet
    unsent: bytes = b""  # the head of the response, which waits for the first piece of the body


class Connection(socket):
    """A client's socket, with a deadline for each whole request and one for each response.

    Between requests, the client may send nothing for `idle_seconds`.
    """

    def __init__(self, client: socket, idle_seconds: float, app: Any) -> None:
        super().__init__(client.family, client.type, client.proto, client.detach())
        self.idle_seconds = idle_seconds
        self.app = app  # it words the responses to what is not a request
        self.served = 0  # requests
        self._end_of_stream: Any = None  # libev's watcher, while the response is a stream of events
        self.request: Any = None  # that is being answered
        self.exchange = Exchange()

    @property
    def is_idle(self) -> bool:
        """Whether no byte of the next request has come yet."""
        return self.exchange.request_by is None and not self.exchange.is_answering

    @property
    def is_unheard(self) -> bool:
        """Whether a head is still incomplete: of its first request, or of one that has begun."""
        exchange = self.exchange
        return not exchange.is_answering and (not self.served or exchange.request_by is not None)

    def recv(self, size: int, flags: int = 0) -> bytes:
        """The next bytes; none if the client has closed, or has been idle for too long.

        While the headers are read, it raises RequestTooSlow and LimitRequestHeaders; while the body
        is read, TimeoutError.
        """
        exchange = self.exchange
        try:
            # Let others go first: a client that pipelines requests kept them waiting for 60 ms.
            if self.is_idle:
                wait_read(self.fileno(), timeout=self.idle_seconds)
            self._wait_until(exchange.request_by or time.monotonic() + self.idle_seconds)
            data = bytes(super().recv(size))
        except TimeoutError:
            if exchange.request_by is None:
                return b""
            raise TimeoutError if exchange.is_answering else RequestTooSlow from None
        exchange.request_by = exchange.request_by or time.monotonic() + REQUEST_SECONDS
        if not exchange.is_answering:
            exchange.head += data
            is_large = len(exchange.head) > LARGEST_HEAD
            if is_large and HEAD_END not in exchange.head[: LARGEST_HEAD + len(HEAD_END)]:
                raise LimitRequestHeaders(f"over {LARGEST_HEAD} bytes")
        return data

    def _wait_until(self, deadline: float) -> None:
        """Set the deadline of the next call of the socket."""
        self.settimeout(max(0.001, deadline - time.monotonic()))

    def headers_received(self) -> dict[str, str]:
        """The headers that the response needs, as far as they have come."""
        self.settimeout(0)
        with suppress(OSError):
            self.exchange.head += super().recv(LARGEST_HEAD)
        head = self.exchange.head.decode("latin1")
        found = {name: header.search(head) for name, header in NEEDED.items()}
        return {name: value[1] for name, value in found.items() if value}

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send all data. The head of a response goes out with the first piece of its body.

        Raises ConnectionResetError if the client does not receive it in time.
        """
        exchange = self.exchange
        is_head = exchange.is_answering and exchange.answer_by is None
        if exchange.answer_by is None or self.is_streaming:
            exchange.answer_by = time.monotonic() + ANSWER_SECONDS
        exchange.unsent += data
        if not is_head:
            self.flush()

    def flush(self) -> None:
        """Send everything that is unsent. Raises ConnectionResetError as `sendall` does."""
        data, self.exchange.unsent = self.exchange.unsent, b""
        if not data or self.exchange.answer_by is None:
            return
        self._wait_until(self.exchange.answer_by)
        try:
            sent = super().send(data)  # nearly always everything; `sendall` has more to prepare
            if sent < len(data):
                self._wait_until(self.exchange.answer_by)  # both would wait for all of it
                super().sendall(data[sent:])
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "the answer was not received") from None

    def shutdown(self, how: int) -> None:
        """Give up a response that failed half way."""
        self.exchange.unsent = b""
        super().shutdown(how)

    def begin_stream(self, on_end: Callable[[], None]) -> None:
        """Prepare for a stream of events, which is the last response on the connection.

        `on_end` is called once, if the client or we close the connection. Each piece has its own
        deadline. A client that reads nothing misses it soon, because little waits in the kernel;
        the kernel itself gives up a client that has vanished.
        """
        self.request.force_close()
        self.setsockopt(SOL_SOCKET, SO_SNDBUF, UNREAD)
        with suppress(OSError):  # a unix socket
            self.setsockopt(IPPROTO_TCP, TCP_USER_TIMEOUT, int(1000 * ANSWER_SECONDS))
        self._end_of_stream = gevent.get_hub().loop.io(self.fileno(), READABLE)
        self._end_of_stream.start(self._tell_end, on_end)

    def _tell_end(self, on_end: Callable[[], None]) -> None:
        self._end_of_stream.stop()
        on_end()

    def end_stream(self) -> None:
        """Stop watching whether the client closes the connection."""
        self._end_of_stream.stop()
        self._end_of_stream.close()
        self._end_of_stream = None

    @property
    def is_streaming(self) -> bool:
        """Whether the response is a stream of events."""
        return self._end_of_stream is not None

    def close_after_answer(self) -> None:
        """Let the response say that the connection closes, if there is still time."""
        if self.request and self.exchange.answer_by is None:
            self.request.force_close()

    def stop_reading(self) -> None:
        """Stop waiting for a request: `recv` ends as if the client had closed the connection."""
        with suppress(OSError):  # the client has closed it already
            super().shutdown(SHUT_RD)


class Worker(GeventWorker):  # type: ignore[misc]  # gunicorn brings no types
    """A GeventWorker with deadlines, which stops without losing a request."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._connections: dict[Connection, str] = {}  # and their addresses, the oldest first

    def init_process(self) -> None:
        # gunicorn looks a setting up at each use, 20 times a request. In a worker, none changes:
        # from here on, `cfg.set` has no effect.
        self.cfg.__dict__.update({name: each.get() for name, each in self.cfg.settings.items()})
        super().init_process()

    def run(self) -> None:
        gevent.spawn(self._close_at_the_stop)
        super().run()

    def timeout_ctx(self) -> AbstractContextManager[None]:
        """No timeout around a request: the connection has its own."""
        return nullcontext()

    def handle(self, listener: Any, client: socket, address: Any) -> None:
        crowded = 2 * len(self._connections) > self.worker_connections
        idle_seconds = CROWDED_SECONDS if crowded else self.cfg.keepalive
        connection = Connection(client, idle_seconds, self.wsgi)
        if len(self._connections) >= FULL * self.worker_connections:
            self._make_room()
        self._connections[connection] = address[0] if address else ""  # a unix socket has none
        try:
            # gunicorn reads the name of its first argument; the stop may have closed the listener.
            super().handle(connection, connection, address)
        finally:
            self._connections.pop(connection, None)

    def _make_room(self) -> None:
        """Close the oldest connections without a whole head, of the address with most of them."""
        unheard = {each: by for each, by in self._connections.items() if each.is_unheard}
        [(most, _)] = Counter(unheard.values()).most_common(1) or [("", 0)]
        many = math.ceil(ROOM * len(unheard))
        for connection in islice([each for each, by in unheard.items() if by == most], many):
            del self._connections[connection]
            connection.stop_reading()

    def handle_request(
        self, listener_name: Any, request: Any, connection: Connection, address: Any
    ) -> Any:
        check(request)
        request.version = min(request.version, NEWEST)  # HTTP/1.9 is answered as 1.1 [RFC 9110]
        if is_last(request):
            request.force_close()
        connection.request = request
        connection.exchange.is_answering = True
        try:
            return super().handle_request(listener_name, request, connection, address)
        finally:
            connection.flush()
            discard_body(request)
            connection.served += 1
            connection.request = None
            connection.exchange = Exchange()
            # The time of its next request begins with these bytes, but other clients go first.
            if buffered := request.unreader.buf.getvalue():
                connection.exchange = Exchange(buffered, time.monotonic() + REQUEST_SECONDS)
                gevent.sleep(A_MOMENT)

    def handle_error(self, request: Any, connection: Any, address: Any, error: Any) -> None:
        """Respond to bytes that are no valid request, or to a request that failed outside Flask."""
        match error:
            case RequestTooSlow():
                refusal = HTTPStatus.REQUEST_TIMEOUT, "The request did not arrive in time."
            case ConfigurationProblem():
                refusal = HTTPStatus.NOT_FOUND, "There is nothing at this path."
            case ParseException() if not isinstance(error, OURS):
                fault = FAULTS.get(type(error), NOT_HTTP)
                refusal = HTTPStatus(STATUSES.get(type(error), 400)), fault
                self._log_refusal(connection, address, error, refusal[0])
            case _:
                place = f"{request.method} {request.uri}" if request else "(no URI read)"
                self.log.exception("A request failed outside of the application: %s", place)
                refusal = HTTPStatus.INTERNAL_SERVER_ERROR, ""
        with suppress(OSError):
            write_problem(connection, *refusal)

    def _log_refusal(
        self, connection: Connection, address: Any, error: ParseException, status: int
    ) -> None:
        """Log bytes that are not HTTP. They may hold an id, so the log gets only their error."""
        place = f"{type(error).__name__} in its first {len(connection.exchange.head)} bytes"
        self.log.warning("Refused a request of %s: %d %s", address and address[0], status, place)

    def _close_at_the_stop(self) -> None:
        """At the stop, let each connection end after its response, and close idle ones at last.

        A proxy may just have sent a request on an idle one. So they stay open for a while, until
        the proxy has its response or has closed the connection. Streams of events end as soon as
        the service drains, so that their clients go on at another instance.
        """
        while self.alive:
            gevent.sleep(LOOK_INTERVAL)
            if self.wsgi.parts.draining:
                self._end_streams()
        end = time.monotonic() + GRACE
        while True:
            for connection in list(self._connections):
                connection.close_after_answer()
                if connection.is_idle and time.monotonic() >= end:
                    connection.stop_reading()
            self._end_streams()
            gevent.sleep(LOOK_INTERVAL)

    def _end_streams(self) -> None:
        for connection in self._connections:
            if connection.is_streaming:
                connection.stop_reading()


def discard_body(request: Any) -> None:
    """Read what the application left of the body; close the connection if that is too much."""
    with suppress(OSError, ParseException):
        for _ in range(MOST_LEFT):
            if not request.body.read(PIECE):
                return
    request.force_close()


def is_last(request: Any) -> bool:
    """Whether the client says that it sends no other request on this connection.

    gunicorn reads the header only if `close` stands there alone.
    """
    options = ",".join(value for name, value in request.headers if name == "CONNECTION")
    return "close" in (each.strip().lower() for each in options.split(","))


def check(request: Any) -> None:
    """Refuse what gunicorn accepts, but a proxy may read differently. Raises InvalidHeader."""
    if request.version >= (1, 1) and not any(name == "HOST" for name, _ in request.headers):
        raise InvalidHeader("HOST")
    for name, value in request.headers:
        if name == "TRANSFER-ENCODING" and value.lower() != "chunked":
            raise InvalidHeader(name)


def write_problem(connection: Connection, status: HTTPStatus, detail: str) -> None:
    """Send a problem for bytes that are not HTTP, where gunicorn would send an HTML page."""
    root = os.environ.get("SCRIPT_NAME", "")  # as gunicorn does
    received = connection.headers_received()
    headers, body = connection.app.refusal(status, detail or status.phrase, root, received)
    fields = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = f"HTTP/1.1 {status} {status.phrase}\r\nConnection: close\r\n{fields}\r\n"
    is_head = connection.exchange.head.startswith(b"HEAD ")
    util.write_nonblock(connection, head.encode("latin1") + (b"" if is_head else body))
