"""Run the `hangman` command in this process or at a terminal; the paths of all subcommands."""

import os
import shlex
from pathlib import Path
from typing import Any

import click
import pexpect
from click.testing import CliRunner, Result

from service.cli.commands import hangman
from tests.support.programs import environment
from tests.support.waiting import PATIENCE, wait_until


def run(line: str, *arguments: object, given: str = "") -> Result:
    """Run a command in this process; `arguments` follow the words of `line` unsplit."""
    return CliRunner().invoke(hangman, [*shlex.split(line), *map(str, arguments)], input=given)


def piped(line: str, guesses: str = "") -> Result:
    """Run a command with a guess on each line of its input; `guesses` is separated by spaces."""
    return run(line, given="\n".join(guesses.split()))


def refusal(line: str, *arguments: object, given: str = "e") -> str:
    """Run a command, which must be refused; return its one line of standard error."""
    ran = run(line, *arguments, given=given)
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (2, "", 1), ran.output
    assert ran.stderr[:-1].isprintable()
    return ran.stderr


def paths(command: click.Command, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The words that name each subcommand; the command itself comes first, without words."""
    inner = command.commands.items() if isinstance(command, click.Group) else ()
    return [path, *(each for name, child in inner for each in paths(child, (*path, name)))]


class Terminal:
    """A person at a terminal of 80 × 24, who has given a command."""

    def __init__(self, line: str, **environ: str) -> None:
        usual = {"TERM": "xterm-256color", **environ}
        self.end = "\n" if usual["TERM"] == "dumb" else ""  # there a key needs Enter
        command, *arguments = shlex.split(line)
        self.program: Any = pexpect.spawn(
            command, arguments, encoding="utf-8", dimensions=(24, 80), timeout=PATIENCE,
            env=environment(Path.home(), **usual),
        )  # fmt: skip

    def sees(self, text: str) -> str:
        """Wait for a text; return what was printed before it."""
        self.program.expect_exact(text)
        return str(self.program.before)

    def types(self, keys: str) -> None:
        """Press keys, each with Enter where the terminal needs it."""
        self.program.send("".join(key + self.end for key in keys))

    def goes_through(self, *turns: tuple[str, str]) -> None:
        """Wait for each text, then send its reply unchanged."""
        for text, sent in turns:
            self.sees(text)
            self.program.send(sent)

    def presses_ctrl(self, key: str) -> None:
        """Press Ctrl and a key once the program waits: readline misses what comes just before."""
        wait_until(self._sleeps, "the program does not wait for a key")
        self.program.sendcontrol(key)

    def gets_signal(self, number: int) -> None:
        """Send a signal once the program waits: just before, readline would go on waiting."""
        wait_until(self._sleeps, "the program does not wait for a key")
        os.kill(self.program.pid, number)

    def _sleeps(self) -> bool:
        fields = Path(f"/proc/{self.program.pid}/stat").read_text().rpartition(")")[2].split()
        return fields[0] == "S"

    def sees_the_end(self) -> str:
        """Wait for the end; return what was printed before it."""
        self.program.expect(pexpect.EOF)
        return str(self.program.before)

    def code(self) -> int:
        """Wait for the end; return the exit code."""
        self.sees_the_end()
        self.program.close()
        return int(self.program.exitstatus)
