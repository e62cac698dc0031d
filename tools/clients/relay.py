"""What today's clients must bear: a newer service, a network that loses answers, a limit."""

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

from tests.support.running import ask

NEWER = ("already-guessed", "costly")  # a problem and a verdict that the client's contract lacks


class Relay(ThreadingHTTPServer):
    """A proxy in front of a service; `keys` are the Idempotency-Keys that it has seen."""

    def __init__(self, service: str) -> None:
        super().__init__(("127.0.0.1", 0), Relayed)
        self.service = service
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.keys: set[str] = set()


class Relayed(BaseHTTPRequestHandler):
    """Handles a request; the first answer to each key is lost."""

    server: Relay

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        answer = self.ask(body)
        if self.path.endswith("/confession"):
            answer = self.ask(body)  # as if others at this address used up its units
        key = self.headers["Idempotency-Key"]
        if key and key not in self.server.keys:
            self.server.keys.add(key)
            return  # the service has applied it, but the connection ends without an answer
        self.send_response(answer.status_code)
        self.send_header("Content-Type", answer.headers["Content-Type"])
        self.end_headers()
        self.wfile.write(later(answer).encode())

    def do_GET(self) -> None:
        self.do_POST()

    def ask(self, body: bytes) -> httpx.Response:
        passed = ("Content-Type", "Idempotency-Key")
        headers = {name: self.headers[name] for name in passed if name in self.headers}
        url = self.server.service + self.path
        return ask(self.command, url, content=body, headers=headers)

    def log_message(self, *_: object) -> None:
        pass


def later(answer: httpx.Response) -> str:
    """The answer of a newer service: JSON with more fields; a contract with other names."""
    if "json" in answer.headers["Content-Type"]:
        return json.dumps(answer.json(object_hook=lambda fields: {**fields, "new": {"field": 1}}))
    text = answer.text
    for name in NEWER:
        assert name in text
        text = text.replace(name, f"another-{name}")
    return text
