"""The `hangman` command. What it needs is imported while Ctrl-C is already minded."""

from collections.abc import Sequence

from service.cli.interrupts import end_in_one_line, interrupt_once


def hangman(arguments: Sequence[str] | None = None) -> None:
    """Run the command with `arguments`, or with those of this process, and exit."""
    interrupt_once()
    try:
        from service.cli.commands import hangman as command

        command(arguments, prog_name="hangman")
    except KeyboardInterrupt:
        end_in_one_line()
