"""Run the commands of Markdown pages and put what they print under them.

    python -m tools.rerun docs/lab/experiments.md docs/lab/perfect-play.md

A command stands in one of two places:

- in a block of the language `console`, in a line that begins with `$ `. What it prints follows it.
  The commands of a block share a shell. A block that asks localhost:8000 is given a service.
- in a comment, `<!-- $ python -m tools.worst_requests -->`, if it prints Markdown. What it prints
  stands between this comment and `<!-- end -->`.

A block below a comment with a file's name, `<!-- game.py -->`, is saved under that name first, so
that the commands can run it.

The exit code is 1 if a command ended with another code than 0; its output is written all the same.
"""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.support.programs import ROOT, environment
from tests.support.running import serving

CONSOLE: Final = re.compile(r"^```console\n(?P<session>.*?)^```$", re.MULTILINE | re.DOTALL)
COMMENT: Final = re.compile(
    r"^<!-- \$ (?P<command>[^\n]*) -->\n(?P<printed>.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL
)
FILE: Final = re.compile(
    r"^<!-- (?P<name>[\w-]+\.\w+) -->\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
HOST: Final = "localhost:8000"
CHANGING: Final = re.compile(
    r'(?<=id": ")\w+|(?<=salt\\":\\")\w+|(?<=/#)\w+|(?<=,)[0-9a-f]{32}\b|\b[0-9a-f]{64}\b'
    r"|\d{4}-\d\d-\d\dT[\d:.]+Z"
)  # ids, times and what is drawn: they differ from run to run
PROMPT: Final = "\x01"  # in the shell's output, before what a command prints


class Shell:
    """Runs commands in a home of their own, which leaves nothing in the checkout."""

    def __init__(self, home: Path, host: str = HOST) -> None:
        self.failed = False
        self._host = host
        self._home = home

    def save(self, name: str, text: str) -> None:
        """Write a file, which asks our service, too."""
        (self._home / name).write_text(text.replace(HOST, self._host))

    def printed(self, commands: list[str]) -> list[str]:
        """Run the commands one after another, and return what each of them prints."""
        script = "failed=0\n" + "".join(
            f"printf '{PROMPT}'\n{{ {command}\n}} || failed=1\n" for command in commands
        )
        with subprocess.Popen(
            ["bash", "-o", "pipefail", "-c", script.replace(HOST, self._host) + "exit $failed"],
            cwd=self._home,
            env=environment(self._home),
            stdout=subprocess.PIPE,
            text=True,
        ) as shell:
            assert shell.stdout
            output = "".join(shown(shell.stdout))
        self.failed |= shell.returncode != 0
        return output.replace(self._host, HOST).split(PROMPT)[1:]


def shown(lines: Iterator[str]) -> Iterator[str]:
    """The lines; each is also printed on standard error at once."""
    for line in lines:
        print(line.replace(PROMPT, ""), end="", file=sys.stderr, flush=True)
        yield line


def commands_of(session: str) -> list[str]:
    """The commands of a `console` block."""
    return [line.removeprefix("$ ") for line in session.splitlines() if line.startswith("$ ")]


def rerun(page: str, shell: Shell, keep: Callable[[str], object] = lambda _: None) -> str:
    """The page with the new output of its commands.

    A block stays as it is unless more than ids, times and draws differ.
    `keep` gets the page after each block, so that an interrupted run is not lost.
    """
    for file in FILE.finditer(page):
        shell.save(file["name"], file["text"])
    for block in CONSOLE.finditer(page):
        page = page.replace(block[0], session(block["session"], shell), 1)
        keep(page)
    for block in COMMENT.finditer(page):
        [printed] = shell.printed([block["command"]])
        new = f"<!-- $ {block['command']} -->\n\n{tidied(printed).strip()}\n\n<!-- end -->"
        page = page.replace(block[0], new, 1)
        keep(page)
    return page


def session(old: str, shell: Shell) -> str:
    """A `console` block with the new output of its commands."""
    commands = commands_of(old)
    answers = zip(commands, shell.printed(commands), strict=True)
    new = "".join(f"$ {command}\n{tidied(printed)}" for command, printed in answers)
    return f"```console\n{unless_alike(old, new)}```"


def tidied(printed: str) -> str:
    """The lines without spaces at their ends."""
    return "".join(f"{line.rstrip()}\n" for line in printed.strip("\n").splitlines())


def unless_alike(old: str, new: str) -> str:
    """The new text, or the old one if they differ in ids, times and draws alone."""
    return old if CHANGING.sub("", old) == CHANGING.sub("", new) else new


@contextmanager
def shell_for(page: str) -> Iterator[Shell]:
    """A shell, with a running service if the page's commands need one."""
    with TemporaryDirectory() as folder:
        home = Path(folder, "home")
        home.mkdir()
        (home / "docs").symlink_to(ROOT / "docs")  # a plot is drawn beside its page
        if any(HOST in block["session"] for block in CONSOLE.finditer(page)):
            with serving(Path(folder, "service")) as service:
                yield Shell(home, service.url.removeprefix("http://"))
        else:
            yield Shell(home)


def main() -> int:
    """Rewrite the pages that the command line names, and return the exit code."""
    failed = False
    for name in sys.argv[1:]:
        page = Path(name).read_text()
        with shell_for(page) as shell:
            rerun(page, shell, Path(name).write_text)
            failed |= shell.failed
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
