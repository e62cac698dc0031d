"""Ctrl-C: the command ends in one line with exit code 130, however often it is pressed."""

import os
import signal
import sys
from typing import Final, NoReturn

INTERRUPTED: Final = 130  # what shells say of a program that SIGINT has ended: 128 + 2
MESSAGE: Final = "interrupted"


def interrupt_once() -> None:
    """Raise KeyboardInterrupt at the first Ctrl-C only: more of them change nothing.

    Processes forked from this one do not mind it: this one ends them.
    """
    us = os.getpid()

    def interrupt(number: int, _: object) -> None:
        if os.getpid() == us:
            signal.signal(number, signal.SIG_IGN)
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)


def print_interrupted(message: str) -> None:
    """Print the one line, below what the terminal shows of Ctrl-C itself."""
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"hangman: {message}", file=sys.stderr)


def end_in_one_line() -> NoReturn:
    """Say that the command was interrupted, and exit."""
    print_interrupted(MESSAGE)
    sys.exit(INTERRUPTED)
