"""What operators see: metrics of all workers, a dashboard that asks for what there is, traces."""

import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from prometheus_client.parser import text_string_to_metric_families

from service.store.embedded import EmbeddedServer
from tests.live.running import Service, ask, free_port, frozen, serving
from tests.waiting import wait_until
from tools.faults.bytes import workers

ROOT = Path(__file__).parents[2]
ASKED = re.compile(r"hangman_\w+")


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, str]]:
    """A service that has been played on, and the address of its metrics."""
    port = free_port()
    with serving(tmp_path_factory.mktemp("seen"), METRICS_PORT=str(port)) as service:
        for number in range(8):  # each on a connection of its own: both workers are met
            play(service, seed=number)
        yield service, f"http://127.0.0.1:{port}/metrics"


def play(service: Service, seed: int) -> None:
    """A game of a length with few words, lost at its second miss."""
    made = service.post("/games", json={"length": 20, "max_misses": 2, "seed": seed})
    for letter in "qxzjvwkyfb":
        after = service.post(made.headers["Location"] + "/guesses", json={"letter": letter})
        if after.json()["status"] != "in_progress":
            return


def figures(text: str) -> dict[str, float]:
    """Each sample by its name and labels."""
    return {
        one.name + "".join(f" {value}" for _, value in sorted(one.labels.items())): one.value
        for family in text_string_to_metric_families(text)
        for one in family.samples
    }


def test_counts_of_all_workers_are_added_up(watched: tuple[Service, str]) -> None:
    _, address = watched

    for _ in range(4):  # whichever worker answers
        found = figures(ask("GET", address).text)
        assert found["hangman_games_total largest-family started"] == 8
        assert found["hangman_games_total largest-family lost"] == 8
        assert found["hangman_guesses_total largest-family miss"] == 16
        assert found["hangman_requests_total POST /games 201"] == 8
        assert found["hangman_requests_total POST /games/<game_id>/guesses 200"] == 16
        assert found["hangman_request_seconds_count POST /games/<game_id>/guesses"] == 16
        assert found["hangman_store_seconds_count SET"] == 8
        assert found["hangman_cheat_list_bytes_count"] == 16


def test_metrics_are_nowhere_but_on_their_port(watched: tuple[Service, str]) -> None:
    service, address = watched

    assert service.get("/metrics").status_code == 404
    assert ask("POST", address.replace("/metrics", "/games"), json={}).status_code == 405


def test_dashboard_asks_only_for_what_there_is(watched: tuple[Service, str]) -> None:
    _, address = watched
    dashboard = json.loads((ROOT / "deploy/grafana.json").read_text())
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in ASKED.findall(target["expr"])
    }
    text = ask("GET", address).text
    known = {name.partition(" ")[0] for name in figures(text)}
    without_samples = {
        name + "_total" for name in re.findall(r"^# TYPE (\w+?)(?:_total)? counter", text, re.M)
    }

    assert len(asked) >= 8
    assert asked <= known | without_samples | {"hangman_store_errors_total"}
    assert {name.removesuffix("_bucket").removesuffix("_count").removesuffix("_sum")
            for name in known if name.startswith("hangman")} <= {
        name.removesuffix("_bucket").removesuffix("_count").removesuffix("_sum") for name in asked
    }, "a metric that no panel shows"  # fmt: skip


def test_store_errors_are_counted(tmp_path: Path) -> None:
    port = free_port()
    with (
        EmbeddedServer(tmp_path / "store") as store,
        serving(
            tmp_path, METRICS_PORT=str(port), REDIS_URL=store.url, STORE_READ_TIMEOUT="2"
        ) as service,
    ):
        with frozen(store.process_id):
            answer = service.post("/games", json={})
        found = figures(ask("GET", f"http://127.0.0.1:{port}/metrics").text)

    assert answer.status_code == 503
    assert found["hangman_store_errors_total TimeoutError"] == 2


def test_counts_outlive_workers_and_a_reload(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}/metrics"
    with serving(tmp_path, METRICS_PORT=str(port)) as service:
        for number in range(8):
            play(service, seed=number)
        for worker in workers(service):
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: service.get("/livez").status_code == 200, "no worker came")
        killed = figures(ask("GET", address).text)
        before = workers(service)
        os.kill(service.process.pid, signal.SIGHUP)
        wait_until(lambda: not before & workers(service), "the workers have stayed")
        play(service, seed=9)
        reloaded = figures(ask("GET", address).text)

    assert killed["hangman_games_total largest-family lost"] == 8
    assert reloaded["hangman_games_total largest-family lost"] == 9


@contextmanager
def collector() -> Iterator[tuple[str, list[ExportTraceServiceRequest]]]:
    """An OTLP collector that keeps what it is sent."""
    kept: list[ExportTraceServiceRequest] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.append(ExportTraceServiceRequest.FromString(body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", kept
    server.shutdown()
    server.server_close()


def test_requests_are_traced_with_their_store_commands(tmp_path: Path) -> None:
    caller = "0af7651916cd43dd8448eb211c80319c"
    with collector() as (address, kept):
        with serving(
            tmp_path, OTEL_EXPORTER_OTLP_ENDPOINT=address, OTEL_BSP_SCHEDULE_DELAY="100",
        ) as service:  # fmt: skip
            made = service.post(
                "/games", json={}, headers={"traceparent": f"00-{caller}-b7ad6b7169203331-01"}
            )
            service.post(made.headers["Location"] + "/guesses", json={"letter": "e"})
            ask("MADEUP", service.url + "/made/up")
            log = service.log
        spans = [
            span
            for request in kept
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]

    named = {span.name: span for span in spans}
    start, guess = named["POST /games"], named["POST /games/<game_id>/guesses"]
    assert start.trace_id.hex() == caller
    assert named["SET"].parent_span_id == start.span_id
    assert {span.name for span in spans if span.parent_span_id == guess.span_id} >= {"GET"}
    assert f'"trace_id":"{caller}"' in log.read_text()
    assert "other none" in named
    assert {span.name for span in spans} <= {
        "POST /games", "POST /games/<game_id>/guesses", "GET /readyz", "GET /livez", "other none",
        "EVAL", "EVALSHA", "GET", "PING", "SET",
    }  # fmt: skip
    assert {attribute.key for span in spans for attribute in span.attributes} == {
        "http.request.method", "http.route", "http.response.status_code",
    }  # fmt: skip
