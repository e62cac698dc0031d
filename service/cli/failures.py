"""How a command ends when it cannot do its work, or at a signal: one line, and an exit code."""

import errno
import os
import signal
import sys
from contextlib import suppress
from typing import Final, NoReturn

from service.engine.errors import HangmanError, Interrupted

INTERRUPTED: Final = 130  # the exit code in a shell after SIGINT: 128 + 2
ENDINGS: Final = (signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM)  # SIGQUIT is Ctrl-\
SHOW_CURSOR: Final = b"\x1b[?25h"
UNWRITTEN: Final = {errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC}  # of write(2)


class Failure(HangmanError):
    """A failure that the user can fix."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class Refusal(HangmanError):
    """A request that a service refused: its sentence, and the code of its problem."""

    def __init__(self, sentence: str, problem: str = "") -> None:
        super().__init__(sentence)
        self.problem = problem


class Unreachable(HangmanError):
    """A service that does not answer, or is not one of ours; `str(error)` says which."""


def listen_for_interrupts() -> None:
    """Let the first Ctrl-C raise Interrupted, and the second one end the process at once."""

    def interrupt(number: int, _: object) -> None:
        # A second Ctrl-C does not wait for the cleanup of the first.
        signal.signal(number, lambda *_: end_now())
        raise Interrupted("interrupted")

    def unraisable(hook_args: "sys.UnraisableHookArgs") -> None:
        # Ctrl-C came in a callback, where Python would print the exception and go on.
        if hook_args.exc_type is Interrupted:
            end_now()
        sys.__unraisablehook__(hook_args)

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = unraisable


def restore_terminal_at_signals() -> None:
    """Let a signal that ends the command first give the shell its terminal, as it was before."""
    if not os.isatty(0):
        return
    import termios

    usual = termios.tcgetattr(0)

    def end(number: int, _: object) -> None:
        with suppress(OSError, termios.error):  # the terminal may be gone
            if os.tcgetpgrp(0) == os.getpgrp():  # in the background it is another program's
                termios.tcsetattr(0, termios.TCSANOW, usual)
                if os.isatty(1) and os.environ.get("TERM") != "dumb":
                    os.write(1, SHOW_CURSOR)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    for number in ENDINGS:
        if signal.getsignal(number) == signal.SIG_DFL:  # nohup ignores SIGHUP
            signal.signal(number, end)


def end_now(message: str = "interrupted", exit_code: int = INTERRUPTED) -> NoReturn:
    """Print one line, and end the command with all its processes.

    It does not wait: a pool whose processes are gone can wait forever (Python 3.11.2).
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "multiprocessing" in sys.modules:
        import multiprocessing

        for child in multiprocessing.active_children():
            child.kill()
    is_after_key = exit_code == INTERRUPTED and os.isatty(2)  # the terminal has shown ^C
    below = "\n" if is_after_key else ""
    with suppress(OSError):  # standard error may be closed
        os.write(2, f"{below}hangman: {message}\n".encode())  # `print` may be interrupted
    os._exit(exit_code)
