"""What others' tools say about openapi.yaml: linters, a validating proxy, Postman's runner.

Generators judge it, too: test_programs.py compiles what they make, as strictly as it can.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.contract import CONTRACT
from tests.support.running import Service, free_port, serving
from tools.clients.workshop import HERE, Workshop, with_packages

pytestmark = pytest.mark.timeout(1500)  # packages come from elsewhere
# Postman's import settings of docs/shell.md.
SETTINGS = (
    "folderStrategy=Tags,requestParametersResolution=Example,parametersResolution=Example,"
    "enableOptionalParameters=false"
)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return with_packages(Workshop(tmp_path), HERE / "judges")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(tmp_path_factory.mktemp("service")) as started:
        yield started


def test_linters_find_nothing(workshop: Workshop) -> None:
    (workshop.folder / ".spectral.yaml").write_text('extends: ["spectral:oas"]\n')
    (workshop.folder / "openapi.yaml").write_bytes(CONTRACT.read_bytes())

    workshop.printed("npx", "spectral", "lint", "--fail-severity=hint", "openapi.yaml")
    quiet = ("env", "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "npx")
    report = workshop.printed(*quiet, "redocly", "lint", "--format=json", "openapi.yaml")

    assert json.loads(report)["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}


def prism(workshop: Workshop, *command: str) -> Any:
    """Prism, mocking or between a client and a service."""
    program = str(workshop.folder / "node_modules/.bin/prism")
    port = str(free_port())
    return serving(
        workshop.folder / "prism", (program, *command[:1], "--port", port, *command[1:]), PORT=port
    )


def test_mock_returns_the_requested_problem(workshop: Workshop) -> None:
    with prism(workshop, "mock", str(CONTRACT)) as mock:
        guesses = "/games/5fdxrj5cyvkccwh9spbx5qh070/guesses"
        over = {"Prefer": "code=409, example=game-over"}
        refused = mock.post(guesses, json={"letter": "e"}, headers=over)
        away = mock.post("/games", json={}, headers={"Prefer": "code=503"})

    assert (refused.status_code, refused.json()["code"]) == (409, "game-over")
    assert (away.status_code, away.json()["status"]) == (503, 503)


def test_validating_proxy_finds_no_wrong_response(workshop: Workshop, service: Service) -> None:
    with prism(workshop, "proxy", str(CONTRACT), service.url) as proxy:
        start = proxy.post("/games", json={"length": 8, "max_misses": 3, "insight": "count"})
        game = start.json()
        path, watch = f"/games/{game['id']}", f"/watch/{game['watch_id']}"
        guess = [proxy.post(f"{path}/guesses", json={"letter": it}) for it in "eejqxz"]
        looks = ["", "/guesses", "/confession", "/review", "/hint"]
        paths = [path + look for look in looks]
        paths += [watch + look for look in ("", "/guesses", "/confession", "/words")]
        paths += ["/daily", "/dealers", "/guessers", "/dictionaries", "/dictionaries/en"]
        paths += ["/livez", "/readyz", "/games/5fdxrj5cyvkccwh9spbx5qh070", "/daily/2026-99-99"]
        hint = proxy.post("/hints", json={"pattern": "_a__e", "wrong_letters": ["s", "t"]})
        responses = [start, *guess, hint, *map(proxy.get, paths)]
        wrong = [
            (str(response.request.url.path), response.status_code, said)
            for response in responses
            if (said := response.headers.get("sl-violations"))
            and any(each["location"][0] == "response" for each in json.loads(said))
        ]

    assert {response.status_code for response in responses} == {200, 201, 404, 409, 422}
    assert not wrong


# They wait for the end of the game, and the collection makes one guess.
AT_THE_END = (
    *("GET /games/:game_id/confession", "GET /games/:game_id/review"),
    *("GET /watch/:watch_id/confession", "GET /watch/:watch_id/words"),
    "POST /watch/:watch_id/words",
)


def test_postman_runs_the_collection(workshop: Workshop, service: Service) -> None:
    """As docs/shell.md says: parameters by example, none that is optional, and one script."""
    made = ("npx", "openapi2postmanv2", "-s", str(CONTRACT), "-o", "made.json", "-O", SETTINGS)
    workshop.printed(*made)
    collection = json.loads((workshop.folder / "made.json").read_text())
    requests = [request for folder in collection["item"] for request in folder["item"]]
    for request in requests:
        for variable in request["request"]["url"]["variable"]:
            if variable["key"] in ("game_id", "watch_id"):
                variable["value"] = f"{{{{{variable['key']}}}}}"
    names = ("id", "watch_id")
    script = [
        f'pm.collectionVariables.set("{"game_id" if name == "id" else name}",'
        f" pm.response.json().{name});"
        for name in names
    ]
    start = next(it for it in requests if named(it) == "POST /games")
    start["event"] = [{"listen": "test", "script": {"exec": script, "type": "text/javascript"}}]
    requests.sort(key=lambda it: named(it).startswith("DELETE"))  # the game is needed until then
    collection["item"] = requests
    (workshop.folder / "run.json").write_text(json.dumps(collection))

    newman = ("npx", "newman", "run", "run.json", "--env-var", f"baseUrl={service.url}")
    workshop.ran(*newman, "--reporters", "json", "--reporter-json-export", "report.json")
    run = json.loads((workshop.folder / "report.json").read_text())["run"]
    statuses = {named(each["item"]): each["response"]["code"] for each in run["executions"]}

    assert not [failure["error"]["message"] for failure in run["failures"]]
    assert len(statuses) == len(requests)
    refused = {name: status for name, status in statuses.items() if status >= 300}
    assert refused == dict.fromkeys(AT_THE_END, 409)


def named(item: Any) -> str:
    """The method and the path of a request in a collection."""
    return f"{item['request']['method']} /{'/'.join(item['request']['url']['path'])}"
