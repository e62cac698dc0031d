"""What the terminal can show, and what the person at it wants to see."""

import os
import sys


def wants_colours() -> bool:
    """Whether colours may be used: NO_COLOR is not set, and the terminal is not a dumb one."""
    return not os.environ.get("NO_COLOR") and not is_dumb()


def is_dumb() -> bool:
    """Whether the terminal can only print lines."""
    return os.environ.get("TERM") == "dumb"


def is_conversation() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()
