"""Print every table: `make bench`. Exit code 1 where a promise about a ratio is broken."""

import sys

from rich.console import Console

from service.dictionaries.dictionary import load_all
from service.settings import shipped
from tests.bench import engine, guesses, loading, memory, sizes, starting


def main() -> None:
    console = Console()
    dictionaries = load_all([shipped("data")])
    eight = dictionaries["en-large"].lexicons[8]
    rows = engine.rows(eight)
    console.print(engine.table(eight, rows), engine.growth(eight), loading.table())
    usage, bytes_a_game = memory.table(dictionaries)
    console.print(sizes.table(eight), usage)
    started = starting.measured()
    console.print(starting.table(started))
    ours, floors = guesses.measured()
    console.print(guesses.table(ours, floors))
    broken = [
        *engine.broken(rows),
        *memory.broken(bytes_a_game),
        *starting.broken(started),
        *guesses.broken(ours, floors),
    ]
    sys.exit("\n".join(broken) or 0)


if __name__ == "__main__":
    main()
