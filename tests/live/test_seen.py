"""What operators see: metrics of all workers, a dashboard that asks for what there is, traces."""

import json
import os
import re
import signal
from pathlib import Path
from typing import Any

import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.live.conftest import Observed
from tests.support.programs import ROOT, printed, program
from tests.support.running import Service, ask, free_port, serving
from tests.support.servers import workers
from tests.support.waiting import wait_until

GUESS = "POST /games/<game_id>/guesses"
NAME = re.compile(r"hangman_\w+")
EIGHT_GAMES = {  # each lost at its second miss
    "hangman_games_total largest-family started": 8,
    "hangman_games_total largest-family lost": 8,
    "hangman_guesses_total largest-family miss": 16,
    "hangman_requests_total POST /games 201": 8,
    f"hangman_requests_total {GUESS} 200": 16,
    f"hangman_request_seconds_count {GUESS}": 16,
    "hangman_store_seconds_count SET": 8,
    "hangman_cheat_list_bytes_count": 16,
}


def play(service: Service, seed: int) -> None:
    """A game of a length with few words, lost at its second miss."""
    made = service.post("/games", json={"length": 20, "max_misses": 2, "seed": seed})
    for letter in "qxzjvwkyfb":
        after = service.post(made.headers["Location"] + "/guesses", json={"letter": letter})
        if after.json()["status"] != "in_progress":
            return


def figures(metrics: str) -> dict[str, float]:
    """Each sample at an address by its name and labels."""
    return {
        one.name + "".join(f" {value}" for _, value in sorted(one.labels.items())): one.value
        for family in text_string_to_metric_families(ask("GET", metrics).text)
        for one in family.samples
    }


def test_counts_of_all_workers_outlive_them_and_a_reload(tmp_path: Path) -> None:
    port = free_port()
    metrics = f"http://127.0.0.1:{port}/metrics"
    with serving(tmp_path, METRICS_PORT=str(port)) as service:
        for number in range(8):  # each on a connection of its own: both workers are met
            play(service, seed=number)
        for _ in range(4):  # whichever worker answers
            found = figures(metrics)
            assert {name: found[name] for name in EIGHT_GAMES} == EIGHT_GAMES
        for worker in workers(service):
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: service.get("/livez").status_code == 200, "no worker came")
        assert figures(metrics)["hangman_games_total largest-family lost"] == 8
        before = workers(service)
        os.kill(service.process.pid, signal.SIGHUP)
        wait_until(lambda: not before & workers(service), "the workers have stayed")
        play(service, seed=9)
        assert figures(metrics)["hangman_games_total largest-family lost"] == 9


def test_dashboard_asks_only_for_what_there_is(observed: Observed) -> None:
    assert observed.service.get("/metrics").status_code == 404  # but at their own port
    elsewhere = observed.metrics.replace("/metrics", "/games")
    assert ask("POST", elsewhere, json={}).status_code == 405
    play(observed.service, seed=1)
    panels = json.loads((ROOT / "deploy/grafana.json").read_text())["panels"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    shown = {name for query in queries for name in NAME.findall(query)}
    text = ask("GET", observed.metrics).text
    known = {name.partition(" ")[0] for name in figures(observed.metrics)}
    counters = re.findall(r"^# TYPE (\w+?)(?:_total)? counter", text, re.M)
    without_samples = {f"{name}_total" for name in counters}
    assert len(shown) >= 8
    assert shown <= known | without_samples | {"hangman_store_errors_total"}

    def families(names: set[str]) -> set[str]:
        return {re.sub("(_bucket)?(_count)?(_sum)?$", "", name) for name in names}

    ours = {name for name in known if name.startswith("hangman")}
    assert families(ours) <= families(shown), "a metric that no panel shows"


def test_alerts_fire_in_trouble_and_only_then() -> None:
    printed(program("prometheus", "promtool"), "test", "rules", "tests/live/alerts.yaml")


def test_alerts_ask_for_what_there_is_and_say_what_to_do(observed: Observed) -> None:
    text = (ROOT / "deploy/alerts.yaml").read_text()
    contract = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)
    known = {path.translate(str.maketrans("{}", "<>")) for path in contract["paths"]}
    routes = {route for query in re.findall(r'route=~?"(.+?)"', text) for route in query.split("|")}
    assert routes <= known
    types = re.findall(r"^# TYPE (\w+?)(?:_total)? ", ask("GET", observed.metrics).text, re.M)
    names = {name + end for name in types for end in ("", "_bucket", "_count")}
    assert {name.removesuffix("_total") for name in NAME.findall(text)} <= names
    for alert in re.findall(r"alert: (\w+)", text):
        assert f"**{alert}**" in (ROOT / "docs/deploying.md").read_text()


def test_requests_are_traced_with_their_store_commands(observed: Observed) -> None:
    caller, service = "0af7651916cd43dd8448eb211c80319c", observed.service
    headers = {"traceparent": f"00-{caller}-b7ad6b7169203331-01"}
    made = service.post("/games", json={}, headers=headers)
    service.post(made.headers["Location"] + "/guesses", json={"letter": "e"}, headers=headers)
    ask("MADEUP", service.url + "/made/up", headers=headers)

    def named() -> dict[str, Any]:
        return {span.name: span for span in observed.spans if span.trace_id.hex() == caller}

    requests = {"POST /games", GUESS, "other none"}
    wait_until(lambda: {*named()} >= requests, "not all is traced")
    spans = named()
    assert spans["SET"].parent_span_id == spans["POST /games"].span_id
    commands = {span.name for span in observed.spans if span.parent_span_id == spans[GUESS].span_id}
    assert commands >= {"GET"}
    assert {*spans} <= requests | {"EVAL", "EVALSHA", "GET", "SET"}
    assert f'"trace_id":"{caller}"' in service.log.read_text()
    keys = {attribute.key for span in observed.spans for attribute in span.attributes}
    assert keys == {"http.request.method", "http.route", "http.response.status_code"}
