"""What is tested sees an environment that the test made, has ports of its own, and ends."""

import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.programs import environment, printed, run
from tests.support.running import USUAL, Service, free_port
from tests.support.servers import Server, one_server

NAMES = "import os; print(*os.environ)"
PORTS = "from tests.support.running import ports; print(*ports())"
MADE = {"PATH", "PYTHONPATH", "LANG", "HOME"}


@pytest.fixture(autouse=True)
def exported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a caller may have exported, who uses the service."""
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "callers"))


def test_program_sees_nothing_that_the_caller_exported(service: Service) -> None:
    sees = Path(f"/proc/{service.process.pid}/environ").read_text().rstrip("\0").split("\0")
    assert {each.partition("=")[0] for each in sees} == {*MADE, *USUAL, "PORT"}
    assert set(printed(sys.executable, "-c", NAMES).split()) <= {*MADE, "LC_CTYPE"}


def test_each_program_has_a_home_of_its_own() -> None:
    assert len({printed("bash", "-c", "echo ~") for _ in range(2)}) == 2


def test_tests_themselves_see_nothing_that_the_caller_exported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()
    assert {name for name in os.environ if not name.startswith("PYTEST")} == MADE


def test_program_that_does_not_end_is_ended(tmp_path: Path) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        run("sleep", "600", environ=environment(tmp_path), seconds=0.1)


def test_no_two_processes_of_the_tests_get_the_same_port() -> None:
    ours = free_port()
    others = printed(sys.executable, "-c", PORTS).split()
    assert len(others) > 10_000
    assert str(ours) not in others


def test_node_starts_whoever_has_the_port_10_000_above(tmp_path: Path) -> None:
    node = Server(tmp_path, **{"cluster-enabled": "yes"})
    with socket.socket() as other:
        with suppress(OSError):  # then somebody has it already
            other.bind(("127.0.0.1", node.port + 10_000))
        try:
            node.start()
        finally:
            node.stop()


def test_server_that_does_not_start_says_why_at_once(tmp_path: Path) -> None:
    wrong = {"no-such-option": "yes"}
    with pytest.raises(AssertionError, match="no-such-option"), one_server(tmp_path, **wrong):
        pass
