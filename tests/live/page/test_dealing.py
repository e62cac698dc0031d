"""A game that the player deals: a guesser asks for letters, and the word families are cards."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Request, Route, ViewportSize, expect

from tests.live.page.conftest import People
from tests.support.browsing import Person
from tests.support.running import Service
from tests.support.waiting import PATIENCE

CARD: Final = ".family-card"
# The misses that always keeping the largest family forces, and those that `minimax` forces.
FORCED: Final = {6: (7, 12), 7: (8, 11), 8: (7, 8)}
DEVICE: Final = "() => JSON.parse(localStorage['evil-hangman'])"
MOVES: Final = "() => document.getAnimations().length"


def deals(person: Person, length: int = 7) -> None:
    person.opens(f"/deal?{length}")
    expect(person.page.locator(CARD).first).to_be_visible()


def device(person: Person) -> Any:
    """What this device remembers."""
    return person.page.evaluate(DEVICE)


def answers(person: Person) -> list[Any]:
    """The answers of the game that was dealt last, as the device has them."""
    [deal, *_] = device(person).get("deals", [{"answers": []}])
    return list(deal["answers"])


def gives(person: Person, number: int = 1) -> None:
    """Answer with a card, and wait for the next question or the end."""
    before = person.heading.inner_text()
    person.page.keyboard.press(str(number))
    person.page.keyboard.press("Shift")  # ends the motion
    expect(person.heading).not_to_have_text(before)
    expect(person.page.locator(f"{CARD}, .deal-end").first).to_be_visible()


def choice_of(person: Person, service: Service, length: int, dealer: str) -> int:
    """The number of the card that a dealer would give."""
    given = answers(person)
    pattern = ["_"] * length
    for answer in given:
        for place in answer["positions"]:
            pattern[place] = answer["letter"]
    wrong = [answer["letter"] for answer in given if not answer["hit"]]
    letter = person.heading.inner_text().removeprefix("It asks for ")[0].lower()
    asked = {"pattern": "".join(pattern), "wrong_letters": wrong, "letter": letter}
    told = service.post("/families", json={**asked, "dealers": [dealer]}).json()
    [kept] = told["choices"][0]["families"]
    places = [family["positions"] for family in told["families"]]
    return places.index(kept["positions"]) + 1


def deals_like(person: Person, service: Service, length: int, dealer: str) -> None:
    while person.page.locator(".deal-end").count() == 0:
        gives(person, choice_of(person, service, length, dealer))


def knows_the_figures(person: Person) -> None:
    """Wait until the page has played for the service's dealers."""
    person.page.wait_for_function(
        "() => Object.keys(JSON.parse(localStorage['evil-hangman']).par?.misses ?? {}).length > 1",
        timeout=1000 * PATIENCE,
    )


def test_word_families_are_the_answers_to_a_letter(person: Person) -> None:
    page = person.page
    person.opens()
    page.get_by_role("link", name="You deal").click()
    expect(person.heading).to_have_text("It asks for E.")
    expect(person.status).to_contain_text("You have no word, only 9,503 that fit.")
    cards = page.locator(CARD)
    expect(cards).to_have_count(5)
    for card, name in (
        (cards.first, "No E a miss : 2,934 words such as THOUGHT, UNKNOWN, UNHAPPY…"),
        (cards.nth(1), "E at place 6: 2,362 words such as SHOPPED, OPPOSED, CHOOSES…"),
    ):
        expect(card).to_have_accessible_name(name)
    expect(page.locator(".tallies svg")).to_have_count(9)
    page.get_by_role("button", name="50 more answers").click()
    expect(cards).to_have_count(55)
    expect(cards.nth(5)).to_be_focused()

    cards.nth(1).click()
    expect(person.heading).to_have_text("It asks for S.")
    expect(person.status).to_contain_text("Yes: E, sixth. You have no word, only 2,362 that fit.")
    expect(page.locator(".counts")).to_contain_text("It has 9 misses left")
    page.get_by_role("button", name="Take it back").click()
    expect(person.heading).to_have_text("It asks for E.")
    assert answers(person) == []
    gives(person)
    expect(page.locator(".counts")).to_contain_text("It has 8 misses left")
    expect(page.locator(".strip")).to_be_visible()
    expect(page.locator(".strip li")).to_have_text(re.compile("^E ?No ?2,934"))


