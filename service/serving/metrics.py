"""Metrics for Prometheus: wrappers around the app, the store and its client, made only if wanted.

Each worker writes its counts to its own files in one folder. The worker that Prometheus asks adds
all of them up (prometheus-client's multiprocess mode).
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeAlias

from flask import Flask, Response, g, request
from redis.exceptions import NoScriptError, RedisError

from service.engine.openings import Openings
from service.play.guess_once import Store
from service.play.ids import GameID
from service.store.clients import Client
from service.store.record import Life, Record

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"  # the variable that prometheus-client reads
MEMORY: Final = Path("/dev/shm")  # counts are worth nothing after the processes end: no disk
SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
BYTES: Final = (16, 64, 256, 1024, 4096, 16_384)
NO_ROUTE: Final = "none"

WSGI: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Metrics:
    """All metrics of a service. Make one before the workers are forked."""

    def __init__(self) -> None:
        _make_folder()
        from prometheus_client import CollectorRegistry, Counter, Histogram  # reads FOLDER

        registry = CollectorRegistry()

        def counter(name: str, explained: str, *labels: str) -> Counter:
            return Counter(f"hangman_{name}", explained, labels, registry=registry)

        def histogram(name: str, explained: str, steps: Any, *labels: str) -> Histogram:
            return Histogram(f"hangman_{name}", explained, labels, registry=registry, buckets=steps)

        self.requests = counter("requests", "Requests.", "route", "method", "status")
        self.latency = histogram("request_seconds", "Their latency.", SECONDS, "route", "method")
        self.games = counter("games", "Games started, won and lost.", "event", "dealer")
        self.guesses = counter("guesses", "Guesses made.", "dealer", "outcome")
        self.openings = counter("openings", "First guesses, looked up in the memo.", "outcome")
        self.store_latency = histogram("store_seconds", "Store commands.", SECONDS, "command")
        self.store_errors = counter("store_errors", "Store commands that failed.", "error")
        self.cheat_lists = histogram("cheat_list_bytes", "Cheat lists as stored.", BYTES)

    def register(self, app: Flask, openings: Openings) -> None:
        """Count the requests of the app, and the look-ups in its memo of first guesses."""
        counted = {"found": 0, "missed": 0}

        def count(response: Response) -> Response:
            route = request.url_rule.rule if request.url_rule else NO_ROUTE
            self.requests.labels(route, request.method, response.status_code).inc()
            self.latency.labels(route, request.method).observe(time.perf_counter() - g.begun)
            self._count(openings, counted)
            return response

        app.after_request(count)

    def _count(self, openings: Openings, counted: dict[str, int]) -> None:
        for outcome, now in (("found", openings.hits), ("missed", openings.misses)):
            self.openings.labels(outcome).inc(max(0, now - counted[outcome]))
            counted[outcome] = now


class TimedClient:
    """A client whose commands are timed, and their errors counted by name."""

    def __init__(self, client: Client, metrics: Metrics) -> None:
        self._client = client
        self._metrics = metrics

    def execute_command(self, *arguments: Any) -> Any:
        """As the client does."""
        began = time.perf_counter()
        try:
            return self._client.execute_command(*arguments)
        except NoScriptError:
            raise  # no failure: the server does not know the script yet, and gets its text next
        except RedisError as error:
            self._metrics.store_errors.labels(type(error).__name__).inc()
            raise
        finally:
            taken = time.perf_counter() - began
            self._metrics.store_latency.labels(arguments[0]).observe(taken)


class CountedStore:
    """A store that counts games and guesses after it has written them."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._store = store
        self._metrics = metrics
        self.life: Life = store.life
        self.load = store.load
        self.watch = store.watch
        self.delete = store.delete
        self.versions = store.versions
        self.check = store.check

    def create(self, game_id: GameID, record: Record) -> None:
        """As the store does."""
        self._store.create(game_id, record)
        self._metrics.games.labels("started", record.dealer).inc()

    def save(self, game_id: GameID, record: Record, over: Record) -> None:
        """As the store does."""
        self._store.save(game_id, record, over)
        state, metrics = record.state, self._metrics
        outcome = "hit" if state.transcript.answers[-1].hit else "miss"
        metrics.guesses.labels(record.dealer, outcome).inc()
        metrics.cheat_lists.observe(len(state.cheat_list.data))
        if state.status != "in_progress":
            metrics.games.labels(state.status, record.dealer).inc()


def beside(wsgi: WSGI, port: int) -> WSGI:
    """The application; on `port` it serves the metrics of all workers and nothing else."""
    from prometheus_client import CollectorRegistry, make_wsgi_app
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # prometheus-client
    metrics = make_wsgi_app(registry)

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        here = environ["SERVER_PORT"] == str(port)
        return metrics(environ, start_response) if here else wsgi(environ, start_response)

    return answered


def forget() -> None:
    """Remove the files of counts, when the service has stopped."""
    if FOLDER in os.environ:
        shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)


def _make_folder() -> None:
    """Make a new folder, so that no counts of an earlier run are added; on SIGHUP, keep the old."""
    if FOLDER in os.environ:
        return
    os.environ[FOLDER] = tempfile.mkdtemp(
        prefix="hangman-metrics-", dir=MEMORY if MEMORY.is_dir() else None
    )
