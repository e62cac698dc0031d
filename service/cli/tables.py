"""Tables on the terminal."""

from typing import TYPE_CHECKING

from service.cli.terminal import wants_colours

if TYPE_CHECKING:
    from rich.console import Console


def console() -> "Console":
    """Standard output for rich; without colours, and without bold, if nobody wants them.

    Text is printed as it is: a word of a service could be markup, a link for example.
    """
    from rich.console import Console  # costs 0.1 s, which only tables and games pay

    return Console(
        highlight=False, markup=False, emoji=False, color_system="auto" if wants_colours() else None
    )


def print_table(heads: list[str], rows: list[list[str]]) -> None:
    """Print rows under heads, all but the first column to the right."""
    from rich.table import Table

    table = Table(*heads, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*row)
    console().print(table)
