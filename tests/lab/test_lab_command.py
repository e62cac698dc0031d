"""What `hangman-lab` imports, the names that it offers, and how its experiments end at Ctrl-C."""

import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

from hangman_lab.cli.commands import hangman_lab
from tests.cli.commanding import paths
from tests.cli.test_starting import LARGE, imported
from tests.lab.commanding import RUN
from tests.support.programs import environment, printed
from tests.support.waiting import wait_until

# A terminal ends what is left when its first process ends. Here that is the shell, as with people.
IN_A_SHELL = 'trap : INT; hangman-lab "$@"; echo "it ended with $?"; read'


@pytest.mark.parametrize("path", paths(hangman_lab), ids=" ".join)
def test_help_imports_nothing_large(path: tuple[str, ...]) -> None:
    packages, _ = imported(*path, "--help", run=RUN)

    assert "click" in packages
    assert not packages & LARGE


def test_commands_of_the_table_are_commands() -> None:
    assert all(command.name == name for name, command in hangman_lab.commands.items())


def children_of(group: int) -> list[str]:
    """The processes of a group, but its first, that run."""
    stats = printed("sh", "-c", "cat /proc/[0-9]*/stat 2> /dev/null || true").splitlines()
    found = {stat.split()[0]: stat.rpartition(")")[2].split()[:3] for stat in stats}
    of_group = {process for process, (state, _, its) in found.items() if its == str(group)}
    return [process for process in of_group - {str(group)} if found[process][0] != "Z"]


@pytest.mark.parametrize("presses", [1, 5])
@pytest.mark.parametrize(
    ("later", "arguments"),
    [
        *[(seconds, ["wins", "--games", "2000"]) for seconds in (0, 0.3, 1)],
        (0, ["value", "--length", "5", "--max-seconds", "600"]),
        (0, ["tournament", "--games", "2000"]),
    ],
)
def test_ctrl_c_ends_an_experiment_and_its_processes(
    tmp_path: Path, later: float, arguments: list[str], presses: int
) -> None:
    shell: Any = pexpect.spawn(
        "bash", ["-c", IN_A_SHELL, "bash", *arguments], encoding="utf-8", timeout=60,
        env=environment(tmp_path, TERM="xterm"),
    )  # fmt: skip
    shell.expect("\\[")  # of the progress bar: it has begun
    time.sleep(later)
    for _ in range(presses):
        shell.send("\x03")
    shell.expect("it ended with ")
    said = shell.before

    wait_until(lambda: not children_of(shell.pid), "a process is left")
    shell.sendline()
    shell.expect(pexpect.EOF)
    assert "hangman: interrupted" in said
    assert "Traceback" not in said
    assert shell.before.startswith("130")
