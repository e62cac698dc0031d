"""What operators deploy: nginx in front, Kubernetes files, a healthcheck, a dashboard, alerts."""

import json
import re
import shlex
import socket
import ssl
import subprocess
import sys
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
import yaml

from tests.answering import answering, saying
from tests.live.conftest import PAGE, Observed
from tests.live.test_raw_http import answer_to, problem_of
from tests.support.balancer import EXAMPLE, balancing
from tests.support.programs import ROOT, environment, printed, program, run
from tests.support.running import Service, ask, free_port
from tests.support.waiting import PATIENCE


def nobody() -> str:
    """An address that no service listens at."""
    return f"http://127.0.0.1:{free_port()}"


def test_nginx_spreads_guesses_over_running_services(tmp_path: Path) -> None:
    with saying((200, [])) as (first, guesses), saying((200, [])) as (second, others):
        with balancing(tmp_path, [first, nobody(), second]) as url:
            for _ in range(6):
                assert ask("POST", f"{url}/games/x/guesses", json={}).status_code == 200
        assert min(len(guesses), len(others)) >= 2
        assert {each["Host"] for each in guesses + others} == {url.removeprefix("http://")}


def test_nginx_does_not_say_that_a_lost_guess_was_not_made(tmp_path: Path) -> None:
    with saying((0, [])) as (mute, _), balancing(tmp_path, [mute]) as url:
        problem = ask("POST", f"{url}/games/secret/guesses", json={}).json()
    assert problem["detail"].startswith("It is not known whether the request was done.")
    assert "secret" not in (tmp_path / "nginx.log").read_text()


def test_nginx_asks_instances_that_have_just_failed(tmp_path: Path) -> None:
    """One slow moment of a machine fails requests at all instances: others must not get a 502."""
    failing_once: list[tuple[int, list[bytes]]] = [(200, []), (0, []), (200, [])]
    with (
        saying(*failing_once) as (first, _),
        saying(*failing_once) as (second, _),
        balancing(tmp_path, [first, second]) as url,
    ):
        statuses = [ask("POST", f"{url}/games", json={}).status_code for _ in range(20)]
    assert statuses.count(502) == 2  # those that failed
    assert statuses.count(200) == 18


def test_nginx_asks_one_that_has_failed_if_the_other_stops(tmp_path: Path) -> None:
    with (
        saying((200, []), (0, []), (200, [])) as (slow, _),
        balancing(tmp_path, [slow, nobody()]) as url,
    ):
        statuses = [ask("POST", f"{url}/games", json={}).status_code for _ in range(20)]
    assert statuses.count(502) == 1
    assert statuses.count(200) == 19


def test_nginx_gzips_answers_and_keeps_etags_strong(tmp_path: Path, service: Service) -> None:
    gzip = {"Accept-Encoding": "gzip"}
    with (
        balancing(tmp_path, [service.url]) as url,
        httpx.Client(timeout=PATIENCE, base_url=url) as client,
    ):
        start = client.post("/games", json={"insight": "full"}, headers=gzip)
        headers = {"If-Match": start.headers["ETag"], **gzip}
        path = start.headers["Location"] + "/guesses"
        guessed = client.post(path, json={"letter": "e"}, headers=headers)
        problems = client.get("/problems", headers=gzip)
    assert (guessed.status_code, guessed.headers["ETag"][:3]) == (200, '"2-')
    assert problems.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("page", ["deploy-docker.md", "deploy-server.md"])
