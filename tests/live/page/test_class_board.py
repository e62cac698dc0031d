"""The board of a class: one link that shows all games."""

import pytest
from playwright.sync_api import Browser, expect

from service.cli.class_games import SHEET
from tests.support.browsing import Person, bottom, box
from tests.support.running import Service

SHORT = {"length": 5, "max_misses": 1, "dealer": "largest-family", "seed": 7}


def test_board_of_a_class_shows_each_guess_by_number(person: Person, service: Service) -> None:
    games = [service.post("/games", json=SHORT).json() for _ in range(3)]
    ids = [each["watch_id"] for each in games]
    page = person.page
    page.goto(f"{service.url}/#/class?{','.join(['7', *ids, 32 * '0'])}")
    cards = page.locator(".class-board li")

    expect(cards).to_have_count(4)
    expect(page.get_by_role("heading", level=1)).to_have_text("A word of 5 letters")
    for number, card in enumerate(cards.all()[:3], 7):
        expect(card).to_contain_text(str(number))
        expect(card).to_contain_text("1 miss left")
    expect(cards.nth(3)).to_contain_text("This game is gone.")
    service.post(f"/games/{games[1]['id']}/guesses", json={"letter": "q"})

    expect(cards.nth(1)).to_contain_text("The player was hanged.")
    expect(cards.nth(0)).to_contain_text("1 miss left")
    cards.nth(0).get_by_role("link").click()
    expect(page.locator(".watch")).to_be_visible()
    assert page.url.endswith(f"#watch={ids[0]}")


@pytest.mark.parametrize("games", [30, 36, 50])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1920, 1080)])
def test_board_of_a_class_fits_on_a_wall(
    browser: Browser, service: Service, games: int, width: int, height: int
) -> None:
    person = Person(browser, service.url, viewport={"width": width, "height": height})
    started = [service.post("/games", json={**SHORT, "length": 8}).json() for _ in range(games)]
    ids = ",".join(each["watch_id"] for each in started)
    person.page.goto(f"{service.url}/#/class?1,{ids}")
    cards = person.page.locator(".class-board li")
    expect(cards).to_have_count(games)
    expect(cards.filter(has_text="1 miss left")).to_have_count(games)
    assert bottom(cards.last) <= height
    person.context.close()


def test_link_of_a_class_without_ids_says_so(person: Person, service: Service) -> None:
    person.page.goto(f"{service.url}/#/class?1")
    expect(person.page.get_by_role("link", name="New game")).to_be_visible()


def test_card_of_the_sheet_fits_on_a_pile(person: Person) -> None:
    person.page.goto(SHEET.as_uri())
    cards, piles = (person.page.locator(f".{each} li") for each in ("cards", "piles"))
    assert box(cards.first)["width"] < box(piles.first)["width"]
    # The largest pile has three cards.
    assert 3 * box(cards.first)["height"] < box(piles.first)["height"]
