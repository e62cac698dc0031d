"""A game that the player deals: a guesser asks for letters, and the word families are cards."""

import json
import re
from typing import Any, Final

from playwright.sync_api import Locator, Route, ViewportSize, expect

from tests.live.page.conftest import People
from tests.support.browsing import MOVING, Person, bottom, box
from tests.support.running import Service
from tests.support.waiting import PATIENCE

CARD: Final = ".family-card"
# By length: the misses that `largest-family` forces, and those that `minimax` forces.
FORCED: Final = {6: (7, 12), 7: (8, 11), 8: (7, 8)}
PLAYED: Final = (
    "() => Object.keys(JSON.parse(localStorage['evil-hangman']).par?.misses ?? {}).length > 1"
)


def figures(length: int) -> list[str]:
    """The lines about our dealers at the end of a game."""
    largest, best = FORCED[length]
    nemesis = f"Nemesis, the dealer that looks ahead: {best}."
    return [f"Always the largest family: {largest}.", nemesis]


def cards(person: Person) -> Locator:
    return person.page.locator(CARD)


def deals(person: Person, length: int = 7) -> None:
    person.opens(f"/deal?{length}")
    expect(cards(person).first).to_be_visible()


def answers(person: Person) -> list[Any]:
    """The answers of the latest game dealt, as the device stores them."""
    [deal, *_] = person.device.get("deals", [{"answers": []}])
    return list(deal["answers"])


def gives(person: Person, number: int = 1) -> None:
    """Answer with a card, and wait for the next question or the end."""
    before = person.heading.inner_text()
    person.page.keyboard.press(str(number))
    person.page.keyboard.press("Shift")  # ends the motion
    expect(person.heading).not_to_have_text(before)
    expect(person.page.locator(f"{CARD}, .deal-end").first).to_be_visible()


def deals_on(person: Person) -> None:
    """Keep the largest family, until the end."""
    while person.page.locator(".deal-end").count() == 0:
        gives(person)


def knows_the_figures(person: Person) -> None:
    """Wait until the page knows what the service's dealers would have forced."""
    person.page.wait_for_function(PLAYED, timeout=1000 * PATIENCE)


def test_word_families_are_answers_that_the_device_keeps(people: People) -> None:
    page = (person := people(**MOVING)).page
    person.opens()
    page.get_by_role("link", name="You deal").click()
    expect(person.heading).to_have_text("The guesser asks for E.")
    expect(person.status).to_contain_text("You have no word, only 9,503 that fit.")
    expect(person.status).to_contain_text("Each card is a word family")
    expect(cards(person)).to_have_count(5)
    for nth, name in enumerate((
        "No E a miss : 2,934 words such as THOUGHT, UNKNOWN, UNHAPPY…",
        "E, sixth: 2,362 words such as SHOPPED, OPPOSED, CHOOSES…",
    )):  # fmt: skip
        expect(cards(person).nth(nth)).to_have_accessible_name(name)
    expect(page.locator(".tallies svg")).to_have_count(9)
    person.presses("50 more answers")
    expect(cards(person)).to_have_count(55)
    expect(cards(person).nth(5)).to_be_focused()
    cards(person).nth(1).click()
    expect(person.heading).to_have_text("It asks for S.")
    expect(person.status).to_contain_text("Yes: E, sixth. You have no word, only 2,362 that fit.")
    expect(page.locator(".counts")).to_contain_text("It has 9 misses left")
    person.presses("Take it back")
    expect(person.heading).to_have_text("The guesser asks for E.")
    assert answers(person) == []
    gives(person)
    expect(page.locator(".counts")).to_contain_text("It has 8 misses left")
    expect(page.locator(".strip")).to_be_visible()
    expect(page.locator(".strip li")).to_have_text(re.compile("^E ?No ?2,934"))

    gives(person)
    question = person.heading.inner_text()
    person.reloads()
    expect(person.heading).to_have_text(question)
    expect(page.locator(".counts")).to_contain_text("It has 7 misses left")
    person.opens()
    person.follows("You deal Go on")
    expect(person.heading).to_have_text(question)
    posted = [request.url for request in person.requests if request.method == "POST"]
    assert {url.rpartition("/")[2] for url in posted} == {"hints", "families"}  # it stores no game
    [deal] = person.device["deals"]
    person.remembers(deals=[{**deal, "fingerprint": "other"}])
    person.reloads()
    expect(person.heading).to_have_text("The guesser asks for E.")
    expect(person.status).to_contain_text("The words have changed since. This is a new game.")


