"""The log of a whole service, which fails no request and lets nobody play; and traces."""

import fcntl
import os
import re
import resource
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx

from service.store.embedded import EmbeddedServer
from tests.live.conftest import Observed
from tests.support.running import Service, ask, missing_lines, printing, serving
from tests.support.servers import children, workers
from tests.support.waiting import PATIENCE, wait_until

PIPE: Final = 16_384  # bytes that a pipe has room for
REQUESTS: Final = 200  # more lines than it has room for
GUNICORN: Final = (sys.executable, "-m", "gunicorn", "--config", "deploy/gunicorn.conf.py")
LINES: Final = (  # one of each kind
    "Traceback (most recent call last)", "A request failed outside of the application: GET /raise/",
    "Exception on /finalize/", "Exception in thread ", "<Greenlet at ", "UserWarning: ",
    "Refused a request of 127.0.0.1: 400 InvalidRequestLine in its first ",
    "WORKER TIMEOUT", "was sent SIGKILL", '"exception":"Traceback', '"status":408',
)  # fmt: skip


def lost(metrics: str) -> float:
    """How many lines the metrics at this address count as lost."""
    found = re.search(r"^hangman_log_lines_lost_total (\S+)$", ask("GET", metrics).text, re.M)
    return float(found[1]) if found else 0.0


def test_pipe_that_nobody_reads_and_full_disk_fail_nothing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, PIPE)
    with printing(tmp_path, f"> {tmp_path}/pipe 2> /dev/full", HANGMAN_WORKERS="1") as service:
        with httpx.Client(timeout=PATIENCE, base_url=service.url) as client:
            answers = {client.get("/dealers").status_code for _ in range(REQUESTS)}
        before = os.read(reader, PIPE).decode()
        service.get("/dealers")
        after = os.read(reader, PIPE).decode()
        os.close(reader)  # the reader dies before the service stops
    assert answers == {200}
    assert missing_lines(before + after) == REQUESTS - before.count('"path":"/dealers"')
    assert missing_lines(after) > REQUESTS / 2
    assert after.count('"path":"/dealers"') == 1
    assert service.process.returncode == 0


def test_file_that_cannot_grow_misses_lines_and_says_so(observed: Observed) -> None:
    """As on a full disk, which `make faults` tries."""
    service = observed.service

    def limit_files(size: int) -> None:
        for process in {*children(service.process.pid, "gunicorn"), *workers(service)}:
            _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (size, most))

    limit_files(service.log.stat().st_size + 700)
    for _ in range(20):  # each on a connection of its own
        assert service.get("/dealers").status_code == 200
    assert lost(observed.metrics) >= 15
    limit_files(resource.RLIM_INFINITY)
    for _ in range(30):  # so that both workers report what they lost
        service.get("/dealers")
    assert missing_lines(service.log.read_text()) == lost(observed.metrics)


def heads(game: str) -> list[str]:
    """Requests that gunicorn refuses or that end early; each has the game's id."""
    path, host = f"GET /games/{game}", "HTTP/1.1\r\nHost: x\r\n"
    refused = (
        f"{game}: ü", game, f"X: a\r\n {game}", f"{game} : b", f"Transfer-Encoding: {game}",
        f"Expect: {game}", f"Content-Length: {game}", f"X: {'y' * 9000}{game}",
    )  # fmt: skip
    return [
        f"{path}/ü {host}\r\n",
        f"{path} HTTP/9.9\r\nHost: x\r\n\r\n",
        f"{game} / {host}\r\n",
        *(f"{path} {host}{field}\r\n\r\n" for field in refused),
        f"{path} HTTP/1.1\r\n",
        f"POST /games/{game}/guesses {host}Content-Type: application/json\r\n"
        f"Transfer-Encoding: chunked\r\n\r\n{game}\r\n\r\n",
        f"GET /{'x' * 9000}/{game} {host}\r\n",
    ]


def send(service: Service, head: str, keep: bool = False) -> None:
    """Send some bytes, and read what comes back; `keep` leaves the connection open for more."""
    with service.connected(head.encode("latin1")) as connection:
        if not keep:
            connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass


def test_nobody_who_reads_the_log_can_play(tmp_path: Path, server: EmbeddedServer) -> None:
    """Not even if everything fails and every detail is logged."""
    raising = (*GUNICORN, "tests.live.inside:raising()")
    options = {
        "REDIS_URL": server.url, "GUNICORN_CMD_ARGS": "--timeout 4", "HANGMAN_LOG_LEVEL": "debug",
    }  # fmt: skip
    with serving(tmp_path, raising, **options) as service:
        game = service.post("/games").json()["id"]
        for head in heads(game):
            send(service, head)
        for path in ("", "/guesses", "/nowhere", "/confession", "%E2%80%8B"):
            service.get(f"/games/{game}{path}")
        service.get(f"/{game}?x={game}")
        for page in ("raise", "finalize"):
            with suppress(httpx.RemoteProtocolError):  # given up half way
                service.get(f"/{page}/{game}")
        send(service, f"GET /games/{game} HTTP/1.1\r\nHost: x\r\nX:", keep=True)
        for signal_number in (signal.SIGABRT, signal.SIGKILL):
            os.kill(children(service.process.pid)[0], signal_number)
            wait_until(lambda: service.get("/readyz").status_code == 200, "it is not ready")
        with suppress(httpx.RemoteProtocolError):
            service.get(f"/stuck/{game}")
    log = service.log.read_text()
    assert [line for line in LINES if line not in log] == []
    assert game not in log.lower()


def test_requests_are_traced_with_their_store_commands(observed: Observed) -> None:
    guess = "POST /games/<game_id>/guesses"
    caller, service = "0af7651916cd43dd8448eb211c80319c", observed.service
    headers = {"traceparent": f"00-{caller}-b7ad6b7169203331-01"}
    start = service.post("/games", json={}, headers=headers)
    service.post(start.headers["Location"] + "/guesses", json={"letter": "e"}, headers=headers)
    ask("MADEUP", service.url + "/made/up", headers=headers)

    def named() -> dict[str, Any]:
        return {span.name: span for span in observed.spans if span.trace_id.hex() == caller}

    requests = {"POST /games", guess, "other none"}
    wait_until(lambda: {*named()} >= requests, "not all is traced")
    spans = named()
    assert spans["SET"].parent_span_id == spans["POST /games"].span_id
    commands = {span.name for span in observed.spans if span.parent_span_id == spans[guess].span_id}
    assert commands >= {"GET"}
    assert {*spans} <= requests | {"EVAL", "EVALSHA", "GET", "SET"}
    assert f'"trace_id":"{caller}"' in service.log.read_text()
    keys = {attribute.key for span in observed.spans for attribute in span.attributes}
    assert keys == {"http.request.method", "http.route", "http.response.status_code"}