def test_miss_is_always_among_the_first_cards(person: Person, service: Service) -> None:
    """Also where five other families are larger."""
    hint = {"letters": [{"letter": "s", "share_with": 1, "share_left": 1}]}
    person.page.route("**/hints", lambda route: route.fulfill(json=hint))

    def small(route: Route) -> None:
        families = service.post("/families", json={"length": 7, "letter": "s", "words": 3}).json()
        miss = next(family for family in families["families"] if not family["positions"])
        others = [family for family in families["families"] if family is not miss]
        route.fulfill(json={**families, "families": [*others[:6], miss, *others[6:]]})

    person.page.route("**/families", small)
    deals(person)

    expect(person.page.locator(CARD)).to_have_count(5)
    expect(person.page.locator(CARD).last).to_contain_text("No S")


@pytest.mark.parametrize("length", FORCED)
def test_figures_are_those_that_the_services_dealers_force(
    people: People, service: Service, length: int
) -> None:
    largest, best = FORCED[length]
    person = people(reduced_motion="reduce")
    deals(person, length)
    expect(person.page.locator(".tallies svg")).to_have_count(largest + 1)
    deals_like(person, service, length, "largest-family")
    knows_the_figures(person)

    expect(person.heading).to_have_text("It got away.")
    expect(person.page.locator(".deal-end .gallows")).to_have_attribute("data-status", "won")
    expect(person.page.locator(".figures p")).to_have_text(
        [f"You forced {largest} misses.", f"Always the largest family: {largest}.",
         f"Nemesis, looking ahead: {best}."])  # fmt: skip
    for row, misses in enumerate((largest, largest, best)):
        expect(person.page.locator(f".figures p:nth-child({row + 1}) svg")).to_have_count(misses)
    expect(person.page.get_by_text("You gave no word away")).to_be_visible()


def test_hanged_guesser_is_dealt_on_to_the_last_letter(people: People, service: Service) -> None:
    person = people(reduced_motion="reduce")
    page = person.page
    deals(person, 6)
    deals_like(person, service, 6, "minimax")
    expect(person.heading).to_have_text("It hangs.")
    expect(page.locator(".deal-end .gallows")).to_have_attribute("data-status", "lost")
    expect(page.locator(".outcome")).to_contain_text("better than the classic cheat")
    expect(page.locator(".outcome")).to_contain_text("You never had a word. 11 still fit: COMING")
    expect(page.locator(".figures")).to_contain_text("You forced 8 misses so far.")
    expect(page.locator(".sheet")).to_have_count(len(answers(person)))
    person.reloads()
    expect(person.heading).to_have_text("It hangs.")
    page.get_by_role("button", name="Keep dealing").click()
    expect(page.locator(".counts")).to_contain_text("It has made 8 misses")
    deals_like(person, service, 6, "minimax")
    knows_the_figures(person)

    expect(page.locator(".figures p").first).to_have_text("You forced 12 misses.")
    expect(page.locator(".outcome")).to_contain_text("It found FOXING in 18 letters:")
    expect(page.locator(".asked-for li")).to_have_count(18)
    expect(page.locator(".worst")).to_contain_text("At I you gave away 280 words.")
    expect(page.locator(".worst p")).to_have_text(["You said “Yes, fourth”264", "“No I” keeps544"])
    said = page.locator(".sheet .sentence").first
    expect(said).to_contain_text("It asked for E. You said: “Not there.” You kept 2,432 of 6,947")
    page.get_by_role("button", name="Share").click()
    told = "I forced 12 misses. The largest family forces 7, Nemesis 12."
    expect(page.locator("dialog")).to_contain_text(told)
    expect(page.locator("dialog")).to_contain_text(f"{service.url}/#/deal?6")
    expect(page.locator("dialog")).not_to_contain_text("FOXING")


