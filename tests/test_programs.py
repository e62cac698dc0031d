"""What is tested sees an environment that the test made, and has ports of its own."""

import os
import sys
from pathlib import Path

import pytest

from tests.support.programs import printed
from tests.support.running import USUAL, Service, free_port

NAMES = "import os; print(*os.environ)"
PORTS = "from tests.support.running import ports; print(*ports())"
MADE = {"PATH", "PYTHONPATH", "LANG", "HOME"}


def test_neither_tests_nor_programs_see_what_the_caller_exported(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert {name for name in os.environ if not name.startswith("PYTEST")} == MADE
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    sees = Path(f"/proc/{service.process.pid}/environ").read_text().rstrip("\0").split("\0")
    assert {each.partition("=")[0] for each in sees} == {*MADE, *USUAL, "PORT"}
    assert set(printed(sys.executable, "-c", NAMES).split()) <= {*MADE, "LC_CTYPE"}


def test_no_two_processes_of_the_tests_get_the_same_port() -> None:
    ours = free_port()
    others = printed(sys.executable, "-c", PORTS).split()
    assert len(others) > 10_000
    assert str(ours) not in others
