"""`make faults`: make every fault, print what came of it, and exit with 1 where less was kept than
promised. `--short` does each for a moment; `--into FILE` puts the table there, under its heading.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.faults import store, workers
from tests.faults.findings import HEAD, Finding


def findings(folder: Path, *, short: bool) -> Iterator[Finding]:
    """All faults, one after another."""

    def many(times: int) -> int:
        return max(1, times // 10) if short else times

    yield from workers.killed(folder / "killed", many(6000))
    yield from workers.stopped(folder / "stopped", many(5))
    yield from workers.drained(folder / "drained", many(2400))
    yield from workers.exchanged(folder / "exchanged", many(10_000))
    for fsync in ("everysec", "always"):
        yield from store.killed(folder / "store-killed", fsync, many(60_000), many(5))
    yield from store.frozen(folder / "frozen", clients=16, seconds=1 if short else 5)
    yield from store.full(folder / "full", many(30))


def main(arguments: list[str]) -> int:
    """Run them; the exit code."""
    print(HEAD, flush=True)
    kept = True
    with tempfile.TemporaryDirectory() as folder:
        for finding in findings(Path(folder), short="--short" in arguments):
            print(finding.row, flush=True)
            kept &= finding.kept
    return 0 if kept else 1


if __name__ == "__main__":
    begun = time.monotonic()
    code = main(sys.argv[1:])
    print(f"\n{time.monotonic() - begun:.0f} s", file=sys.stderr)
    sys.exit(code)
