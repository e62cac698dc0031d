"""Somebody else's page, served from another port, plays through the API (CORS)."""

import json
import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page
from playwright.sync_api import Error as BrowserError

from tests.live.running import Service, serving
from tests.programs import ROOT

README = (ROOT / "README.md").read_text()
HOST = "http://localhost:8000"
GAME = """
async (api) => {
  const headers = { "Content-Type": "application/json" };
  const send = (path, body, more) =>
    fetch(api + path, {
      method: "POST",
      cache: "force-cache", // with If-Match, Chromium forgets the permission otherwise
      headers: { ...headers, "Idempotency-Key": crypto.randomUUID(), ...more },
      body: JSON.stringify(body),
    });
  const started = await send("/games", { length: 8, max_misses: 4 });
  const path = started.headers.get("Location");
  let etag = started.headers.get("ETag");
  const kinds = [];
  for (const letter of "eetaoinshrdlu") {
    const answer = await send(`${path}/guesses`, { letter }, { "If-Match": etag });
    const told = await answer.json();
    if (told.type) kinds.push(told.type);
    etag = answer.headers.get("ETag") ?? etag;
    if (told.status === "lost") break;
  }
  const confession = await (await fetch(`${api}${path}/confession`)).json();
  const deleted = await fetch(api + path, { method: "DELETE", headers: { "If-Match": etag } });
  return { kinds, dealer: confession.dealer, deleted: deleted.status };
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
    """A service that lets that page call it."""
    folder = tmp_path_factory.mktemp("service")
    with serving(folder, CORS_ORIGINS=f"http://127.0.0.1:{port}") as service:
        yield service


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def preflights(log: Path) -> list[str]:
    """The paths of the preflights that a service has answered."""
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [line["path"] for line in lines if line.get("method") == "OPTIONS"]


def test_page_on_another_port_plays_a_game_and_asks_for_permission_once(
    page: Page, port: int, ours: Service
) -> None:
    page.goto(f"http://127.0.0.1:{port}/")

    told = page.evaluate(GAME, ours.url)

    assert told == {
        "kinds": ["/problems/letter-already-guessed"],
        "dealer": "largest-family",
        "deleted": 204,
    }
    assert sum(path.endswith("/guesses") for path in preflights(ours.log)) == 1


def test_three_lines_of_the_readme_start_a_game_and_guess(
    page: Page, port: int, ours: Service
) -> None:
    [lines] = re.findall(r"^```js\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    page.goto(f"http://127.0.0.1:{port}/")

    script = lines.replace(HOST, ours.url)
    pattern = page.evaluate(f"async () => {{ {script} return pattern; }}")

    assert len(lines.splitlines()) == 3
    assert HOST in lines
    assert set(pattern) <= {"_", "e"}


def test_page_of_an_origin_that_is_not_named_learns_nothing(
    page: Page, port: int, ours: Service
) -> None:
    page.goto(f"http://localhost:{port}/")

    with pytest.raises(BrowserError, match="Failed to fetch"):
        page.evaluate("(api) => fetch(`${api}/dealers`)", ours.url)
