"""A server of a few lines, where a service is not needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@contextmanager
def answering(handler: type[BaseHTTPRequestHandler], host: str = "127.0.0.1") -> Iterator[str]:
    """The address of a server that answers as the handler does, until the end of the block."""
    with ThreadingHTTPServer((host, 0), handler) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://{host}:{server.server_port}"
        server.shutdown()
