"""What the command imports, and that it ends in a line when Ctrl-C comes before it runs, or twice.

Time itself is not tested: what is imported decides it, and is the same on every machine.
"""

import json
import sys
from pathlib import Path

import click
import pytest

from service.cli.commands import hangman
from tests.cli.commanding import paths
from tests.support import programs
from tests.support.programs import ROOT, environment

RUN = "from service.cli import hangman; hangman()"
LARGE = {
    "flask", "gunicorn", "jinja2", "marshmallow", "matplotlib", "msgpack", "numpy", "orjson",
    "prometheus_client", "redis", "rich", "structlog", "urllib3", "werkzeug",
}  # fmt: skip
NEEDED_TO_PLAY = {"msgpack", "numpy"}
INTERRUPTING = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
INTERRUPTED_TWICE = """
import atexit, os, signal
from service.cli import hangman, options

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

def interrupted(name):
    try:
        interrupt()
    finally:
        {while_it_unwinds}

{before_it_starts}
options.named = interrupted
hangman(["dictionary", "show", "en"])
"""


def imported(*arguments: str, run: str = RUN, **environ: str) -> set[str]:
    """The packages that a command imports."""
    ran = programs.run(
        *(sys.executable, "-X", "importtime", "-c", run, *arguments),
        environ=environment(Path.home(), **environ),
        given="",
    )
    lines = [line for line in ran.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


@pytest.mark.parametrize("path", paths(hangman), ids=" ".join)
def test_help_imports_nothing_large(path: tuple[str, ...]) -> None:
    packages = imported(*path, "--help")

    assert "click" in packages
    assert not packages & LARGE


@pytest.mark.parametrize(
    "typed", ["", "pl", "dictionary ", "play --dealer ", "solve --guesser ", "serve -"]
)
def test_tab_key_imports_nothing_large(typed: str) -> None:
    words = f"hangman {typed}"
    packages = imported(
        _HANGMAN_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=str(words.count(" "))
    )

    assert "click" in packages
    assert not packages & LARGE


def test_local_game_needs_no_web_framework_and_no_store() -> None:
    packages = imported("play", "--length", "5")

    assert packages & LARGE == NEEDED_TO_PLAY


def test_commands_are_listed_by_name() -> None:
    names = ["dictionary", "families", "hint", "play", "review", "serve", "solve", "try"]
    assert list(hangman.commands) == names


def test_commands_of_a_table_are_commands() -> None:
    for path in paths(hangman)[1:]:
        group: click.Command = hangman
        for name in path:
            assert isinstance(group, click.Group)
            assert group.commands[name].name == name
            group = group.commands[name]


@pytest.mark.parametrize(
    ("module", "arguments"),
    [("click", ["--help"]), ("numpy", ["hint", "_a__e"]), ("numpy", ["play"])],
)
def test_ctrl_c_during_an_import_ends_in_one_line(
    tmp_path: Path, module: str, arguments: list[str]
) -> None:
    (tmp_path / f"{module}.py").write_text(INTERRUPTING)

    environ = environment(tmp_path, PYTHONPATH=f"{tmp_path}:{ROOT}")

    ran = programs.run(sys.executable, "-c", RUN, *arguments, environ=environ)

    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "hangman: interrupted\n")


def test_ctrl_c_in_a_callback_of_python_is_not_lost() -> None:
    program = """
import os, signal
from service.cli import hangman, options

def forked(name):
    os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGINT))
    if os.fork() == 0:
        os._exit(0)
    signal.pause()

options.named = forked
hangman(["dictionary", "show", "en"])
"""
    ran = programs.run(sys.executable, "-c", program)

    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "hangman: interrupted\n")


@pytest.mark.parametrize(
    ("before_it_starts", "while_it_unwinds"),
    [("pass", "interrupt(); signal.pause()"), ("atexit.register(interrupt)", "pass")],
    ids=["while it unwinds", "at exit"],
)
def test_second_ctrl_c_ends_in_one_line_too(before_it_starts: str, while_it_unwinds: str) -> None:
    program = INTERRUPTED_TWICE.format(
        before_it_starts=before_it_starts, while_it_unwinds=while_it_unwinds
    )
    ran = programs.run(sys.executable, "-c", program)

    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", "hangman: interrupted\n")


def test_ctrl_c_ends_it_though_nobody_reads_what_it_says() -> None:
    unread = "reader, writer = os.pipe(); os.close(reader); os.dup2(writer, 2)"  # 2>&1 | tee, say
    program = INTERRUPTED_TWICE.format(before_it_starts=unread, while_it_unwinds="pass")

    assert programs.run(sys.executable, "-c", program).returncode == 130


@pytest.mark.parametrize(
    "arguments",
    [
        *[f"{' '.join(path)} --help" for path in paths(hangman)],
        "dictionary list",
        "dictionary show en-large",
        "dictionary show ”",
        "hint _a__e",
        "solve jazzy",
        "review -",
        "play --dictionary ”",
        "play --length 99",
        "play --words {words} --length 3 --insight full --json",
    ],
)
def test_output_in_latin_1_is_no_traceback(tmp_path: Path, arguments: str) -> None:
    words = tmp_path / "words"
    words.write_text("ağaç\nağa\n")
    ran = programs.run(
        *("hangman", *arguments.format(words=words).split()),
        environ=environment(tmp_path, PYTHONIOENCODING="latin1"),
        given="a\n",
        encoding="latin1",
    )

    assert "Traceback" not in ran.stderr
    assert ran.returncode in (0, 1, 2)
    if "--json" in arguments:
        assert r"\u011f" in ran.stdout
        assert json.loads(ran.stdout)["insight"]["words"] == ["ağa"]
