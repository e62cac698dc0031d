"""Metrics for Prometheus: wrappers around the app, the store and its client, made only if wanted.

Each worker counts in two files of its own in one folder. All labels are from fixed lists, so the
files have their full size from the start. When a worker has ended, the next one counts on in its
files. The worker that Prometheus asks adds all of them up (prometheus-client's multiprocess mode).
"""

import atexit
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterable
from http import HTTPMethod, HTTPStatus
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeAlias

import structlog
from flask import Flask, Response, g, request
from redis import exceptions
from redis.exceptions import NoScriptError, RedisError

from service.play.guess_once import Store
from service.play.ids import GameID
from service.registry import DEALERS
from service.store.clients import Client
from service.store.record import Record, Retention

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"  # which prometheus-client reads, and we set
MEMORY: Final = Path("/dev/shm")  # counts are worth nothing after the processes end: no disk
FULL: Final = 512 * 1024  # bytes of a file that has all labels
SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
BYTES: Final = (16, 64, 256, 1024, 4096, 16_384)
NO_ROUTE: Final = "none"
OTHER: Final = "other"
METHODS: Final = frozenset(HTTPMethod)
STATUSES: Final = frozenset(map(str, map(int, HTTPStatus)))
COMMANDS: Final = ("EVAL", "EVALSHA", "GET", "HGETALL", "PING", "SET")
ERRORS: Final = frozenset(name for name, each in vars(exceptions).items() if isinstance(each, type))

WSGI: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]

log = structlog.get_logger()


class Metrics:
    """All metrics of a service. Make one before the workers are forked.

    It makes a folder, whatever PROMETHEUS_MULTIPROC_DIR says, and removes it at the end of its
    process.
    """

    def __init__(self) -> None:
        import prometheus_client  # noqa: F401  # here, so that the workers share its memory

        self.folder = _new_folder()
        self._process = 0
        self._counts: Counts | None = None

    @property
    def counts(self) -> "Counts | None":
        """Those of this process; None if there is no room for them."""
        if self._process != os.getpid():  # forked since
            self._process = os.getpid()
            try:
                number = _locked_number(self.folder)
                for kind in ("counter", "histogram"):  # as prometheus-client names them
                    _fill(self.folder / f"{kind}_{number}.db")
                self._counts = Counts(self.folder, number)
            except OSError as error:
                log.warning("no metrics", reason=str(error))
        return self._counts

    def register(self, app: Flask) -> None:
        """Count the requests of the app."""

        def count_request(response: Response) -> Response:
            if counts := self.counts:
                route, method = route_and_method()
                status = one_of(STATUSES, str(response.status_code))
                counts.requests.labels(route, method, status).inc()
                counts.latency.labels(route, method).observe(time.perf_counter() - g.begun)
            return response

        app.after_request(count_request)


class Counts:
    """The metrics of one process, in the files of this number."""

    def __init__(self, folder: Path, number: int) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram, values

        os.environ[FOLDER] = str(folder)
        values.ValueClass = values.MultiProcessValue(lambda: number)  # type: ignore[no-untyped-call]  # prometheus-client
        registry = CollectorRegistry()

        def counter(name: str, explained: str, *labels: str) -> Counter:
            return Counter(f"hangman_{name}", explained, labels, registry=registry)

        def histogram(name: str, explained: str, steps: Any, *labels: str) -> Histogram:
            return Histogram(f"hangman_{name}", explained, labels, registry=registry, buckets=steps)

        self.requests = counter("requests", "Requests.", "route", "method", "status")
        self.latency = histogram("request_seconds", "Their latency.", SECONDS, "route", "method")
        self.games = counter("games", "Games started, won and lost.", "event", "dealer")
        self.guesses = counter("guesses", "Guesses made.", "dealer", "outcome")
        self.store_latency = histogram("store_seconds", "Store commands.", SECONDS, "command")
        self.store_errors = counter("store_errors", "Store commands that failed.", "error")
        self.cheat_lists = histogram("cheat_list_bytes", "Cheat lists as stored.", BYTES)


