"""Every fault, for a moment: what was promised is kept.

`make faults` makes more of each, and looks at times too.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults import bytes as any_bytes
from tests.faults import calls, costs, dear, ends, failover, hands, leaks, slow, store, who, workers
from tests.faults.findings import Finding

FAULTS: dict[str, Callable[[Path], Iterator[Finding]]] = {
    "workers are killed": lambda folder: workers.killed(folder, 500),
    "workers are stopped": lambda folder: workers.stopped(folder, 1),
    "workers are drained": lambda folder: workers.drained(folder, 240, seconds=5),
    "workers are exchanged": lambda folder: workers.exchanged(folder, 1000),
    "workers are recycled": lambda folder: workers.recycled(folder, 1000),
    "workers are made of greenlets": lambda folder: workers.patched(folder, 4),
    "workers count apart": lambda folder: workers.counted(folder, 200),
    "the store is killed": lambda folder: store.killed(folder, "everysec", writes=4000, kills=1),
    "the store is frozen": lambda folder: store.frozen(folder, clients=4, seconds=0.5),
    "the store is full": lambda folder: store.full(folder, 3),
    "a primary is killed": lambda folder: failover.with_sentinels(folder, replicas=0, faults=1),
    "a cluster's primary is killed": lambda folder: failover.in_a_cluster(folder, faults=1),
    "many hands guess": lambda folder: hands.many_hands(folder, 1),
    "any order of calls": lambda folder: calls.any_order(folder, 5),
    "any bytes": any_bytes.any_bytes,
    "clients are slow": lambda folder: slow.slow_clients(folder, slow.AT_ONCE, checks=3),
    "clients are a crowd": lambda folder: slow.crowds(folder, idle=300, halves=50, checks=3),
    "it is no HTTP": slow.no_http,
    "it stops while connections are kept": slow.hung_up,
    "others ask for dear work": lambda folder: dear.dear_work(folder, seconds=2),
    "requests are dear": lambda folder: costs.bounded(folder, 6, 10, 3),
    "words have no end": lambda folder: ends.ended(folder, lengths=(20,)),
    "nothing tells": lambda folder: leaks.nothing_tells(folder, 30),
    "others claim to be somebody": who.who_is_who,
    "gone is gone": lambda folder: leaks.gone_is_gone(folder, 2),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_promise_is_kept_though(fault: str, tmp_path: Path) -> None:
    found = list(FAULTS[fault](tmp_path))

    assert found
    for finding in found:
        assert finding.true, f"{finding.done}: {finding.measured}"
