"""Print tables in Markdown, all or those that are named: `python -m tools.bench engine memory`.

The exit code is 1 if a promise about a ratio is broken.
"""

import sys
from collections.abc import Callable, Mapping
from typing import Final

from service.dictionaries.dictionary import load_all
from service.settings import shipped
from tools.bench import engine, guesses, loading, memory, sizes, starting
from tools.bench.markdown import show


def main() -> None:
    """Print the tables, then say what is broken."""
    broken = [sentence for part in sys.argv[1:] or PARTS for sentence in PARTS[part]()]
    sys.exit("\n".join(broken) or 0)


def _engine() -> list[str]:
    eight = load_all([shipped("data")])["en-large"].lexicons[8]
    rows = engine.rows(eight)
    show(engine.table(eight, rows))
    show(engine.growth(eight))
    return engine.broken(rows)


def _memory() -> list[str]:
    dictionaries = load_all([shipped("data")])
    show(sizes.table(dictionaries["en-large"].lexicons[8]))
    usage, bytes_a_game = memory.table(dictionaries)
    show(usage)
    return memory.broken(bytes_a_game)


def _starting() -> list[str]:
    show(loading.table())
    started = starting.measured()
    show(starting.table(started))
    return starting.broken(started)


def _guesses() -> list[str]:
    loads, sent = guesses.measured()
    show(guesses.table(loads, sent))
    return guesses.broken(loads)


PARTS: Final[Mapping[str, Callable[[], list[str]]]] = {
    "engine": _engine,
    "memory": _memory,
    "starting": _starting,
    "guesses": _guesses,
}


if __name__ == "__main__":
    main()
