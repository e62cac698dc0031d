"""Print every table: `make bench`. Exit code 1 where a promise about a ratio is broken."""

import sys

from rich.console import Console

from service.dictionaries.dictionary import load_all
from service.settings import shipped
from tests.bench import engine, loading, sizes


def main() -> None:
    console = Console()
    console.print(loading.table())
    large = load_all([shipped("data")])["en-large"].lexicons
    rows = [engine.measured(large[length]) for length in (5, 8, 10)]
    console.print(engine.table(rows))
    console.print(sizes.table(large[8]))
    [eight] = [row for row in rows if row.length == 8]
    if eight.first_ratio < engine.PROMISED:
        sys.exit(f"the first guess at length 8 is {eight.first_ratio:.0f} times as fast as the "
                 f"plain program; {engine.PROMISED} was promised")  # fmt: skip


if __name__ == "__main__":
    main()
