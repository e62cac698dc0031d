"""A process beside the worker, which runs slow work: Python's one lock is not shared with it.

It is a fork of the worker, so it has the same catalogue, plug-ins included, in memory that both
share. It answers one question at a time, at a lower priority than guesses, and ends with its
worker. If it dies, the next question forks another one.
"""

import gc
import os
import pickle
import signal
import traceback
import warnings
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from struct import Struct
from typing import Any, BinaryIO, Final, NoReturn, cast

from gevent import Timeout, monkey
from gevent.hub import Hub, set_hub  # type: ignore[attr-defined]  # its stubs lack set_hub
from gevent.socket import socket, socketpair

from service.engine.errors import PLUGIN_FAILURES
from service.play.catalogue import Catalogue
from service.play.slow_work import Data, Result
from service.store.embedded import die_with_parent

LONGEST_WORK: Final = 20.0  # seconds; the slowest of our own takes less than one
ATTEMPTS: Final = 2  # at a question: if a signal has ended the process, it was not to blame
NICENESS: Final = 5  # guesses win, but on a busy machine help still gets a quarter of their share
HEAD: Final = Struct("!QQ")  # comes before each pickle: the question's number, and the size
MOST_BYTES: Final = 2**24  # of an answer; ours have a few hundred kilobytes
OURS: Final = 3  # the descriptor of the helper's socket
FORK: Final[Callable[[], int]] = monkey.get_original("os", "fork")  # gevent's makes another hub


class HelperDied(Exception):
    """Work that has ended its process, or that did not end in time."""


class OtherAnswer(Exception):
    """An answer to another question: a plug-in has forked, or has written to our socket."""


class WorkTraceback(Exception):
    """The traceback of an error in the helper process, as text for the log."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@dataclass(eq=False)
class Child:
    """A running helper process, and the worker's end of its socket."""

    pid: int
    socket: socket

    def __post_init__(self) -> None:
        self._stream = cast(BinaryIO, self.socket.makefile("rwb"))
        self._questions = 0
        self.end = weakref.finalize(self, _end, self.pid, self.socket, self._stream)

    def outcome_of(self, question: bytes) -> Any:
        """What came of a question: a result, or an error and its traceback.

        Raises OSError, EOFError: the process has died; OtherAnswer; HelperDied: it took too long,
        or its answer is too long.
        """
        self._questions += 1
        try:
            with Timeout(LONGEST_WORK, HelperDied(f"work has taken over {LONGEST_WORK:.0f} s")):
                _send(self._stream, self._questions, question)
                number, size = _head(self._stream)
                if number != self._questions:
                    raise OtherAnswer
                if size > MOST_BYTES:
                    raise HelperDied(f"work has an answer of {size:,} bytes; {MOST_BYTES:,} may be")
                return pickle.loads(_body(self._stream, size))
        # Nobody will read what it answers: the next question needs a new process.
        except BaseException:
            self.end()
            raise


class HelperProcess:
    """Runs work with a catalogue in a process of its own."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._child: Child | None = None

    def result_of(self, work: Callable[[Catalogue, *Data], Result], data: tuple[*Data]) -> Result:
        """The result of work, one piece at a time. Raises HelperDied, and what the work raises."""
        question = pickle.dumps((work, data))
        for _ in range(ATTEMPTS):
            try:
                result, error, text = self.started().outcome_of(question)
            except (OSError, EOFError, OtherAnswer):
                continue
            if error is not None:
                raise error from WorkTraceback(text)
            return result  # type: ignore[no-any-return]  # it was pickled
        raise HelperDied(f"{work.__name__} has ended its process {ATTEMPTS} times")

    def end(self) -> None:
        """End the process; the next work forks another one."""
        if self._child:
            self._child.end()

    def started(self) -> Child:
        """The process, which is forked if none runs: that takes milliseconds."""
        if self._child is None or not self._child.end.alive:
            self._child = _forked(self._catalogue)
        return self._child


def _forked(catalogue: Catalogue) -> Child:
    ours, theirs = socketpair()
    with warnings.catch_warnings():
        # Python 3.12 warns of other threads: they are NumPy's, which ends them before a fork.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = FORK()
    if not pid:
        _serve(theirs.detach(), catalogue)
    theirs.close()
    return Child(pid, ours)


def _end(pid: int, connection: socket, stream: BinaryIO) -> None:
    """End a helper process, so that nothing is left of it."""
    with suppress(OSError):
        stream.close()
    connection.close()
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    with suppress(ChildProcessError):
        os.waitpid(pid, 0)


def _send(stream: BinaryIO, number: int, message: bytes) -> None:
    """Send a question with its number, or the answer to it with the same number."""
    stream.write(HEAD.pack(number, len(message)) + message)
    stream.flush()


def _head(stream: BinaryIO) -> tuple[int, int]:
    """The number and the size of the next message. Raises EOFError if the other side has ended."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        raise EOFError
    number, size = HEAD.unpack(head)
    return number, size


def _body(stream: BinaryIO, size: int) -> bytes:
    """The message itself. Raises EOFError if the other side has ended."""
    message = stream.read(size)
    if len(message) < size:
        raise EOFError
    return message


def _serve(descriptor: int, catalogue: Catalogue) -> NoReturn:
    """Answer questions until the worker ends: what the helper process does, and all it does.

    The worker's greenlets, locks and connections are here, too. Nothing may wake them: they are
    never collected, their loop never runs, and the process ends without Python's clean-up.
    """
    try:
        die_with_parent()
        gc.freeze()
        _forget_the_worker(descriptor)
        os.nice(NICENESS)
        with open(OURS, "rb") as questions, open(OURS, "wb", closefd=False) as answers:
            while True:
                number, size = _head(questions)
                _send(answers, number, _outcome(catalogue, _body(questions, size)))
    except (OSError, EOFError):  # the worker has ended
        os._exit(0)
    finally:
        os._exit(1)


def _forget_the_worker(descriptor: int) -> None:
    """Have signals do what they do by default; close every file, socket and pipe but ours."""
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    os.dup2(descriptor, OURS)
    os.set_blocking(OURS, True)
    # gevent's os.close leaves the closing to the worker's loop, which never runs here.
    os.closerange(OURS + 1, 1 + max(map(int, os.listdir("/dev/fd"))))
    # A plug-in may sleep or use the network, which needs a loop: without the worker's greenlets.
    set_hub(Hub(default=False))


def _outcome(catalogue: Catalogue, question: bytes) -> bytes:
    """A pickled outcome: a result, an error, and the error's traceback."""
    try:
        work, data = pickle.loads(question)
        return pickle.dumps((work(catalogue, *data), None, ""))
    except PLUGIN_FAILURES as error:
        text = traceback.format_exc()
        try:
            return pickle.dumps((None, error, text))
        except PLUGIN_FAILURES:  # a plug-in's error may hold anything
            said = "".join(traceback.format_exception_only(error)).strip()
            return pickle.dumps((None, RuntimeError(said), text))
