"""Headers of every answer, logs, health, problem pages, other origins, and caching."""

import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from gzip import decompress
from itertools import product
from types import FrameType
from typing import Any
from unittest.mock import patch

import pytest
from structlog.testing import capture_logs
from werkzeug.exceptions import HTTPException

from service import __version__
from service.api.field_errors import MOST_ERRORS
from service.api.headers import HEADERS, OF_PAGES
from service.api.limiter import Limiter
from service.api.problems import PROBLEM_TYPES
from service.api.schemas import GameRequest
from service.play.games import Games
from service.settings import Settings
from service.store.address import servers_at
from service.store.commands import Command
from service.store.errors import StoreBusy, StoreFull
from service.store.game_store import GameStore
from service.store.record import Retention
from service.store.redis_commands import RedisCommands
from service.store.replicas import NotConfirmed
from service.turns import one_at_a_time
from tests.api.conftest import Body, Client, Clock, Make, created, played, served
from tests.cli.commanding import piped
from tests.support import contract
from tests.support.fakes import FakeServers
from tests.support.programs import ROOT, run
from tests.support.running import Service

GAME = "/games/" + "0" * 26
POLICIES = OF_PAGES.keys() - HEADERS.keys()


def test_request_id_comes_back_or_is_made(client: Client) -> None:
    ours, bad = (client.get("/nope", headers={"X-Request-ID": each}) for each in ("a-1", "a b\tc"))
    assert ours.headers["X-Request-ID"] == ours.json["request_id"] == "a-1"
    assert len(bad.headers["X-Request-ID"]) == 16