def test_end_has_the_figures_of_our_dealers(person: Person) -> None:
    page, (largest, best) = person.page, FORCED[7]
    deals(person)
    expect(page.locator(".tallies svg")).to_have_count(largest + 1)
    deals_on(person)
    knows_the_figures(person)
    expect(person.heading).to_have_text("It got away.")
    expect(page.locator(".deal-end .gallows")).to_have_attribute("data-status", "won")
    expect(page.locator(".figures p")).to_have_text([f"You forced {largest} misses.", *figures(7)])
    for row, misses in enumerate((largest, largest, best)):
        expect(page.locator(f".figures p:nth-child({row + 1}) svg")).to_have_count(misses)
    expect(page.get_by_text("You gave no word away")).to_be_visible()
    person.reloads()
    expect(page.locator(".deal-end")).to_be_visible()
    person.opens()  # a game that has ended gives way to a new one of that length
    person.follows("You deal Be the cheat yourself.")
    expect(page.locator(".tallies svg")).to_have_count(largest + 1)
    expect(page).to_have_url(f"{person.url}/#/deal?7")
    page.get_by_role("combobox", name="Length").select_option("6 letters")
    expect(page.locator(".broad").first).to_be_attached()
    expect(person.status).to_contain_text("only 6,947 that fit")
    expect(page).to_have_url(f"{person.url}/#/deal?6")


def test_hanged_guesser_is_dealt_on_to_the_last_letter(person: Person, service: Service) -> None:
    page, outcome = person.page, person.page.locator(".outcome")
    deals(person, 6)
    for number in (1, 1, 2):  # as `minimax` deals
        gives(person, number)
    deals_on(person)
    expect(person.heading).to_have_text("It hangs.")
    expect(page.locator(".deal-end .gallows")).to_have_attribute("data-status", "lost")
    expect(outcome).to_contain_text("better than the classic cheat")
    expect(outcome).to_contain_text("You never had a word. 11 still fit: COMING")
    expect(page.locator(".figures")).to_contain_text("You forced 8 misses so far.")
    expect(page.locator(".sheet")).to_have_count(len(answers(person)))
    person.reloads()
    expect(person.heading).to_have_text("It hangs.")
    person.presses("Keep dealing")
    expect(page.locator(".counts")).to_contain_text("It has made 8 misses")
    expect(cards(person).first).to_be_visible()
    gives(person)
    expect(page.locator(".counts")).to_contain_text("9 misses, 8 would have hanged it")
    deals_on(person)
    knows_the_figures(person)
    expect(page.locator(".figures p")).to_have_text(["You forced 12 misses.", *figures(6)])
    expect(outcome).to_contain_text("It found FOXING in 18 letters:")
    expect(page.locator(".asked-for li")).to_have_count(18)
    expect(outcome).to_contain_text("As many misses as Nemesis, who looks ahead.")
    expect(page.locator(".worst")).to_have_count(0)  # giving words away was not a mistake
    said = page.locator(".sheet .sentence").first
    expect(said).to_contain_text("It asked for E. You said: “Not there.” You kept 2,432 of 6,947")
    person.presses("Share")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("I forced 12 misses. The largest family forces 7, Nemesis 12.")
    expect(dialog).to_contain_text(f"{service.url}/#/deal?6")
    expect(dialog).not_to_contain_text("FOXING")


def test_answer_that_cost_the_game_is_shown_beside_a_better_one(person: Person) -> None:
    deals(person, 8)
    while person.page.locator(".deal-end").count() == 0:
        gives(person, min(3, cards(person).count()))
    expect(person.heading).to_have_text("It got away.")
    knows_the_figures(person)
    expect(person.page.locator(".figures p + p")).to_have_text(figures(8))
    expect(person.page.locator(".worst")).to_contain_text("you gave away")
    expect(person.page.locator(".worst p")).to_have_text(
        [re.compile("^You said “.+”[0-9,]+$"), re.compile("^“.+” keeps[0-9,]+$")]
    )


