"""Slow work: one piece at a time, beside the loop, and nobody waits for long."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import gevent
import pytest

from service.play.catalogue import Catalogue
from service.play.refusals import Busy
from service.play.slow_work import Run
from service.serving import background_work
from service.serving.background_work import MOST_WAITING, BackgroundWork
from tests.support.waiting import wait_until

CATALOGUE = Catalogue({}, {}, {})
NEVER = 30.0  # seconds: a test that waits for it has failed


class Requests:
    """Requests of clients to one background worker."""

    def __init__(self) -> None:
        self.worker = BackgroundWork(CATALOGUE)
        self.run = self.worker.for_guesses
        self.served: list[str] = []
        self.sent: list[gevent.Greenlet[..., str]] = []

    def send(self, *clients: str, is_help: bool = False) -> None:
        """Start a request of each client: it waits, and notes the client once it is served."""
        for client in clients:
            greenlet = gevent.spawn(self._serve, client, is_help)
            gevent.sleep(0)
            self.sent.append(greenlet)

    def _serve(self, client: str, is_help: bool) -> str:
        run = self.worker.for_help if is_help else self.run
        try:
            run(rest, 0, client=client)
        except Busy:
            return "refused"
        self.served.append(client)
        return "served"

    @property
    def outcomes(self) -> list[str]:
        return [greenlet.get(timeout=NEVER) for greenlet in self.sent]


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> Requests:
    monkeypatch.setattr(background_work, "LONGEST_WAIT", NEVER)
    return Requests()


def rest(catalogue: Catalogue, seconds: float) -> str:
    """Work that takes so long."""
    del catalogue
    time.sleep(seconds)
    return "rested"


def wait_for_end(catalogue: Catalogue, begun: Path, end: Path) -> str:
    """Work that says that it has begun, and ends when it may."""
    del catalogue
    begun.touch()
    wait_until(end.exists, "the block did not end", NEVER)
    return "done"


@contextmanager
def at_work(run: Run) -> Iterator[None]:
    """Keep the worker busy until the end of the block."""
    with TemporaryDirectory() as folder:
        begun, end = Path(folder, "begun"), Path(folder, "end")
        working = gevent.spawn(run, wait_for_end, begun, end)
        while not begun.exists():
            gevent.sleep(0.001)
        try:
            yield
        finally:
            end.touch()
        assert working.get(timeout=NEVER) == "done"


def test_other_requests_go_on_meanwhile(requests: Requests) -> None:
    freed: list[str] = []
    gevent.spawn(freed.append, "another request")  # it runs only if the loop is free
    requests.run(rest, 0.05)
    assert freed


def test_long_wait_ends_in_a_refusal(requests: Requests, monkeypatch: pytest.MonkeyPatch) -> None:
    """But work that has begun is finished."""
    monkeypatch.setattr(background_work, "LONGEST_WAIT", 0.01)
    with at_work(requests.run):
        for _ in "12":
            requests.send(*["a"] * MOST_WAITING)
            assert requests.outcomes == ["refused"] * len(requests.sent)
    assert requests.run(rest, 0.05) == "rested"


def test_refusal_comes_after_a_moment(requests: Requests, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(background_work, "sleep", pauses.append)
    with at_work(requests.run):
        requests.send(*["a"] * (MOST_WAITING + 1))
    assert requests.outcomes == ["served"] * MOST_WAITING + ["refused"]
    assert pauses == [0.25]


@pytest.mark.parametrize(
    ("others", "clients", "refused"),
    [
        pytest.param("", "a" * 19, [16, 17, 18], id="one client may fill the line"),
        pytest.param("", "a" * 15 + "bc", [14], id="the newest of the busiest client"),
        pytest.param("", "abcdefghijklmnopq", [16], id="the newest, if all wait equally"),
        pytest.param("r" * 16, "g" * 15, [], id="other work has places of its own"),
    ],
)
def test_line_has_sixteen_places(
    requests: Requests, others: str, clients: str, refused: list[int]
) -> None:
    with at_work(requests.run):
        requests.send(*others, is_help=True)
        requests.send(*clients)
    outcomes = requests.outcomes
    assert [n for n, outcome in enumerate(outcomes) if outcome == "refused"] == refused
    assert requests.run(rest, 0) == "rested"


@pytest.mark.parametrize(
    ("sent", "order"),
    [
        pytest.param([("aaaabbc", False)], "abcabaa", id="clients in turn"),
        pytest.param([("aaab", True)], "abaa", id="clients of other work in turn"),
        pytest.param([("ggg", False), ("r", True)], "gggr", id="other work after guesses"),
        pytest.param([("rrr", True), ("ggg", False)], "grggrr", id="one piece of it at a time"),
    ],
)
def test_clients_take_turns_and_guesses_come_before_other_work(
    requests: Requests, sent: list[tuple[str, bool]], order: str
) -> None:
    with at_work(requests.run):
        for clients, is_help in sent:
            requests.send(*clients, is_help=is_help)
    assert {*requests.outcomes} == {"served"}
    assert "".join(requests.served) == order
