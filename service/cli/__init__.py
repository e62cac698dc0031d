"""The `hangman` command. It listens for Ctrl-C before it imports what it needs."""

from collections.abc import Sequence

from service.cli.interrupts import end_interrupted, listen_for_interrupts


def hangman(arguments: Sequence[str] | None = None) -> None:
    """Run the command with `arguments`, or with those of this process, and exit."""
    listen_for_interrupts()
    try:
        from service.cli.commands import hangman as command

        command(arguments, prog_name="hangman")
    except KeyboardInterrupt:
        end_interrupted()
