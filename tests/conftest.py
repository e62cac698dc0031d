"""Fixtures and settings for the tests of every folder."""

import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import Phase
from hypothesis import settings as hypothesis_settings

from service.dictionaries.dictionary import Dictionary, load_all
from service.registry import DEALERS, GUESSERS
from service.settings import shipped
from service.store.breaker import Breaker
from service.store.embedded import EmbeddedServer
from tests import originals
from tests.support import programs
from tests.support.running import Service, serving
from tests.support.servers import Cluster, cluster
from tests.support.waiting import PATIENCE

# No deadline: the machine may be busy. A failure prints how to reproduce it.
hypothesis_settings.register_profile("hangman", deadline=None, print_blob=True)
hypothesis_settings.register_profile("fast", deadline=None, print_blob=True, max_examples=10)
hypothesis_settings.register_profile(  # one failure is enough: do not search for a simpler one
    "mutants", deadline=None, database=None, phases=[Phase.explicit, Phase.generate]
)
hypothesis_settings.load_profile("hangman")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seeds", type=int, default=1, help="seeds for schemathesis: 1 to this")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest test first, so that nothing waits for it at the end."""
    items.sort(key=lambda item: "test_schemathesis" not in item.nodeid)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, object, object]:
    """Report a fixture whose teardown fails after Ctrl-C, without hiding what the tests found.

    A browser, for example, receives the Ctrl-C too and is gone before we close it.
    """
    try:
        return (yield)
    except (Exception, KeyboardInterrupt) as error:
        session.exitstatus = session.exitstatus or pytest.ExitCode.INTERNAL_ERROR
        session.config.get_terminal_writer().line(f"\nA fixture was not torn down: {error!r}")
        return None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once for all tests that were left out what to install for them."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, tests in reasons.most_common():
        terminalreporter.line(f"{tests} skipped: {reason}")


@pytest.fixture(scope="session", autouse=True)
def made_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Hide the caller's exported variables, also from code that runs in this process."""
    pytests = {name: value for name, value in os.environ.items() if name.startswith("PYTEST")}
    clean = programs.environment(tmp_path_factory.mktemp("home"), **pytests)
    with patch.dict(os.environ, clean, clear=True):
        yield


@pytest.fixture(scope="session", autouse=True)
def signals_for_programs() -> None:
    """Let the programs that tests start receive what `nohup`, or `&` in a script, ignores."""
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)  # unlike SIG_IGN, it is not inherited


@pytest.fixture(autouse=True)
def own_environment() -> Iterator[None]:
    """Undo what a command in this process sets, when its test ends."""
    with patch.dict(os.environ):
        yield


@pytest.fixture(autouse=True)
def breakers_closed() -> Iterator[None]:
    """Stop the threads that ping a lost store or look for nodes, when their test ends.

    For a cluster, redis-py draws from `random` in such a thread. Hypothesis would blame the
    test that runs by then.
    """
    yield
    with patch.object(Breaker, "probe"):
        for thread in threading.enumerate():
            if thread.name in ("breaker", "nodes"):
                thread.join(PATIENCE)


@pytest.fixture(autouse=True)
def our_dealers_and_guessers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unload the plug-ins that a test loads, also those of the laboratory, when it ends."""
    for registry in (DEALERS, GUESSERS):
        monkeypatch.setattr(registry, "data", dict(registry.data))


@pytest.fixture
def one_day() -> None:
    """Wait until midnight (UTC) if it is near, so that the test runs within one day."""
    left = 86_400 - time.time() % 86_400
    if left < PATIENCE:
        time.sleep(left)


@pytest.fixture(scope="session")
def scowl() -> Path:
    """The folder of the original word lists."""
    if not originals.SCOWL.exists():
        programs.missing("scowl is not here: apt-get install scowl, or SCOWL=folder")
    return originals.SCOWL


@pytest.fixture(scope="session")
def dictionaries() -> Mapping[str, Dictionary]:
    """The shipped dictionaries."""
    return load_all([shipped("data")])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A real server for tests that do not harm it; each uses its own keys."""
    with EmbeddedServer(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture(scope="session")
def clustered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three primaries for tests that do not harm them, or that repair them."""
    with cluster(tmp_path_factory.mktemp("cluster"), replicas=0) as started:
        yield started


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service for tests that do not harm it."""
    with serving(tmp_path_factory.mktemp("service")) as started:
        yield started