def test_nginx_serves_https_with_the_lines_for_it(
    tmp_path: Path, service: Service, page: str
) -> None:
    text = (ROOT / "docs" / page).read_text()
    [edit] = re.findall(r"^sed (.*) \S*deploy/nginx.conf >", text, re.M)
    [certify] = re.findall(r"^(openssl req .*\n.*)$", text, re.M)
    port = free_port()

    def with_tls(text: str) -> str:
        text = run("sed", *shlex.split(edit), given=text).stdout
        text = text.replace("listen 443", f"listen 127.0.0.1:{port}")
        return text.replace("/etc/nginx", str(tmp_path))

    assert run("bash", "-c", certify.replace("/etc/nginx", str(tmp_path))).returncode == 0
    trusted = ssl.create_default_context(cafile=tmp_path / "hangman.pem")
    trusted.check_hostname = False  # the certificate is for play.example
    with balancing(tmp_path, [service.url], edited=with_tls) as url:
        start = httpx.post(f"https://127.0.0.1:{port}/games", verify=trusted, timeout=PATIENCE)
        plain = ask("GET", f"{url}/daily")
        wrong = ask("GET", f"http://127.0.0.1:{port}/daily")
    assert start.status_code == 201
    assert (plain.status_code, plain.headers["Location"]) == (308, "https://127.0.0.1/daily")
    assert (wrong.status_code, wrong.json()["status"]) == (400, 400)


def test_nginx_starts_where_its_standard_error_is_a_socket(tmp_path: Path) -> None:
    nginx = [program("nginx-light", "nginx"), "-t", "-p", str(tmp_path), "-c", str(EXAMPLE)]
    ours, of_journal = socket.socketpair()
    with ours, of_journal:
        subprocess.Popen(nginx, stderr=of_journal.fileno()).wait(PATIENCE)
        assert b"/dev/stderr" not in ours.recv(10_000)


LOOK = b"GET /livez HTTP/1.1\r\nHost: x\r\n"
GAMES = b"POST /games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


REFUSED = [
    (400, "malformed-request", b"GET /livez HTTP/1.1\r\n"),  # no Host
    (405, "method-not-allowed", b"TRACE /livez HTTP/1.1\r\nHost: x\r\n"),
    (413, "body-too-large", GAMES + b"Content-Length: 20000\r\n"),
    (414, "uri-too-long", b"GET /" + b"x" * 17_000 + b" HTTP/1.1\r\nHost: x\r\n"),
    (431, "headers-too-large", LOOK + b"X: " + b"y" * 17_000 + b"\r\n"),
    (502, "unavailable", LOOK),
    (505, "malformed-request", b"GET /livez HTTP/3.0\r\nHost: x\r\n"),
]


def test_nginx_itself_answers_with_problems(tmp_path: Path, service: Service) -> None:
    more = f"Origin: {PAGE}\r\nConnection: close\r\n\r\n".encode()
    with balancing(tmp_path, [nobody()], PAGE) as url:
        nginx = replace(service, url=url)
        for status, code, sent in REFUSED:
            unread = b"x" * 20_000 * (status == 413)  # nginx waits for it
            answered, headers, problem = problem_of(*answer_to(nginx, sent + more + unread))
            assert (answered, problem["code"]) == (status, code)
            if status not in (414, 431, 505):  # nginx has not read the origin
                assert headers["Access-Control-Allow-Origin"] == PAGE
            exposed = headers["Access-Control-Expose-Headers"].split(", ")
            assert {*exposed} >= {"X-Request-ID", "Date"}
            assert ("Retry-After" in exposed) == (status == 502)
            assert headers.get("Retry-After") == ("1" if status == 502 else None)


def test_nginx_itself_answers_pages_of_all_origins_unless_told(
    tmp_path: Path, service: Service
) -> None:
    """As the service does: without keys and origins, all may read; with origins, only these."""
    head = LOOK + b"Origin: https://elsewhere.example\r\nConnection: close\r\n\r\n"
    for origin, allowed in (("", "*"), (PAGE, None)):
        folder = tmp_path / (allowed or "some").replace("*", "all")
        folder.mkdir()
        with balancing(folder, [nobody()], origin) as url:
            _, headers, _ = problem_of(*answer_to(replace(service, url=url), head))
        assert headers.get("Access-Control-Allow-Origin") == allowed
        assert "Access-Control-Allow-Credentials" not in headers


WITHOUT_ENTRY = """
import os, pwd
pwd.getpwuid = {}.__getitem__
from service.settings import Settings
Settings.from_environ(os.environ)
"""


def test_unit_of_systemd_starts_although_its_user_has_no_entry() -> None:
    """Dynamic users have one only where libnss-systemd is installed."""
    unit = (ROOT / "deploy/hangman@.service").read_text()
    environ = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.M))
    ran = run(sys.executable, "-c", WITHOUT_ENTRY, environ=environ)
    assert ran.returncode == 0, ran.stderr


