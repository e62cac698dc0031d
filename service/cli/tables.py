"""Tables on the terminal."""


def print_table(heads: list[str], rows: list[list[str]]) -> None:
    """Print rows under heads, all but the first column to the right."""
    from rich.console import Console  # costs 0.1 s, which `serve` need not pay
    from rich.table import Table

    table = Table(*heads, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(table)
