"""Metrics: labels from fixed lists, files that do not grow, and a folder that nobody else has."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, values
from prometheus_client.multiprocess import MultiProcessCollector
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException

from service.app import create_app
from service.play.games import Games
from service.registry import DEALERS
from service.serving import metrics
from service.serving.metrics import (
    BYTES,
    COMMANDS,
    ERRORS,
    FULL,
    METHODS,
    SECONDS,
    STATUSES,
    Metrics,
    TimedClient,
)
from service.settings import Settings
from tests.fakes import FakeStoreClient
from tests.programs import environment, run

GAME = "/games/" + "0" * 26
WATCHED = Settings(metrics_port=9100, ratelimit_enabled=False, log_level="error")
PROGRAM = """
from service.serving.metrics import Metrics
import os
made = Metrics()
print(made.folder, flush=True)
if os.fork():
    os.wait()
    assert made.folder.is_dir()  # a worker that ends leaves it
"""
OFF = """
from service.app import create_app
from service.settings import Settings
from tests.fakes import FakeStoreClient
create_app(Settings(), FakeStoreClient()).test_client().get("/livez")
"""


@pytest.fixture(autouse=True)
def away_from_other_tests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(metrics, "MEMORY", tmp_path)
    monkeypatch.setattr(values, "ValueClass", values.ValueClass)
    monkeypatch.setenv(metrics.FOLDER, "")


@pytest.fixture
def client(away_from_other_tests: None) -> Any:
    """A client of a service with metrics."""
    return create_app(WATCHED, FakeStoreClient()).test_client()


def samples(folder: Path) -> Iterator[Any]:
    """What Prometheus would be told of the only service in a folder."""
    registry = CollectorRegistry()
    [counts] = folder.iterdir()
    MultiProcessCollector(registry, path=str(counts))  # type: ignore[no-untyped-call]  # prometheus-client
    for family in registry.collect():
        yield from family.samples


def bytes_in(folder: Path) -> int:
    return sum(file.stat().st_blocks for file in folder.rglob("*"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    method=st.from_regex(r"[A-Z]{1,20}", fullmatch=True) | st.sampled_from(sorted(METHODS)),
    path=st.sampled_from(["/games", GAME, "/livez"]) | st.text("abc/<>_%", max_size=20),
    status=st.integers(400, 599),
)
def test_labels_are_from_fixed_lists_whatever_is_asked_and_answered(
    client: Any, tmp_path: Path, method: str, path: str, status: int
) -> None:
    class Odd(HTTPException):
        code = status

    with patch.object(Games, "show", side_effect=Odd):
        client.open("/" + path.lstrip("/"), method=method)
        client.get(GAME)

    routes = {rule.rule for rule in client.application.url_map.iter_rules()}
    fixed = {
        "method": {*METHODS, "other"},
        "route": {*routes, "none"},
        "status": {*STATUSES, "other"},
        "command": {*COMMANDS, "other"},
        "error": {*ERRORS, "other"},
        "dealer": {*DEALERS, "other"},
        "event": {"started", "won", "lost"},
        "outcome": {"hit", "miss"},
        "le": {"+Inf", *map(str, map(float, (*SECONDS, *BYTES)))},
    }
    told = [(name, value) for each in samples(tmp_path) for name, value in each.labels.items()]
    assert told
    assert [(name, value) for name, value in told if value not in fixed[name]] == []


def test_made_up_requests_leave_the_files_as_they_are(client: Any, tmp_path: Path) -> None:
    def ask(number: int) -> None:
        client.open(f"/made/{number}", method="A" * (1 + number))
        client.open("/livez", method=f"B{number}")

    ask(0)
    before = bytes_in(tmp_path), len([*samples(tmp_path)])
    for number in range(1, 400):
        ask(number)

    assert (bytes_in(tmp_path), len([*samples(tmp_path)])) == before


def test_errors_and_commands_that_nobody_knows_are_others(tmp_path: Path) -> None:
    class MadeUpError(RedisError):
        pass

    class Broken:
        def execute_command(self, *_: Any) -> Any:
            raise MadeUpError

    with pytest.raises(MadeUpError):
        TimedClient(Broken(), Metrics()).execute_command("MADE UP")

    told = {value for each in samples(tmp_path) for value in each.labels.values()}
    assert "other" in told
    assert not told & {"MADE UP", "MadeUpError"}


def test_all_labels_together_fit_into_the_files_as_they_are_made(
    client: Any, tmp_path: Path
) -> None:
    made = Metrics()
    counts = made.counts
    assert counts is not None
    rules = client.application.url_map.iter_rules()
    asked = [(rule.rule, method) for rule in rules for method in rule.methods]
    for route, method in [*asked, *(("none", method) for method in [*METHODS, "other"])]:
        counts.latency.labels(route, method)
        for status in [*range(200, 206), 301, 304, 308, *range(400, 418), 422, 428, 429, 500, 503]:
            counts.requests.labels(route, method, str(status))
    for dealer in [*DEALERS, "other"]:
        for event in ("started", "won", "lost"):
            counts.games.labels(event, dealer)
        for outcome in ("hit", "miss"):
            counts.guesses.labels(dealer, outcome)
    for command in [*COMMANDS, "other"]:
        counts.store_latency.labels(command)
    for error in [*ERRORS, "other"]:
        counts.store_errors.labels(error)

    assert {file.stat().st_size for file in made.folder.glob("*.db")} == {FULL}


@pytest.mark.parametrize("program", [PROGRAM, OFF], ids=["on", "off"])
def test_folder_is_removed_by_the_process_that_made_it_and_by_no_other(
    tmp_path: Path, program: str
) -> None:
    """And not that of PROMETHEUS_MULTIPROC_DIR, in which others may count."""
    theirs = tmp_path / "theirs" / "sub"
    theirs.mkdir(parents=True)

    named = environment(tmp_path, **{metrics.FOLDER: str(theirs.parent)})
    ran = run(sys.executable, "-c", program, environ=named)

    assert ran.returncode == 0, ran.stderr
    assert [*theirs.parent.iterdir()] == [theirs]
    made = [line for line in ran.stdout.splitlines() if "hangman-metrics-" in line]
    assert len(made) == (program == PROGRAM)
    assert not any(Path(folder).exists() for folder in made)
