"""`make faults`: make every fault, print what came of it, and exit with 1 where less was kept than
promised.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.faults import bytes as any_bytes
from tests.faults import calls, costs, dear, ends, failover, hands, leaks, slow, store, who, workers
from tests.faults.findings import HEAD, Finding

SEEDS = (1, 2, 3)


def findings(folder: Path) -> Iterator[Finding]:
    """All faults, one after another."""
    yield from workers.killed(folder / "workers-killed", 6000)
    yield from workers.stopped(folder / "workers-stopped", 5)
    yield from workers.drained(folder / "workers-drained", 2400)
    yield from workers.exchanged(folder / "workers-exchanged", 10_000)
    yield from workers.recycled(folder / "workers-recycled", 10_000)
    yield from workers.patched(folder / "workers-patched")
    yield from workers.counted(folder / "workers-counted", 4000)
    for fsync in ("everysec", "always"):
        yield from store.killed(folder / "store-killed", fsync, writes=60_000, kills=5)
    yield from store.frozen(folder / "store-frozen", clients=16, seconds=5)
    yield from failover.with_sentinels(folder / "sentinels", replicas=0)
    yield from failover.with_sentinels(folder / "sentinels", replicas=1, faults=2)
    yield from failover.in_a_cluster(folder / "cluster")
    yield from hands.many_hands(folder / "hands", 5)
    yield from calls.any_order(folder / "calls", 200)
    yield from any_bytes.contract(folder / "contract", SEEDS, 470)
    yield from any_bytes.any_bytes(folder / "bytes")
    yield from slow.slow_clients(folder / "slow")
    yield from slow.crowds(folder / "crowds")
    yield from slow.no_http(folder / "no-http")
    yield from slow.deadlines(folder / "deadlines")
    yield from slow.hung_up(folder / "hung-up")
    yield from store.full(folder / "store-full", 30)
    yield from dear.dear_work(folder / "dear-work")
    yield from costs.bounded(folder / "costs")
    yield from ends.ended(folder / "ends")
    yield from ends.confessed(folder / "confessions")
    yield from leaks.nothing_tells(folder / "leaks", 1000)
    yield from who.who_is_who(folder / "who")
    yield from leaks.gone_is_gone(folder / "gone", 30)


def main() -> int:
    """Run them; the exit code."""
    begun = time.monotonic()
    kept = True
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for finding in findings(Path(folder)):
            print(finding.row, flush=True)
            kept &= finding.kept
    print(f"\n{time.monotonic() - begun:.0f} s", file=sys.stderr)
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