def test_interrupted_game_is_kept_on_the_device_alone(
    person: Person,
) -> None:
    page = person.page
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request))
    deals(person)
    gives(person)
    gives(person)
    question = person.heading.inner_text()
    person.reloads()
    expect(person.heading).to_have_text(question)
    expect(page.locator(".counts")).to_contain_text("It has 7 misses left")
    person.opens()
    expect(page.get_by_role("link", name="You deal Go on")).to_be_visible()
    page.get_by_role("link", name="You deal").click()
    expect(person.heading).to_have_text(question)

    posted = {request.url.rpartition("/")[2] for request in asked if request.method == "POST"}
    assert posted == {"hints", "families"}


def test_ended_game_gives_way_to_a_new_one_of_that_length(people: People, service: Service) -> None:
    person = people(reduced_motion="reduce")
    page = person.page
    deals(person, 8)
    deals_like(person, service, 8, "largest-family")
    person.reloads()
    expect(page.locator(".deal-end")).to_be_visible()
    person.opens()
    page.get_by_role("link", name="You deal Be the cheat yourself.").click()
    expect(page.locator(".tallies svg")).to_have_count(8)
    assert page.url.endswith("#/deal?8")
    page.get_by_role("combobox", name="Length").select_option("6 letters")
    expect(page.locator(".broad").first).to_be_attached()
    expect(person.status).to_contain_text("only 6,947 that fit")
    assert page.url.endswith("#/deal?6")


def test_words_that_have_changed_are_dealt_anew(person: Person) -> None:
    deals(person)
    gives(person)
    person.page.evaluate(
        """() => {
          const all = JSON.parse(localStorage["evil-hangman"]);
          all.deals[0].fingerprint = "other";
          localStorage["evil-hangman"] = JSON.stringify(all);
        }"""
    )
    person.reloads()

    expect(person.heading).to_have_text("It asks for E.")
    expect(person.status).to_contain_text("The words have changed since. This is a new game.")


def test_answer_is_kept_without_a_network_and_through_a_refusal(people: People) -> None:
    person = people(reduced_motion="reduce")
    page = person.page
    person.opens()
    page.get_by_role("link", name="Statistics").click()  # loads what comes later
    expect(page.locator(".statistics")).to_be_visible()
    person.context.set_offline(True)
    page.evaluate("location.hash = '/deal?7'")
    expect(person.trouble).to_contain_text("Your game starts as soon as there is one.")
    person.context.set_offline(False)
    expect(page.locator(CARD)).to_have_count(5)
    expect(person.trouble).to_be_empty()
    knows_the_figures(person)

    person.context.set_offline(True)
    page.keyboard.press("1")
    expect(person.trouble).to_contain_text("Your move is kept")
    assert len(answers(person)) == 1  # also if the tab is closed now
    person.context.set_offline(False)
    expect(page.locator(CARD).first).to_contain_text("No I")

    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        if len(refused) == 1:
            route.fulfill(status=429, headers={"Retry-After": "1"}, body="{}")
        else:
            route.continue_()

    page.route("**/families", refuse)
    page.keyboard.press("1")
    expect(person.trouble).to_have_text("Too many requests. Trying again in 1 second.")
    expect(person.heading).to_have_text("It asks for A.")
    expect(person.trouble).to_be_empty()
    assert len(refused) == 2


def test_last_family_is_the_only_answer_and_its_word_is_spelled(
    people: People, service: Service
) -> None:
    person = people(reduced_motion="reduce")
    page = person.page

    def lone(route: Route) -> None:
        """Of the player's own questions; the background's are for one word of each family."""
        asked = json.loads(route.request.post_data or "")
        if asked["words"] == 1:
            return route.continue_()
        told = service.post("/families", json=asked).json()
        first = {**told["families"][0], "word_count": 1, "words": ["bullock"]}
        return route.fulfill(json={**told, "family_count": 1, "families": [first]})

    page.route("**/families", lone)
    deals(person)
    expect(person.status).to_contain_text("this is the only answer")
    expect(page.locator(CARD)).to_have_count(1)
    expect(page.locator(".more-answers")).to_have_count(0)
    gives(person)

    expect(page.locator(".outcome")).to_contain_text("It found BULLOCK in 7 letters:")
    letters = page.locator(".asked-for li")
    expect(letters).to_have_text([re.compile(f"^{letter}") for letter in "EBCKLOU"])


