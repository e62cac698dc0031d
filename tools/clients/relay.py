"""What today's clients must bear: a bad network, a busy service, and a newer one."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

from tests.support.running import ask

NEWER = ("already-guessed", "costly")  # a problem and a verdict that the client's contract lacks
FAULTS = ("lost", "portal", "limited", "cut", "busy", "empty", "odd", "late")
FAILED = "Something went wrong on our side."
PASSED = ("Content-Type", "Idempotency-Key", "If-None-Match")
RETURNED = {"content-type", "etag"}
PORTAL = b"<!doctype html><title>Welcome to our Wi-Fi</title><p>Sign in to go on."


class Relay(ThreadingHTTPServer):
    """A proxy in front of a service; in turn, each fault befalls the first try of a request.

    `bodies` has what came with each Idempotency-Key, `reused` the keys that came with two bodies.
    `closed` is a fault that befalls every request.
    """

    def __init__(self, service: str) -> None:
        super().__init__(("127.0.0.1", 0), Relayed)
        self.service = service
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.faults: Iterator[str] = iter(FAULTS)
        self.bodies: dict[str, bytes] = {}
        self.reused: list[str] = []
        self.closed = ""

    def fault(self, key: str | None, body: bytes) -> str:
        """What befalls a request; nothing befalls one without a key."""
        is_new = bool(key) and key not in self.bodies
        if key and self.bodies.setdefault(key, body) != body:
            self.reused.append(key)
        if self.closed or not is_new:
            return self.closed
        return next(self.faults, "")


class Relayed(BaseHTTPRequestHandler):
    """Handles a request."""

    server: Relay

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"] or 0))
        match self.server.fault(self.headers["Idempotency-Key"], body):
            case "portal":
                self.send(200, "text/html", PORTAL)
            case "limited":
                self.refuse(429, "too-many-requests", "1")
            case "busy":
                self.refuse(503, "unavailable", "1")
            case "odd":
                self.refuse(503, "unavailable", "Wed, 21 Oct 2026 07:28:00 GMT")
            case "empty":
                self.send(502, "text/plain", b"")
            case "over":
                self.refuse(429, "too-many-requests", "3600")
            case "failed":
                self.refuse(500, "internal-error")
            case fault:
                self.pass_on(body, fault)

    def do_GET(self) -> None:
        self.do_POST()

    def do_DELETE(self) -> None:
        self.do_POST()

    def pass_on(self, body: bytes, fault: str) -> None:
        """Let the service do it, and return its response unless it is lost, cut or late."""
        answer = self.ask(body)
        content = later(answer).encode()
        if fault == "late":
            self.connection.recv(1)  # until the client hangs up
        elif fault != "lost":
            sent = content[:99] if fault == "cut" else content
            self.send_response(answer.status_code)
            for name in RETURNED & answer.headers.keys():
                self.send_header(name, answer.headers[name])
            if content:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(sent)

    def refuse(self, status: int, code: str, seconds: str = "") -> None:
        """Send a problem as the service does, with Retry-After if it is to be tried again."""
        problem = {"type": f"/problems/{code}", "code": code, "title": code, "status": status}
        detail = f"Try again in {seconds} s." if seconds else FAILED
        problem |= {"detail": detail, "request_id": "1"}
        content = json.dumps(problem).encode()
        self.send(status, "application/problem+json", content, wait=seconds)

    def send(self, status: int, kind: str, content: bytes, wait: str = "") -> None:
        """Send a response of the relay's own."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        if wait:
            self.send_header("Retry-After", wait)
        self.end_headers()
        self.wfile.write(content)

    def ask(self, body: bytes) -> httpx.Response:
        headers = {name: self.headers[name] for name in PASSED if name in self.headers}
        url = self.server.service + self.path
        return ask(self.command, url, content=body, headers=headers)

    def log_message(self, *_: object) -> None:
        pass


def later(answer: httpx.Response) -> str:
    """The answer of a newer service: JSON with more fields; a contract with other names."""
    kind, text = answer.headers.get("Content-Type", ""), answer.text
    if "json" in kind:
        return json.dumps(answer.json(object_hook=lambda fields: {**fields, "new": {"field": 1}}))
    for name in NEWER if "yaml" in kind else ():
        assert name in text
        text = text.replace(name, f"another-{name}")
    return text
