"""A cluster for the tests of stores that do it no harm, or mend it."""

from collections.abc import Iterator

import pytest

from tests.support.servers import Cluster, Server, cluster
from tests.support.waiting import wait_until


@pytest.fixture(scope="session")
def clustered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three primaries."""
    with cluster(tmp_path_factory.mktemp("cluster"), replicas=0) as started:
        yield started


def is_whole(node: Server) -> bool:
    """Whether a node sees its whole cluster."""
    info = str(node.client.execute_command("CLUSTER", "INFO"))
    return "cluster_state:ok" in info and "cluster_slots_assigned:16384" in info


def wait_until_whole(cluster: Cluster) -> None:
    wait_until(lambda: all(map(is_whole, cluster.servers)), "the cluster is not whole again")
