"""How to play: shown on a first visit, and behind the question mark."""

from playwright.sync_api import expect

from tests.live.page.browsing import Person
from tests.live.page.conftest import People


def test_newcomer_learns_it_from_nine_words(people: People) -> None:
    newcomer = people(is_new=True)
    newcomer.opens()
    expect(newcomer.heading).to_have_text("Nine words. Ask for an E.")
    newcomer.page.get_by_role("button", name="E", exact=True).click()

    expect(newcomer.heading).to_have_text("“There is no E.”")
    expect(newcomer.page.locator(".nine .kept")).to_have_text(["ALLY", "COOL", "GOOD"])
    expect(newcomer.page.locator(".nine s")).to_have_count(6)
    newcomer.page.get_by_role("button", name="Go on").click()
    expect(newcomer.heading).to_be_focused()
    newcomer.plays()
    newcomer.opens()
    expect(newcomer.heading).to_contain_text("Evil Hangman")


def test_newcomer_skips_it_with_one_press(people: People) -> None:
    newcomer = people(is_new=True)
    newcomer.opens()
    newcomer.page.get_by_role("button", name="Skip, just play").click()

    expect(newcomer.page.locator(".keys")).to_be_visible()


def test_newcomer_who_was_sent_a_game_sees_the_game(people: People) -> None:
    player, newcomer = people(), people(is_new=True)
    player.opens()
    player.plays()

    newcomer.opens(player.game_id)
    expect(newcomer.page.locator(".keys")).to_be_visible()


def test_it_is_behind_the_question_mark(person: Person) -> None:
    person.opens()
    person.plays()
    person.types("e")
    expect(person.used).to_have_count(1)
    person.page.get_by_role("link", name="How to play").click()
    expect(person.heading).to_have_text("Nine words. Ask for an E.")
    person.page.go_back()

    expect(person.used).to_have_count(1)
