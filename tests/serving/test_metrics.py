"""Metrics: labels from fixed lists, and counts that outlive their processes. Traces: no secrets."""

import os
from collections.abc import Mapping
from unittest.mock import patch

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client import CollectorRegistry
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException

from service.app import application
from service.dictionaries.dictionary import Dictionary
from service.play.games import Games
from service.play.help import Help
from service.play.slow_work import Inline
from service.registry import DEALERS
from service.serving import metrics as lists
from service.serving import tracing
from service.serving.metrics import ERRORS, METHODS, Metrics
from service.serving.tracing import Tracing
from service.settings import Settings
from service.store.record import Retention
from service.store.redis_commands import RedisCommands
from tests.support import factory
from tests.support.fakes import FakeServers

GAME = "/games/" + "0" * 26
LIFE = Retention(1000, 1000)


@pytest.fixture
def metrics() -> Metrics:
    return Metrics(processes=4)


@pytest.fixture
def app(metrics: Metrics, dictionaries: Mapping[str, Dictionary]) -> Flask:
    """A service with metrics."""
    store = metrics.store(RedisCommands(FakeServers(), [metrics.observe_command]), LIFE)
    games = Games(factory.catalogue(dictionaries), store, clock=lambda: 0)
    app = application(games, Help(Inline(games.catalogue)), Settings())
    metrics.register(app, 9100)
    return app


def numbers_of(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """Every number that Prometheus reads, by its name and its labels' values."""
    registry = CollectorRegistry()
    registry.register(metrics)
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in registry.collect()
        for sample in family.samples
    }


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.from_regex(r"[A-Z]{1,20}", fullmatch=True) | st.sampled_from(METHODS),
    path=st.sampled_from(["/games", GAME, "/livez"]) | st.text("abc/<>_%", max_size=20),
    status=st.integers(400, 599),
)
def test_labels_are_from_fixed_lists_whatever_is_sent(
    app: Flask, metrics: Metrics, method: str, path: str, status: int
) -> None:
    class Odd(HTTPException):
        code = status

    with patch.object(Games, "show", side_effect=Odd):
        app.test_client().open("/" + path.lstrip("/"), method=method)
        app.test_client().get(GAME)

    fixed = {"none", "other", "+Inf", "hit", "miss", *DEALERS}
    fixed |= {rule.rule for rule in app.url_map.iter_rules()}
    fixed |= {str(step) for step in (*lists.SECONDS, *lists.BYTES)}
    fixed |= {*METHODS, *lists.STATUSES, *lists.COMMANDS, *ERRORS, *lists.EVENTS}
    numbers = numbers_of(metrics)
    assert len(numbers) > 5 + len(ERRORS)
    assert [key for key in numbers if not {*key[1:]} <= fixed] == []


def test_unknown_errors_and_commands_count_as_other(metrics: Metrics) -> None:
    class MadeUpError(RedisError):
        pass

    before = numbers_of(metrics)
    store = metrics.store(RedisCommands(FakeServers(), [metrics.observe_command]), LIFE)
    store.tags(["0" * 32])  # looks for new guesses in watched games
    metrics.observe_command("MADE UP", 1.0, MadeUpError())

    numbers = numbers_of(metrics)
    assert before["hangman_log_lines_lost_total",] == 0  # so that the first loss is a rise
    assert {before["hangman_store_errors_total", name] for name in (*ERRORS, "other")} == {0}
    assert numbers["hangman_store_errors_total", "other"] == 1
    for command in ("other", "GETRANGE"):
        assert numbers["hangman_store_seconds_count", command] == 1


def test_sizes_are_counted_up_to_each_step_and_added_up(metrics: Metrics) -> None:
    for size in (16, 17, 100_000):
        metrics.cheat_lists.count(size=size)
    name, numbers = "hangman_cheat_list_bytes", numbers_of(metrics)
    steps = [numbers[f"{name}_bucket", step] for step in ("16.0", "64.0", "16384.0", "+Inf")]
    assert steps == [1, 2, 2, 3]
    assert (numbers[name + "_count",], numbers[name + "_sum",]) == (3, 100_033)


def test_counts_of_all_processes_are_added_up_and_outlive_them(metrics: Metrics) -> None:
    for metrics.row in (3, 1, 3):  # in a worker that is forked later, and ends
        child = os.fork()
        if not child:
            metrics.errors.count("TimeoutError")
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    metrics.errors.count("TimeoutError")
    assert numbers_of(metrics)["hangman_store_errors_total", "TimeoutError"] == 4
    assert metrics.errors._numbers[..., 0].sum(axis=1).tolist() == [0, 1, 0, 3]


def test_row_is_one_that_no_other_process_has(metrics: Metrics) -> None:
    rows = [metrics.take_row(taken) for taken in (set[int](), {0, 1}, {0, 2, 3}, {0, 1, 2, 3})]
    assert rows == [0, 2, 1, 0]  # a fifth process shares one
    assert metrics.take_row({0}) == metrics.row == 1


def test_span_of_a_command_that_failed_says_so_and_not_why(monkeypatch: pytest.MonkeyPatch) -> None:
    spans = InMemorySpanExporter()
    monkeypatch.setattr(tracing, "OTLPSpanExporter", lambda: spans)
    monkeypatch.setattr(tracing, "BatchSpanProcessor", SimpleSpanProcessor)
    traced = Tracing()

    for command in ("GET", "MADE UP"):
        away = NotConnected("secret.example:6379 does not answer")
        traced.observe_command(command, 0.25, away)

    assert [span.name for span in spans.get_finished_spans()] == ["GET", "other"]
    for span in spans.get_finished_spans():
        assert (span.status.is_ok, span.events) == (False, ())
        assert (span.end_time or 0) - (span.start_time or 0) == 250_000_000
        assert "secret" not in span.to_json()
