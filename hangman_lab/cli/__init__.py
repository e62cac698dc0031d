"""The `hangman-lab` command."""

from collections.abc import Sequence

from service.cli import run


def hangman_lab(arguments: Sequence[str] | None = None) -> None:
    """Run the command with `arguments`, or with those of this process, and exit."""
    run("hangman_lab.cli.commands", "hangman-lab", arguments)
