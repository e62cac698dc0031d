"""Any bytes: what no client should send, and what schemathesis thinks of."""

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from tests.inputs import RAW, inputs
from tests.live.running import Service, serving
from tests.programs import environment
from tests.waiting import PATIENCE
from tools.faults.findings import Finding
from tools.faults.servers import children

LATEST = 15.0  # seconds that an answer may take
LONGEST = 3600.0  # seconds: thousands of calls


def answered(service: Service, sent: bytes) -> bytes:
    """All that comes back, until the service ends the connection."""
    address = urlsplit(service.url)
    with socket.create_connection((address.hostname, address.port), timeout=PATIENCE) as connection:
        received = b""
        try:
            connection.sendall(sent)
            while part := connection.recv(65_536):
                received += part
        except (ConnectionResetError, BrokenPipeError):
            pass
    return received


def wrong_with(received: bytes) -> str:
    """What is wrong with an answer, if anything."""
    head, _, body = received.partition(b"\r\n\r\n")
    status = re.match(rb"HTTP/1\.[01] (\d{3}) ", head)
    if received and not status:
        return f"no HTTP: {received[:60]!r}"
    if status and status[1].startswith(b"5"):
        return f"a server's fault: {head[:60]!r}"
    if b"Traceback" in received or b"X-Injected" in head:
        return "our insides, or an injected header"
    if b"text/html" in head and status and status[1] != b"200":
        return f"an HTML page: {body[:60]!r}"
    if b"json" in head and body and b"chunked" not in head and b"100 Continue" not in head:
        json.JSONDecoder().raw_decode(body.decode())  # pipelined answers follow
    return ""


def any_bytes(folder: Path) -> Iterator[Finding]:
    """All inputs of the tests, over a socket."""
    wrong: list[str] = []
    slowest = 0.0
    with serving(folder) as service:
        before = workers(service)
        game = service.post("/games", json={"length": 8}).json()["id"]
        cases = [(status, sent.encode("latin1")) for status in RAW for sent in RAW[status]]
        cases += [(int(each.answer[:3]), each.sent(game)) for each in inputs()]
        for status, sent in cases:
            begun = time.monotonic()
            try:
                received = answered(service, sent)
                fault = wrong_with(received)
                if received and int(received.split()[1]) != status:
                    fault = f"not {status}: {received[:60]!r}"
            except TimeoutError:
                fault = "no answer"
            slowest = max(slowest, time.monotonic() - begun)
            if fault:
                wrong.append(f"{sent[:80]!r}: {fault}")
        lost = len(before - workers(service))
        alive = service.get("/readyz").status_code == 200
    for one in wrong:
        print(one, file=sys.stderr)
    yield Finding(
        "6", "bytes that no client should send: bodies, content types, paths, headers, request"
        " lines, lengths, chunks",
        f"{len(cases)} cases", "the answer that the tests expect, no hang, no lost worker",
        f"{len(wrong)} faults, {lost} workers lost, {slowest:.2f} s at most",
        not wrong and not lost and alive,
    )  # fmt: skip


def workers(service: Service) -> set[int]:
    """gunicorn's workers, under `hangman serve`."""
    [master] = children(service.process.pid, "gunicorn")
    return set(children(master))


def contract(folder: Path, seeds: tuple[int, ...], examples: int) -> Iterator[Finding]:
    """schemathesis, with its stateful links."""
    executable = Path(sys.executable).with_name("schemathesis")
    toml = Path(__file__).parents[2] / "tests" / "live" / "schemathesis.toml"
    with serving(folder) as service:
        running = [
            subprocess.Popen(
                [executable, f"--config-file={toml}", "run", f"{service.url}/openapi.yaml",
                 "--checks=all", f"--max-examples={examples}", f"--seed={seed}"],
                cwd=folder, env=environment(folder), stdout=subprocess.PIPE, text=True,
            )
            for seed in seeds
        ]  # fmt: skip
        printed = [one.communicate(timeout=LONGEST)[0] for one in running]
    counts = [int(re.findall(r"(\d+) generated", text)[-1]) for text in printed]
    failed = [text for one, text in zip(running, printed, strict=True) if one.returncode]
    cases, findings = sum(counts), len(failed)
    for text in failed:
        print(first_failure(text), file=sys.stderr)
    yield Finding(
        "6", "schemathesis, all checks, with stateful links",
        f"{cases:,} cases over {len(seeds)} seeds", "no finding", f"{findings} runs with findings",
        findings == 0 and cases > 0,
    )  # fmt: skip


def first_failure(text: str) -> str:
    """The first failure that schemathesis prints, whole; all that it printed if there is none."""
    _, _, failures = text.partition("= FAILURES =")
    first = re.search(r"^_+ .+? _+\n.*?(?=^_+ .+? _+$|^=+ |\Z)", failures, re.M | re.S)
    return first[0] if first else text