def test_game_ends_without_the_figures_of_dealers_that_fail(people: People) -> None:
    person = people(reduced_motion="reduce")
    page = person.page

    def fail(route: Route) -> None:
        """In the background, which asks for one word of each family."""
        if json.loads(route.request.post_data or "")["words"] == 1:
            return route.fulfill(status=500, json={"code": "internal-error", "detail": ""})
        return route.continue_()

    page.route("**/families", fail)
    deals(person, 8)
    while page.locator(".deal-end").count() == 0:
        gives(person)

    expect(person.heading).to_have_text("It got away.")
    expect(page.locator(".figures p")).to_have_text(
        ["You forced 7 misses.", "Cheat is still dealing.", "Nemesis is still dealing."]
    )


def test_cards_are_given_by_key_alone(people: People) -> None:
    person = people(reduced_motion="reduce")
    page = person.page
    deals(person)
    page.locator(CARD).first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(CARD).nth(2)).to_be_focused()  # two stand in a line
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(person.heading).to_have_text("It asks for I.")
    expect(page.locator(CARD).first).to_be_focused()
    page.keyboard.press("2")
    expect(page.locator(".strip li")).to_have_count(2)
    page.keyboard.press("9")  # there is no such card
    expect(page.locator(".strip li")).to_have_count(2)


def test_key_ends_the_motion_and_answers_nothing(
    people: People,
) -> None:
    person = people()
    page = person.page
    deals(person)
    knows_the_figures(person)
    page.wait_for_function("() => document.getAnimations().length === 0")
    page.keyboard.press("1")
    assert page.evaluate(MOVES) > 0
    page.evaluate("() => document.getAnimations().forEach((motion) => motion.pause())")
    page.keyboard.press("1")  # ends it
    expect(person.heading).to_have_text("It asks for I.")
    expect(page.locator(CARD).first).to_contain_text("No I")
    assert len(answers(person)) == 1

    still = people(reduced_motion="reduce")
    deals(still)
    still.page.keyboard.press("1")
    assert still.page.evaluate(MOVES) == 0
    expect(still.page.locator(CARD).first).to_contain_text("No I")
    assert still.page.evaluate(MOVES) == 0


def test_it_is_offered_once_the_lesson_has_been_seen(people: People) -> None:
    person = people(is_new=True)
    begun = json.dumps({"unfinished": [{"id": "abc"}]})
    person.opens("/statistics")
    person.page.evaluate("all => { localStorage['evil-hangman'] = all }", begun)
    person.opens()
    expect(person.page.get_by_role("button", name="Fair or cheat?")).to_be_visible()
    expect(person.page.get_by_role("link", name="You deal")).to_have_count(0)
    person.opens("/how-to-play")
    person.opens()
    expect(person.page.get_by_role("link", name="You deal")).to_be_visible()


def test_phone_shows_the_question_and_five_answers_at_once(people: People) -> None:
    small: ViewportSize = {"width": 390, "height": 664}
    person = people(viewport=small, reduced_motion="reduce", has_touch=True, is_mobile=True)
    deals(person, 8)
    gives(person)

    for part in (CARD, ".take-back"):
        box = person.page.locator(part).last.bounding_box()
        assert box
        assert box["y"] + box["height"] <= small["height"]
        assert box["height"] >= 44
    assert person.page.evaluate("document.documentElement.scrollWidth") == small["width"]
    person.page.set_viewport_size({"width": 320, "height": 640})
    assert person.page.evaluate("document.documentElement.scrollWidth") == 320
