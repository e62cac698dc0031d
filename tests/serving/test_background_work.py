"""Slow work: one at a time, in a thread of its own, and nobody waits for long."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import gevent
import pytest

from service.play.refusals import Busy
from service.serving import background_work
from service.serving.background_work import MOST_WAITING, BackgroundWorker

NEVER = 30.0  # seconds: a test that waits for it has failed


class Requests:
    """Requests of clients to one worker: each runs as the client that its greenlet is for."""

    def __init__(self) -> None:
        self.run = BackgroundWorker(lambda: self.clients.get(gevent.getcurrent(), "somebody"))
        self.clients: dict[object, str] = {}
        self.served: list[str] = []

    def send(self, client: str, beside_games: bool = False) -> "gevent.Greenlet[..., str]":
        """A request that notes its client when it is served, and waits already."""
        greenlet = gevent.Greenlet(self._serve, client, beside_games)
        self.clients[greenlet] = client
        greenlet.start()
        gevent.sleep(0)
        return greenlet

    def _serve(self, client: str, beside_games: bool) -> str:
        run = self.run.beside_games if beside_games else self.run
        try:
            run(lambda: self.served.append(client))
        except Busy:
            return "refused"
        return "served"


@pytest.fixture
def requests(monkeypatch: pytest.MonkeyPatch) -> Requests:
    monkeypatch.setattr(background_work, "LONGEST_WAIT", NEVER)
    return Requests()


@pytest.fixture
def run() -> BackgroundWorker:
    return BackgroundWorker(lambda: "somebody")


@contextmanager
def at_work(run: BackgroundWorker) -> Iterator[None]:
    """Somebody's work, which lasts as long as the block."""
    begun, end = threading.Event(), threading.Event()

    def work() -> str:
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


def refusal(run: BackgroundWorker, work: Callable[[], object]) -> type[Exception] | None:
    try:
        run(work)
    except Busy as error:
        return type(error)
    return None


def test_what_the_work_returns_comes_back(run: BackgroundWorker) -> None:
    assert run(lambda: 6 * 7) == 42


def test_what_the_work_raises_comes_back(run: BackgroundWorker) -> None:
    with pytest.raises(ZeroDivisionError):
        run(lambda: 1 / 0)

    assert run(lambda: 42) == 42


def test_work_runs_in_a_thread_of_its_own_and_always_the_same(run: BackgroundWorker) -> None:
    threads = {run(threading.get_ident) for _ in range(5)}

    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_others_go_on_meanwhile(run: BackgroundWorker) -> None:
    freed = threading.Event()
    gevent.spawn(freed.set)  # another request: it runs only if nobody stands in its way

    assert run(lambda: freed.wait(NEVER))


def test_one_works_at_a_time(run: BackgroundWorker) -> None:
    working, most = [0], [0]

    def work() -> None:
        working[0] += 1
        most[0] = max(most[0], working[0])
        threading.Event().wait(0.002)
        working[0] -= 1

    gevent.joinall([gevent.spawn(run, work) for _ in range(10)], raise_error=True)

    assert most == [1]


def test_sixteen_may_wait_and_the_next_is_told_so(
    run: BackgroundWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_work, "LONGEST_WAIT", NEVER)
    with at_work(run):
        waiting = [gevent.spawn(run, lambda: "served") for _ in range(MOST_WAITING)]
        gevent.sleep(0)

        assert MOST_WAITING == 16
        assert refusal(run, lambda: "one too many") is Busy

    assert [greenlet.get(timeout=NEVER) for greenlet in waiting] == ["served"] * MOST_WAITING
    assert refusal(run, lambda: "now") is None


def test_who_has_waited_for_long_is_told_so_and_makes_room(
    run: BackgroundWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_work, "LONGEST_WAIT", 0.01)
    with at_work(run):
        waiting = [gevent.spawn(refusal, run, lambda: None) for _ in range(MOST_WAITING)]
        refused = [greenlet.get(timeout=NEVER) for greenlet in waiting]
        again = [gevent.spawn(refusal, run, lambda: None) for _ in range(MOST_WAITING)]
        gevent.joinall(again)

    assert refused == [Busy] * MOST_WAITING
    assert run(lambda: "served") == "served"


