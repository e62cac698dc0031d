"""Servers of a few lines, where a service is not needed."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.support.running import in_a_thread


@contextmanager
def answering(handler: type[BaseHTTPRequestHandler], host: str = "127.0.0.1") -> Iterator[str]:
    """The address of a server that answers as the handler does, until the end of the block."""
    quiet = type("Quiet", (handler,), {"log_message": lambda *_: None})
    with in_a_thread(ThreadingHTTPServer((host, 0), quiet)) as server:
        yield f"http://{host}:{server.server_port}"


@contextmanager
def saying(*answers: tuple[int, Iterable[bytes]]) -> Iterator[tuple[str, list[Any]]]:
    """A server with these answers, in turn and then the last one; and the headers that it got.

    An answer is a status and the pieces of its body, or 0 and the pieces of all of it.
    """
    heard: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            heard.append(self.headers)
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            status, pieces = answers[min(len(heard), len(answers)) - 1]
            if status:
                self.send_response(status)
                self.end_headers()
            with suppress(OSError):  # a client need not read to the end
                for piece in pieces:
                    self.wfile.write(piece)

        do_GET = do_POST  # noqa: N815  # the name that http.server looks for

    with answering(Handler) as url:
        yield url, heard
