"""The packed page: how little it loads first, and what the device keeps of it."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Request, Response, expect

from tests.live.page.conftest import People
from tests.support.browsing import Person
from tests.support.running import Service

pytestmark = pytest.mark.usefixtures("one_day")
MOST_REQUESTS = 8
MOST_BYTES = 40_000
READY = "() => navigator.serviceWorker.controller !== null"  # a text is forbidden at a second look
GAMES = re.compile('"path":"/(games|watch)/')
# What the first screen asks for last: the words, and how others did yesterday.
LOADED = r"""
() => [/\/dictionaries$/, /\/daily\/[^/]+$/].every((path) =>
  performance.getEntriesByType("resource").some(({ name }) => path.test(name)))
"""


def answered(service: Service) -> list[Any]:
    """The log lines of requests, but for those about games: these are of earlier tests, whose
    reviews and watches may be answered only now."""
    lines = [line for line in service.log.read_text().splitlines() if '"path"' in line]
    return [json.loads(line) for line in lines if not GAMES.search(line)]


def test_first_load_is_small_and_later_needs_no_network(people: People, service: Service) -> None:
    newcomer = people(is_new=True, service_workers="allow")
    before = len(answered(service))
    loaded: list[Request] = []
    newcomer.context.on("request", lambda request: loaded.append(request))
    newcomer.opens()
    at_once = [request.url for request in loaded]
    newcomer.page.wait_for_function(READY)
    newcomer.page.wait_for_load_state("networkidle")

    served = answered(service)[before:]
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
    person: Person, service: Service
) -> None:
    """On a device that has kept nothing; what is not needed yet comes later."""
    asked: list[Request] = []
    before_today: list[int] = []

    def today(response: Response) -> None:
        if response.url.endswith("/daily"):
            before_today.append(len(asked))

    person.page.clock.install()
    person.page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=10))  # no answer is too late
    person.context.on("request", lambda request: asked.append(request))
    person.page.on("response", today)
    person.opens()
    expect(person.page.locator(".card")).to_contain_text("the same for everybody")
    expect(person.page.locator(".day")).to_contain_text("Next in")

    assert before_today[0] <= MOST_REQUESTS
    paths = [request.url.removeprefix(service.url) for request in asked[: before_today[0]]]
    assert "/dictionaries" not in paths


def test_reload_asks_for_the_page_alone_and_finds_it_unchanged(
    person: Person, service: Service
) -> None:
    person.opens()
    person.page.wait_for_function(LOADED)
    before = len(answered(service))
    person.reloads()
    expect(person.heading).to_be_visible()
    person.page.wait_for_load_state("networkidle")

    assert [(line["path"], line["status"]) for line in answered(service)[before:]] == [("/", 304)]
