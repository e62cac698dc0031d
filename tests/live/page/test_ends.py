"""The end of a game on the page: what moves, the question, the reveal, and what is kept."""

import json
import re

from playwright.sync_api import Locator, Route, expect

from tests.live.page.conftest import People
from tests.live.page.states import LOST, guessed, played
from tests.support.browsing import MEANT_FOR_LETTERS, MOVING, RARE_FIRST, Person
from tests.support.running import Service

ANY = "/new?length=8&misses=3&words=en&dealer=any"
LETTERS = "qjxzv"  # no word of eight letters has three of them, so they are three misses


def test_claim_is_answered_once_and_counted(people: People, service: Service) -> None:
    person = people(**MOVING)
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

    person.opens(ANY)
    person.plays()
    person.types(LETTERS)
    person.claims()  # a claim that is skipped does not count
    person.opens("/statistics")
    tally = page.get_by_role("row", name="Fair dealers" if honest else "Cheats")
    expect(tally.locator("td")).to_have_text(["1", str(int(not honest))])


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


def taps(person: Person, button: Locator) -> None:
    """Tap where a button is or will be."""
    box = button.bounding_box()
    assert box
    person.page.mouse.click(box["x"] + 20, box["y"] + 20)


def test_loss_has_its_beats_and_a_tap_only_ends_them(people: People, service: Service) -> None:
    person = people(**MOVING)
    choices, letters = LOST
    person.opens(guessed(service, choices, letters[:-1])["id"])
    expect(person.used).to_have_count(len(letters) - 1)
    person.page.evaluate(ENDED)
    person.holds_motions()
    person.types(letters[-1])
    expect(person.page.locator(".question")).to_be_visible()
    times = person.page.evaluate(TIMELINE)
    beats = [times[part] for part in ("controls", "man", "last-words", "question")]
    assert beats == sorted(beats)
    assert beats[3] - beats[1] >= 800  # the figure swings, and the words stand alone
    expect(person.heading).to_have_text("You hang.")  # for those who hear it
    expect(person.heading).to_be_focused()
    assert "A word of 8 letters" not in person.page.locator("main").aria_snapshot()

    cheated = person.page.get_by_role("button", name="It cheated")
    person.page.wait_for_timeout(MEANT_FOR_LETTERS)
    taps(person, cheated)
    taps(person, cheated)  # as quick as that, it was meant for a letter, too
    expect(person.page.locator(".farewell")).to_have_count(0)
    assert person.page.locator(".question").count() == 1
    expect(person.page.locator(".question .asked-for li")).to_have_count(len(LOST[1]))
    person.claims("It cheated")
    expect(person.page.locator(".headline")).to_contain_text("Caught.")
    ended = person.page.locator("h1.ended")
    expect(ended).to_have_text("You hang.")
    assert (ended.bounding_box() or {"height": 0})["height"] > 8  # it is seen, not only heard
    sheet = person.page.locator(".ladder > .sheet").nth(2)
    sheet.locator(".answer").click()
    expect(sheet).to_have_attribute("aria-current", "step")
    assert person.moving() > 0


def test_buttons_that_faded_in_work_while_others_move(people: People, service: Service) -> None:
    person = people(**MOVING)
    choices, letters = LOST
    person.opens(guessed(service, choices, letters[:-1])["id"])
    person.types(letters[-1])
    expect(person.page.locator(".question")).to_be_visible()
    person.page.wait_for_timeout(MEANT_FOR_LETTERS)
    person.follows("Evil Hangman")
    expect(person.page.locator(".card")).to_have_count(1)


def test_lessons_beats_end_with_a_tap_that_presses_nothing(people: People) -> None:
    person = people(is_new=True, **MOVING)
    person.opens()
    person.holds_motions()
    person.presses("E")
    expect(person.heading).to_have_text("“There is no E.”")
    lesson = "document.querySelector('.lesson')"
    assert person.moving(lesson) > 0
    taps(person, person.page.get_by_role("button", name="Next"))
    assert person.moving(lesson) == 0
    expect(person.heading).to_have_text("“There is no E.”")
