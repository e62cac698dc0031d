"""What axe-core has to say of each screen, on a phone and on a desktop, by day and by night."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.live.page.browsing import DESKTOP, PHONE
from tests.live.page.conftest import People


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing(people: People, viewport: dict[str, int], scheme: Any) -> None:
    person = people(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    person.opens()
    assert person.findings_of_axe() == []
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
    person.page.goto("about:blank")
    person.opens("0123456789abcdefghjkmnpqrs")
    assert person.findings_of_axe() == []
