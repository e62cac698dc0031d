"""The board of a class: one link that shows all games."""

from playwright.sync_api import expect

from tests.support.browsing import Person
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


def test_link_of_a_class_without_ids_says_so(person: Person, service: Service) -> None:
    person.page.goto(f"{service.url}/#/class?1")
    expect(person.page.get_by_role("link", name="New game")).to_be_visible()
