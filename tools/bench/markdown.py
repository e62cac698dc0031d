"""Tables in Markdown, as the documentation has them."""

from typing import Final, TypeAlias

from rich import box
from rich.console import Console
from rich.table import Table

Report: TypeAlias = tuple[list[Table], list[str]]  # tables, and the promises that do not hold

WIDTH: Final = 200  # characters, so that no cell is broken


def show(table: Table) -> None:
    """Print a table below its title."""
    print(f"\n{table.title}:")
    table.title, table.box = None, box.MARKDOWN
    Console(width=WIDTH).print(table)
