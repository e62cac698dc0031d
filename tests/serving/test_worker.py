"""A connection's deadlines, and the worker's connections: pairs of sockets, without a server."""

import errno
import io
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, TypeAlias

import gevent
import pytest
from gevent.event import Event
from gevent.socket import SHUT_WR, socket, socketpair
from gunicorn.config import Config
from gunicorn.http.errors import (
    ConfigurationProblem,
    InvalidHeader,
    InvalidResponseHeader,
    LimitRequestHeaders,
    LimitRequestLine,
)
from gunicorn.workers.ggevent import GeventWorker

from service.serving import worker
from service.serving.worker import (
    LARGEST_HEAD,
    Connection,
    Exchange,
    RequestTooSlow,
    Worker,
    write_problem,
)

SOON = 0.05  # seconds
NEVER = 30.0  # seconds: a test that waits for it has failed

Sockets: TypeAlias = tuple[socket, socket]


@pytest.fixture
def sockets() -> Iterator[Sockets]:
    """The client's end, and ours."""
    client, ours = socketpair()
    with client, ours:
        yield client, ours


@pytest.fixture
def client(sockets: Sockets) -> socket:
    return sockets[0]


@pytest.fixture
def connection(sockets: Sockets) -> Iterator[Connection]:
    with Connection(sockets[1], NEVER, echo) as connection:
        yield connection


