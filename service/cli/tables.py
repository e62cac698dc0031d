"""Tables on the terminal."""

import os


def print_table(heads: list[str], rows: list[list[str]]) -> None:
    """Print rows under heads, all but the first column to the right."""
    from rich.console import Console  # costs 0.1 s, which `serve` need not pay
    from rich.table import Table

    table = Table(*heads, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*row)
    plain = bool(os.environ.get("NO_COLOR"))  # by itself rich would still print in bold
    Console(highlight=False, color_system=None if plain else "auto").print(table)
