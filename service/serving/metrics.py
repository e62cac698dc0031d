"""Metrics for Prometheus: counts by labels from fixed lists, in memory that all workers share.

Each worker counts in a row of its own, which gunicorn's configuration assigns. The worker that
Prometheus calls adds the rows up. A row outlives its worker: the next worker continues it.
"""

import mmap
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from http import HTTPMethod, HTTPStatus
from itertools import accumulate
from math import prod
from typing import Any, Final

import numpy as np
from flask import Flask
from prometheus_client import CollectorRegistry, make_wsgi_app
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from redis import exceptions
from redis.exceptions import NoScriptError, RedisError

from service.events import NO_ROUTE, Events
from service.registry import DEALERS
from service.store import breaker, connection_queue, replicas
from service.store.record import Record

SECONDS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0)
BYTES: Final = (16.0, 64.0, 256.0, 1024.0, 4096.0, 16384.0)
EVENTS: Final = ("started", "won", "lost")
OUTCOMES: Final = ("hit", "miss")
OTHER: Final = "other"  # for values that clients make up: their labels would be endless
METHODS: Final = tuple(HTTPMethod)
STATUSES: Final = tuple(str(int(status)) for status in HTTPStatus)
COMMANDS: Final = ("EVAL", "EVALSHA", "GET", "GETRANGE", "HGET", "HGETALL", "PING", "SET")
ERRORS: Final = tuple(
    name
    for name, each in (
        vars(exceptions) | vars(breaker) | vars(connection_queue) | vars(replicas)
    ).items()
    if isinstance(each, type) and issubclass(each, RedisError)
)


@dataclass(eq=False)
class Counts:
    """A counter for each combination of labels; with `bounds`, a histogram of sizes."""

    metrics: "Metrics"
    name: str
    description: str
    labels: Mapping[str, Collection[str]]
    bounds: Sequence[float] = ()

    def __post_init__(self) -> None:
        self._values = [[*values, OTHER] for values in self.labels.values()]
        self._places = [{value: n for n, value in enumerate(each)} for each in self._values]
        sizes = len(self.bounds) + 2  # the last two: larger sizes; the sum of all
        shape = (self.metrics.processes, *map(len, self._values), sizes)
        self._numbers = np.frombuffer(mmap.mmap(-1, 8 * prod(shape))).reshape(shape)

    def count(self, *values: str, size: float = 0.0) -> None:
        """Count once, for these values of the labels."""
        known = zip(self._places, values, strict=True)
        numbers = self._numbers[self.metrics.row, *(each.get(value, -1) for each, value in known)]
        numbers[bisect_left(self.bounds, size)] += 1
        numbers[-1] += size

    def collect(self) -> Metric:
        """The counts of all processes."""
        family = HistogramMetricFamily if self.bounds else CounterMetricFamily
        metric: Any = family(f"hangman_{self.name}", self.description, labels=list(self.labels))
        totals = self._numbers.sum(axis=0)
        # `rate()` misses a counter's rise from nothing to 1: those with few labels begin at 0.
        is_short = not self.bounds and len(self.labels) < 2
        for place in np.argwhere(totals.any(axis=-1) | is_short):
            values = [each[n] for n, each in zip(place, self._values, strict=True)]
            *counts, together = totals[*place].tolist()
            if self.bounds:
                buckets = zip([*map(str, self.bounds), "+Inf"], accumulate(counts), strict=True)
                metric.add_metric(values, list(buckets), together)
            else:
                metric.add_metric(values, counts[0])
        return metric  # type: ignore[no-any-return]  # of one of two kinds


class Metrics(Collector):
    """All metrics of a service with this many `processes`. Create it before they are forked."""

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.row = 0
        self._counts = new = partial(Counts, self)
        self.games = new(
            "games", "Games started, won and lost.", {"event": EVENTS, "dealer": DEALERS}
        )
        self.guesses = new("guesses", "Guesses made.", {"dealer": DEALERS, "outcome": OUTCOMES})
        self.commands = new("store_seconds", "Store commands.", {"command": COMMANDS}, SECONDS)
        self.errors = new("store_errors", "Store commands that failed.", {"error": ERRORS})
        self.records = new("record_bytes", "Games as stored after a guess.", {}, BYTES)
        self.log_lines_lost = new("log_lines_lost", "Log lines that could not be written.", {})

    def take_row(self, taken: Set[int]) -> int:
        """Let the next forked process count in a free row."""
        self.row = min({*range(self.processes)} - taken, default=0)
        return self.row

    def collect(self) -> Iterator[Metric]:
        return (each.collect() for each in vars(self).values() if isinstance(each, Counts))

    def listen(self, events: Events) -> None:
        """Count what happens from now on."""
        events.listen(
            start=self._count_start,
            guess=self._count_guess,
            command=self._count_command,
            request=self._count_request,
            refusal=self._count_refusal,
            line_lost=self.log_lines_lost.count,
        )

    def register(self, app: Flask, port: int) -> None:
        """Learn the routes of an app, and serve all metrics on `port`, and nothing else there."""
        routes = (NO_ROUTE, *(rule.rule for rule in app.url_map.iter_rules()))
        labels = {"route": routes, "method": METHODS}
        self.requests = self._counts("requests", "Requests.", {**labels, "status": STATUSES})
        self.latency = self._counts("request_seconds", "Their latency.", labels, SECONDS)
        app.extensions["metrics"] = self
        registry, wsgi = CollectorRegistry(), app.wsgi_app
        registry.register(self)
        metrics = make_wsgi_app(registry)

        def wsgi_with_metrics(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            here = environ["SERVER_PORT"] == str(port)
            return metrics(environ, start_response) if here else wsgi(environ, start_response)

        app.wsgi_app = wsgi_with_metrics  # type: ignore[method-assign]  # as Flask documents

    def _count_start(self, record: Record) -> None:
        self.games.count("started", record.dealer)

    def _count_guess(self, record: Record, size: int) -> None:
        state = record.state
        self.guesses.count(record.dealer, "hit" if state.transcript.answers[-1].hit else "miss")
        self.records.count(size=size)
        if state.status != "in_progress":
            self.games.count(state.status, record.dealer)

    def _count_command(self, command: str, seconds: float, error: RedisError | None) -> None:
        self.commands.count(command, size=seconds)
        # The first is not a failure: the server does not know the script yet, and gets its text.
        if error and not isinstance(error, NoScriptError):
            self.errors.count(type(error).__name__)

    def _count_request(self, route: str, method: str, status: int, seconds: float) -> None:
        self.requests.count(route, method, str(status))
        self.latency.count(route, method, size=seconds)

    def _count_refusal(self, status: int) -> None:
        self.requests.count(NO_ROUTE, OTHER, str(status))