def test_page_names_the_settings_that_compose_fixes() -> None:
    service = yaml.safe_load((ROOT / "deploy/compose.yaml").read_text())["services"]["hangman"]
    page = (ROOT / "docs/deploy-docker.md").read_text()
    [sentence] = re.findall(r"are fixed in `deploy/compose.yaml`(.*?)\n\n", page, re.S)
    assert set(re.findall(r"`([A-Z_]+)`", sentence)) == {*service["environment"]}
    assert service["env_file"] == [{"path": "../.env", "required": False}]


def test_kustomization_names_the_policys_namespaces() -> None:
    folder = Path(__file__).parents[2] / "deploy/k8s"
    policy = yaml.safe_load((folder / "networkpolicy.yaml").read_text())
    [patch] = yaml.safe_load((folder / "kustomization.yaml").read_text())["patches"]
    assert patch["target"] == {"kind": policy["kind"]}
    for change in yaml.safe_load(patch["patch"]):
        place = policy
        for step in change["path"].split("/")[1:]:
            key = step.replace("~1", "/")
            place = place[int(key)] if isinstance(place, list) else place[key]
        assert isinstance(place, str)


@pytest.mark.parametrize(
    ("host", "prefix", "code"),
    [("0.0.0.0", "/hangman", 0), ("127.0.0.2", "/hangman", 0), ("127.0.0.2", "", 1)],
)
def test_healthcheck_asks_at_the_address_and_prefix(host: str, prefix: str, code: int) -> None:
    [line] = re.findall(r"^ +CMD (\[.*\])$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    [_, *arguments] = json.loads(line)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/hangman/livez" else 404)
            self.end_headers()

    with answering(Handler, host) as url, TemporaryDirectory() as home:
        port = url.rpartition(":")[2]
        environ = environment(Path(home), HANGMAN_HOST=host, PORT=port, SCRIPT_NAME=prefix)
        assert run(sys.executable, *arguments, environ=environ).returncode == code


NAME = re.compile(r"hangman_\w+")


def test_dashboard_and_alerts_query_existing_metrics(observed: Observed) -> None:
    assert observed.service.get("/metrics").status_code == 404  # only at their own port
    elsewhere = observed.metrics.replace("/metrics", "/games")
    assert ask("POST", elsewhere, json={}).status_code == 405
    types = re.findall(r"^# TYPE (\w+?)(?:_total)? ", ask("GET", observed.metrics).text, re.M)
    known = {name + end for name in types for end in ("", "_bucket", "_count", "_sum")}
    panels = json.loads((ROOT / "deploy/grafana.json").read_text())["panels"]
    queries = " ".join(target["expr"] for panel in panels for target in panel["targets"])
    text = (ROOT / "deploy/alerts.yaml").read_text()
    for source in (queries, text):
        assert {name.removesuffix("_total") for name in NAME.findall(source)} <= known
    shown = {re.sub("(_total|_bucket|_count|_sum)$", "", name) for name in NAME.findall(queries)}
    ours = {name for name in types if name.startswith("hangman")}
    assert ours == shown, "a metric that no panel shows"
    page = (ROOT / "docs/operate.md").read_text()
    told = {name.removesuffix("_total") for name in re.findall(r"`(hangman_\w+)`", page)}
    assert ours == told


def test_alerts_fire_in_trouble_and_only_then() -> None:
    printed(program("prometheus", "promtool"), "test", "rules", "tests/live/alerts.yaml")


def test_alerts_name_routes_and_say_what_to_do() -> None:
    text = (ROOT / "deploy/alerts.yaml").read_text()
    contract = yaml.load((ROOT / "openapi.yaml").read_text(), yaml.CSafeLoader)
    known = {path.translate(str.maketrans("{}", "<>")) for path in contract["paths"]}
    routes = {route for query in re.findall(r'route=~?"(.+?)"', text) for route in query.split("|")}
    assert routes <= known
    for alert in re.findall(r"alert: (\w+)", text):
        assert f"**{alert}**" in (ROOT / "docs/operate.md").read_text()
