"""Games on the page, in a real browser."""

import re

from playwright.sync_api import Locator, expect

from tests.live.page.conftest import People
from tests.support.browsing import MOVING, Person, no_answers
from tests.support.running import Service

LESSON = "Nine words. Ask for an E."
# Presses R in the page itself, and returns what the next frame shows.
NEXT_FRAME = """
() => new Promise((resolve) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
  requestAnimationFrame(() => resolve({
    key: [...document.querySelectorAll(".keys [data-state]")].map((key) => key.dataset.state),
    status: document.querySelector(".status").textContent,
  }));
})
"""


def key(person: Person, letter: str) -> Locator:
    return person.page.locator(".keys button").filter(has_text=letter).first


def test_game_is_played_by_keyboard_alone(people: People) -> None:
    page, press = (person := people(**MOVING)).page, person.page.keyboard.press
    person.opens()
    press("Tab")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    press("Enter")
    expect(page.locator(".keys")).to_be_visible()
    press("Tab")  # to all keys at once; arrows move between them
    expect(key(person, "A")).to_be_focused()
    for arrow, letter in {"ArrowRight": "B", "ArrowDown": "K", "Home": "A"}.items():
        press(arrow)
        expect(key(person, letter)).to_be_focused()
    press("Enter")
    expect(page.get_by_role("button", name=re.compile("^A, "))).to_be_focused()
    expect(person.used).to_have_count(1)
    person.guesses("eio")
    press("End")
    press("Enter")
    blanks = page.locator(".board .pattern .hidden").count()
    spelled = page.locator(".board .typed")
    person.types("z" * blanks)
    expect(spelled).to_have_count(blanks)
    press("Enter")
    expect(person.status).to_contain_text("Not in the word list. No miss.")
    expect(spelled).to_have_count(blanks)  # the word stays
    press("Backspace")
    expect(spelled).to_have_count(blanks - 1)
    press("Escape")
    expect(spelled).to_have_count(0)
    expect(person.used).to_have_count(4)  # a word is spelled, not guessed by letters
    typing = page.get_by_label("Guess a letter by typing it")
    for _ in range(3):
        press("Tab")
    press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    for _ in range(6):
        press("Tab")
    press("Space")
    expect(typing).not_to_be_checked()
    person.escapes()
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    person.types("uy")
    press("Enter")
    typing.focus()
    press("Space")
    person.escapes()
    person.types("h")
    expect(person.used).to_have_count(5)
    person.ends()
    page.get_by_role("button", name="Fair or cheat?").focus()
    press("Enter")
    expect(page.locator(".keys")).to_be_visible()
    expect(person.used).to_have_count(0)


def test_tab_stops_first_at_a_key_that_works(person: Person) -> None:
    stop = person.page.locator(".keys [tabindex='0']")
    person.starts()
    person.guesses("a")
    person.reloads()
    expect(person.used).to_have_count(1)
    expect(stop).to_have_text("B")
    person.guesses("b")
    expect(stop).to_have_text("C")


