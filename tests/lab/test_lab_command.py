"""What `hangman-lab` imports, the names that it offers, and how its experiments end at Ctrl-C."""

from pathlib import Path
from typing import Any

import pexpect
import pytest

from hangman_lab.cli import options
from hangman_lab.cli.commands import hangman_lab
from service.engine.guessers import Deterministic
from service.registry import DEALERS, GUESSERS
from tests.cli.commanding import paths
from tests.cli.test_starting import LARGE, imported
from tests.lab.commanding import COMMAND, RUN


@pytest.mark.parametrize("path", paths(hangman_lab), ids=" ".join)
def test_help_imports_nothing_large(path: tuple[str, ...]) -> None:
    packages = imported(*path, "--help", run=RUN)

    assert "click" in packages
    assert not packages & LARGE


def test_commands_of_the_table_are_commands() -> None:
    assert all(command.name == name for name, command in hangman_lab.commands.items())


def test_dealers_that_are_known_are_dealers() -> None:
    assert set(options.KNOWABLE_DEALERS) < set(DEALERS)


def test_guessers_without_chance_are_those_that_misses_can_be_counted_of() -> None:
    deterministic = [name for name in GUESSERS if isinstance(GUESSERS[name], Deterministic)]

    assert list(options.DETERMINISTIC_GUESSERS) == deterministic


@pytest.mark.parametrize("presses", [1, 5])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["wins", "--games", "2000"], "interrupted"),
        (["value", "--length", "5", "--max-seconds", "600"], "interrupted"),
        (["tournament", "--games", "2000"], "interrupted"),
    ],
)
def test_ctrl_c_at_a_terminal_ends_an_experiment_and_its_processes(
    tmp_path: Path, arguments: list[str], said: str, presses: int
) -> None:
    program: Any = pexpect.spawn(
        COMMAND, arguments, encoding="utf-8", timeout=60,
        env={"PATH": "/usr/bin:/bin", "TERM": "xterm", "HOME": str(tmp_path)},
    )  # fmt: skip
    program.expect("\\[")  # of the progress bar: it has begun
    for _ in range(presses):
        program.send("\x03")
    program.expect(pexpect.EOF)
    program.close()

    assert f"hangman: {said}" in program.before
    assert "Traceback" not in program.before
    assert program.exitstatus == 130
