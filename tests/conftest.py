"""What tests of every folder share."""

import os
import threading
import time
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import Phase
from hypothesis import settings as hypothesis_settings

from service.dictionaries.dictionary import Dictionary, load_all
from service.registry import DEALERS, GUESSERS
from service.settings import shipped
from service.store.embedded import EmbeddedServer
from service.store.guarded import Guarded
from tests import originals
from tests.support import programs
from tests.support.running import Service, serving
from tests.support.servers import Cluster, cluster
from tests.support.waiting import PATIENCE

# No deadline: a busy machine is no fault of the code. A failure prints what reproduces it.
hypothesis_settings.register_profile("hangman", deadline=None, print_blob=True)
hypothesis_settings.register_profile("fast", deadline=None, print_blob=True, max_examples=10)
hypothesis_settings.register_profile(  # a failure is all that counts: do not look for a smaller one
    "mutants", deadline=None, database=None, phases=[Phase.explicit, Phase.generate]
)
hypothesis_settings.load_profile("hangman")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seeds", type=int, default=1, help="of schemathesis: 1 to this, in turn")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The test that takes longest begins first: at the end, nobody waits for it."""
    items.sort(key=lambda item: "test_schemathesis" not in item.nodeid)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, object, object]:
    """After Ctrl-C, fixtures are torn down here. One that fails must not hide what tests found.

    A browser, for one, has heard the Ctrl-C too and is gone before we close it.
    """
    try:
        return (yield)
    except (Exception, KeyboardInterrupt) as error:
        session.exitstatus = session.exitstatus or pytest.ExitCode.INTERNAL_ERROR
        session.config.get_terminal_writer().line(f"\nA fixture was not torn down: {error!r}")
        return None


@pytest.fixture(scope="session", autouse=True)
def made_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is tested in this process, too, sees nothing that the caller has exported."""
    pytests = {name: value for name, value in os.environ.items() if name.startswith("PYTEST")}
    made = programs.environment(tmp_path_factory.mktemp("home"), **pytests)
    with patch.dict(os.environ, made, clear=True):
        yield


@pytest.fixture(autouse=True)
def own_environment() -> Iterator[None]:
    """What a command that runs in this process sets is gone when its test ends."""
    with patch.dict(os.environ):
        yield


@pytest.fixture(autouse=True)
def breakers_closed() -> Iterator[None]:
    """Nobody asks after a test whether its store is back.

    To ask a cluster, redis-py draws from `random`; in another thread, Hypothesis takes that for a
    fault of the test that it runs by then.
    """
    yield
    with patch.object(Guarded, "_ping"):
        for thread in threading.enumerate():
            if thread.name == "breaker":
                thread.join(PATIENCE)


@pytest.fixture(autouse=True)
def our_dealers_and_guessers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plug-ins that a test loads, those of the laboratory too, are gone when it ends."""
    for registry in (DEALERS, GUESSERS):
        monkeypatch.setattr(registry, "data", dict(registry.data))


@pytest.fixture
def one_day() -> None:
    """What begins now ends on the same day, in UTC: before midnight, the next one is begun."""
    left = 86_400 - time.time() % 86_400
    if left < PATIENCE:
        time.sleep(left)


@pytest.fixture(scope="session")
def scowl() -> Path:
    """The original word lists."""
    if not originals.SCOWL.exists():
        programs.missing("scowl is not here: apt-get install scowl, or SCOWL=folder")
    return originals.SCOWL


@pytest.fixture(scope="session")
def dictionaries() -> Mapping[str, Dictionary]:
    """The shipped dictionaries."""
    return load_all([shipped("data")])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A real server for tests that do it no harm; each takes keys of its own."""
    with EmbeddedServer(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="session")
def clustered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three primaries for tests that do them no harm, or mend it."""
    with cluster(tmp_path_factory.mktemp("cluster"), replicas=0) as started:
        yield started


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service for tests that do it no harm."""
    with serving(tmp_path_factory.mktemp("service")) as started:
        yield started