def test_answer_is_kept_without_a_network_and_through_a_refusal(person: Person) -> None:
    page = person.page
    person.opens()
    person.follows("Statistics")  # loads the parts that come later
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    person.context.set_offline(True)
    page.evaluate("location.hash = '/deal?7'")
    expect(person.trouble).to_contain_text("Your game starts as soon as there is one.")
    person.context.set_offline(False)
    expect(cards(person)).to_have_count(5)
    expect(person.trouble).to_be_empty()
    knows_the_figures(person)
    person.context.set_offline(True)
    cards(person).first.press("1")
    expect(person.trouble).to_contain_text("Your move is kept")
    expect(page.locator(".table")).to_be_focused()
    assert len(answers(person)) == 1  # also if the tab is closed now
    person.context.set_offline(False)
    expect(cards(person).first).to_contain_text("No I")
    person.is_refused("**/families", 429)
    page.keyboard.press("1")
    expect(person.trouble).to_have_text("Too many requests. Trying again after 1 s.")
    expect(person.heading).to_have_text("It asks for A.")
    expect(person.trouble).to_be_empty()
    page.evaluate("void (Storage.prototype.setItem = () => { throw Error('no room') })")
    gives(person)
    expect(person.trouble).to_contain_text("if you reload the page, it is lost")


def test_game_goes_on_in_every_tab(person: Person) -> None:
    deals(person)
    other = person.context.new_page()
    other.goto(person.page.url)
    expect(other.locator(CARD).first).to_be_visible()
    gives(person)
    gives(person)
    third = person.heading.inner_text()
    expect(other.locator("h1")).to_have_text(third)
    other.locator(CARD).first.click()
    expect(other.locator("h1")).not_to_have_text(third)
    expect(person.heading).to_have_text(other.locator("h1").inner_text())
    assert len(answers(person)) == 3


def test_dictionaries_are_listed_again_if_one_is_gone(person: Person) -> None:
    gone = {"code": "invalid-input", "errors": [{"code": "unknown-dictionary"}]}
    person.page.route("**/hints", lambda route: route.fulfill(status=422, json=gone))
    person.opens("/deal?7")
    expect(person.heading).to_have_text("That did not work")
    person.page.unroute("**/hints")
    person.follows("New game")
    person.page.get_by_role("link", name="You deal").click()
    expect(cards(person).first).to_be_visible()
    assert sum(request.url.endswith("/dictionaries") for request in person.requests) == 2


def test_lone_family_ends_a_game_without_our_dealers(person: Person, service: Service) -> None:
    """Our dealers fail in the background, where they request one word of each family."""

    def lone(route: Route) -> None:
        question = json.loads(route.request.post_data or "")
        if question["words"] == 1:
            return route.fulfill(status=500, json={"code": "internal-error", "detail": ""})
        families = service.post("/families", json=question).json()
        first = {**families["families"][0], "word_count": 1, "words": ["bullock"]}
        return route.fulfill(json={**families, "family_count": 1, "families": [first]})

    person.page.route("**/families", lone)
    deals(person)
    expect(person.status).to_contain_text("this is the only answer")
    gives(person)
    expect(person.heading).to_have_text("It got away.")
    expect(person.page.locator(".outcome")).to_contain_text("It found BULLOCK in 7 letters:")
    expect(person.page.locator(".figures p")).to_have_text(
        ["You forced 1 miss.", "Cheat is still dealing.", "Nemesis is still dealing."]
    )


def test_cards_are_given_by_key_and_a_key_only_ends_the_motion(person: Person) -> None:
    page, keyboard = person.page, person.page.keyboard
    deals(person)
    cards(person).first.focus()
    keyboard.press("ArrowDown")
    expect(cards(person).nth(2)).to_be_focused()  # two stand in a line
    keyboard.press("ArrowUp")
    keyboard.press("Enter")
    expect(person.heading).to_have_text("It asks for I.")
    expect(cards(person).first).to_be_focused()
    keyboard.press("2")
    assert person.moving() == 0
    expect(page.locator(".strip li")).to_have_count(2)
    keyboard.press("9")  # there is no such card

    knows_the_figures(person)
    page.emulate_media(reduced_motion="no-preference")
    third = person.heading.inner_text()
    with page.expect_response("**/families"):  # otherwise no card could be given
        keyboard.press("1")
        assert person.moving() > 0
        page.evaluate("() => document.getAnimations().forEach((motion) => motion.pause())")
    page.wait_for_timeout(100)
    keyboard.press("1")  # ends the motion
    expect(person.heading).not_to_have_text(third)
    expect(page.locator(".strip li")).to_have_count(3)
    assert len(answers(person)) == 3


def test_phone_shows_the_question_and_five_answers_at_once(people: People) -> None:
    small: ViewportSize = {"width": 390, "height": 664}
    person = people(viewport=small, has_touch=True, is_mobile=True)
    deals(person, 8)
    gives(person)
    for part in (CARD, ".take-back"):
        last = person.page.locator(part).last
        assert bottom(last) <= small["height"]
        assert box(last)["height"] >= 44
    assert person.page.evaluate("document.documentElement.scrollWidth") == small["width"]
