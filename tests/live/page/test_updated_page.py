"""A page that was installed before the service was updated: it is loaded again, and only then."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from service.web.page import files
from tests.live.page.conftest import People

HTML, SCRIPT = "text/html; charset=utf-8", "text/javascript; charset=utf-8"
OLD_PAGE = (
    b'<!doctype html><html lang="en"><h1>Before</h1><script src="web/before/page.js"></script>'
)
OLD_WORKER = b"""
addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(`hangman ${registration.scope} web/before/`)
      .then((cache) => cache.addAll(["./", "web/before/page.js"]))));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) =>
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))));
"""
BEFORE = {
    "/": (OLD_PAGE, HTML),
    "/worker.js": (OLD_WORKER, SCRIPT),
    "/web/before/page.js": (b'navigator.serviceWorker.register("worker.js")', SCRIPT),
}
CONTROLLED = "navigator.serviceWorker.controller !== null"
APPS = ("/a/", "/b/")  # where the page may be, too
UPDATE = "void navigator.serviceWorker.ready.then((registration) => registration.update())"


CACHES = """
async () => {
  await caches.open("the list of another app");
  return caches.keys();
}
"""


def today() -> dict[str, tuple[bytes, str]]:
    """What the service serves of its page."""
    page = files()
    others = {f"/web/{page.version}/{name}": content for name, content in page.others.items()}
    contents = {"/": page.index, "/worker.js": page.worker, **others}
    return {path: (content.raw, content.mimetype) for path, content in contents.items()}


class Served(BaseHTTPRequestHandler):
    """The files of a page, whichever it is; nobody can play now."""

    files: dict[str, tuple[bytes, str]] = BEFORE

    def do_GET(self) -> None:
        path = self.path[2:] if self.path[:3] in APPS else self.path
        content, mimetype = self.files.get(path, (b"", "text/plain"))
        self.send_response(200 if path in self.files else 503)
        self.send_header("Content-Type", mimetype)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: it would stand among the results."""


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a service that has the old page, until `Served.files` is another's."""
    monkeypatch.setattr(Served, "files", BEFORE)
    with ThreadingHTTPServer(("127.0.0.1", 0), Served) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_open_page_of_before_is_loaded_again(people: People, url: str) -> None:
    person = people(url, service_workers="allow")
    person.page.goto(url)
    person.page.wait_for_function(CONTROLLED)
    other = person.context.new_page()
    other.goto(f"{url}/#/statistics")
    Served.files = today()

    person.page.evaluate(UPDATE)

    expect(person.heading).to_contain_text("Evil Hangman")
    expect(other.locator("h1")).to_contain_text("Your games")


def test_page_that_is_new_already_is_left_as_it_is(people: People, url: str) -> None:
    person = people(url, service_workers="allow")
    person.page.goto(url)
    person.page.wait_for_function(CONTROLLED)
    Served.files = today()
    loads: list[Page] = []
    person.page.on("load", lambda page: loads.append(page))

    inspector = person.context.new_cdp_session(person.page)
    inspector.send("Page.reload", {"ignoreCache": True})  # past the worker
    expect(person.heading).to_contain_text("Evil Hangman")
    person.page.evaluate(UPDATE)
    person.page.wait_for_function(CONTROLLED)  # by the new worker
    person.page.wait_for_timeout(1500)  # longer than the worker waits for an answer

    assert len(loads) == 1


def test_update_leaves_the_caches_of_other_apps_alone(people: People, url: str) -> None:
    person = people(service_workers="allow")
    for app in APPS:
        person.page.goto(url + app)
        person.page.wait_for_function(CONTROLLED)
    before = person.page.evaluate(CACHES)
    Served.files = today()

    person.page.evaluate(UPDATE)  # of the app at /b/
    expect(person.heading).to_contain_text("Evil Hangman")

    [old, new] = [f"hangman {url}/b/ web/{version}/" for version in ("before", files().version)]
    assert {*person.page.evaluate(CACHES)} == {*before} - {old} | {new}
