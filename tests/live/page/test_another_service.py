"""A service below a prefix, with a Swedish dictionary, and called by a page of another origin."""

import json
import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect
from playwright.sync_api import Error as BrowserError

from service.cli.commands import hangman
from tests.answering import answering
from tests.live.page.conftest import People
from tests.support.programs import ROOT
from tests.support.running import Service, ask, serving

SWEDISH = "abcdefghijklmnopqrstuvwxyzåäö"
HOST = "http://localhost:8000"
GAME = Path(__file__).with_name("game_elsewhere.js").read_text()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a server that serves only a page."""

    class Ours(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Ours</title>")

    with answering(Ours) as url:
        yield int(url.rpartition(":")[2])


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[Service]:
    """A service that gunicorn serves below /hangman, and that the page at `port` may call."""
    folder = tmp_path_factory.mktemp("service")
    (folder / "swedish").write_text("smörgåsbord\n")
    about = ["--alphabet", SWEDISH, "--language", "sv", "--into", str(folder)]
    command = ["dictionary", "build", "sv", str(folder / "swedish"), *about]
    built = CliRunner().invoke(hangman, command)
    assert built.exit_code == 0, built.output
    environ = {"SCRIPT_NAME": "/hangman", "HANGMAN_CORS_ORIGINS": f"http://127.0.0.1:{port}"}
    with serving(folder / "home", HANGMAN_DICTIONARY_PATH=str(folder), **environ) as service:
        yield service


def test_page_elsewhere_asks_for_permission_once(
    browser: Browser, port: int, ours: Service
) -> None:
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{port}/")
    played = page.evaluate(GAME, ours.url)
    assert played == {"kinds": ["already-guessed"], "dealer": "largest-family", "deleted": 204}
    lines = [json.loads(line) for line in ours.log.read_text().splitlines() if line[0] == "{"]
    preflights = [line["path"] for line in lines if line.get("method") == "OPTIONS"]
    assert sum(path.endswith("/guesses") for path in preflights) == 1

    readme = (ROOT / "README.md").read_text()
    [sample] = re.findall(r"^```js\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    script = sample.replace(HOST, ours.url)
    assert script != sample
    assert page.evaluate(f"async () => {{ {script} return game.over; }}")
    page.goto(f"http://localhost:{port}/")
    with pytest.raises(BrowserError, match="Failed to fetch"):  # an origin that is not allowed
        page.evaluate("(api) => fetch(`${api}/dealers`)", ours.url)
    page.close()


def test_letters_beyond_z_are_guessed_below_a_prefix(ours: Service, people: People) -> None:
    game = ours.post("/games", json={"dictionary": "sv"}).json()
    guess = ours.post(f"/games/{game['id']}/guesses", json={"letter": "Å"}).json()
    assert guess["pattern"] == "_____å_____"
    person = people(ours.url)
    person.opens(game["id"])
    keys = person.page.locator(".keys button[lang=sv]")
    expect(keys).to_have_count(len(SWEDISH))
    assert [key[0] for key in keys.all_inner_texts()] == list(SWEDISH.upper())
    for letter in "ÖÄ":
        keys.get_by_text(letter, exact=True).click()
    expect(person.used).to_have_count(3)
    expect(person.page.locator(".board .pattern .shown")).to_have_text(["Ö", "Å"])
    assert ours.get(f"/games/{game['id']}").json()["wrong_letters"] == ["ä"]
    person.starts()
    person.ends()

    outside = ask("GET", ours.url.removesuffix("/hangman") + "/livez")
    assert (outside.status_code, outside.json()["title"]) == (404, "Nothing is here")
    person.page.route(  # Swagger UI takes seconds of CPU to draw calls
        "**/openapi.json",
        lambda route: route.fulfill(json={**route.fetch().json(), "paths": {}}),
    )
    person.page.goto(f"{ours.url}/docs")
    address = ours.url.removeprefix("http://")
    sample = person.page.locator(".info pre > code").first
    expect(sample).to_contain_text(f"GAME={address}/games/$(curl -s {address}/games -H")