def one_of(known: Collection[str], value: str) -> str:
    """The value if it is known: what clients make up must not become labels without end."""
    return value if value in known else OTHER


def route_and_method() -> tuple[str, str]:
    """Those of the request, both from fixed lists."""
    route = request.url_rule.rule if request.url_rule else NO_ROUTE
    return route, one_of(METHODS, request.method)


class TimedClient:
    """A client whose commands are timed, and their errors counted by name."""

    def __init__(self, client: Client, metrics: Metrics) -> None:
        self._client = client
        self._metrics = metrics

    def execute_command(self, *arguments: Any) -> Any:
        """As the client does."""
        counts, began = self._metrics.counts, time.perf_counter()
        if not counts:
            return self._client.execute_command(*arguments)
        try:
            return self._client.execute_command(*arguments)
        except NoScriptError:
            raise  # no failure: the server does not know the script yet, and gets its text next
        except RedisError as error:
            counts.store_errors.labels(one_of(ERRORS, type(error).__name__)).inc()
            raise
        finally:
            command = one_of(COMMANDS, arguments[0])
            counts.store_latency.labels(command).observe(time.perf_counter() - began)


class CountedStore:
    """A store that counts games and guesses after it has written them."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self.life: Retention = store.life
        self.load = store.load
        self.watch = store.watch
        self.delete = store.delete
        self.versions = store.versions
        self.check = store.check

    def create(self, game_id: GameID, record: Record) -> None:
        """As the store does."""
        self._store.create(game_id, record)
        if counts := self._metrics.counts:
            counts.games.labels("started", one_of(DEALERS, record.dealer)).inc()

    def save(self, game_id: GameID, record: Record, over: Record) -> None:
        """As the store does."""
        self._store.save(game_id, record, over)
        if counts := self._metrics.counts:
            state, dealer = record.state, one_of(DEALERS, record.dealer)
            outcome = "hit" if state.transcript.answers[-1].hit else "miss"
            counts.guesses.labels(dealer, outcome).inc()
            counts.cheat_lists.observe(len(state.cheat_list.data))
            if state.status != "in_progress":
                counts.games.labels(state.status, dealer).inc()


def beside(wsgi: WSGI, folder: Path, port: int) -> WSGI:
    """The application; on `port` it serves the metrics in the folder and nothing else."""
    from prometheus_client import CollectorRegistry, make_wsgi_app
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=str(folder))  # type: ignore[no-untyped-call]  # prometheus-client
    metrics = make_wsgi_app(registry)

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        here = environ["SERVER_PORT"] == str(port)
        return metrics(environ, start_response) if here else wsgi(environ, start_response)

    return answered


def _new_folder() -> Path:
    """A folder that this process removes when it ends, and no process that it forks."""
    place = MEMORY if MEMORY.is_dir() else None
    folder, maker = tempfile.mkdtemp(prefix="hangman-metrics-", dir=place), os.getpid()

    def remove() -> None:
        if os.getpid() == maker:
            shutil.rmtree(folder, ignore_errors=True)

    atexit.register(remove)
    return Path(folder)


def _locked_number(folder: Path) -> int:
    """The first number that no other process has; it is ours until we end. Raises OSError."""
    for number in count():
        lock = os.open(folder / f"{number}.lock", os.O_CREAT | os.O_RDWR)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
        else:
            return number
    raise AssertionError("numbers have no end")


def _fill(file: Path) -> None:
    """Make the file, at its full size, unless it is there. Raises OSError if there is no room.

    It is filled with zeros, for prometheus-client would grow it without asking for room, and to
    write where a full disk has none would kill us (SIGBUS).
    """
    if file.exists() and file.stat().st_size >= FULL:
        return
    try:
        file.write_bytes(bytes(FULL))
    except OSError:
        file.unlink()
        raise
