"""Ctrl-C: the command ends in one line with exit code 130, however often it is pressed."""

import os
import signal
import sys
from contextlib import suppress
from typing import Final, NoReturn

INTERRUPTED: Final = 130  # what shells say of a program that SIGINT has ended: 128 + 2


def listen_for_interrupts() -> None:
    """Let the first Ctrl-C raise KeyboardInterrupt, and the second one end the process at once."""

    def interrupt(number: int, _: object) -> None:
        signal.signal(number, lambda *_: _end_at_once())  # it does not wait for what unwinds
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = _end_if_interrupted


def end_interrupted(message: str = "interrupted") -> NoReturn:
    """Say in one line that the command was interrupted, and end it with all its processes."""
    with suppress(OSError):
        sys.stdout.flush()
    _end_at_once(message)


def _end_at_once(message: str = "interrupted") -> NoReturn:
    """End without waiting: a pool whose processes are gone can wait for ever (Python 3.11.2)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if "multiprocessing" in sys.modules:
        import multiprocessing

        for child in multiprocessing.active_children():
            child.kill()
    below = os.linesep if sys.stderr.isatty() else ""  # what the terminal shows of Ctrl-C itself
    with suppress(OSError):  # nobody may read it
        os.write(2, f"{below}hangman: {message}\n".encode())  # a print could be under way
    os._exit(INTERRUPTED)


def _end_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """End if Ctrl-C came where Python would print the exception and go on: in a callback."""
    if unraisable.exc_type is KeyboardInterrupt:
        _end_at_once()
    sys.__unraisablehook__(unraisable)
