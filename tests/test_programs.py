"""What is tested sees an environment that the test made, and ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.live.running import USUAL, Service
from tests.programs import environment, printed, run

NAMES = "import os; print(*os.environ)"
MADE = {"PATH", "PYTHONPATH", "LANG", "HOME"}


@pytest.fixture(autouse=True)
def exported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a caller may have exported, who uses the service."""
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "callers"))


def test_program_sees_nothing_that_the_caller_exported() -> None:
    assert set(printed(sys.executable, "-c", NAMES).split()) <= {*MADE, "LC_CTYPE"}


def test_service_sees_nothing_that_the_caller_exported(service: Service) -> None:
    sees = Path(f"/proc/{service.process.pid}/environ").read_text().rstrip("\0").split("\0")

    assert {each.partition("=")[0] for each in sees} == {*MADE, *USUAL, "PORT"}


def test_each_program_has_a_home_of_its_own() -> None:
    homes = {printed("bash", "-c", "echo ~") for _ in range(2)}

    assert len(homes) == 2


def test_tests_themselves_see_nothing_that_the_caller_exported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.undo()

    assert {name for name in os.environ if not name.startswith("PYTEST")} == MADE


def test_program_that_does_not_end_is_ended(tmp_path: Path) -> None:
    with pytest.raises(subprocess.TimeoutExpired):
        run("sleep", "600", environ=environment(tmp_path), seconds=0.1)
