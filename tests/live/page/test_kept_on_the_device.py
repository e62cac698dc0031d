"""The files of the page on a device: how little it loads, and how a newer page replaces them."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from service.web.page import files
from tests.answering import answering
from tests.live.page.conftest import People
from tests.support.running import Service

MOST_REQUESTS = 8
# 2 kB of it say how the letters of six dictionaries are written. What the worker stores besides,
# for screens that are opened later, is not part of it.
MOST_BYTES = 33_000
READY = "() => navigator.serviceWorker.controller !== null"  # our policy forbids a text here
GAMES = re.compile('"path":"/(games|watch)/')
HTML, SCRIPT = "text/html; charset=utf-8", "text/javascript; charset=utf-8"
OLD_PAGE = (
    b'<!doctype html><html lang="en"><h1>Before</h1><script src="web/before/page.js"></script>'
)
OLD_WORKER = Path(__file__).with_name("worker_before.js").read_bytes()
BEFORE = {
    "/": (OLD_PAGE, HTML),
    "/worker.js": (OLD_WORKER, SCRIPT),
    "/web/before/page.js": (b'navigator.serviceWorker.register("worker.js")', SCRIPT),
}
APPS = ("/a/", "/b/")  # other places of the page
UPDATE = "void navigator.serviceWorker.ready.then((registration) => registration.update())"
CACHES = """
async () => {
  await caches.open("the list of another app");
  return caches.keys();
}
"""


JSON_AT_THE_PAGE = """
async () => {
  const links = await (await fetch("./", { headers: { Accept: "application/json" } })).json();
  const [ours] = (await caches.keys()).filter((name) => name.startsWith("hangman "));
  const stored = await (await caches.open(ours)).match("./", { ignoreVary: true });
  return [links.games, stored.headers.get("Content-Type")];
}
"""


def answered(service: Service) -> list[Any]:
    """The log lines of requests, except those about games: these may be of earlier tests, whose
    reviews and watches end only now."""
    lines = [line for line in service.log.read_text().splitlines() if '"path"' in line]
    return [json.loads(line) for line in lines if not GAMES.search(line)]


def test_links_in_json_are_not_kept_as_the_page(people: People) -> None:
    newcomer = people(is_new=True, service_workers="allow", once=True)
    newcomer.opens()
    newcomer.page.wait_for_function(READY)
    assert newcomer.page.evaluate(JSON_AT_THE_PAGE) == ["/games", HTML]
    newcomer.page.reload()
    expect(newcomer.page.locator("h1").first).to_be_visible()


@pytest.mark.usefixtures("one_day")
def test_first_load_is_small_and_later_needs_no_network(people: People, service: Service) -> None:
    newcomer = people(is_new=True, service_workers="allow", once=True)
    before = len(answered(service))
    failed: list[str] = []  # the console reports them, also an unplayed yesterday
    newcomer.page.on("response", lambda answer: failed.extend([answer.url] * (not answer.ok)))
    newcomer.opens()
    at_once = [request.url for request in newcomer.requests if not request.service_worker]
    newcomer.page.wait_for_function(READY)
    newcomer.page.wait_for_load_state("networkidle")
    first = [request for request in newcomer.requests if not request.service_worker]
    later = [request for request in newcomer.requests if request.service_worker]
    served = answered(service)[before:]
    assert len(served) - len(later) <= MOST_REQUESTS, served
    sent = sum(max(0, request.sizes()["responseBodySize"]) for request in first)
    assert sent <= MOST_BYTES
    assert failed == []
    # Two round trips: the HTML itself names every file that Play needs.
    early = [url for url in at_once if url.endswith((".js", ".css")) and "worker" not in url]
    page = newcomer.context.request.get(newcomer.url).text()
    assert early
    assert [url for url in early if url.rpartition("/")[2] not in page] == []

    newcomer.context.set_offline(True)
    newcomer.opens()
    expect(newcomer.heading).to_contain_text("Evil Hangman")
    newcomer.opens("/statistics")  # which nothing has loaded before
    expect(newcomer.heading).to_have_text("Your games")
    newcomer.opens()
    newcomer.presses("Play")
    expect(newcomer.trouble).to_contain_text("No connection")
    newcomer.context.set_offline(False)
    expect(newcomer.page.locator(".keys")).to_be_visible()


@pytest.mark.usefixtures("one_day")
def test_first_screen_has_todays_game_in_few_requests(people: People, service: Service) -> None:
    """On a device that has stored nothing; what is not needed yet is loaded later."""
    person = people(once=True)
    before_today: list[int] = []

    def today(response: Response) -> None:
        if response.url.endswith("/daily"):
            before_today.append(len(person.requests))

    person.page.clock.install()
    person.page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=10))  # no request times out
    person.page.on("response", today)
    person.opens()
    expect(person.page.locator(".card")).to_contain_text("the same for everybody")
    expect(person.page.locator(".day")).to_contain_text("Next in")
    assert before_today[0] <= MOST_REQUESTS
    early = [request.url for request in person.requests[: before_today[0]]]
    assert f"{service.url}/dictionaries" not in early


@pytest.mark.usefixtures("one_day")
def test_reload_requests_only_the_unchanged_page(people: People, service: Service) -> None:
    person = people(once=True)
    with person.page.expect_response("**/dictionaries"):  # its last request
        person.opens()
    before = len(answered(service))
    person.reloads()
    expect(person.heading).to_be_visible()
    person.page.wait_for_load_state("networkidle")
    assert [(line["path"], line["status"]) for line in answered(service)[before:]] == [("/", 304)]


class Served(BaseHTTPRequestHandler):
    """Serve the files of one version of the page; every other path is a 503."""

    files: dict[str, tuple[bytes, str]] = BEFORE

    def do_GET(self) -> None:
        path = self.path[2:] if self.path[:3] in APPS else self.path
        content, mimetype = self.files.get(path, (b"", "text/plain"))
        self.send_response(200 if path in self.files else 503)
        self.send_header("Content-Type", mimetype)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture
def url() -> Iterator[str]:
    """The address of a service that has the old page until `updates` is called."""
    Served.files = BEFORE
    with answering(Served) as address:
        yield address


def updates() -> None:
    """Let the service serve today's page from now on."""
    page = files()
    others = {f"/web/{page.version}/{name}": content for name, content in page.others.items()}
    contents = {"/": page.pages["en"], "/worker.js": page.worker, **others}
    Served.files = {path: (content.raw, content.mimetype) for path, content in contents.items()}


