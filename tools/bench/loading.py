"""What it costs to load all lengths of all shipped dictionaries, in a process of its own."""

import sys

from rich.table import Table

from tests.programs import printed

PROGRAM = """
import time
from pathlib import Path
import numpy
from service.dictionaries.dictionary import load_all
from service.settings import shipped

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

before, began = resident(), time.perf_counter()
found = load_all([shipped("data")])
print(time.perf_counter() - began, resident() - before, sum(map(len, found.values())))
"""


def table() -> Table:
    rounds = [printed(sys.executable, "-c", PROGRAM).split() for _ in range(5)]
    seconds, size, words = min(rounds)
    found = Table("words", "ms", "MB resident", title="Loading the shipped dictionaries")
    found.add_row(f"{int(words):,}", f"{float(seconds) * 1e3:.0f}", f"{int(size) / 1e6:.1f}")
    return found
