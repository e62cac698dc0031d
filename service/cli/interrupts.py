"""Ctrl-C: the command ends in one line with exit code 130, however often it is pressed."""

import os
import signal
import sys
from typing import Final, NoReturn

INTERRUPTED: Final = 130  # what shells say of a program that SIGINT has ended: 128 + 2
MESSAGE: Final = "interrupted"


def listen_for_interrupts() -> None:
    """Let the first Ctrl-C raise KeyboardInterrupt, and the second one end the process at once.

    Processes that are forked from this one end at the first, without a word.
    """
    us = os.getpid()

    def interrupt(number: int, _: object) -> None:
        if os.getpid() != us:
            os._exit(INTERRUPTED)
        signal.signal(number, _end_at_once)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = _end_if_interrupted


def end_in_one_line() -> NoReturn:
    """Say that the command was interrupted, and exit."""
    print_interrupted(MESSAGE)
    sys.exit(INTERRUPTED)


def print_interrupted(message: str) -> None:
    """Print the one line; from here on Ctrl-C changes nothing, for the end has come."""
    if signal.getsignal(signal.SIGINT) is _end_at_once:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    print(_line(message), file=sys.stderr)


def _end_at_once(*_: object) -> None:
    """End without waiting for what the first Ctrl-C has begun to undo."""
    if "multiprocessing" in sys.modules:
        import multiprocessing

        for child in multiprocessing.active_children():
            child.kill()
    os.write(2, f"{_line(MESSAGE)}\n".encode())  # a print could be under way
    os._exit(INTERRUPTED)


def _end_if_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    """End if Ctrl-C came where Python would print the exception and go on: in a callback."""
    if unraisable.exc_type is KeyboardInterrupt:
        _end_at_once()
    sys.__unraisablehook__(unraisable)


def _line(message: str) -> str:
    """A line below what the terminal shows of Ctrl-C itself."""
    return f"{os.linesep if sys.stderr.isatty() else ''}hangman: {message}"
