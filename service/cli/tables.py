"""Tables on the terminal."""

from service.cli.terminal import wants_colours


def print_table(heads: list[str], rows: list[list[str]]) -> None:
    """Print rows under heads, all but the first column to the right."""
    from rich.console import Console  # costs 0.1 s, which only tables pay
    from rich.table import Table

    table = Table(*heads, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        table.add_row(*row)
    plain = not wants_colours()  # with NO_COLOR rich would by itself still print in bold
    Console(highlight=False, color_system=None if plain else "auto").print(table)