def test_work_that_is_running_is_not_cut_short(
    run: BackgroundWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_work, "LONGEST_WAIT", 0.001)

    assert run(lambda: threading.Event().wait(0.05) or "done") == "done"


def test_who_is_told_so_has_waited_a_moment(
    run: BackgroundWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(background_work, "LONGEST_WAIT", NEVER)
    monkeypatch.setattr(background_work, "sleep", pauses.append)

    with at_work(run):
        waiting = [gevent.spawn(run, lambda: "served") for _ in range(MOST_WAITING)]
        gevent.sleep(0)
        assert refusal(run, lambda: "one too many") is Busy
    gevent.joinall(waiting)

    assert pauses == [0.25]


def outcomes(sent: Iterable["gevent.Greenlet[..., str]"]) -> list[str]:
    return [greenlet.get(timeout=NEVER) for greenlet in sent]


def test_clients_who_wait_are_served_in_turn(requests: Requests) -> None:
    with at_work(requests.run):
        sent = [requests.send(client) for client in "aaaabbc"]

    assert outcomes(sent) == ["served"] * 7
    assert "".join(requests.served) == "abcabaa"


def test_full_line_refuses_the_newest_of_who_waits_most(requests: Requests) -> None:
    with at_work(requests.run):
        sent = [requests.send(client) for client in "a" * (MOST_WAITING - 1) + "b" + "c"]

    assert outcomes(sent) == ["served"] * 14 + ["refused"] + ["served"] * 2


def test_client_alone_may_fill_the_line(requests: Requests) -> None:
    with at_work(requests.run):
        sent = [requests.send("a") for _ in range(MOST_WAITING + 3)]

    assert outcomes(sent) == ["served"] * MOST_WAITING + ["refused"] * 3


def test_of_clients_who_wait_equally_the_newest_is_refused(requests: Requests) -> None:
    with at_work(requests.run):
        sent = [requests.send(str(number)) for number in range(MOST_WAITING + 1)]

    assert outcomes(sent) == ["served"] * MOST_WAITING + ["refused"]


def test_clients_of_other_work_are_served_in_turn_too(requests: Requests) -> None:
    with at_work(requests.run):
        sent = [requests.send(client, beside_games=True) for client in "aaab"]

    assert outcomes(sent) == ["served"] * 4
    assert "".join(requests.served) == "abaa"


def test_other_work_comes_after_every_game_that_waits(requests: Requests) -> None:
    with at_work(requests.run):
        sent = [requests.send(client) for client in "ggg"]
        sent += [requests.send("review", beside_games=True)]

    assert outcomes(sent) == ["served"] * 4
    assert requests.served == ["g", "g", "g", "review"]


def test_game_waits_for_one_piece_of_other_work_at_most(run: BackgroundWorker) -> None:
    done: list[str] = []

    def piece(name: str) -> Callable[[], None]:
        return lambda: done.append(name)

    with at_work(run):
        waiting = [gevent.spawn(run.beside_games, piece("review")) for _ in range(3)]
        gevent.sleep(0)
        waiting += [gevent.spawn(run, piece("guess")) for _ in range(3)]
        gevent.sleep(0)
    gevent.joinall(waiting, raise_error=True)

    assert done == ["review", "guess", "guess", "guess", "review", "review"]


def test_other_work_that_waits_leaves_the_games_their_places(
    run: BackgroundWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_work, "LONGEST_WAIT", NEVER)
    with at_work(run):
        reviews = [gevent.spawn(run.beside_games, lambda: "reviewed") for _ in range(MOST_WAITING)]
        gevent.sleep(0)
        guesses = [gevent.spawn(refusal, run, lambda: "guessed") for _ in range(MOST_WAITING - 1)]
        gevent.sleep(0)

    assert [greenlet.get(timeout=NEVER) for greenlet in guesses] == [None] * (MOST_WAITING - 1)
    assert [greenlet.get(timeout=NEVER) for greenlet in reviews] == ["reviewed"] * MOST_WAITING


def test_what_the_work_raises_is_not_printed(
    run: BackgroundWorker, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ZeroDivisionError):
        run(lambda: 1 / 0)

    gevent.sleep(0)  # gevent prints from its loop
    assert capfd.readouterr() == ("", "")
