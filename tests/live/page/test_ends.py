"""The end of a game on the page: what moves, the question, the reveal, and what is kept."""

import json
import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.live.page.conftest import People
from tests.live.page.states import CORNERED, FAIR, LOST, WON, Ended, guessed, played
from tests.support.browsing import CHEATED, MEANT_FOR_LETTERS, RARE_FIRST, SKIPPED, WAS_FAIR, Person
from tests.support.running import Service

SMALL_PHONE = {"width": 390, "height": 664}
ANY = "/new?length=8&misses=3&words=en&dealer=any"
LETTERS = "qjxzv"  # no word of eight letters has three of them, so they are three misses
LONG: Ended = {"length": 12, "max_misses": 4}, "zqxj"


def test_accusing_a_cheat_is_right_also_after_a_reload(person: Person, service: Service) -> None:
    page = person.page
    person.opens(ANY)
    with page.expect_request(lambda request: request.method == "POST") as started:
        person.plays()
    assert '"dealer":"any"' in (started.value.post_data or "")
    page.evaluate("now => { performance.now = () => now }", page.evaluate("performance.now()"))
    person.types(LETTERS)
    expect(person.heading).to_have_text("You hang.")
    expect(person.heading).to_be_focused()
    page.keyboard.press("1")  # this soon it was meant for a letter
    page.evaluate("delete performance.now")
    expect(page.locator(".question")).to_be_visible()
    person.rests()
    page.keyboard.press("1")

    headline = page.locator(".headline")
    expect(headline).to_be_focused()
    honest = service.confession(person.game_id)["honest"]
    answer = "You accused an honest dealer. It had" if honest else "Caught. It never had a word."
    expect(headline).to_contain_text(answer)
    [result] = person.device["results"]
    assert (result["claim"], result["honest"]) == ("cheated", honest)
    page.reload()
    expect(headline).to_contain_text(answer)
    expect(page.locator(".question")).to_have_count(0)


def test_claim_is_counted_unless_it_was_skipped(person: Person) -> None:
    for claim in (CHEATED, SKIPPED):
        person.opens(ANY)
        person.plays()
        person.types(LETTERS)
        person.claims(claim)
    right = person.device["results"][0]["honest"] is False
    person.opens("/statistics")
    tally = person.page.get_by_role("row", name="Cheats" if right else "Fair dealers")
    expect(tally.locator("td")).to_have_text(["1", str(int(right))])


def test_play_again_repeats_a_choice_and_not_the_lesson(people: People, service: Service) -> None:
    newcomer, chooser = people(is_new=True), people()
    newcomer.opens(service.post("/games").json()["id"])  # they were sent a game, and see it
    expect(newcomer.page.locator(".keys")).to_be_visible()
    newcomer.opens()
    newcomer.presses("Skip, just play")
    chooser.starts(Length="8 letters")
    for person, again in ((newcomer, {"dealer": "any"}), (chooser, {"length": 8})):
        expect(person.page.locator(".keys")).to_be_visible()
        person.types(RARE_FIRST)
        expect(person.page.locator(".confession")).to_be_visible()  # nothing was asked
        person.rests()
        with person.page.expect_request(lambda request: request.method == "POST") as started:
            person.presses("Again")
        body = json.loads(started.value.post_data or "")
        assert {name: body[name] for name in ("dealer", "length") if name in body} == again


@pytest.mark.parametrize(
    ("ended", "language", "claim", "headline"),
    [
        pytest.param(LOST, "en", CHEATED, "Caught. It never had a word.", id="lost to a cheat"),
        pytest.param(
            LONG, "en", WAS_FAIR, "It fooled you. It never had a word.", id="lost, of 12 letters"
        ),
        pytest.param(
            LONG, "de", WAS_FAIR, "Sie hat dich getäuscht. Sie hatte nie ein Wort.", id="longest"
        ),
        pytest.param(
            CORNERED, "en", CHEATED, "Caught. It never had a word until your 3rd guess.",
            id="cornered",
        ),
        pytest.param(
            FAIR, "en", CHEATED, "You accused an honest dealer. It had JOISTS from the start.",
            id="lost fair",
        ),
        pytest.param(
            WON, "en", WAS_FAIR, "It fooled you. It had no word until your 6th guess cornered it.",
            id="won from a cheat",
        ),
    ],
)  # fmt: skip
def test_end_fits_a_small_phone(
    people: People, service: Service, ended: Ended, language: str, claim: str, headline: str
) -> None:
    person = people(viewport=SMALL_PHONE, reduced_motion="reduce", locale=language)
    person.opens(played(service, *ended))
    fits(person, ".question")
    person.claims(claim)
    expect(person.page.locator(".headline")).to_have_text(headline)
    fits(person, ".end > .pair")
    for button in person.page.locator(".end > .pair > button").all():
        expect(button).to_be_in_viewport(ratio=1)
    expect(person.page.locator(".end > .pair > button")).to_have_count(2)  # Share, Again


def fits(person: Person, part: str) -> None:
    """All of it is seen without scrolling."""
    expect(person.page.locator(part)).to_be_visible()
    box = person.page.locator(part).bounding_box()
    assert box
    assert box["y"] + box["height"] <= SMALL_PHONE["height"]
    assert person.page.evaluate("scrollY") == 0


