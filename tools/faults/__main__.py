"""Make every fault, or those that are named, and print the promises beside the measurements.

    python -m tools.faults "concurrent guesses"
    python -m tools.faults hosts sentinel-split
    python -m tools.faults --brief

`hosts` alone makes all faults of several hosts, and nothing else. `--brief` makes the faults that
CI makes, each for a moment, and leaves the promised times out. The exit code is 1 if a promise was
broken.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.faults import (
    background,
    concurrent_guesses,
    connections,
    failover,
    logs,
    secrecy,
    starts,
    store,
    workers,
)
from tools.faults.findings import HEAD, Fault
from tools.faults.hosts.isolation import lacking
from tools.faults.hosts.rows import HOSTS

FAULTS: Final[Mapping[str, Fault]] = {
    "workers killed": Fault(
        "SIGKILL of a worker every 0.5 s under 8 clients that retry with their keys, while a proxy"
        " loses 5 % of the store's answers",
        "0 lost, 0 applied twice, 0 refused",
        lambda folder: workers.killed(folder, 6000),
        lambda folder: workers.killed(folder, 500),
    ),
    "workers stopped": Fault(
        "SIGTERM to the master while requests are in flight",
        "each is answered; exit code 0 within 20 s",
        lambda folder: workers.stopped(folder, 5),
    ),
    "workers drained": Fault(
        "SIGTERM, with HANGMAN_DRAIN_SECONDS=1, to one of two services behind a balancer that asks"
        " /readyz"
        " every 0.1 s",
        "no client sees an error",
        lambda folder: workers.drained(folder, 2400),
    ),
    "workers exchanged": Fault(
        "SIGHUP every second: all workers are exchanged",
        "no client sees an error",
        lambda folder: workers.exchanged(folder, 10_000),
    ),
    "store killed": Fault(
        "SIGKILL of the store under 4 writers, then a start from its append-only file"
        " (`appendfsync everysec`)",
        "0 acknowledged writes lost; on a busy disk, those of 2 s",
        lambda folder: store.killed(folder, "everysec", writes=60_000, kills=5),
        lambda folder: store.killed(folder, "everysec", writes=4000, kills=1),
    ),
    "store killed, always": Fault(
        "the same with `appendfsync always`",
        "0 acknowledged writes lost",
        lambda folder: store.killed(folder, "always", writes=60_000, kills=5),
    ),
    "store frozen": Fault(
        "SIGSTOP of the store",
        "503 soon, and games again soon after it is back",
        lambda folder: store.frozen(folder, clients=16, seconds=5),
        lambda folder: store.frozen(folder, clients=4, seconds=0.5),
    ),
    "failover": Fault(
        "Sentinel",
        "guesses go on; players learn of lost ones",
        lambda folder: failover.with_sentinels(folder, replicas=0),
        lambda folder: failover.with_sentinels(folder, replicas=0, faults=1),
    ),
    "failover that waits": Fault(
        "Sentinel, `HANGMAN_STORE_WAIT_REPLICAS=1`",
        "guesses go on, and none is lost",
        lambda folder: failover.with_sentinels(folder, replicas=1),
    ),
    "cluster": Fault("Cluster", "guesses go on; players learn of lost ones", failover.in_a_cluster),
    "concurrent guesses": Fault(
        "8 processes guess the same letters in the same 4 games",
        "each letter applied once; the history is linearisable",
        lambda folder: concurrent_guesses.guesses_at_once(folder, 5),
        lambda folder: concurrent_guesses.guesses_at_once(folder, 1),
    ),
    "starts": Fault(
        "starts with an `Idempotency-Key`",
        "the client knows one game; a retry succeeds; counted once at most",
        starts.retried,
    ),
    "full table of connections": Fault(
        "700 slow heads of one address, at a worker with 300 places",
        "all answered, 99 of 100 within a second",
        connections.slow_heads,
    ),
    "watchers beside slow heads": Fault(
        "5,000 watchers of one game and 700 slow heads, all of one address, at a worker with 6,000"
        " places",
        "a guess of another address is made, and all watchers learn of it",
        connections.watchers,
    ),
    "flood at the stop": Fault(
        "SIGTERM in a flood of new connections",
        "no traceback; exit code 0",
        connections.flooded_at_the_stop,
    ),
    "logs": Fault(
        "a log that breaks",
        "no request fails, p99 stays below twice what it was, and the log says what it misses",
        lambda folder: logs.breaking(folder, 30),
    ),
    "background work": Fault(
        "4 players beside a client without limits that asks for `perfect` solutions on 50"
        " connections, again at once",
        "no guess fails, 99 of 100 within 100 ms; solutions that would wait: 503 `unavailable`",
        background.many_solutions,
    ),
    "clients in turn": Fault(
        "a player of `minimax` games beside 48 connections of another address that play so too,"
        " without a pause",
        "none is refused, 99 of 100 within a second",
        background.in_turn,
    ),
    "client alone": Fault(
        "30 connections play `minimax` games: from one address, then from 30",
        "one address gets as many answers, to within a fifth",
        background.alone,
    ),
    "reviews": Fault(
        "a player of `minimax` games beside 2 clients that ask for reviews of 198 guesses, again"
        " at once",
        "no guess, no hint and no confession is refused",
        background.reviews,
    ),
    "malformed bodies": Fault(
        "a player beside a client that sends malformed bodies of 15 KB on 8 connections; each has"
        f" {background.UNITS} units of help a minute",
        f"{2 * background.UNITS} bodies are read at most, others are 429; 99 of 100 guesses within"
        " 100 ms",
        background.malformed,
    ),
    "secrecy": Fault(
        "games with the same transcript, interleaved: honest, cheated, and of a word that was set",
        "they look alike and take the same time",
        lambda folder: secrecy.comparisons(folder, 1000),
        lambda folder: secrecy.comparisons(folder, 30),
    ),
}


SEVERAL: Final = "hosts"


def main() -> int:
    """Make the faults and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.faults")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("faults", nargs="*", metavar="FAULT")
    arguments = parser.parse_args()
    table, names = _chosen(arguments.faults, arguments.brief)
    if unknown := [name for name in names if name not in table]:
        parser.error(f"no such fault: {unknown[0]}; there are: {', '.join(table)}")
    begun = time.monotonic()
    all_hold = True
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(names or table):
            here, fault = Path(folder, str(number)), table[name]
            here.mkdir()
            measure = (arguments.brief and fault.brief) or fault.measure
            for finding in measure(here):
                print(fault.row(finding), flush=True)
                all_hold &= finding.true if arguments.brief else finding.holds
    print(f"\n{time.monotonic() - begun:.0f} s", file=sys.stderr)
    return 0 if all_hold else 1


def _chosen(names: list[str], brief: bool) -> tuple[Mapping[str, Fault], list[str]]:
    """The faults among which `names` choose, and these names without the word `hosts`."""
    if names[:1] == [SEVERAL]:
        if lack := lacking():
            print(f"faults of several hosts cannot be made here: {lack}", file=sys.stderr)
            sys.exit(2)
        return HOSTS, names[1:]
    if brief:
        return {name: fault for name, fault in FAULTS.items() if fault.brief}, names
    if not (lack := lacking()):
        return {**FAULTS, **HOSTS}, names
    if not names:
        print(f"faults of several hosts are left out: {lack}", file=sys.stderr)
    return FAULTS, names


if __name__ == "__main__":
    sys.exit(main())
