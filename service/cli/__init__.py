"""The `hangman` command. It listens for Ctrl-C before it imports what it needs."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import BytesIO, TextIOWrapper

from service.cli.failures import (
    UNWRITTEN,
    end_now,
    listen_for_interrupts,
    restore_terminal_at_signals,
)
from service.engine.errors import Interrupted


def hangman(arguments: Sequence[str] | None = None) -> None:
    """Run the command with `arguments`, or with those of this process, and exit."""
    restore_terminal_at_signals()
    run("service.cli.commands", "hangman", arguments)


def run(module: str, name: str, arguments: Sequence[str] | None) -> None:
    """Run the command of a module that a shell knows by `name`, and exit."""
    listen_for_interrupts()
    _leave_out_folder()
    sys.stdin = sys.stdin or TextIOWrapper(BytesIO())  # a closed one is like an empty one
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):  # in Latin-1, 2–5 becomes 2\u20135
            stream.reconfigure(errors="backslashreplace")
    try:
        getattr(import_module(module), name.replace("-", "_"))(arguments, prog_name=name)
    except Interrupted as interrupted:
        end_now(str(interrupted))
    except OSError as error:
        if error.errno not in UNWRITTEN:
            raise
        end_now(f"the output could not be written: {error.strerror}", 2)  # exit would flush again


def _leave_out_folder() -> None:
    """Import nothing from the working folder, in this Python and in those that it starts.

    In PYTHONPATH, `.` names that folder on purpose; an empty entry does so by accident.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    places = os.environ.get("PYTHONPATH", "")
    named = os.pathsep.join(filter(None, places.split(os.pathsep)))
    if named != places:  # Python has read it already, so it must start again
        os.environ["PYTHONPATH"] = named
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