def test_verdict_and_first_sentence_need_no_confession(person: Person, service: Service) -> None:
    page, refused = person.page, [True]
    problem = {"code": "unavailable", "detail": "Not now."}

    def refuse(route: Route) -> None:
        if refused:
            route.fulfill(status=500, content_type="application/json", body=json.dumps(problem))
        else:
            route.continue_()

    page.route(re.compile(r"/confession\?"), refuse)
    person.opens(played(service, *LOST))
    person.page.get_by_role("button", name="It cheated").click()
    expect(page.locator(".headline")).to_have_text("Caught.")
    late = page.locator(".late")
    expect(late).to_contain_text("The rest of the confession has not come yet.")
    refused.clear()
    person.presses("Try again")
    expect(page.locator(".headline")).to_have_text("Caught. It never had a word.")
    expect(page.locator(".confession")).to_be_visible()
    expect(person.status).to_contain_text("It never had a word.")


# When the first motion of each part begins, in milliseconds after the end came.
TIMELINE = """
() => Object.fromEntries(document.getAnimations()
  .filter(({ effect }) => effect.target.closest(".farewell, .end"))
  .map(({ startTime, effect }) =>
    [effect.target.classList[0], Math.round(startTime + effect.getTiming().delay - window.ended)])
  .sort(([, one], [, other]) => other - one))
"""
# Notes when the end comes, and holds the time of the motions there.
ENDED = """
new MutationObserver(() => {
  if (document.querySelector(".end")) window.ended ??= document.timeline.currentTime;
}).observe(document.querySelector("main"), { childList: true })
"""


def loses(person: Person, service: Service) -> None:
    """Lose a game with a letter on the page; what moves then is held."""
    choices, letters = LOST
    person.opens(guessed(service, choices, letters[:-1])["id"])
    expect(person.used).to_have_count(len(letters) - 1)
    person.page.evaluate(ENDED)
    person.holds_motions()
    person.types(letters[-1])
    expect(person.page.locator(".question")).to_be_visible()


def taps(person: Person, button: Locator) -> None:
    """Tap where a button is or will be."""
    box = button.bounding_box()
    assert box
    person.page.mouse.click(box["x"] + 20, box["y"] + 20)


def goes_to_a_sheet(person: Person) -> None:
    sheet = person.page.locator(".ladder > .sheet").nth(2)
    sheet.locator(".answer").click()
    expect(sheet).to_have_attribute("aria-current", "step")


def test_loss_has_its_beats_and_is_told_at_once(person: Person, service: Service) -> None:
    loses(person, service)
    times = person.page.evaluate(TIMELINE)
    beats = [times[part] for part in ("controls", "man", "last-words", "question")]
    assert beats == sorted(beats)
    assert beats[3] - beats[1] >= 800  # the figure swings, and the words stand alone

    expect(person.heading).to_have_text("You hang.")  # for those who hear it
    expect(person.heading).to_be_focused()
    expect(person.page.get_by_role("button", name="It cheated")).to_be_visible()
    assert "A word of 8 letters" not in person.page.locator("main").aria_snapshot()


def test_tap_that_ends_a_motion_presses_nothing(person: Person, service: Service) -> None:
    loses(person, service)
    cheated = person.page.get_by_role("button", name="It cheated")
    person.page.wait_for_timeout(MEANT_FOR_LETTERS)
    taps(person, cheated)
    taps(person, cheated)  # as quick as that, it was meant for a letter, too
    expect(person.page.locator(".farewell")).to_have_count(0)
    assert person.page.locator(".question").count() == 1
    person.claims("It cheated")
    expect(person.page.locator(".headline")).to_contain_text("Caught.")
    goes_to_a_sheet(person)
    assert person.moving() > 0


def test_buttons_that_faded_in_work_while_others_move(person: Person) -> None:
    person.opens("/new?length=8&misses=3&words=en&dealer=any")
    person.plays()
    person.types(RARE_FIRST)  # an honest word may have one of them
    expect(person.page.locator(".question")).to_be_visible()
    person.page.wait_for_timeout(MEANT_FOR_LETTERS)
    person.follows("Evil Hangman")
    expect(person.page.locator(".card")).to_have_count(1)


def test_lessons_beats_end_with_a_tap_that_presses_nothing(people: People) -> None:
    person = people(is_new=True)
    person.opens()
    person.holds_motions()
    person.presses("E")
    expect(person.heading).to_have_text("“There is no E.”")
    lesson = "document.querySelector('.lesson')"
    assert person.moving(lesson) > 0
    taps(person, person.page.get_by_role("button", name="Next"))
    assert person.moving(lesson) == 0
    expect(person.heading).to_have_text("“There is no E.”")


def test_nothing_moves_for_a_player_who_wants_no_movement(still: Person, service: Service) -> None:
    loses(still, service)
    assert still.moving() == 0
    expect(still.page.locator(".farewell")).to_have_count(0)
    still.claims("It cheated")
    goes_to_a_sheet(still)
    assert still.moving() == 0
