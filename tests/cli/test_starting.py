"""What the command imports, and that it ends in a line when Ctrl-C comes before it runs, or twice.

Time itself is not tested: what is imported decides it, and is the same on every machine.
"""

import sys
from pathlib import Path

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
INTERRUPTING = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
SHOWING = """
import atexit, os, signal
from service.cli import hangman, options

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

def named(name):
    {while_it_runs}

{before_it_starts}
options.named = named
hangman(["dictionary", "show", "en"])
"""
IN_A_CALLBACK = """os.register_at_fork(after_in_parent=interrupt)
    if os.fork() == 0:
        os._exit(0)
    signal.pause()"""
TWICE = """try:
        interrupt()
    finally:
        interrupt()
        signal.pause()"""
UNREAD = "reader, writer = os.pipe(); os.close(reader); os.dup2(writer, 2)"  # 2>&1 | tee, say
SAID = "hangman: interrupted\n"


def imported(*arguments: str, run: str = RUN, **environ: str) -> tuple[set[str], str]:
    """The packages that a command imports, and what it prints for a terminal of Latin-1."""
    ran = programs.run(
        *(sys.executable, "-X", "importtime", "-c", run, *arguments),
        environ=environment(Path.home(), PYTHONIOENCODING="latin1", **environ),
        encoding="latin1",
        given="",
    )
    assert "Traceback" not in ran.stderr
    lines = [line for line in ran.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}, ran.stdout


HELP = [" ".join(["hangman", *path, "--help"]) for path in paths(hangman)]
TYPED = ["", "pl", "dictionary ", "play --dealer ", "solve --guesser ", "serve -"]


@pytest.mark.parametrize("line", [*HELP, *[f"{typed}\t" for typed in TYPED]], ids=repr)
def test_help_teaches_by_example_and_imports_nothing_large(line: str) -> None:
    typed, tab, _ = line.partition("\t")
    words = {"COMP_WORDS": f"hangman {typed}", "COMP_CWORD": str(1 + typed.count(" "))}
    completing = {"_HANGMAN_COMPLETE": "bash_complete", **words} if tab else {}
    packages, printed = imported(*typed.split()[1:] if not tab else (), **completing)
    assert "click" in packages
    assert not packages & LARGE
    assert tab or line.removesuffix(" --help") in printed.partition("Example")[2]


def test_local_game_needs_no_web_framework_and_no_store() -> None:
    assert imported("play", "--length", "5")[0] & LARGE == {"msgpack", "numpy"}


def test_commands_are_listed_by_name() -> None:
    names = ["dictionary", "families", "hint", "play", "review", "serve", "solve", "try"]
    assert [*hangman.commands] == names == [each.name for each in hangman.commands.values()]


@pytest.mark.parametrize(
    ("module", "line"), [("click", "--help"), ("numpy", "hint _a__e"), ("numpy", "play")]
)
def test_ctrl_c_during_an_import_ends_in_one_line(tmp_path: Path, module: str, line: str) -> None:
    (tmp_path / f"{module}.py").write_text(INTERRUPTING)
    environ = environment(tmp_path, PYTHONPATH=f"{tmp_path}:{ROOT}")
    ran = programs.run(sys.executable, "-c", RUN, *line.split(), environ=environ)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", SAID)


@pytest.mark.parametrize(
    ("before_it_starts", "while_it_runs", "said"),
    [
        pytest.param("pass", IN_A_CALLBACK, SAID, id="in a callback of Python"),
        pytest.param("pass", TWICE, SAID, id="again while it unwinds"),
        pytest.param("atexit.register(interrupt)", "interrupt()", SAID, id="again at the exit"),
        pytest.param(UNREAD, "interrupt()", "", id="nobody reads what it says"),
    ],
)
def test_ctrl_c_is_never_lost(before_it_starts: str, while_it_runs: str, said: str) -> None:
    program = SHOWING.format(before_it_starts=before_it_starts, while_it_runs=while_it_runs)
    ran = programs.run(sys.executable, "-c", program)
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "", said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hangman dictionary list", r"2\u201322"),
        ("hangman play --dictionary ”", r"no dictionary \u201c\u201d\u201d"),
        ("hangman play --words turkish.txt --length 3 --insight full --json", r'["a\u011fa"]'),
    ],
)
def test_output_in_latin_1_is_no_traceback(folder: Path, line: str, said: str) -> None:
    environ = environment(folder, PYTHONIOENCODING="latin1")
    ran = programs.run(
        *line.split(), folder=folder, environ=environ, given="a\n", encoding="latin1"
    )
    assert said in ran.stdout + ran.stderr
