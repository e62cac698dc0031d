"""What axe-core has to say of each screen, on a phone and on a desktop, by day and by night."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.live.page.browsing import DESKTOP, PHONE
from tests.live.page.conftest import People
from tests.live.running import Service


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing(people: People, viewport: dict[str, int], scheme: Any) -> None:
    person = people(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    person.opens()
    assert person.findings_of_axe() == []
    person.page.get_by_role("button", name="Settings").click()
    assert person.findings_of_axe() == []
    person.page.keyboard.press("Escape")
    person.chooses(Length="7 letters")
    person.page.get_by_label("Show how many words are left").check()
    assert person.findings_of_axe() == []
    person.plays()
    assert person.findings_of_axe() == []
    person.types("eai")
    expect(person.used).to_have_count(3)
    person.page.get_by_role("button", name="Hint").click()
    expect(person.page.locator(".hinted")).not_to_be_empty()
    assert person.findings_of_axe() == []
    person.ends()
    person.page.locator(".confession .piece").first.click()
    assert person.findings_of_axe() == []
    person.page.get_by_role("button", name="Share", exact=True).click()
    assert person.findings_of_axe() == []
    person.page.keyboard.press("Escape")
    person.opens("/statistics")
    assert person.findings_of_axe() == []
    person.opens("/new?length=8&misses=6")
    assert person.findings_of_axe() == []
    person.opens("0123456789abcdefghjkmnpqrs")
    assert person.findings_of_axe() == []


@pytest.mark.parametrize("contrast", ["no-preference", "more"])
def test_axe_finds_nothing_in_how_to_play(people: People, contrast: Any) -> None:
    person = people(is_new=True, viewport=PHONE, contrast=contrast, reduced_motion="reduce")
    person.opens()
    assert person.findings_of_axe() == []
    person.page.get_by_role("button", name="E", exact=True).click()
    assert person.findings_of_axe() == []
    person.page.get_by_role("button", name="Go on").click()
    assert person.findings_of_axe() == []


def test_axe_finds_nothing_while_letters_wait_and_when_the_game_is_won(
    people: People, service: Service
) -> None:
    person = people(locale="de", reduced_motion="reduce")
    person.opens()
    game = service.post("/games", json={"length": 12, "max_misses": None}).json()
    person.opens(game["id"])
    person.page.route("**/guesses", lambda route: None)
    person.types("eio")
    expect(person.page.locator("[data-state=queued]")).to_have_count(2)
    assert person.findings_of_axe() == []
    person.page.unroute_all(behavior="ignoreErrors")
    person.opens(service.post("/games", json={"max_misses": None}).json()["id"])
    person.ends()
    assert person.findings_of_axe() == []