@pytest.fixture
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines that pass at once."""
    monkeypatch.setattr(worker, "REQUEST_SECONDS", SOON)
    monkeypatch.setattr(worker, "ANSWER_SECONDS", SOON)


class Echo:
    """An application that answers what the worker refuses with all that it is told."""

    def refusal(
        self, status: int, detail: str, root: str, received: Mapping[str, str]
    ) -> tuple[dict[str, str], bytes]:
        return {"X-Received": f"{root} {dict(received)}"}, f"{status} {detail}".encode()


echo = Echo()


def worker_with(connections: Any = (), places: int = 10, **attributes: Any) -> Worker:
    """A worker that is not started, with these connections."""
    built: Any = object.__new__(Worker)
    attributes = {"cfg": SimpleNamespace(keepalive=75), "wsgi": echo, **attributes}
    for name, value in attributes.items():
        setattr(built, name, value)
    built.worker_connections, built._connections = places, dict(connections)
    return built  # type: ignore[no-any-return]  # as above


def receive_all(connection: Connection) -> bytes:
    """Everything that arrives, to the end."""
    return b"".join(iter(lambda: connection.recv(100), b""))


def repeatedly(act: Callable[[], object]) -> "gevent.Greenlet[..., None]":
    """Do something again and again, for much longer than any deadline."""

    def go_on() -> None:
        for _ in range(1000):
            act()
            gevent.sleep(SOON / 5)

    return gevent.spawn(go_on)


@pytest.mark.usefixtures("short_timeouts")
def test_request_that_drips_has_one_deadline(client: socket, connection: Connection) -> None:
    client.sendall(b"GET / HT")
    dripping = repeatedly(lambda: client.sendall(b"x"))
    with pytest.raises(RequestTooSlow):
        receive_all(connection)
    assert not dripping.ready()
    dripping.kill()


@pytest.mark.usefixtures("short_timeouts")
def test_next_request_has_a_deadline_of_its_own(client: socket, connection: Connection) -> None:
    client.sendall(b"first")
    connection.recv(100)
    gevent.sleep(2 * SOON)
    connection.exchange = Exchange()
    client.sendall(b"second")
    assert connection.recv(100) == b"second"
    with pytest.raises(RequestTooSlow):
        connection.recv(100)
    connection.exchange.is_answering = True  # the head was whole: the view answers
    with pytest.raises(TimeoutError):
        connection.recv(100)


def test_head_has_an_end_and_a_body_may_be_longer(client: socket, connection: Connection) -> None:
    client.sendall(b"x" * (2 * LARGEST_HEAD))
    client.close()
    with pytest.raises(LimitRequestHeaders):
        receive_all(connection)
    received = len(connection.exchange.head)
    connection.exchange.is_answering = True
    assert received + len(receive_all(connection)) == 2 * LARGEST_HEAD


def test_clients_with_more_requests_ready_are_read_in_turn() -> None:
    pairs = [socketpair() for _ in range(3)]
    order: list[int] = []

    def read(number: int, ours: socket) -> None:
        with Connection(ours, NEVER, echo) as connection:
            while connection.recv(1):
                order.append(number)
                connection.exchange = Exchange()  # as if it had been answered

    for client, _ in pairs:
        client.sendall(b"1234")
        client.close()
    gevent.joinall([gevent.spawn(read, number, pair[1]) for number, pair in enumerate(pairs)])

    assert [sorted(order[first : first + 3]) for first in range(0, 12, 3)] == [[0, 1, 2]] * 4


@pytest.fixture
def streaming(connection: Connection) -> Connection:
    """A connection whose answer is a stream of events."""
    closed: list[str] = []
    connection.request = SimpleNamespace(force_close=lambda: closed.append("close"))
    connection.begin_stream(lambda: None)
    assert closed == ["close"]
    return connection


@pytest.mark.parametrize("ends", ["client", "worker"])
def test_stream_is_told_once_that_its_connection_ends(
    client: socket, streaming: Connection, ends: str
) -> None:
    told: list[str] = []
    over = Event()
    streaming.end_stream()

    def end() -> None:
        told.append(ends)
        over.set()

    streaming.begin_stream(end)
    assert streaming.is_streaming
    gevent.sleep(0)
    assert not told

    {"client": client.close, "worker": streaming.stop_reading}[ends]()
    assert over.wait(NEVER)
    gevent.sleep(SOON)

    assert told == [ends]
    streaming.end_stream()
    assert not streaming.is_streaming


def test_each_piece_of_a_stream_has_a_deadline_of_its_own(
    client: socket, streaming: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "ANSWER_SECONDS", SOON)
    for _ in range(3):
        streaming.sendall(b"piece")
        assert client.recv(100) == b"piece"
        gevent.sleep(2 * SOON)


def test_client_that_does_not_read_its_stream_is_cut(
    streaming: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "ANSWER_SECONDS", SOON)

    def send() -> None:
        for _ in range(500):  # half a megabyte, which the kernel would keep otherwise
            streaming.sendall(b"x" * 1000)

    with pytest.raises(ConnectionResetError):
        send()


def test_streams_end_as_soon_as_the_service_drains(
    client: socket, streaming: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "LOOK_INTERVAL", SOON / 5)
    ended = Event()
    streaming.end_stream()
    streaming.begin_stream(ended.set)
    parts = SimpleNamespace(draining=False)
    drains = worker_with([(streaming, "")], alive=True, wsgi=SimpleNamespace(parts=parts))
    looking = gevent.spawn(drains._close_at_the_stop)
    gevent.sleep(SOON)
    assert not ended.is_set()
    parts.draining = True
    assert ended.wait(NEVER)
    looking.kill()


@pytest.mark.usefixtures("short_timeouts")
def test_answer_that_is_read_slowly_has_one_deadline(
    client: socket, connection: Connection
) -> None:
    def send() -> None:
        while True:
            connection.sendall(b"x" * 10_000)

    taking = repeatedly(lambda: client.recv(1000))
    with pytest.raises(ConnectionResetError) as raised:
        send()
    assert raised.value.errno == errno.ECONNRESET  # gunicorn keeps quiet about these
    assert not taking.ready()
    taking.kill()


def test_rest_of_an_answer_has_what_is_left_of_the_deadline(
    monkeypatch: pytest.MonkeyPatch, client: socket, connection: Connection
) -> None:
    left: list[float] = []
    monkeypatch.setattr(connection, "settimeout", left.append)
    connection.exchange = Exchange(is_answering=True)
    answer = bytes(3_000_000)  # more than the kernel takes at once
    receiving = gevent.spawn(lambda: sum(iter(lambda: len(client.recv(65_536)), 0)))
    connection.sendall(answer[:1])
    connection.sendall(answer[1:])
    connection.shutdown(SHUT_WR)
    assert receiving.get(timeout=NEVER) == len(answer)
    assert len(left) == 2
    assert left[1] < left[0]


def test_next_answer_has_a_deadline_of_its_own(
    client: socket, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    def receive_until_closed() -> int:
        gevent.sleep(SOON)  # longer than the first deadline has left
        return sum(map(len, iter(lambda: client.recv(100_000), b"")))

    monkeypatch.setattr(worker, "ANSWER_SECONDS", SOON)
    connection.sendall(b"first")
    gevent.sleep(2 * SOON)
    connection.exchange = Exchange()
    monkeypatch.setattr(worker, "ANSWER_SECONDS", NEVER)
    taking = gevent.spawn(receive_until_closed)
    connection.sendall(b"x" * 3_000_000)  # more than the sockets can buffer
    connection.close()

    assert taking.get(timeout=NEVER) == 5 + 3_000_000


def test_head_and_body_of_an_answer_go_out_together(client: socket, connection: Connection) -> None:
    client.setblocking(False)
    connection.exchange.is_answering = True
    connection.sendall(b"head")
    with pytest.raises(BlockingIOError):
        client.recv(100)
    connection.sendall(b"body")
    assert client.recv(100) == b"headbody"
    connection.exchange = Exchange(is_answering=True)
    connection.sendall(b"head alone")
    connection.flush()
    connection.exchange = Exchange(is_answering=True)
    connection.sendall(b"given up")
    connection.shutdown(SHUT_WR)
    connection.flush()
    assert (client.recv(100), client.recv(100)) == (b"head alone", b"")


def test_silent_client_is_gone_after_a_while_or_at_a_stop(
    client: socket, connection: Connection
) -> None:
    waiting = gevent.spawn(connection.recv, 100)
    gevent.sleep(0)
    connection.stop_reading()
    assert waiting.get(timeout=NEVER) == b""
    client.close()
    connection.close()
    connection.stop_reading()  # not an error
    theirs, ours = socketpair()
    with theirs, Connection(ours, SOON, echo) as idle:
        assert idle.recv(100) == b""


@pytest.mark.parametrize(("others", "seconds"), [(0, 75), (2, 75), (3, 5.0)])
def test_connection_that_sends_nothing_has_less_time_in_a_crowd(
    client: socket, monkeypatch: pytest.MonkeyPatch, others: int, seconds: float
) -> None:
    handled: list[Connection] = []
    monkeypatch.setattr(GeventWorker, "handle", lambda *arguments: handled.append(arguments[2]))
    crowded = worker_with([(object(), "") for _ in range(others)], places=4)
    crowded.handle(None, client, None)
    assert handled[0].idle_seconds == seconds
    assert len(crowded._connections) == others
    handled[0].close()


CROWD = {  # of ten places: the client, whether its head is whole, requests served
    "full": [*[("slow", False, 0)] * 4, *[("watcher", True, 0)] * 4, ("other", False, 0)],
    "of watchers": [("watcher", True, 0)] * 9,
    "kept": [*[("slow", False, 0)] * 2, *[("proxy", False, 1)] * 7],
    "not yet full": [("slow", False, 0)] * 8,
}


@contextmanager
def crowded(*clients: tuple[str, bool, int], **attributes: Any) -> Iterator[Worker]:
    """A worker of ten places with these connections."""
    with ExitStack() as stack:
        full = worker_with(**attributes)
        for address, is_whole, served in clients:
            _, ours = map(stack.enter_context, socketpair())
            connection = stack.enter_context(Connection(ours, NEVER, echo))
            connection.exchange.is_answering, connection.served = is_whole, served
            full._connections[connection] = address
        yield full


@pytest.mark.parametrize(
    ("crowd", "closed"), [("full", [0]), ("of watchers", []), ("kept", [0]), ("not yet full", [])]
)
def test_newcomer_takes_the_place_of_the_oldest_slow_head(
    monkeypatch: pytest.MonkeyPatch, crowd: str, closed: list[int]
) -> None:
    monkeypatch.setattr(GeventWorker, "handle", lambda *arguments: arguments[2].close())
    with crowded(*CROWD[crowd]) as full, socket() as newcomer:
        connections = [*full._connections]
        full.handle(None, newcomer, ("new", 1))
        assert [n for n, each in enumerate(connections) if each not in full._connections] == closed
        assert all(connections[number].recv(1) == b"" for number in closed)


def test_stop_closes_idle_connections_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []
    crowd = [("kept", False, 1), ("busy", True, 1), ("fresh", False, 0), ("begun", False, 1)]
    with crowded(*crowd, alive=False) as stops:
        names = stops._connections
        [*names][-1].exchange.request_by = NEVER
        monkeypatch.setattr(Connection, "stop_reading", lambda each: closed.append(names[each]))
        monkeypatch.setattr(worker, "LOOK_INTERVAL", SOON)
        monkeypatch.setattr(worker, "GRACE", 2 * SOON)
        closing = gevent.spawn(stops._close_at_the_stop)
        gevent.sleep(0)
        at_once = [*closed]
        while not closed:
            gevent.sleep(SOON)
        closing.kill()
    assert (at_once, {*closed}) == ([], {"kept", "fresh"})


def test_answers_during_a_stop_close_their_connections() -> None:
    closing: list[str] = []
    crowd = [("busy", True, 1), ("sending", True, 1), ("idle", False, 1)]
    with crowded(*crowd, alive=False) as stops:
        for connection, name in stops._connections.items():
            if name != "idle":
                close = partial(closing.append, name)
                connection.request = SimpleNamespace(force_close=close)
        [*stops._connections][1].exchange.answer_by = NEVER  # its head says that it stays open
        ending = gevent.spawn(stops._close_at_the_stop)
        gevent.sleep(0)
        ending.kill()
    assert closing == ["busy"]


@pytest.mark.parametrize(
    ("headers", "last"),
    [
        (["close"], True),
        (["keep-alive, close"], True),
        (["close, foo"], True),
        (["Upgrade,CLOSE "], True),
        (["keep-alive", "close"], True),
        (["keep-alive"], False),
        (["closed, not-close"], False),
        ([], False),
    ],
)
def test_close_is_obeyed_among_other_options(headers: list[str], last: bool) -> None:
    fields = [("HOST", "x"), *[("CONNECTION", each) for each in headers]]
    assert worker.is_last(SimpleNamespace(headers=fields)) == last


def test_listener_that_the_stop_has_closed_is_not_an_error(sockets: Sockets) -> None:
    errors: list[str] = []
    log = SimpleNamespace(debug=lambda *_: None, exception=lambda text, *_: errors.append(text))
    listener = socket()
    listener.close()
    sockets[0].close()
    worker_with(cfg=Config(), log=log).handle(listener, sockets[1], ("127.0.0.1", 1))
    assert errors == []


@pytest.mark.parametrize(("method", "body"), [("HEAD", ""), ("GET", "400 “x” is no request line")])
def test_application_words_the_answer_to_a_bad_head(
    client: socket, connection: Connection, monkeypatch: pytest.MonkeyPatch, method: str, body: str
) -> None:
    monkeypatch.setenv("SCRIPT_NAME", "/hangman")
    client.sendall(f"{method} / nonsense\r\norigin: https://a.example \r\n".encode())
    connection.recv(20)
    write_problem(connection, HTTPStatus.BAD_REQUEST, "“x” is no request line")

    head, _, sent = client.recv(10_000).decode().partition("\r\n\r\n")
    assert head.splitlines() == [
        "HTTP/1.1 400 Bad Request", "Connection: close",
        "X-Received: /hangman {'Origin': 'https://a.example'}",
    ]  # fmt: skip
    assert sent == body


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (RequestTooSlow(), 408),
        (ConfigurationProblem("/x"), 404),
        (LimitRequestLine(9000, 4094), 414),
        (InvalidHeader("X"), 400),
        (InvalidResponseHeader("X"), 500),  # our own fault
        (ValueError("a bug"), 500),
    ],
)
def test_every_error_outside_of_the_application_is_answered(
    client: socket, connection: Connection, error: Exception, status: int
) -> None:
    log = SimpleNamespace(warning=lambda *_: None, exception=lambda *_: None)
    worker_with(log=log).handle_error(None, connection, ("127.0.0.1", 1), error)
    line, *_ = client.recv(10_000).decode().splitlines()
    assert line == f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"


def test_clients_that_pipeline_let_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(GeventWorker, "handle_request", lambda *_: True)
    unreader = SimpleNamespace(buf=io.BytesIO(b"GET /"))  # the next one has come already
    request = SimpleNamespace(version=(1, 0), headers=[], body=io.BytesIO(), unreader=unreader)

    def answer_three(name: str) -> None:
        client, ours = socketpair()
        with client, Connection(ours, NEVER, echo) as connection:
            for _ in range(3):
                worker_with().handle_request(None, request, connection, None)
                order.append(name)

    gevent.joinall([gevent.spawn(answer_three, name) for name in ("one", "other")])

    assert order == 3 * ["one", "other"]
