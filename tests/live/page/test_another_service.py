"""A service set up otherwise: below a prefix, with a Swedish word, and called by another's page."""

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, expect
from playwright.sync_api import Error as BrowserError

from service.cli.commands import hangman
from tests.live.page.conftest import People
from tests.support.programs import ROOT
from tests.support.running import Service, ask, serving

TUTORIAL = (ROOT / "docs" / "api.md").read_text()
SWEDISH = "abcdefghijklmnopqrstuvwxyzåäö"
HOST = "http://localhost:8000"
GAME = """
async (api) => {
  const headers = { "Content-Type": "application/json" };
  const send = (path, body, more) =>
    fetch(path, {
      method: "POST",
      cache: "force-cache", // with If-Match, Chromium forgets the permission otherwise
      headers: { ...headers, "Idempotency-Key": crypto.randomUUID(), ...more },
      body: JSON.stringify(body),
    });
  const started = await send(`${api}/games`, { length: 8, max_misses: 4 });
  const game = new URL(started.headers.get("Location"), api).href;
  let dealer = null;
  let etag = started.headers.get("ETag");
  const kinds = [];
  for (const letter of "eetaoinshrdlu") {
    const answer = await send(`${game}/guesses`, { letter }, { "If-Match": etag });
    const told = await answer.json();
    if (told.code) kinds.push(told.code);
    etag = answer.headers.get("ETag") ?? etag;
    dealer = told.dealer;
    if (told.status === "lost") break;
  }
  const deleted = await fetch(game, { method: "DELETE", headers: { "If-Match": etag } });
  return { kinds, dealer, deleted: deleted.status };
}
"""


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a server that has nothing but a page."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html><title>Ours</title>")
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever).start()
        yield server.server_port
        server.shutdown()


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory, port: int) -> Iterator[Service]:
    """A service that gunicorn serves below /hangman, and that the page at `port` may call."""
    folder = tmp_path_factory.mktemp("service")
    (folder / "swedish").write_text("smörgåsbord\n")
    about = ["--alphabet", SWEDISH, "--language", "sv", "--into", str(folder)]
    command = ["dictionary", "build", "sv", str(folder / "swedish"), *about]
    built = CliRunner().invoke(hangman, command)
    assert built.exit_code == 0, built.output
    with serving(
        folder / "home",
        SCRIPT_NAME="/hangman",
        DICTIONARY_PATH=str(folder),
        CORS_ORIGINS=f"http://127.0.0.1:{port}",
    ) as service:
        yield service


def preflights(log: Path) -> list[str]:
    """The paths of the preflights that a service has answered."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line["path"] for line in lines if line.get("method") == "OPTIONS"]


def test_page_on_another_port_asks_for_permission_once(
    browser: Browser, port: int, ours: Service
) -> None:
    page = browser.new_page()
    page.goto(f"http://127.0.0.1:{port}/")

    told = page.evaluate(GAME, ours.url)

    assert told == {
        "kinds": ["already-guessed"],
        "dealer": "largest-family",
        "deleted": 204,
    }
    assert sum(path.endswith("/guesses") for path in preflights(ours.log)) == 1
    [lines] = re.findall(r"^```js\n(.*?)^```$", TUTORIAL, re.MULTILINE | re.DOTALL)
    script = lines.replace(HOST, ours.url)  # the three lines of the tutorial
    pattern = page.evaluate(f"async () => {{ {script} return pattern; }}")
    assert len(lines.splitlines()) == 3
    assert HOST in lines
    assert set(pattern) <= {"_", "e"}
    page.goto(f"http://localhost:{port}/")
    with pytest.raises(BrowserError, match="Failed to fetch"):  # an origin that is not named
        page.evaluate("(api) => fetch(`${api}/dealers`)", ours.url)
    page.close()


def test_nothing_is_outside_of_the_prefix(ours: Service) -> None:
    outside = ask("GET", ours.url.removesuffix("/hangman") + "/livez")

    assert (outside.status_code, outside.json()["title"]) == (404, "Not found")


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
    game = ours.get(f"/games/{game['id']}").json()
    assert game["wrong_letters"] == ["ä"]
    person.opens()
    person.plays()
    person.ends()
    person.page.goto(f"{ours.url}/docs")
    address = ours.url.removeprefix("http://")
    sample = person.page.locator(".info pre > code").first
    expect(sample).to_contain_text(f"' {address}/games --json")
    expect(sample).to_contain_text(f"GAME={address.removesuffix('/hangman')}$(")
