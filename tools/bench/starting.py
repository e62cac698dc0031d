"""From `hangman serve` to the first 200, and what another worker costs in memory."""

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.table import Table

from tests.support.running import serving
from tools.bench.load import descendants, plans, played
from tools.bench.markdown import Report

TIMES = 5
WORKERS = (1, 3)
SECONDS, MEGABYTES = 1.5, 45  # promised


def report() -> Report:
    with TemporaryDirectory() as folder:
        seconds = [_seconds(Path(folder, f"start-{number}")) for number in range(TIMES)]
        few, many = [_megabytes(Path(folder, f"{workers}"), workers) for workers in WORKERS]
    middle, megabytes = median(seconds), (many - few) / (WORKERS[1] - WORKERS[0])
    table = Table("", "median", "most", title="Starting, and workers")
    table.add_row("hangman serve to the first 200, s", f"{middle:.2f}", f"{max(seconds):.2f}")
    table.add_row("each further worker, MB (PSS)", f"{megabytes:.0f}", "")
    promises = {
        f"the first 200 came after {middle:.2f} s; {SECONDS} s were promised": middle < SECONDS,
        f"a worker costs {megabytes:.0f} MB; {MEGABYTES} were promised": megabytes < MEGABYTES,
    }
    return [table], [sentence for sentence, holds in promises.items() if not holds]


def _seconds(folder: Path) -> float:
    began = time.perf_counter()
    with serving(folder):
        return time.perf_counter() - began


def _megabytes(folder: Path, workers: int) -> float:
    """The memory of a service with so many workers after some games; shared pages count once."""
    with serving(folder, HANGMAN_WORKERS=str(workers)) as service:
        for seed in range(3):
            played(service.url, plans(seed, 60 * workers), [])
        everything = descendants(service.process.pid)
        return sum(process.memory_full_info().pss for process in everything) / 1e6