@pytest.mark.parametrize("path", ["/livez", "/nope", "/games/x", "/openapi.json", "/dealers"])
def test_json_carries_no_policies_of_pages(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert not {*headers.keys()} & POLICIES
    assert headers["Cache-Control"] == "no-store" or path in ("/openapi.json", "/dealers")


FREE = ["/", "/worker.js", "/hangman.js", "/docs", "/docs/docs.css", "/openapi.json", "/problems"]


@pytest.mark.parametrize(("paths", "waits"), [(FREE, True), (["/livez", "/dealers", GAME], False)])
def test_what_costs_no_units_lets_others_go_first(
    client: Client, monkeypatch: pytest.MonkeyPatch, paths: list[str], waits: bool
) -> None:
    """One request at a time gives the others a turn of the worker's loop."""
    alone: list[bool] = []
    monkeypatch.setattr("service.turns.time.sleep", lambda _: alone.append(one_at_a_time.locked()))
    for path in paths:
        client.get(path)
    assert alone == [True] * len(paths) * waits
    assert not one_at_a_time.locked()


def test_document_does_not_wait_for_long(client: Client) -> None:
    with one_at_a_time:  # where turns are long, others have it again and again
        assert client.get("/worker.js").status_code == 200
        assert one_at_a_time.locked()


@pytest.mark.parametrize("path", ["/", "/worker.js", "/docs", "/docs/docs.css", "/openapi.yaml"])
def test_pages_and_their_files_carry_policies(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert {*headers.keys()} >= POLICIES
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer"


def test_each_request_logs_one_line_and_probes_at_debug(client: Client) -> None:
    begun = time.perf_counter()
    with capture_logs() as lines:
        client.post("/games")
        for path in ("/livez", "/readyz", "/dealers"):
            client.get(path)
    assert [line["event"] for line in lines] == ["request"] * 4
    assert [line["log_level"] for line in lines] == ["info", "debug", "debug", "info"]
    assert lines[0]["status"] == 201
    assert 0 < lines[0]["ms"] < 1000 * (time.perf_counter() - begun)


@pytest.mark.parametrize(
    ("setting", "kind"), [("ratelimit_create", "create"), ("ratelimit_storage", "storage")]
)
def test_log_says_which_units_ran_out(client_with: Make, setting: str, kind: str) -> None:
    client = client_with(**{setting: 1})
    with capture_logs() as lines:
        refused = [client.post("/games") for _ in range(2)][-1]
    assert refused.status_code == 429
    assert {name: lines[-1][name] for name in ("problem", "units")} == {
        "problem": "too-many-requests",
        "units": kind,
    }
    assert "reason" not in lines[-1]


def test_each_service_has_the_log_level_of_its_settings(
    client_with: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    quiet = client_with(log_level="error")
    quiet.get("/dealers")
    talkative = client_with(log_level="info")
    for client, path in ((talkative, "/guessers"), (quiet, "/dictionaries")):
        client.get(path)
    assert re.findall('"path":"([^"]*)"', capfd.readouterr().out) == ["/guessers"]


def test_many_unknown_fields_cost_no_more_than_a_few(client: Client) -> None:
    fields = {f"k{number}": 0 for number in range(1000)} | {"length": "eight"}
    with patch.object(GameRequest, "load", autospec=True, side_effect=GameRequest.load) as load:
        named = [each["pointer"] for each in client.post("/games", json=fields).json["errors"]]
    assert len(load.call_args.args[1]) == MOST_ERRORS + 1
    assert "/length" in named
    assert any(each.startswith("/k") for each in named)


def test_unexpected_error_hides_internals(client: Client) -> None:
    error = ZeroDivisionError("secret")
    with patch.object(Games, "show", side_effect=error), capture_logs() as lines:
        response = client.get(GAME)
    assert (response.status_code, response.json["code"]) == (500, "internal-error")
    assert "secret" not in response.text
    assert "Zero" not in response.text
    [line] = lines
    assert (line["log_level"], str(line["exc_info"])) == ("error", "secret")


def test_http_error_says_whose_fault_it_is(client: Client) -> None:
    class Odd(HTTPException):
        description = "odd"

    ours, theirs = "/problems/internal-error", "/problems/malformed-request"
    for Odd.code, problem in ((418, theirs), (499, theirs), (500, ours), (501, ours)):
        with patch.object(Games, "show", side_effect=Odd):
            body = client.get(GAME).json
        # Not “odd”: a library's error has its text on its class.
        detail = {theirs: "The request cannot be read.", ours: "Something went wrong on our side."}
        assert (body["type"], body["detail"]) == (problem, detail[problem])


def test_unreachable_store_is_a_503_for_calls_that_need_it(games: Games) -> None:
    store = RedisCommands(servers_at("unix:///nobody/is/here", connect_timeout=1, read_timeout=1))
    there = Games(games.catalogue, GameStore(store, Retention(1000, 1000, 1000)), games.clock)
    limits = Settings()
    limiter = Limiter(store, limits.per_minute, per_day=limits.per_day)
    away: Client = served(there, limiter).test_client()
    for path in ("/dictionaries", "/dictionaries/en", "/dealers", "/guessers", "/livez"):
        assert away.get(path).status_code == 200
    assert away.post("/hints", json={"pattern": "___"}).status_code == 200
    for path in ("/games", GAME, f"/watch/{32 * '0'}/words", "/readyz"):
        response = away.get(path) if path in (GAME, "/readyz") else away.post(path)
        assert (response.status_code, response.json["code"]) == (503, "unavailable"), path
        assert response.headers["Retry-After"] == "1"


def test_busy_store_is_ready_and_a_full_one_starts_no_game(client: Client) -> None:
    busy, full = StoreBusy("so it is"), StoreFull("so it is")
    with (
        patch.object(GameStore, "check", side_effect=busy),
        patch.object(Games, "show", side_effect=busy),
        patch.object(Games, "start", side_effect=full),
    ):
        ready, game, start = client.get("/readyz"), client.get(GAME), client.post("/games")
    assert ready.status_code == 200  # it serves, if slowly
    for answer, code in ((game, "unavailable"), (start, "store-full")):
        assert (answer.status_code, answer.json["code"]) == (503, code)
        assert answer.headers["Retry-After"] == "1"


class Refusing(FakeServers):
    """A store that refuses to write while `refuses` is true."""

    refuses = False

    def send(self, commands: Sequence[Command]) -> list[Any]:
        if self.refuses and any(command.is_durable for command in commands):
            return [NotConfirmed("so it is")] * len(commands)
        return super().send(commands)


def test_service_is_ready_until_it_has_not_written_for_10_s(games: Games) -> None:
    servers, time_is = Refusing(), Clock()
    servers.refuses = True
    commands = RedisCommands(servers, clock=lambda: time_is.now / 1000)
    store = GameStore(commands, Retention(1000, 1000))
    client: Client = served(Games(games.catalogue, store, games.clock)).test_client()

    def status_after(seconds: float) -> int:
        time_is.now += int(1000 * seconds)
        return int(client.get("/readyz").status_code)

    assert status_after(0) == 503  # it has never written
    servers.refuses = False
    assert status_after(0) == status_after(3600) == 200
    servers.refuses = True
    assert [status_after(each) for each in (60, 9.9, 0.1, 60)] == [200, 200, 503, 503]
    servers.refuses = False
    created(client)  # writes of games count, too
    servers.refuses = True
    assert [status_after(each) for each in (0, 9.9, 0.1)] == [200, 200, 503]
    assert client.delete("/games/" + 26 * "0").status_code == 503
    servers.refuses = False
    assert client.delete("/games/" + 26 * "0").status_code == 404
    servers.refuses = True
    assert status_after(0) == 503  # that deleted nothing


def test_health_tells_the_version_or_that_a_stop_is_near(games: Games) -> None:
    client: Client = served(games).test_client()
    well = {"status": "ok", "version": __version__}
    assert client.get("/livez").json == client.get("/readyz").json == well
    client.application.parts.draining.begin()
    response = client.get("/readyz")
    assert (response.status_code, response.json["code"]) == (503, "unavailable")
    assert "about to stop" in response.json["detail"]


def test_type_of_a_problem_is_a_page_that_explains_it(client: Client) -> None:
    for kind in PROBLEM_TYPES:
        page = client.get(f"/problems/{kind.code}")
        assert page.status_code == 200
        assert kind.advice.split(".")[0].replace("'", "&#39;") in page.text
        assert f"&#34;code&#34;: &#34;{kind.code}&#34;" in page.text
    page = client.get("/problems/idempotency-key-reused").text
    assert re.findall(r'href="(../docs#.*?)">(.*?)</a>', page) == [
        ("../docs#/games/startGame", "POST /games"),
        ("../docs#/games/makeGuess", "POST /games/{game_id}/guesses"),
    ]


@pytest.mark.parametrize("path", ["/openapi.yaml", "/openapi.json"])
def test_contract_differs_only_in_the_prefix(client: Client, path: str) -> None:
    prefixed = client.get(path, environ_overrides={"SCRIPT_NAME": "/hangman"})
    ours = contract.contract()
    local, this = ours["servers"]  # Insomnia takes the first, and needs a host in it
    assert (local["url"], this["url"]) == ("http://127.0.0.1:8000", "/")
    assert contract.read(client.get(path).text) == ours
    servers = [{**local, "url": f"{local['url']}/hangman"}, {**this, "url": "/hangman"}]
    assert contract.read(prefixed.text) == {**ours, "servers": servers}


def test_type_has_the_prefix_and_the_code_has_not(client: Client) -> None:
    answered = client.get("/nope", environ_overrides={"SCRIPT_NAME": "/hang man"}).json
    _, refused = client.application.refusal(414, "Too long.", "/hang man", {})
    for code, problem in (("not-found", answered), ("uri-too-long", json.loads(refused))):
        assert problem["code"] == code
        assert problem["type"] == f"/hang%20man/problems/{code}"


def test_answer_of_the_worker_has_the_headers_of_every_answer(ours: Client) -> None:
    answer = ours.get("/nope", headers={"Origin": OURS})
    headers, _ = ours.application.refusal(404, "Nothing.", "", {"Origin": OURS})
    assert headers.keys() == {*answer.headers.keys()}
    own = ("X-Request-ID", "Content-Length")
    for name in headers.keys() - own:
        assert headers[name] == answer.headers[name]


def test_catalog_names_only_what_is_served(client: Client) -> None:
    catalog = client.get("/.well-known/api-catalog")
    head = client.head("/.well-known/api-catalog")
    [api] = catalog.json["linkset"]
    links = {link["href"]: link for name in api.keys() - {"anchor"} for link in api[name]}
    assert catalog.mimetype == "application/linkset+json"
    assert head.headers["Link"] == '</.well-known/api-catalog>; rel="api-catalog"'
    assert links.keys() == {"/openapi.json", "/openapi.yaml", "/docs", "/readyz"}
    for path, link in links.items():
        with client.get(path) as answer:
            assert (answer.status_code, answer.mimetype) == (200, link["type"])


WRITTEN = ["/openapi.yaml", "/openapi.json", "/.well-known/api-catalog"]
PAGES = ["/docs", "/problems", "/problems/game-over"]
FIRST_REQUESTS = """
import sys
from service.app import create_app
from service.settings import Settings
from tests.support.fakes import FakeServers

client = create_app(Settings(log_level="critical"), FakeServers()).test_client()
client.get("/livez")
for path in sys.argv[1:]:
    calls = []
    sys.setprofile(lambda frame, *_: calls.append(frame.f_globals.get("__name__")))
    client.get(path, headers={"Accept-Encoding": "gzip"})
    sys.setprofile(None)
    print(path, len(calls), "gzip" in calls)
"""


def test_first_answer_costs_no_more_than_the_next() -> None:
    """In calls of functions, by a process that has not served this path before."""
    twice = [path for path in (*WRITTEN, *PAGES) for _ in range(2)]
    ran = run(sys.executable, "-c", FIRST_REQUESTS, *twice)
    lines = [line.split() for line in ran.stdout.splitlines()]
    assert [path for path, *_ in lines] == twice, ran.stderr
    pairs = zip(lines[::2], lines[1::2], strict=True)
    assert [first for first, next in pairs if int(first[1]) > 1.25 * int(next[1])] == []
    assert [path for path, _, gzips in lines if gzips == "True"] == []


@pytest.mark.parametrize(
    "query", ["_=1521", "_=", "_=1&_=2", "words=3&_=1521"], ids=["jQuery", "empty", "twice", "more"]
)
def test_parameter_that_gets_past_caches_is_ignored(client: Client, query: str) -> None:
    game = created(client)["id"]
    for path in (f"/games/{game}/hint", "/dictionaries", f"/games/{game}"):
        expected = 422 if "words" in query and "hint" not in path else 200
        assert client.get(f"{path}?{query}").status_code == expected
    assert client.get(f"/dictionaries?{query}&__=1").status_code == 422


# --- Other origins, and caches --------------------------------------------------------------------


OURS, OTHER = "https://play.example", "https://evil.example"
PATHS = {
    "/games": "OPTIONS, POST",
    "/games/x": "DELETE, GET, HEAD, OPTIONS",
    "/games/x/guesses": "GET, HEAD, OPTIONS, POST",
    "/dealers": "GET, HEAD, OPTIONS",
}
ALLOWING = "Access-Control-"
LISTS = ["/dictionaries", "/dealers", "/guessers"]
KEPT = [
    *(*LISTS, *WRITTEN, *PAGES),
    *("/dictionaries/en", "/docs/docs.js", "/web/any/main.js", "/"),
]
OF_A_GAME = [
    "/games/{id}", "/games/{id}/confession", "/games/{id}/confession?words=1", "/games/{id}/review",
    "/watch/{watch_id}", "/watch/{watch_id}/confession",
]  # fmt: skip


@pytest.fixture(scope="module")
def ours(games: Games) -> Client:
    """A client of a service that pages of two origins may call."""
    origins = f"{OURS.upper()}, https://b.example:8443"
    return served(games, cors_origins=origins).test_client()


@pytest.fixture
def lost(client: Client) -> Body:
    return played(client, created(client, length=8, max_misses=1, seed=1), "e")


def preflight(origin: str, method: str = "POST") -> dict[str, str]:
    return {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type,x-mine",
    }


def allowing(answer: Any) -> dict[str, str]:
    """The `Access-Control-` headers of an answer, without that prefix."""
    named = [(name.partition(ALLOWING), value) for name, value in answer.headers]
    return {name: value for (_, prefix, name), value in named if prefix}


@pytest.mark.parametrize("path", PATHS)
def test_options_names_the_methods_of_the_path_without_a_body(ours: Client, path: str) -> None:
    answer = ours.options(path)
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Allow"] == PATHS[path]
    assert not {*answer.headers.keys()} & {"Content-Type", "Content-Length"}


def test_preflight_does_not_judge_the_query(ours: Client) -> None:
    """Otherwise a page would see a network error, and not which parameter is wrong."""
    assert ours.options("/dealers?x=1", headers=preflight(OURS, "GET")).status_code == 204
    answer = ours.get("/dealers?x=1", headers={"Origin": OURS})
    assert (answer.status_code, allowing(answer)["Allow-Origin"]) == (422, OURS)


@pytest.mark.parametrize("path", [*PATHS, "/nowhere", "//games", "/games/x/y"])
def test_preflight_is_allowed_and_remembered_for_two_hours(ours: Client, path: str) -> None:
    answer = ours.options(path, headers=preflight(OURS))
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Vary"] == "Origin"
    allowed = {"Allow-Methods": "POST", "Allow-Headers": "content-type,x-mine"}
    allowed |= {"Allow-Origin": OURS, "Max-Age": "7200"}
    assert allowing(answer).items() >= allowed.items()


@pytest.mark.parametrize("path", ["/games", "/games/x", "/dealers", "/nowhere", "/", "/livez"])
def test_page_of_ours_sees_every_answer_and_the_headers_it_needs(ours: Client, path: str) -> None:
    allowed = allowing(ours.get(path, headers={"Origin": OURS}))
    assert allowed.keys() == {"Allow-Origin", "Expose-Headers"}
    assert allowed["Allow-Origin"] == OURS


def test_page_of_ours_reads_those_headers_that_an_answer_has(ours: Client) -> None:
    for method, path, names in (
        ("POST", "/games", {"ETag", "Location", "X-Request-ID", "Date"}),
        ("DELETE", "/dealers", {"Allow", "X-Request-ID", "Date"}),
    ):
        answer = ours.open(path, method=method, headers={"Origin": OURS})
        assert {*allowing(answer)["Expose-Headers"].split(", ")} == names


@pytest.mark.parametrize("origin", [None, OTHER, OURS + ".evil.example", "null", ""])
def test_other_origins_get_no_permission_and_vary_says_so(ours: Client, origin: str | None) -> None:
    headers = {} if origin is None else preflight(origin)
    for path, method in product(["/games", "/nowhere"], ["GET", "POST", "OPTIONS"]):
        answer = ours.open(path, method=method, headers=headers)
        assert allowing(answer) == {}
        assert "Origin" in ", ".join(answer.headers.getlist("Vary"))
        assert answer.status_code == 204 or method != "OPTIONS" or path == "/nowhere"


@pytest.mark.parametrize(
    ("origins", "keys", "allowed"),
    [
        ("", "", "*"), ("", 64 * "0", None),  # strangers can play, or they cannot
        ("*", "", "*"), ("*", 64 * "0", "*"), ("none", "", None), ("NONE ,", 64 * "0", None),
        (OTHER, "", OTHER), (OTHER, 64 * "0", OTHER), (OURS, "", None),
    ],
)  # fmt: skip
def test_all_origins_or_none_may_call(
    games: Games, origins: str, keys: str, allowed: str | None
) -> None:
    client = served(games, cors_origins=origins, api_keys=keys).test_client()
    answer = client.get("/dealers", headers={"Origin": OTHER})
    preflighted = client.options("/games", headers=preflight(OTHER))
    varies = origins in (OURS, OTHER)
    for each in (answer, preflighted):
        assert allowing(each).get("Allow-Origin") == allowed
        assert "Allow-Credentials" not in allowing(each)
        assert ("Origin" in each.headers.getlist("Vary")) == varies
    assert answer.headers.getlist("Vary")[0] == "Accept-Encoding"
    # What a cache keeps is for pages elsewhere, too, whoever asked first.
    assert allowing(client.get("/dealers")).get("Allow-Origin") == ("*" if allowed == "*" else None)
    assert allowing(client.post("/games")) == {}


@pytest.mark.parametrize("path", [*KEPT, *OF_A_GAME])
def test_unchanged_content_is_not_sent_again(client: Client, lost: Body, path: str) -> None:
    place = path.format(**lost)
    first = client.get(place)
    tag = first.headers["ETag"]
    again = client.get(place, headers={"If-None-Match": f'"x", {tag}'})
    other = client.get(place, headers={"If-None-Match": '"x"'})
    assert (again.status_code, again.data) == (304, b"")
    for name in ("ETag", "Cache-Control", "Vary"):
        assert again.headers.get(name) == first.headers.get(name)
    assert (other.status_code, other.data) == (200, first.data)


@pytest.mark.parametrize(
    ("directive", "paths"),
    [
        ("max-age=300", [*LISTS, "/dictionaries/en", *WRITTEN]),
        ("no-cache", PAGES),
        ("private, no-cache", [path for path in OF_A_GAME if "conf" in path or "rev" in path]),
        ("no-store", ["/games/x", "/livez", "/problems/none"]),
    ],
)
def test_caches_know_how_long(client: Client, lost: Body, directive: str, paths: list[str]) -> None:
    sent = {path: client.get(path.format(**lost)).headers["Cache-Control"] for path in paths}
    assert sent == dict.fromkeys(paths, directive)


@pytest.mark.parametrize("path", KEPT)
def test_lists_are_compressed_on_demand(client: Client, path: str) -> None:
    plain = client.get(path)
    demands = {"gzip, deflate, br": True, "*": True, "gzip;q=0": False, "br": False, "": False}
    for demand, is_gzip in demands.items():
        answer = client.get(path, headers={"Accept-Encoding": demand})
        assert answer.headers.get("Content-Encoding") == ("gzip" if is_gzip else None)
        assert (decompress(answer.data) if is_gzip else answer.data) == plain.data
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        assert answer.headers["Vary"] == plain.headers["Vary"]
        assert answer.headers["Vary"].startswith("Accept-Encoding")


# --- The ways of a request in docs/internals/map.md ----------------------------------------------


SERVICE = f"{ROOT / 'service'}/"
[CHAPTER] = re.findall(
    r"## The way of a request\n(.*?)\n## ", (ROOT / "docs/internals/map.md").read_text(), re.S
)
WAYS = {
    name: re.findall(r"^\d+\. `([\w/.]+)` `(\w+)`:", steps, re.M)
    for name, steps in re.findall(r"\*\*(.*?)\.\*\*\n(.*?)(?=\n\n|\Z)", CHAPTER, re.S)
}


def steps_of(call: Callable[[], bool]) -> list[tuple[str, str]]:
    """The file and name of each service function that a call runs, in the order of first calls."""
    steps: dict[tuple[str, str], None] = {}

    def record(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(SERVICE):
            steps[code.co_filename.removeprefix(SERVICE), code.co_name] = None

    sys.setprofile(record)
    try:
        assert call(), "it failed"
    finally:
        sys.setprofile(None)
    return [*steps]


def calls(client: Client, service: Service) -> dict[str, Callable[[], bool]]:
    """A call for each way of the map; the game is over after its first guess."""
    game = client.post("/games", json={"length": 8, "max_misses": 1, "seed": 1}).json
    path, key = f"/games/{game['id']}", {"Idempotency-Key": "a-key-that-is-random"}
    start, guess = {"length": 8}, {"letter": "q"}
    play = f"play --url {service.url} --length 8 --max-misses 1 --seed 1 --json"
    return {
        "A start": lambda: client.post("/games", json=start, headers=key).status_code == 201,
        "A guess": lambda: client.post(f"{path}/guesses", json=guess).status_code == 200,
        "A confession": lambda: client.get(f"{path}/confession").status_code == 200,
        "A review": lambda: client.get(f"{path}/review").status_code == 200,
        "Watching": lambda: client.get(f"/watch/{game['watch_id']}").status_code == 200,
        "The day": lambda: client.get("/daily").status_code == 200,
        "A game of `hangman play --url`": lambda: piped(play, "q").exit_code == 0,
    }


def test_each_documented_way_is_the_one_a_request_takes(client: Client, service: Service) -> None:
    ways = calls(client, service)
    assert ways.keys() == WAYS.keys()
    for name, call in ways.items():
        assert [step for step in steps_of(call) if step in WAYS[name]] == WAYS[name]
