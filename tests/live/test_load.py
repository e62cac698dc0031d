"""The load tests of `deploy/load`: Locust's players, and games on wrk."""

import subprocess
from http.server import BaseHTTPRequestHandler

import pytest

from tests.answering import answering
from tests.support.programs import printed, program, run
from tests.support.running import Service, free_port
from tests.support.waiting import PATIENCE


def loaded(url: str, until: str) -> "subprocess.CompletedProcess[str]":
    """What the load test makes of a service in some seconds, or in more until it says `until`."""
    for seconds in (2, 10, 80):  # a busy machine plays no game in two
        ran = run(
            "locust", "--locustfile", "deploy/load/locustfile.py", "--headless", "--only-summary",
            "--host", url, "--users", "4", "--spawn-rate", "4", "--run-time", f"{seconds}s",
            seconds=seconds + PATIENCE,
        )  # fmt: skip
        if until in ran.stderr:
            break
    return ran


@pytest.mark.timeout(300)  # a busy machine gets three tries
def test_load_test_plays_games_and_finds_nothing_wrong(service: Service) -> None:
    ran = loaded(service.url, until="/games/<id>/guesses")

    assert ran.returncode == 0, ran.stderr
    [guesses] = [line for line in ran.stderr.splitlines() if "/games/<id>/guesses" in line][:1]
    assert int(guesses.split()[2]) > 0


@pytest.mark.timeout(300)  # a busy machine gets three tries
def test_load_test_that_is_refused_says_so() -> None:
    class Refusing(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.wfile.write(b"HTTP/1.0 429 Too Many Requests\r\n\r\n")

    with answering(Refusing) as url:
        ran = loaded(url, until="Wrong: 429")

    assert ran.returncode == 1
    assert "Wrong: 429" in ran.stderr


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("", "name the service: make load URL=http://127.0.0.1:8000"),
        ("http://127.0.0.1:{port}", "nothing answers at {url}: start it with make serve, or"),
        ("nonsense", "nothing answers at {url}: start it with make serve, or mend URL="),
    ],
)
def test_make_load_of_nothing_is_one_line(url: str, said: str) -> None:
    url = url.format(port=free_port())
    # A test installs nothing: .venv may be shared, or newer than this checkout's lock.
    ran = run("make", "--no-print-directory", "--old-file=.venv/dev", "load", f"URL={url}")

    line, made = ran.stderr.splitlines()
    assert line.startswith(f"make load: {said.format(url=url)}")
    assert made.endswith("Error 2")
    assert (ran.returncode, ran.stdout) == (2, "")


@pytest.mark.timeout(300)  # a busy machine gets three tries
def test_wrk_plays_games_to_their_end_and_nothing_is_refused(service: Service) -> None:
    wrk = [program("wrk", "wrk"), "--threads", "2", "--connections", "8"]
    for seconds in (3, 10, 80):
        script = ["--duration", f"{seconds}s", "--script", "deploy/load/wrk.lua", service.url]
        told = printed(*wrk, *script, seconds=seconds + PATIENCE).splitlines()[-1].split()
        counted = dict(zip(told[::2], map(int, told[1::2]), strict=True))
        if counted["lost"]:
            break

    assert counted["refused"] == 0
    assert counted["started"] >= counted["won"] + counted["lost"] > 0
