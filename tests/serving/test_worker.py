"""A connection's deadlines, and what the worker makes of them: no server, a pair of sockets."""

import errno
import io
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gevent
import pytest
from gevent import socket
from gevent.event import AsyncResult
from gunicorn.config import Config
from gunicorn.http.errors import (
    ExpectationFailed,
    InvalidRequestLine,
    LimitRequestHeaders,
    LimitRequestLine,
    ObsoleteFolding,
    UnsupportedTransferCoding,
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


@pytest.fixture
def sockets() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The client's end, and ours."""
    client, ours = socket.socketpair()
    with client, ours:
        yield client, ours


@pytest.fixture
def client(sockets: tuple[socket.socket, socket.socket]) -> socket.socket:
    return sockets[0]


@pytest.fixture
def connection(sockets: tuple[socket.socket, socket.socket]) -> Iterator[Connection]:
    with Connection(sockets[1], NEVER, answered) as connection:
        yield connection


def answered(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """An application that says what it was told."""
    status, *said = environ[worker.REFUSED]
    start_response(f"{status} {said[0]}", [("X-Origin", environ.get("HTTP_ORIGIN", ""))])
    return [said[1].encode()]


@pytest.fixture
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines that pass at once."""
    monkeypatch.setattr(worker, "REQUEST_SECONDS", SOON)
    monkeypatch.setattr(worker, "ANSWER_SECONDS", SOON)


def drip(client: socket.socket) -> "gevent.Greenlet[..., None]":
    """Bytes, one after another, for much longer than any deadline."""

    def send() -> None:
        for _ in range(1000):
            client.sendall(b"x")
            gevent.sleep(SOON / 5)

    return gevent.spawn(send)


def receive_all(connection: Connection) -> bytes:
    """What comes, to the end."""
    received = b""
    while part := connection.recv(100):
        received += part
    return received


def test_what_a_client_sends_is_received(client: socket.socket, connection: Connection) -> None:
    client.sendall(b"GET / HTTP/1.1\r\n\r\n")
    client.close()

    assert receive_all(connection) == b"GET / HTTP/1.1\r\n\r\n"


@pytest.mark.usefixtures("short_timeouts")
@pytest.mark.parametrize("drips", [False, True])
def test_deadline_is_that_of_the_whole_request(
    client: socket.socket, connection: Connection, drips: bool
) -> None:
    client.sendall(b"GET / HT")
    dripping = drip(client) if drips else None

    with pytest.raises(RequestTooSlow):
        receive_all(connection)

    if dripping:
        assert not dripping.ready()
        dripping.kill()


@pytest.mark.usefixtures("short_timeouts")
def test_body_that_stops_half_way_is_the_views_to_answer(
    client: socket.socket, connection: Connection
) -> None:
    client.sendall(b"POST / HTTP/1.1\r\n\r\n")
    connection.recv(100)
    connection.exchange.is_answering = True  # the head was whole

    with pytest.raises(TimeoutError):
        connection.recv(100)


def test_clients_who_have_all_asked_again_are_heard_in_turn() -> None:
    pairs = [socket.socketpair() for _ in range(3)]
    heard: list[int] = []

    def hear(number: int, ours: socket.socket) -> None:
        with Connection(ours, NEVER, answered) as connection:
            while connection.recv(1):
                heard.append(number)
                connection.exchange = Exchange()  # as if it had been answered

    for client, _ in pairs:
        client.sendall(b"1234")
        client.close()
    gevent.joinall([gevent.spawn(hear, number, pair[1]) for number, pair in enumerate(pairs)])

    turns = [sorted(heard[first : first + 3]) for first in range(0, 12, 3)]
    assert turns == [[0, 1, 2]] * 4


@pytest.mark.parametrize("ends", ["news", "its seconds", "client", "worker"])
def test_wait_ends_with_news_time_or_the_connection(
    client: socket.socket, connection: Connection, ends: str
) -> None:
    news: AsyncResult[str] = AsyncResult()
    by_hand = {
        "news": lambda: news.set("news"),
        "client": client.close,
        "worker": connection.stop_reading,
    }
    if ends in by_hand:
        gevent.spawn_later(SOON, by_hand[ends])

    with gevent.Timeout(NEVER / 3):
        connection.wait(news, NEVER if ends in by_hand else SOON)

    assert news.ready() == (ends == "news")
    assert not connection.is_waiting


@pytest.mark.usefixtures("short_timeouts")
def test_next_request_has_a_deadline_of_its_own(
    client: socket.socket, connection: Connection
) -> None:
    client.sendall(b"first")
    connection.recv(100)
    gevent.sleep(2 * SOON)
    connection.exchange = Exchange()
    client.sendall(b"second")

    assert connection.recv(100) == b"second"
    with pytest.raises(RequestTooSlow):
        connection.recv(100)


def test_client_that_sends_nothing_is_as_one_that_has_left(
    sockets: tuple[socket.socket, socket.socket],
) -> None:
    with Connection(sockets[1], SOON, answered) as connection:
        assert connection.recv(100) == b""


def test_head_has_an_end(client: socket.socket, connection: Connection) -> None:
    client.sendall(b"x" * (LARGEST_HEAD + 101))

    with pytest.raises(LimitRequestHeaders):
        receive_all(connection)


def test_body_may_be_longer_than_a_head(client: socket.socket, connection: Connection) -> None:
    connection.exchange.is_answering = True
    client.sendall(b"x" * (2 * LARGEST_HEAD))
    client.close()

    assert len(receive_all(connection)) == 2 * LARGEST_HEAD


@pytest.mark.usefixtures("short_timeouts")
def test_answer_that_is_not_taken_ends_as_if_the_client_had_left(connection: Connection) -> None:
    with pytest.raises(ConnectionResetError) as raised:
        connection.sendall(b"x" * 10_000_000)

    assert raised.value.errno == errno.ECONNRESET  # gunicorn keeps quiet about these


@pytest.mark.usefixtures("short_timeouts")
def test_deadline_is_that_of_the_whole_answer(
    client: socket.socket, connection: Connection
) -> None:
    def take_slowly() -> None:
        while client.recv(1000):
            gevent.sleep(SOON / 5)

    def send() -> None:
        for _ in range(10_000):
            connection.sendall(b"x" * 10_000)

    taking = gevent.spawn(take_slowly)

    with pytest.raises(ConnectionResetError):
        send()

    assert not taking.ready()
    taking.kill()


def test_next_answer_has_a_deadline_of_its_own(
    client: socket.socket, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "ANSWER_SECONDS", SOON)
    connection.sendall(b"first")
    gevent.sleep(2 * SOON)
    connection.exchange = Exchange()
    monkeypatch.setattr(worker, "ANSWER_SECONDS", NEVER)
    taking = gevent.spawn(receive_until_closed, client)

    connection.sendall(b"x" * 3_000_000)  # more than fits between us
    connection.close()

    assert taking.get(timeout=NEVER) == 5 + 3_000_000


def test_head_and_body_of_an_answer_go_out_together(
    client: socket.socket, connection: Connection
) -> None:
    client.setblocking(False)
    connection.exchange.is_answering = True

    connection.sendall(b"head")
    with pytest.raises(BlockingIOError):
        client.recv(100)
    connection.sendall(b"body")

    assert client.recv(100) == b"headbody"


def test_head_without_a_body_is_sent_at_the_end(
    client: socket.socket, connection: Connection
) -> None:
    connection.exchange.is_answering = True
    connection.sendall(b"head")
    connection.flush()
    connection.exchange = Exchange()
    connection.exchange.is_answering = True
    connection.sendall(b"given up")
    connection.shutdown(socket.SHUT_WR)
    connection.flush()

    assert client.recv(100) == b"head"
    assert client.recv(100) == b""


def receive_until_closed(client: socket.socket) -> int:
    received = 0
    gevent.sleep(SOON)  # longer than nothing
    while part := client.recv(100_000):
        received += len(part)
    return received


def test_connection_is_idle_between_requests(client: socket.socket, connection: Connection) -> None:
    before = connection.is_idle
    client.sendall(b"x")
    connection.recv(100)
    meanwhile = connection.is_idle
    connection.exchange.is_answering = True
    answering = connection.is_idle
    connection.exchange = Exchange()

    assert (before, meanwhile, answering, connection.is_idle) == (True, False, False, True)


def test_connection_that_answers_a_pipelined_request_is_not_idle(connection: Connection) -> None:
    connection.exchange.is_answering = True  # what it asks had come with the request before

    assert not connection.is_idle


def test_connection_that_is_closed_waits_no_longer(connection: Connection) -> None:
    waiting = gevent.spawn(connection.recv, 100)
    gevent.sleep(0)
    connection.stop_reading()

    assert waiting.get(timeout=NEVER) == b""


def test_client_that_left_before_it_was_closed_is_no_error(
    client: socket.socket, connection: Connection
) -> None:
    client.close()
    connection.close()

    connection.stop_reading()


@pytest.mark.parametrize(("others", "seconds"), [(0, 75), (2, 75), (3, 5.0)])
def test_connection_that_sends_nothing_has_less_time_in_a_crowd(
    monkeypatch: pytest.MonkeyPatch, others: int, seconds: float
) -> None:
    handled: list[Connection] = []
    crowd: dict[Any, str] = {object(): "" for _ in range(others)}
    monkeypatch.setattr(GeventWorker, "handle", lambda *arguments: handled.append(arguments[2]))
    crowded = object.__new__(Worker)
    crowded.cfg = SimpleNamespace(keepalive=75)
    crowded.wsgi = answered
    crowded.worker_connections = 4
    crowded._connections = crowd

    with socket.socket() as client:
        crowded.handle(None, client, None)

    with handled[0] as connection:
        assert connection.idle_seconds == seconds
    assert len(crowd) == others


def test_idle_connections_are_closed_once_the_worker_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker, "GRACE", SOON)
    kept, busy, fresh = (
        Idling(served, idle) for served, idle in ((1, True), (1, False), (0, True))
    )
    connections: dict[Any, str] = dict.fromkeys((kept, busy, fresh), "")
    stopping = object.__new__(Worker)
    stopping.alive = False
    stopping._connections = connections

    closing = gevent.spawn(stopping._close_idle_at_the_stop)
    gevent.sleep(0)
    at_once = [kept.was_closed, busy.was_closed, fresh.was_closed]
    closing.get(timeout=NEVER)

    assert at_once == [True, False, False]
    assert [kept.was_closed, busy.was_closed, fresh.was_closed] == [True, False, True]


CROWD = {  # of ten places: client, has its whole head come, requests served
    "full": [*[("slow", False, 0)] * 4, *[("watcher", True, 0)] * 4, ("other", False, 0)],
    "of watchers": [("watcher", True, 0)] * 9,
    "kept": [*[("slow", False, 0)] * 2, *[("proxy", False, 1)] * 7],
    "not yet full": [("slow", False, 0)] * 8,
}


@pytest.mark.parametrize(
    ("crowd", "closed"), [("full", [0]), ("of watchers", []), ("kept", [0]), ("not yet full", [])]
)
def test_newcomer_takes_the_place_of_the_oldest_slow_head(
    monkeypatch: pytest.MonkeyPatch, crowd: str, closed: list[int]
) -> None:
    monkeypatch.setattr(GeventWorker, "handle", lambda *arguments: arguments[2].close())
    pairs = [socket.socketpair() for _ in CROWD[crowd]]
    connections = [Connection(ours, NEVER, answered) for _, ours in pairs]
    full = object.__new__(Worker)
    full.cfg, full.wsgi, full.worker_connections = SimpleNamespace(keepalive=75), answered, 10
    full._connections = {}
    for connection, (address, is_heard, served) in zip(connections, CROWD[crowd], strict=True):
        connection.exchange.is_answering, connection.served = is_heard, served
        full._connections[connection] = address

    with socket.socket() as newcomer:
        full.handle(None, newcomer, ("new", 1))

    assert [n for n, each in enumerate(connections) if each not in full._connections] == closed
    assert all(connections[number].recv(1) == b"" for number in closed)
    for each in (*connections, *(client for client, _ in pairs)):
        each.close()


def test_listener_that_the_stop_has_closed_is_no_error(
    client: socket.socket, sockets: tuple[socket.socket, socket.socket]
) -> None:
    errors: list[str] = []
    log = SimpleNamespace(debug=lambda *_: None, exception=lambda text, *_: errors.append(text))
    stopping = object.__new__(Worker)
    stopping.cfg, stopping.log, stopping.wsgi = Config(), log, answered
    stopping.worker_connections, stopping._connections = 10, {}
    listener = socket.socket()
    listener.close()
    client.close()

    stopping.handle(listener, sockets[1], ("127.0.0.1", 1))

    assert errors == []


class Idling:
    """A connection that remembers whether it was closed."""

    def __init__(self, served: int, is_idle: bool) -> None:
        self.served = served
        self.is_idle = is_idle
        self.is_waiting = False
        self.was_closed = False

    def stop_reading(self) -> None:
        self.was_closed = True


def test_application_answers_what_is_no_http(client: socket.socket, connection: Connection) -> None:
    client.sendall(b"GET / nonsense\r\norigin: https://a.example \r\n")
    connection.recv(20)

    write_problem(connection, 400, "Bad Request", "“x” is no request line")

    head, _, body = client.recv(10_000).decode().partition("\r\n\r\n")
    assert head.splitlines() == [
        "HTTP/1.1 400 Bad Request", "Connection: close", "X-Origin: https://a.example",
    ]  # fmt: skip
    assert body == "“x” is no request line"


@pytest.mark.parametrize("method", ["HEAD", "GET"])
def test_answer_to_a_broken_head_request_is_asked_for_as_one(
    client: socket.socket, connection: Connection, method: str
) -> None:
    """So the application gives it no body."""
    asked: list[str] = []

    def noted(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        asked.append(environ["REQUEST_METHOD"])
        return answered(environ, start_response)

    connection.wsgi = noted
    client.sendall(f"{method} / nonsense\r\n".encode())
    connection.recv(20)

    write_problem(connection, 400, "Bad Request", "“x” is no request line")

    assert asked == [method]


@pytest.mark.usefixtures("short_timeouts")
def test_head_that_is_too_slow_is_answered_with_408(
    client: socket.socket, connection: Connection
) -> None:
    object.__new__(Worker).handle_error(None, connection, None, RequestTooSlow())

    assert client.recv(10_000).startswith(b"HTTP/1.1 408 Request Timeout\r\n")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (InvalidRequestLine("GET /secret"), 400),
        (ObsoleteFolding("secret"), 400),
        (LimitRequestLine(5000, 4094), 414),
        (ExpectationFailed("secret"), 400),
        (LimitRequestHeaders("secret"), 431),
        (UnsupportedTransferCoding("secret"), 400),
    ],
)
def test_log_says_where_a_head_is_wrong_and_none_of_its_bytes(
    client: socket.socket, connection: Connection, error: Exception, status: int
) -> None:
    lines: list[str] = []
    client.sendall(b"GET /secret\r\n")
    connection.recv(100)
    refusing = object.__new__(Worker)
    refusing.log = SimpleNamespace(warning=lambda line, *values: lines.append(line % values))

    refusing.handle_error(None, connection, ("192.0.2.1", 80), error)

    code = f"{status} {type(error).__name__}"
    assert lines == [f"Refused a request of 192.0.2.1: {code} in its first 13 bytes"]
    assert client.recv(10_000).startswith(f"HTTP/1.1 {status} ".encode())


def test_clients_that_pipeline_let_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(GeventWorker, "handle_request", lambda *_: True)
    request = SimpleNamespace(
        version=(1, 0),
        headers=[],
        body=io.BytesIO(),
        unreader=SimpleNamespace(buf=io.BytesIO(b"GET /")),  # the next one has come already
    )

    def answer_three(name: str) -> None:
        client, ours = socket.socketpair()
        with client, Connection(ours, NEVER, answered) as connection:
            for _ in range(3):
                Worker.__new__(Worker).handle_request(None, request, connection, None)
                order.append(name)

    gevent.joinall([gevent.spawn(answer_three, name) for name in ("one", "other")])

    assert order == 3 * ["one", "other"]