def test_each_answer_and_each_mistake_is_announced(person: Person, service: Service) -> None:
    page = person.page
    person.starts(Length="5 letters", Misses_until_you_hang="6")
    person.types("s")
    expect(page.get_by_role("status").first).to_have_text(
        re.compile(r"^No S\.\s+[\d,]+ of [\d,]+ words left\.\s+5 misses left\. 5 letters, none"),
        use_inner_text=False,
    )
    missed = page.get_by_role("button", name="S, miss")
    expect(missed).to_have_attribute("aria-disabled", "true")
    person.types("s")
    expect(person.status).to_contain_text("You have guessed S already. No miss.")
    person.guesses("aeiouy")  # fast: they are guessed in their order
    key(person, "E").click(force=True)  # it looks disabled
    expect(person.status).to_contain_text("You have guessed E already.")
    guesses = service.get(f"/games/{person.game_id}/guesses").json()["guesses"]
    assert [guess["letter"] for guess in guesses] == list("saeiouy")
    person.presses("Word")
    person.types("q")
    person.presses("Say it")
    expect(person.status).to_contain_text("The word has 5 letters.")
    expect(page.locator(".board .typed")).to_have_text(["Q"])
    expect(page.locator(".board .next-blank")).to_have_count(1)
    person.presses("Back")
    expect(page.locator(".board").locator(".typed, .next-blank")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    best = service.get(f"/games/{person.game_id}/hint").json()["letters"][0]
    said = f"{best['letter'].upper()} is in {best['share_with']:.0%} of the words left."
    expect(person.status).to_contain_text(said)
    ringed = page.locator(".keys .best")
    expect(ringed).to_have_text(best["letter"].upper())
    expect(ringed).to_have_attribute("data-share", f"{100 * best['share_with']:.0f}")


def test_choices_are_remembered_and_sent(person: Person, service: Service) -> None:
    length = person.page.get_by_role("combobox", name="Length")
    person.opens()
    person.chooses(Length="5 letters")
    person.page.get_by_label("Hard: Nemesis, no hints, no counts").check()
    person.plays()
    expect(person.page.get_by_text("Hard mode")).to_be_visible()
    expect(person.page.get_by_role("button", name="Hint")).to_have_count(0)
    game = service.get(f"/games/{person.game_id}").json()
    assert (game["length"], game["insight"]) == (5, None)
    person.opens()
    person.chooses(Words="English, almost", Length="45 letters")
    person.chooses(Words="English that everyone knows")
    expect(length).to_have_value("")  # these words have no such length
    person.chooses(Words="English, almost", Length="11 letters", Misses_until_you_hang="5")
    start = person.page.get_by_role("button", name="Play Nemesis, 11 letters")
    expect(start).to_be_visible()
    person.page.get_by_label("Hard: Nemesis").uncheck()
    person.page.get_by_label("Fair:").check()
    person.reloads()
    expect(length).to_have_value("11")
    person.plays()
    game = service.get(f"/games/{person.game_id}").json()
    assert (game["dictionary"], game["length"], game["max_misses"]) == ("en-large", 11, 5)
    person.ends()
    expect(person.page.locator(".headline")).to_contain_text("It was fair. It had")
    assert service.get(f"/games/{person.game_id}").json()["dealer"] == "honest"


def test_press_shows_at_once_and_letters_wait_in_order(person: Person) -> None:
    person.opens()
    play = person.page.get_by_role("button", name="Play", exact=True)
    with no_answers(person, "**/games"):
        play.click()
        expect(play).to_contain_class("working")
    expect(person.page.locator(".keys")).to_be_visible()
    transform = "key => getComputedStyle(key).transform"
    free = key(person, "Q").evaluate(transform)
    key(person, "Q").hover()
    person.page.mouse.down()
    assert key(person, "Q").evaluate(transform) != free
    person.page.mouse.up()
    expect(person.used).to_have_count(1)
    with no_answers(person, "**/guesses"):
        shown = person.page.evaluate(NEXT_FRAME)
        assert shown["key"].count("pending") == 1
        assert shown["status"].startswith("R? The dealer is looking.")
        person.types("tss")
        expect(key(person, "R")).to_have_attribute("data-state", "pending")
        expect(key(person, "T")).to_have_attribute("data-turn", "2")
        expect(key(person, "S")).to_have_attribute("data-turn", "3")
        expect(person.status).to_contain_text("Then T, then S.")
    expect(person.used).to_have_count(4)


def test_lesson_survives_reloads_and_leads_to_a_game(people: People, service: Service) -> None:
    newcomer = people(is_new=True)
    you_deal = newcomer.page.get_by_role("link", name="You deal")
    newcomer.opens("/statistics")
    newcomer.remembers(unfinished=[{"id": "abc"}])
    newcomer.opens()
    expect(newcomer.page.get_by_role("button", name="Fair or cheat?")).to_be_visible()
    expect(you_deal).to_have_count(0)  # before the lesson
    newcomer.opens("/how-to-play")
    expect(newcomer.heading).to_have_text(LESSON)
    newcomer.presses("DE Deutsch")
    for _ in range(2):
        expect(newcomer.heading).to_have_text("Neun Wörter. Frag nach dem E.")
        newcomer.reloads()
    expect(newcomer.heading).to_have_text("Neun Wörter. Frag nach dem E.")
    newcomer.types("ae")
    expect(newcomer.heading).to_have_text("„Kein E dabei.“")
    newcomer.page.get_by_role("button", name="English").click()
    newcomer.reloads()
    expect(newcomer.heading).to_have_text("“There is no E.”")
    newcomer.page.go_back()
    expect(newcomer.heading).to_have_text(LESSON)
    newcomer.presses("E")
    expect(newcomer.heading).to_have_text("“There is no E.”")
    expect(newcomer.page.locator(".nine .kept")).to_have_text(["ALLY", "COOL", "GOOD"])
    expect(newcomer.page.locator(".nine s")).to_have_count(6)
    newcomer.page.get_by_role("button", name="Next").click()
    expect(newcomer.heading).to_be_focused()
    newcomer.plays()
    game = service.get(f"/games/{newcomer.game_id}").json()
    assert (game["length"] in (6, 7, 8), game["max_misses"]) == (True, 6)
    newcomer.guesses("e")
    newcomer.follows("How to play")
    expect(newcomer.heading).to_have_text(LESSON)
    newcomer.follows("Continue your unfinished game")
    expect(newcomer.used).to_have_count(1)
    newcomer.opens()
    expect(newcomer.heading).to_contain_text("Evil Hangman")
    expect(you_deal).to_be_visible()


def test_back_leaves_a_game_that_was_loaded_again_under_a_sheet(person: Person) -> None:
    person.starts()
    person.presses("Settings")
    expect(person.page.get_by_role("dialog")).to_be_visible()
    person.page.reload()
    expect(person.page.locator(".keys")).to_be_visible()
    person.leaves_no_sheet()
    person.page.go_back()
    expect(person.heading).to_contain_text("Evil Hangman")


def test_back_closes_a_sheet_and_then_leaves_the_game(person: Person) -> None:
    settings = person.page.get_by_role("button", name="Settings")
    person.starts()
    person.types("e")
    for close in (person.page.go_back, person.page.get_by_role("button", name="Done").click):
        settings.click()
        expect(person.page.get_by_role("dialog")).to_be_visible()
        close()
        expect(person.page.get_by_role("dialog")).to_have_count(0)
        expect(person.used).to_have_count(1)
        person.leaves_no_sheet()
    person.page.go_back()
    expect(person.heading).to_contain_text("Evil Hangman")


def test_screen_that_does_not_exist_is_the_first_one(person: Person) -> None:
    for address in ("/foo", "/statistic", "/new2?length=8"):
        person.opens(address)
        expect(person.page.locator(".start")).to_be_visible()
        assert not person.game_id
    expect(person.page.get_by_text("gone")).to_have_count(0)


def test_date_is_that_of_todays_game(people: People) -> None:
    """In UTC, wherever the player is."""
    far = people(once=True, timezone_id="Pacific/Kiritimati")  # 14 hours ahead
    far.page.clock.set_fixed_time("2026-03-01T12:00:00Z")
    far.opens()
    expect(far.page.locator("header")).to_contain_text("Sunday, March 1")
