"""What operators see: metrics of all workers, a dashboard that asks for what there is, traces."""

import json
import os
import re
import signal
from collections import Counter
from pathlib import Path
from typing import Any

import yaml
from prometheus_client.parser import text_string_to_metric_families

from service.store.embedded import EmbeddedServer
from tests.live.conftest import Observed
from tests.support.programs import printed, program
from tests.support.running import Service, ask, free_port, frozen, serving
from tests.support.servers import workers
from tests.support.waiting import wait_until

ROOT = Path(__file__).parents[2]
GUESS = "POST /games/<game_id>/guesses"
ASKED = re.compile(r"hangman_\w+")


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


def test_counts_of_all_workers_are_added_up(observed: Observed) -> None:
    before = Counter(figures(ask("GET", observed.metrics).text))
    for number in range(8):  # each on a connection of its own: both workers are met
        play(observed.service, seed=number)

    for _ in range(4):  # whichever worker answers
        found = Counter(figures(ask("GET", observed.metrics).text))
        found.subtract(before)
        assert found["hangman_games_total largest-family started"] == 8
        assert found["hangman_games_total largest-family lost"] == 8
        assert found["hangman_guesses_total largest-family miss"] == 16
        assert found["hangman_requests_total POST /games 201"] == 8
        assert found["hangman_requests_total POST /games/<game_id>/guesses 200"] == 16
        assert found["hangman_request_seconds_count POST /games/<game_id>/guesses"] == 16
        assert found["hangman_store_seconds_count SET"] == 8
        assert found["hangman_cheat_list_bytes_count"] == 16


def test_metrics_are_nowhere_but_on_their_port(observed: Observed) -> None:
    assert observed.service.get("/metrics").status_code == 404
    elsewhere = observed.metrics.replace("/metrics", "/games")
    assert ask("POST", elsewhere, json={}).status_code == 405


def test_dashboard_asks_only_for_what_there_is(observed: Observed) -> None:
    play(observed.service, seed=1)
    dashboard = json.loads((ROOT / "deploy/grafana.json").read_text())
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in ASKED.findall(target["expr"])
    }
    text = ask("GET", observed.metrics).text
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


def test_alerts_fire_in_trouble_and_only_then() -> None:
    printed(program("prometheus", "promtool"), "test", "rules", "tests/live/alerts.yaml")


def test_alerts_ask_for_what_there_is_and_say_what_to_do(observed: Observed) -> None:
    text = (ROOT / "deploy/alerts.yaml").read_text()
    contract = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)
    known = {path.translate(str.maketrans("{}", "<>")) for path in contract["paths"]}
    routes = {route for asked in re.findall(r'route=~?"(.+?)"', text) for route in asked.split("|")}
    told = ask("GET", observed.metrics).text

    assert routes <= known
    assert {name.removesuffix("_total") for name in ASKED.findall(text)} <= {
        name + end
        for name in re.findall(r"^# TYPE (\w+?)(?:_total)? ", told, re.M)
        for end in ("", "_bucket", "_count")
    }
    for alert in re.findall(r"alert: (\w+)", text):
        assert f"**{alert}**" in (ROOT / "docs/deploying.md").read_text()


def test_frozen_store_is_a_503_and_thaws_by_itself(
    tmp_path: Path, own_server: EmbeddedServer
) -> None:
    port = free_port()
    environ = {"METRICS_PORT": str(port), "REDIS_URL": own_server.url, "STORE_READ_TIMEOUT": "0.5"}
    with serving(tmp_path, **environ) as service:
        with frozen(own_server.process_id):
            answer = service.post("/games", json={})
            live = service.get("/livez").status_code
        wait_until(lambda: service.post("/games", json={}).status_code == 201, "it has not thawed")
        found = figures(ask("GET", f"http://127.0.0.1:{port}/metrics").text)

    assert (answer.status_code, answer.headers["Retry-After"], live) == (503, "1", 200)
    assert found["hangman_store_errors_total TimeoutError"] >= 2
    assert not (tmp_path / ".local").exists()  # no store but the one that REDIS_URL names


def test_counts_outlive_workers_and_a_reload(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs" / "sub"
    theirs.mkdir(parents=True)
    port = free_port()
    address = f"http://127.0.0.1:{port}/metrics"
    environ = {"METRICS_PORT": str(port), "PROMETHEUS_MULTIPROC_DIR": str(theirs.parent)}
    with serving(tmp_path, **environ) as service:
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
    assert [*theirs.parent.iterdir()] == [theirs]


def test_requests_are_traced_with_their_store_commands(observed: Observed) -> None:
    caller, service = "0af7651916cd43dd8448eb211c80319c", observed.service
    headers = {"traceparent": f"00-{caller}-b7ad6b7169203331-01"}
    made = service.post("/games", json={}, headers=headers)
    service.post(made.headers["Location"] + "/guesses", json={"letter": "e"}, headers=headers)
    ask("MADEUP", service.url + "/made/up", headers=headers)

    def named() -> dict[str, Any]:
        return {span.name: span for span in observed.spans if span.trace_id.hex() == caller}

    wait_until(lambda: {*named()} >= {"POST /games", GUESS, "other none"}, "not all is traced")
    spans = named()

    assert spans["SET"].parent_span_id == spans["POST /games"].span_id
    commands = {span.name for span in observed.spans if span.parent_span_id == spans[GUESS].span_id}
    assert commands >= {"GET"}
    assert {*spans} <= {"POST /games", GUESS, "other none", "EVAL", "EVALSHA", "GET", "SET"}
    assert f'"trace_id":"{caller}"' in service.log.read_text()
    assert {attribute.key for span in observed.spans for attribute in span.attributes} == {
        "http.request.method", "http.route", "http.response.status_code",
    }  # fmt: skip
