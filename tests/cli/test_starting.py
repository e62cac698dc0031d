"""What the command imports; and Ctrl-C ends it with one line, even before it runs, or twice.

Start-up time itself is not tested: imports decide it, and are the same on every machine.
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
END_OF_HELP = "\x01"
HELPING = f"""
import os
from contextlib import suppress
from service.cli import hangman

def run(*arguments):
    with suppress(SystemExit):
        hangman(arguments)

for line in {{helps}}:
    run(*line)
    print("{END_OF_HELP}")
os.environ["_HANGMAN_COMPLETE"] = "bash_complete"
for typed in {{typed}}:
    os.environ.update(COMP_WORDS="hangman " + typed, COMP_CWORD=str(1 + typed.count(" ")))
    run()
"""
INTERRUPTING = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
SHOWING = """
import atexit, os, signal
from service.cli import dictionary, hangman

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)

def named(name):
    {while_it_runs}

{before_it_starts}
dictionary.named = named
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
UNREAD = "reader, writer = os.pipe(); os.close(reader); os.dup2(writer, 2)"  # like 2>&1 | true
SAID = "hangman: interrupted\n"


def imported(
    *arguments: str, run: str = RUN, given: str = "", **environ: str
) -> tuple[set[str], str]:
    """The packages that a command imports, and what it prints to a Latin-1 terminal."""
    ran = programs.run(
        *(sys.executable, "-X", "importtime", "-c", run, *arguments),
        environ=environment(Path.home(), PYTHONIOENCODING="latin1", **environ),
        encoding="latin1",
        given=given,
    )
    assert "Traceback" not in ran.stderr
    lines = [line for line in ran.stderr.splitlines() if line.startswith("import time:")]
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}, ran.stdout


def test_help_and_tab_import_nothing_large_and_show_examples(tmp_path: Path) -> None:
    (tmp_path / "mine-1.dist-info").mkdir()
    points = "[evil_hangman.dealers]\nnowhere = nowhere:Mine\n"
    (tmp_path / "mine-1.dist-info" / "entry_points.txt").write_text(points)
    helps = [[*path, "--help"] for path in paths(hangman)]
    typed = ["", "pl", "dictionary ", "play --dealer ", "solve --guesser ", "serve -"]
    typed += ["try ./a", "review b", "review --transcript c"]
    program = HELPING.format(helps=helps, typed=typed)
    packages, printed = imported(run=program, PYTHONPATH=f"{ROOT}:{tmp_path}")
    assert "click" in packages
    assert not packages & LARGE
    *explained, completed = printed.split(END_OF_HELP)
    for path, text in zip(paths(hangman), explained, strict=True):
        assert " ".join(["hangman", *path]) in text.partition("Example")[2]
    assert {"plain,honest", "plain,nowhere", "plain,careful", "plain,--env"} <= {*completed.split()}
    assert {"file,./a", "file,b", "file,c"} <= {*completed.split()}


def test_local_game_needs_no_web_framework_and_prints_in_latin_1(folder: Path) -> None:
    line = f"play --words {folder}/turkish.txt --length 3 --insight full"
    packages, printed = imported(*line.split(), given="b\n")
    assert packages & LARGE == {"msgpack", "numpy"}
    assert r": a\u011fa)" in printed


@pytest.mark.parametrize(("module", "line"), [("click", "--help"), ("numpy", "hint _a__e")])
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
