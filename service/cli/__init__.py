"""The `hangman` command. It listens for Ctrl-C before it imports what it needs."""

from collections.abc import Sequence
from importlib import import_module

from service.cli.failures import Interrupted, end_interrupted, listen_for_interrupts


def hangman(arguments: Sequence[str] | None = None) -> None:
    """Run the command with `arguments`, or with those of this process, and exit."""
    run("service.cli.commands", "hangman", arguments)


def run(module: str, name: str, arguments: Sequence[str] | None) -> None:
    """Run the command of a module that a shell knows by `name`, and exit."""
    listen_for_interrupts()
    try:
        getattr(import_module(module), name.replace("-", "_"))(arguments, prog_name=name)
    except Interrupted as interrupted:
        end_interrupted(str(interrupted))
