"""The packed page: how little it loads first, and what the device keeps of it."""

import json

from playwright.sync_api import Request, Response, expect

from tests.live.page.browsing import Person
from tests.live.page.conftest import People
from tests.live.running import Service

MOST_REQUESTS = 8
MOST_BYTES = 35_000
READY = "navigator.serviceWorker.controller !== null"
# What the first screen asks for last: the words, and how others did yesterday.
LOADED = r"""
() => [/\/dictionaries$/, /\/daily\/[^/]+$/].every((path) =>
  performance.getEntriesByType("resource").some(({ name }) => path.test(name)))
"""


def test_first_load_is_small_and_the_page_then_opens_without_a_network(
    people: People, service: Service
) -> None:
    newcomer = people(is_new=True, service_workers="allow")
    before = service.log.stat().st_size
    loaded: list[Request] = []
    newcomer.context.on("request", lambda request: loaded.append(request))
    newcomer.opens()
    at_once = [request.url for request in loaded]
    newcomer.page.wait_for_function(READY)
    newcomer.page.wait_for_load_state("networkidle")

    served = [line for line in service.log.read_text()[before:].splitlines() if '"request"' in line]
    assert len(served) <= MOST_REQUESTS, served
    sent = sum(max(0, request.sizes()["responseBodySize"]) for request in loaded)
    assert sent <= MOST_BYTES
    # Two round trips: nothing that Play needs is asked for by what the page has loaded.
    files = [url for url in at_once if url.endswith((".js", ".css")) and "worker" not in url]
    page = newcomer.context.request.get(newcomer.url).text()
    assert files
    assert [url for url in files if url.rpartition("/")[2] not in page] == []

    newcomer.context.set_offline(True)
    newcomer.opens()
    expect(newcomer.heading).to_contain_text("Evil Hangman")
    newcomer.page.get_by_role("button", name="Play", exact=True).click()
    expect(newcomer.trouble).to_contain_text("No connection")
    newcomer.context.set_offline(False)
    expect(newcomer.page.locator(".keys")).to_be_visible()


def test_first_screen_has_todays_game_with_as_few_requests(
    people: People, service: Service
) -> None:
    """On a device that has kept nothing; what is not needed yet comes later."""
    person = people(service_workers="allow")
    asked: list[Request] = []
    answered: list[int] = []

    def today(response: Response) -> None:
        if response.url.endswith("/daily"):
            answered.append(len(asked))

    person.context.on("request", lambda request: asked.append(request))
    person.page.on("response", today)
    person.opens()
    expect(person.page.locator(".card")).to_contain_text("the same for everybody")
    expect(person.page.locator(".day")).to_contain_text("Next in")

    assert answered[0] <= MOST_REQUESTS
    paths = [request.url.removeprefix(service.url) for request in asked[: answered[0]]]
    assert "/dictionaries" not in paths


def test_reload_asks_for_the_page_alone_and_finds_it_unchanged(
    person: Person, service: Service
) -> None:
    def answered() -> list[tuple[str, int]]:
        """The requests that the service has answered, each with its status.

        But for reviews: that of a game of an earlier test may be answered only now.
        """
        person.page.wait_for_load_state("networkidle")
        lines = [line for line in service.log.read_text().split("\n") if '"path"' in line]
        asked = [(line["path"], line["status"]) for line in map(json.loads, lines)]
        return [(path, status) for path, status in asked if not path.endswith("/review")]

    person.opens()
    person.page.wait_for_function(LOADED)
    before = answered()
    person.reloads()
    expect(person.heading).to_be_visible()

    assert answered()[len(before) :] == [("/", 304)]
