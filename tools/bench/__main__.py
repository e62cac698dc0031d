"""Print tables in Markdown, all or those that are named: `python -m tools.bench engine memory`.

The exit code is 1 if a promise about a ratio is broken.
"""

import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from tools.bench import beside, capacity, ends, engine, guesses, memory, starting
from tools.bench.markdown import Report, show

PARTS: Final[Mapping[str, Callable[[], Report]]] = {
    "engine": engine.report,
    "memory": memory.report,
    "starting": starting.report,
    "guesses": guesses.report,
    "beside": beside.report,
    "beside-busy": partial(beside.report, is_busy=True),
    "ends": ends.report,
    "capacity": capacity.report,
}


def main() -> None:
    """Print the tables, then say what is broken."""
    broken = []
    for part in sys.argv[1:] or PARTS:
        tables, sentences = PARTS[part]()
        broken += sentences
        for table in tables:
            show(table)
    sys.exit("\n".join(broken) or 0)


if __name__ == "__main__":
    main()
