"""Keys, one at a time, as a person presses them."""

import os
import sys
import termios
import tty
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import click

ESCAPE: Final = "\x1b"  # alone; the arrow keys and such, which begin with it, are left out
ENDS: Final = ("", "\x04")  # the input's end, and Ctrl-D
BYTES: Final = 64


@contextmanager
def single_keys() -> Iterator[Iterator[str]]:
    """Keys as they are pressed, unseen on the screen; what was typed ahead is lost at the end."""
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    tty.setcbreak(terminal)
    try:
        yield _keys(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def _keys(terminal: int) -> Iterator[str]:
    """Raises Abort at the end of the input."""
    decoder = getincrementaldecoder("utf-8")(errors="ignore")
    while True:
        pressed = decoder.decode(os.read(terminal, BYTES))
        if pressed.startswith(ESCAPE) and pressed != ESCAPE:
            continue
        for key in pressed or [""]:
            if key in ENDS:
                raise click.Abort
            yield key