def test_page_that_is_already_new_is_not_loaded_again(people: People, url: str) -> None:
    person = people(url, service_workers="allow", once=True)
    person.page.goto(url)
    person.page.wait_for_function(READY)
    updates()
    loads: list[Page] = []
    person.page.on("load", lambda page: loads.append(page))
    inspector = person.context.new_cdp_session(person.page)
    inspector.send("Page.reload", {"ignoreCache": True})  # bypasses the worker
    expect(person.heading).to_contain_text("Evil Hangman")
    person.page.evaluate(UPDATE)
    person.page.wait_for_function(READY)  # controlled by the new worker
    person.page.wait_for_timeout(1500)  # longer than the worker waits for an answer
    assert len(loads) == 1


def test_old_page_is_loaded_again_and_other_apps_stay(people: People, url: str) -> None:
    person = people(service_workers="allow", once=True)
    for app in APPS:
        person.page.goto(url + app)
        person.page.wait_for_function(READY)
    other = person.context.new_page()
    other.goto(f"{url}/b/#/statistics")
    before = person.page.evaluate(CACHES)
    updates()
    person.page.evaluate(UPDATE)  # of the app at /b/
    expect(person.heading).to_contain_text("Evil Hangman")
    expect(other.locator("h1")).to_contain_text("Your games")
    [old, new] = [f"hangman {url}/b/ web/{version}/" for version in ("before", files().version)]
    assert {*person.page.evaluate(CACHES)} == {*before} - {old} | {new}
