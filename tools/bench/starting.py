"""From `hangman serve` to the first 200, and what another worker costs in memory."""

import re
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.table import Table

from tests.support.running import serving
from tools.bench.load import descendants, plans, played

TIMES = 5
WORKERS = (1, 3)
SECONDS, MEGABYTES = 1.5, 45  # promised


@dataclass(frozen=True)
class Start:
    """Seconds to the first 200, of some starts; and megabytes for each worker after the first."""

    seconds: list[float]
    megabytes: float


def measured() -> Start:
    with TemporaryDirectory() as folder:
        seconds = [_seconds(Path(folder, f"start-{number}")) for number in range(TIMES)]
        few, many = [_megabytes(Path(folder, f"{workers}"), workers) for workers in WORKERS]
    return Start(seconds, (many - few) / (WORKERS[1] - WORKERS[0]))


def table(start: Start) -> Table:
    found = Table(title="Starting, and workers")
    found.add_column("")
    found.add_column("median", justify="right")
    found.add_column("most", justify="right")
    found.add_row(
        "hangman serve to the first 200, s",
        f"{median(start.seconds):.2f}",
        f"{max(start.seconds):.2f}",
    )
    found.add_row("each further worker, MB (PSS)", f"{start.megabytes:.0f}", "")
    return found


def broken(start: Start) -> list[str]:
    """The promises that do not hold."""
    promises = {
        f"the first 200 came after {median(start.seconds):.2f} s; {SECONDS} s were promised":
            median(start.seconds) < SECONDS,
        f"a worker costs {start.megabytes:.0f} MB; {MEGABYTES} were promised":
            start.megabytes < MEGABYTES,
    }  # fmt: skip
    return [sentence for sentence, holds in promises.items() if not holds]


def _seconds(folder: Path) -> float:
    began = time.perf_counter()
    with serving(folder):
        return time.perf_counter() - began


def _megabytes(folder: Path, workers: int) -> float:
    """All that a service of so many workers holds, once each has played; shared pages once."""
    with serving(folder, WORKERS=str(workers)) as service:
        for seed in range(3):
            played(service.url, plans(seed, 60 * workers), [])
        return sum(_pss(pid) for pid in descendants([service.process.pid]))


def _pss(pid: int) -> float:
    [kilobytes] = re.findall(
        r"^Pss: +(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.M
    )
    return int(kilobytes) / 1000
