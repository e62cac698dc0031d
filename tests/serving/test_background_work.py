"""Slow work: one piece at a time, in a thread of its own, and nobody waits for long."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import gevent
import pytest

from service.play.catalogue import Catalogue
from service.play.refusals import Busy
from service.play.slow_work import Run
from service.serving import background_work
from service.serving.background_work import MOST_WAITING, BackgroundWorker

CATALOGUE = Catalogue({}, {}, {})
NEVER = 30.0  # seconds: a test that waits for it has failed


class Requests:
    """Requests of clients to one background worker."""

    def __init__(self) -> None:
        self.worker = BackgroundWorker(CATALOGUE)
        self.run = self.worker.for_games
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
            run(lambda _: self.served.append(client), client=client)
        except Busy:
            return "refused"
        return "served"

    @property
    def outcomes(self) -> list[str]:
        return [greenlet.get(timeout=NEVER) for greenlet in self.sent]


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> Requests:
    monkeypatch.setattr(background_work, "LONGEST_WAIT", NEVER)
    return Requests()


@contextmanager
def at_work(run: Run) -> Iterator[None]:
    """Keep the worker busy until the end of the block."""
    begun, end = threading.Event(), threading.Event()

    def work(catalogue: Catalogue) -> str:
        del catalogue
        begun.set()
        assert end.wait(NEVER)
        return "done"

    working = gevent.spawn(run, work)
    while not begun.is_set():
        gevent.sleep(0.001)
    try:
        yield
    finally:
        end.set()
    assert working.get(timeout=NEVER) == "done"


def test_result_or_error_comes_back_and_is_not_printed(
    requests: Requests, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ZeroDivisionError):
        requests.run(lambda _: 1 / 0)
    assert requests.run(lambda _: 6 * 7) == 42
    gevent.sleep(0)  # gevent prints from its loop
    assert capfd.readouterr() == ("", "")


def test_work_runs_in_one_other_thread_and_others_go_on(requests: Requests) -> None:
    threads = {requests.run(lambda _: threading.get_ident()) for _ in range(5)}
    assert len(threads) == 1
    assert threading.get_ident() not in threads
    freed = threading.Event()
    gevent.spawn(freed.set)  # another request: it runs only if the loop is free
    assert requests.run(lambda _: freed.wait(NEVER))


def test_long_wait_ends_in_a_refusal(requests: Requests, monkeypatch: pytest.MonkeyPatch) -> None:
    """But work that has begun is finished."""
    monkeypatch.setattr(background_work, "LONGEST_WAIT", 0.01)
    with at_work(requests.run):
        for _ in "12":
            requests.send(*["a"] * MOST_WAITING)
            assert requests.outcomes == ["refused"] * len(requests.sent)
    assert requests.run(lambda _: threading.Event().wait(0.05) or "served") == "served"


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
    assert requests.run(lambda _: "now") == "now"


@pytest.mark.parametrize(
    ("sent", "order"),
    [
        pytest.param([("aaaabbc", False)], "abcabaa", id="clients in turn"),
        pytest.param([("aaab", True)], "abaa", id="clients of other work in turn"),
        pytest.param([("ggg", False), ("r", True)], "gggr", id="other work after games"),
        pytest.param([("rrr", True), ("ggg", False)], "grggrr", id="one piece of it at a time"),
    ],
)
def test_clients_take_turns_and_games_come_before_other_work(
    requests: Requests, sent: list[tuple[str, bool]], order: str
) -> None:
    with at_work(requests.run):
        for clients, is_help in sent:
            requests.send(*clients, is_help=is_help)
    assert {*requests.outcomes} == {"served"}
    assert "".join(requests.served) == order
