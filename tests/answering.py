"""Small HTTP servers for tests that do not need a whole service."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.running import in_a_thread


@contextmanager
def answering(handler: type[BaseHTTPRequestHandler], host: str = "127.0.0.1") -> Iterator[str]:
    """Serve with this handler until the end of the block; yield the address."""
    quiet = type("Quiet", (handler,), {"log_message": lambda *_: None})
    with in_a_thread(ThreadingHTTPServer((host, 0), quiet)) as server:
        yield f"http://{host}:{server.server_port}"


@contextmanager
def saying(*answers: tuple[int, Iterable[bytes]]) -> Iterator[tuple[str, list[Any]]]:
    """Serve these answers in turn, then repeat the last; yield the address and received headers.

    An answer is a status and the pieces of its body. With status 0, they are all that is sent.
    """
    received: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.headers)
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            status, pieces = answers[min(len(received), len(answers)) - 1]
            if status:
                self.send_response(status)
                self.end_headers()
            with suppress(OSError):  # the client may hang up early
                for piece in pieces:
                    self.wfile.write(piece)

        do_GET = do_POST  # noqa: N815  # the name that http.server looks for

    with answering(Handler) as url:
        yield url, received
