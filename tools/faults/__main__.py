"""Make every fault, or those that are named, and print what came of it.

    python -m tools.faults "concurrent guesses"
    python -m tools.faults --brief

`--brief` makes the faults that CI makes, each for a moment, and does not look at seconds. The exit
code is 1 if less was kept than promised.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from tools.faults import (
    background,
    concurrent_guesses,
    connections,
    failover,
    logs,
    secrecy,
    slow,
    starts,
    store,
    workers,
)
from tools.faults.findings import HEAD, Finding

Fault: TypeAlias = Callable[[Path], Iterator[Finding]]

FAULTS: Final[Mapping[str, Fault]] = {
    "workers killed": lambda folder: workers.killed(folder, 6000),
    "workers stopped": lambda folder: workers.stopped(folder, 5),
    "workers drained": lambda folder: workers.drained(folder, 2400),
    "workers exchanged": lambda folder: workers.exchanged(folder, 10_000),
    "workers recycled": lambda folder: workers.recycled(folder, 10_000),
    "store killed": lambda folder: store.killed(folder, "everysec", writes=60_000, kills=5),
    "store killed, always": lambda folder: store.killed(folder, "always", writes=60_000, kills=5),
    "store frozen": lambda folder: store.frozen(folder, clients=16, seconds=5),
    "failover": lambda folder: failover.with_sentinels(folder, replicas=0),
    "failover that waits": lambda folder: failover.with_sentinels(folder, replicas=1, faults=2),
    "cluster": failover.in_a_cluster,
    "concurrent guesses": lambda folder: concurrent_guesses.guesses_at_once(folder, 5),
    "slow clients": slow.slow_clients,
    "idle crowds": slow.crowds,
    "full table of connections": connections.full,
    "flood at the stop": connections.flooded_at_the_stop,
    "store full": lambda folder: store.full(folder, 30),
    "store that takes no writes": store.refusing,
    "logs": lambda folder: logs.breaking(folder, 30),
    "background work": background.many_solutions,
    "clients in turn": background.in_turn,
    "client alone": background.alone,
    "secrecy": lambda folder: secrecy.comparisons(folder, 1000),
    "starts": starts.kept,
}
BRIEF: Final[Mapping[str, Fault]] = {
    "workers killed": lambda folder: workers.killed(folder, 500),
    "store killed": lambda folder: store.killed(folder, "everysec", writes=4000, kills=1),
    "store frozen": lambda folder: store.frozen(folder, clients=4, seconds=0.5),
    "failover": lambda folder: failover.with_sentinels(folder, replicas=0, faults=1),
    "concurrent guesses": lambda folder: concurrent_guesses.guesses_at_once(folder, 1),
    "secrecy": lambda folder: secrecy.comparisons(folder, 30),
}


def main() -> int:
    """Make the faults; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.faults")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("faults", nargs="*", metavar="FAULT")
    arguments = parser.parse_args()
    table = BRIEF if arguments.brief else FAULTS
    if unknown := [name for name in arguments.faults if name not in table]:
        parser.error(f"no such fault: {unknown[0]}; there are: {', '.join(table)}")
    begun = time.monotonic()
    all_hold = True
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(arguments.faults or table):
            here = Path(folder, str(number))
            here.mkdir()
            for finding in table[name](here):
                print(finding.row, flush=True)
                all_hold &= finding.true if arguments.brief else finding.holds
    print(f"\n{time.monotonic() - begun:.0f} s", file=sys.stderr)
    return 0 if all_hold else 1


if __name__ == "__main__":
    sys.exit(main())
