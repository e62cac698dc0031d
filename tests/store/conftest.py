"""A cluster for the tests of stores that do it no harm, or mend it."""

from collections.abc import Iterator

import pytest

from tests.support.servers import Cluster, cluster


@pytest.fixture(scope="session")
def clustered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three primaries."""
    with cluster(tmp_path_factory.mktemp("cluster"), replicas=0) as started:
        yield started
