"""The packed page: how little it loads first, and what the device keeps of it."""

import pytest
from playwright.sync_api import Request, Response, expect

from service.web.page import is_packed
from tests.live.page.browsing import Person
from tests.live.page.conftest import People
from tests.live.running import Service

MOST_REQUESTS = 8
MOST_BYTES = 35_000
READY = "navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"


@pytest.fixture
def newcomer(people: People) -> Person:
    return people(is_new=True, service_workers="allow")


def test_packed_page_is_made_of_the_sources_as_they_are() -> None:
    assert is_packed(), "run `make page`"


def test_first_load_is_small(newcomer: Person, service: Service) -> None:
    before = service.log.stat().st_size
    loaded: list[Request] = []
    newcomer.context.on("request", lambda request: loaded.append(request))
    newcomer.opens()
    newcomer.page.wait_for_function(READY)
    newcomer.page.wait_for_load_state("networkidle")

    served = [line for line in service.log.read_text()[before:].splitlines() if '"request"' in line]
    assert len(served) <= MOST_REQUESTS, served
    sent = sum(max(0, request.sizes()["responseBodySize"]) for request in loaded)
    assert sent <= MOST_BYTES


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


def test_play_needs_the_page_its_files_and_the_press(newcomer: Person) -> None:
    """Two round trips: nothing that Play needs is asked for by what the page has loaded."""
    starts: list[str] = []
    newcomer.context.on("request", lambda request: starts.append(request.url))
    newcomer.opens()

    files = [url for url in starts if url.endswith((".js", ".css")) and "worker" not in url]
    page = newcomer.context.request.get(newcomer.url).text()
    assert [url for url in files if url.rpartition("/")[2] not in page] == []


def test_reload_asks_for_nothing_and_the_page_opens_without_a_network(newcomer: Person) -> None:
    newcomer.opens()
    newcomer.page.wait_for_function(READY)
    newcomer.context.set_offline(True)
    newcomer.page.reload()
    expect(newcomer.heading).to_contain_text("Evil Hangman")
    newcomer.page.get_by_role("button", name="Play", exact=True).click()
    expect(newcomer.trouble).to_contain_text("No connection")

    newcomer.context.set_offline(False)
    expect(newcomer.page.locator(".keys")).to_be_visible()
