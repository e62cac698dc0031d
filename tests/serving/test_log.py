"""A log: whole lines or none, never a wait, and a count of what is missing. No server."""

import json
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from service.serving import log
from service.serving.log import Log, LogStream, LogThread
from tests.support import programs
from tests.support.waiting import wait_until

LINE = b"x" * 99 + b"\n"
LONG = b"y" * 9999 + b"\n"


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """The reader's end, and the log's."""
    reader, writer = os.pipe()
    yield reader, writer
    for number in (reader, writer):
        with suppress(OSError):
            os.close(number)


def counted(file: Log) -> list[None]:
    """A list that gets an item for each line that a log loses from now on."""
    losses: list[None] = []
    file.on_loss = lambda: losses.append(None)
    return losses


def fill(file: Log, line: bytes = LINE) -> int:
    """Write more lines than a pipe has room for; return how many were written."""
    losses = counted(file)
    for _ in range(2000):
        file.write(line)
    return 2000 - len(losses)


def in_a_fork(file: Log) -> None:
    """Write a line in a forked process, which ends once it is written."""
    child = os.fork()
    if not child:
        file.write(b"child's\n")
        if isinstance(file._write, LogThread):
            queue = file._write._queue
            wait_until(lambda: queue.qsize() == 0, "the thread is stuck")
        os._exit(0)
    os.waitpid(child, 0)


def lines_in(reader: int) -> list[bytes]:
    """The lines that a pipe or socket has."""
    return os.read(reader, 10_000_000).splitlines(keepends=True)


def test_lines_arrive_whole_and_in_order(pipe: tuple[int, int]) -> None:
    file = Log(pipe[1])
    for number in range(100):
        file.write(b"%d\n" % number)
    assert lines_in(pipe[0]) == [b"%d\n" % number for number in range(100)]
    assert os.get_blocking(pipe[1])  # for other processes that inherited it


@pytest.mark.parametrize("line", [LINE, LONG])
def test_full_pipe_loses_lines_and_counts_them(pipe: tuple[int, int], line: bytes) -> None:
    file = Log(pipe[1])
    written = fill(file, line)
    before = lines_in(pipe[0])
    file.write(b"again\n")

    lines = [each for each in before + lines_in(pipe[0]) if each.startswith(b"{")]
    assert before.count(line) == written
    assert sum(json.loads(each)["lines"] for each in lines) == 2000 - written
    assert before[-1].endswith(b"\n") or line == LONG


def test_half_a_line_does_not_tear_the_next_one(pipe: tuple[int, int]) -> None:
    file, other = Log(pipe[1]), Log(pipe[1])
    other._torn = file._torn  # as in another worker
    fill(file, LONG)
    half = lines_in(pipe[0])[-1]
    other.write(b"the other's\n")
    assert not half.endswith(b"\n")
    assert lines_in(pipe[0]) == [b"\n", b"the other's\n"]


def test_reader_that_died_costs_only_its_lines(pipe: tuple[int, int]) -> None:
    before = Log(pipe[1])
    os.close(pipe[0])
    assert fill(before) == 0
    after_it_died = Log(pipe[1])
    losses = counted(after_it_died)
    after_it_died.write(LINE)
    wait_until(lambda: len(losses) == 1, "the line is not counted")


def test_named_pipe_goes_on_with_its_next_reader(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "log")
    reader = os.open(tmp_path / "log", os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(tmp_path / "log", os.O_WRONLY)
    file = Log(writer)
    os.close(reader)
    file.write(LINE)
    reader = os.open(tmp_path / "log", os.O_RDONLY | os.O_NONBLOCK)
    file.write(LINE)

    notice, line = lines_in(reader)
    assert (json.loads(notice)["lines"], line) == (1, LINE)


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
def test_socket_that_nobody_reads_loses_lines(kind: socket.SocketKind) -> None:
    theirs, ours = socket.socketpair(type=kind)
    with theirs, ours:
        file = Log(ours.fileno())
        written = fill(file)
        assert 0 < written < 2000
        assert os.get_blocking(ours.fileno())
        assert theirs.recv(100) == LINE


@pytest.fixture
def no_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the pipe were another user's: it cannot be opened anew."""

    def refuse(*_: Any) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refuse)


@pytest.mark.usefixtures("no_proc")
def test_thread_that_waits_holds_up_nobody(pipe: tuple[int, int]) -> None:
    file = Log(os.dup(pipe[1]))  # its thread never ends: no other test may reuse the number
    written = sum(fill(file) for _ in range(2))

    def is_reported() -> bool:
        file.write(b"again\n")
        return any(b"log lines lost" in line for line in lines_in(pipe[0]))

    assert log.MOST_LINES <= written < 4000
    wait_until(is_reported, "nothing is said of the missing lines")


@pytest.mark.usefixtures("no_proc")
def test_thread_writes_where_nothing_else_works_and_in_forks(pipe: tuple[int, int]) -> None:
    file = Log(os.dup(pipe[1]))
    file.write(b"parent's\n")
    assert isinstance(file._write, LogThread)
    assert os.read(pipe[0], 1000) == b"parent's\n"
    in_a_fork(file)
    wait_until(lambda: b"child's\n" in lines_in(pipe[0]), "the child says nothing", 10)


def test_fork_says_nothing_of_its_parents_losses(pipe: tuple[int, int]) -> None:
    file = Log(pipe[1])
    fill(file)
    lines_in(pipe[0])
    in_a_fork(file)
    assert lines_in(pipe[0])[-1] == b"child's\n"


def test_file_that_is_shared_goes_on_where_others_have_written(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb", buffering=0) as shared:
        Log(shared.fileno()).write(b"first\n")
        shared.write(b"others\n")
        Log(shared.fileno()).write(b"last\n")

    assert (tmp_path / "log").read_text() == "first\nothers\nlast\n"


PROGRAM = """
import sys
from service.serving import log
log.install(lambda text: text.replace("secret", "*"))
log.install()
print("to output: secret")
print("to errors: secret", file=sys.stderr)
raise ValueError("secret")
"""


def test_what_python_prints_is_clean_and_never_torn(pipe: tuple[int, int]) -> None:
    stream = LogStream(Log(pipe[1]), lambda text: text.replace("secret", "*"))
    print("a", "secret", "\udcff", file=stream)
    stream.write("no end yet")
    assert lines_in(pipe[0]) == [b"a * \\udcff\n"]

    ran = programs.run(sys.executable, "-c", PROGRAM)
    assert ran.stdout == "to output: *\n"
    assert ran.stderr.startswith("to errors: *\nTraceback ")
    assert ran.stderr.endswith("\nValueError: *\n")


@pytest.mark.parametrize("closed", ["1", "0<&- 1>&- 2"])
def test_closed_stream_is_nobody_elses_file(tmp_path: Path, closed: str) -> None:
    program = "import os; from service.serving import log; log.install(); exit(os.open('/', 0) < 3)"
    ran = programs.run("sh", "-c", f'"{sys.executable}" -c "{program}" {closed}>&-')
    assert ran.returncode == 0, ran.stderr


def test_metrics_count_lost_lines(pipe: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    file = Log(pipe[1])
    os.close(pipe[0])
    monkeypatch.setattr(sys, "stdout", LogStream(file, str.strip))
    losses: list[None] = []
    log.count_losses(lambda: losses.append(None))
    file.write(b"two\nlines\n")
    assert len(losses) == 2
