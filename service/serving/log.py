"""The log: whole lines on standard output and standard error, which no request waits for.

A line that cannot be written at once is dropped and counted: its reader may have died or stopped
reading, or its disk may be full. The next line that can be written says how many are missing.
"""

import atexit
import io
import os
import stat
import sys
from _queue import SimpleQueue  # this and the next: not gevent's, which would wait
from _socket import MSG_DONTWAIT, socket
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from mmap import mmap
from typing import Any, Final

from gevent.monkey import get_original

MOST_LINES: Final = 1000  # lines that a thread has not written yet
LAST_LINES: Final = 0.1  # seconds at the exit, for the lines that still wait for the thread


class Log(io.RawIOBase):
    """Writes whole lines to an open file, and drops those that cannot be written at once."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.on_loss: Callable[[], object] = int  # called for each line that is lost
        self._missing = 0  # lines that this process has lost since the last written one
        self._torn = mmap(-1, 1)  # 1 if the file ends in half a line; all workers share it
        self._write = _writer(number, self._lose)
        os.register_at_fork(after_in_child=partial(setattr, self, "_missing", 0))

    def writable(self) -> bool:
        return True

    def write(self, lines: Any) -> int:
        """Write whole lines, or count them as lost."""
        if self._missing and not self._unwritten(self._notice()):
            self._missing = 0
        if rest := lines if self._missing else self._unwritten(lines):
            self._lose(rest)
        return len(lines)

    def _unwritten(self, lines: bytes) -> bytes:
        """Write lines, and return what could not be written. Half a line before them is ended."""
        if self._torn[0]:
            lines = b"\n" + lines
        try:
            written = self._write(lines)
        except OSError:
            return lines
        self._torn[0] = written < len(lines)
        return lines[written:]

    def _notice(self) -> bytes:
        return (
            f'{{"lines":{self._missing},"process":{os.getpid()},"event":"log lines lost",'
            f'"level":"warning","timestamp":"{datetime.now(UTC).isoformat()}"}}\n'
        ).encode()

    def _lose(self, lines: bytes) -> None:
        for _ in range(lines.count(b"\n")):
            self._missing += 1
            self.on_loss()


def _writer(number: int, lose: Callable[[bytes], None]) -> Callable[[bytes], int]:
    """A function that writes without waiting, and returns how many bytes. It raises OSError."""
    mode = os.fstat(number).st_mode
    if stat.S_ISREG(mode):
        return partial(os.write, number)
    if stat.S_ISSOCK(mode):
        connection = socket(fileno=os.dup(number))
        return lambda lines: connection.send(lines, MSG_DONTWAIT)
    try:
        # Open the pipe or terminal again: O_NONBLOCK on the inherited file would affect the shell.
        flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
        return partial(os.write, os.open(f"/proc/self/fd/{number}", flags))
    except OSError:  # it is another user's, has no reader, or this is not Linux
        return LogThread(number, lose)


class LogThread:
    """Writes to a file where each write may wait, in one thread per process."""

    def __init__(self, number: int, lose: Callable[[bytes], None]) -> None:
        self._number, self._lose = number, lose
        self._process = 0
        self._queue: SimpleQueue[bytes] = SimpleQueue()

    def __call__(self, lines: bytes) -> int:
        """Hand the lines to the thread. Raises BlockingIOError if too many wait for it."""
        if self._process != os.getpid():  # a fork has no thread
            self._process, self._queue = os.getpid(), SimpleQueue()
            get_original("_thread", "start_new_thread")(self._run, (self._queue,))
            atexit.register(get_original("time", "sleep"), LAST_LINES)
        if self._queue.qsize() >= MOST_LINES:
            raise BlockingIOError
        self._queue.put(lines)
        return len(lines)

    def _run(self, queue: "SimpleQueue[bytes]") -> None:
        while True:
            lines = queue.get()
            try:
                while lines:
                    lines = lines[os.write(self._number, lines) :]
            except OSError:
                self._lose(lines)


class LogStream(io.TextIOWrapper):
    """Text for a log; `clean` replaces what readers of the log must not see."""

    def __init__(self, log: Log, clean: Callable[[str], str]) -> None:
        super().__init__(log, "utf-8", "backslashreplace", line_buffering=True)  # type: ignore[arg-type]  # typeshed wants more than is used
        self.log, self._clean = log, clean

    def write(self, text: str) -> int:
        super().write(self._clean(text))
        return len(text)


def install(clean: Callable[[str], str] = lambda text: text) -> None:
    """Turn standard output and standard error into logs; `clean` is for text, not for bytes."""
    if sys.stdout is not sys.__stdout__:  # already a log, or replaced by a test
        return
    _open_closed()
    nowhere = os.open(os.devnull, os.O_WRONLY)
    first, second = 1 if sys.__stdout__ else nowhere, 2 if sys.__stderr__ else nowhere
    output = Log(first)
    errors = output if os.path.sameopenfile(first, second) else Log(second)
    sys.stdout, sys.stderr = LogStream(output, clean), LogStream(errors, clean)


def _open_closed() -> None:
    """Open standard streams that are closed: the next file or socket would take their place."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def count_losses(count: Callable[[], object]) -> None:
    """Call `count` for each line that a log loses from now on."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, LogStream):
            stream.log.on_loss = count
