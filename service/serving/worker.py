"""gunicorn's worker, with patience: no thread waits for a client that sends slowly.

gunicorn gives a connection to a thread when its first byte is there, and the thread then waits for
the rest: as many half-sent requests as there are threads stop a service. Here a connection waits,
outside the threads, until its request is all there.
"""

import json
import re
import time
from dataclasses import dataclass, field
from functools import partial
from selectors import EVENT_READ
from socket import MSG_DONTWAIT, MSG_PEEK, socket
from typing import Any, Final

from gunicorn import util
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, TConn, ThreadWorker

PEEKED: Final = 65_536  # bytes: our requests fit in many times over
END: Final = re.compile(rb"\r?\n\r?\n")  # of the headers
LENGTH: Final = re.compile(rb"\ncontent-length:[ \t]*(\d{1,9})[ \t]*\r?\n", re.IGNORECASE)
CHUNKED: Final = re.compile(rb"\ntransfer-encoding:[^\n]*chunked", re.IGNORECASE)
EXPECT: Final = re.compile(rb"\nexpect:", re.IGNORECASE)
BRIEFEST: Final = 0.001  # seconds between looks at a request that is half there, at first
LONGEST: Final = 0.1
PATIENCE: Final = 5.0  # seconds for a request to arrive


@dataclass
class Waiting:
    """A connection whose request is half there."""

    conn: TConn
    since: float
    pause: float = BRIEFEST
    due: float = field(default=0.0)


class PatientWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn brings no types
    """A ThreadWorker that gives its threads whole requests."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._waiting: list[Waiting] = []
        self._last: float | None = None  # when a stopping worker waits for no one any more

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection to a thread, when its request is there."""
        if self._is_whole(conn):
            super().enqueue_req(conn)

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for clients, and look after those whose requests are half there."""
        if self._waiting:
            soonest = min(one.due for one in self._waiting) - time.monotonic()
            timeout = max(0.0, min(timeout, soonest))
        super().wait_for_and_dispatch_events(timeout)
        if self._waiting:
            self._look_again()
        if not self.alive:
            self._stop()

    def _stop(self) -> None:
        """Give those who have not sent all, or nothing, a moment: their bytes may be on the way."""
        self._last = self._last or time.monotonic() + STOP_KEEPALIVE_LINGER
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, self._last)

    def _is_whole(self, conn: TConn) -> bool:
        """Whether a request is there; where not, the connection is made to wait."""
        if conn.parser is not None and conn.parser.unreader.buf.getvalue():
            return True  # another request came with the one before
        data = _peeked(conn)
        if data is None:
            self._wait_for_first_byte(conn)
        elif is_whole(data):
            return True
        else:
            now = time.monotonic()
            self._waiting.append(Waiting(conn, now, due=now + BRIEFEST))
        return False

    def _wait_for_first_byte(self, conn: TConn) -> None:
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + self.cfg.keepalive
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def _look_again(self) -> None:
        now = time.monotonic()
        waiting, self._waiting = self._waiting, []
        for one in waiting:
            if one.due > now:
                self._waiting.append(one)
                continue
            data = _peeked(one.conn)
            if data is not None and is_whole(data):
                super().enqueue_req(one.conn)
            elif now > min(one.since + PATIENCE, self._last or now):
                self._refuse(one.conn)
            else:
                one.pause = min(LONGEST, 2 * one.pause)
                one.due = now + one.pause
                self._waiting.append(one)

    def _refuse(self, conn: TConn) -> None:
        self.nr_conns -= 1
        write_problem(conn.sock, 408, "Request Timeout", "The request did not arrive in time.")
        conn.close()


def _peeked(conn: TConn) -> bytes | None:
    """What a connection holds for us, left where it is; None for nothing yet, b"" for its end."""
    try:
        return bytes(conn.sock.recv(PEEKED, MSG_PEEK | MSG_DONTWAIT))
    except BlockingIOError:
        return None
    except OSError:
        return b""


def is_whole(data: bytes) -> bool:
    """Whether these bytes are a whole request, or as much as it takes to answer it."""
    if not data or len(data) == PEEKED:
        return True
    request = data.lstrip(b"\r\n")
    if request and not request[:1].isalpha():
        return True  # no HTTP, and answered as such
    end = END.search(request)
    if not end:
        return False
    head, body = request[: end.start()] + b"\r\n", request[end.end() :]
    if EXPECT.search(head):
        return True  # the body comes when we have said 100 Continue
    length, chunked = LENGTH.search(head), CHUNKED.search(head)
    if chunked and not length:  # both would be a contradiction, and answered as such
        return body.endswith(b"\r\n\r\n")
    return length is None or bool(chunked) or len(body) >= min(int(length[1]), PEEKED // 2)


def write_problem(connection: socket, status: int, reason: str, detail: str) -> None:
    """Answer what is no HTTP, as everything else is answered, and as well as a client may take it.

    It stands in for gunicorn's own function, which writes an HTML page.
    """
    content = {
        "type": "about:blank",
        "title": reason,
        "status": status,
        "detail": detail or reason,
    }
    body = json.dumps(content).encode()
    head = (
        f"HTTP/1.1 {status} {reason}\r\nConnection: close\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    util.write_nonblock(connection, head.encode("latin1") + body)
