"""The drama of an end: what moves, in which order, and that nobody waits for it."""

from typing import Any

from playwright.sync_api import expect

from tests.live.page.conftest import People
from tests.live.page.states import LOST, guessed
from tests.support.browsing import Person
from tests.support.running import Service

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
STATE = "document.querySelector('.question') ? 'asked' : 'answered'"


def at_the_last_letter(person: Person, service: Service) -> str:
    asked, letters = LOST
    person.opens(guessed(service, asked, letters[:-1])["id"])
    expect(person.used).to_have_count(len(letters) - 1)
    return letters[-1]


def held(person: Person) -> None:
    """From now on the motions of this page stand still, until they are skipped."""
    inspector = person.context.new_cdp_session(person.page)
    inspector.send("Animation.enable")
    inspector.send("Animation.setPlaybackRate", {"playbackRate": 0})


def test_loss_has_its_beats_and_the_question_comes_last(person: Person, service: Service) -> None:
    last = at_the_last_letter(person, service)
    person.page.evaluate(ENDED)
    held(person)
    person.types(last)
    expect(person.page.locator(".question")).to_be_visible()
    times: dict[str, Any] = person.page.evaluate(TIMELINE)

    beats = [times[part] for part in ("controls", "man", "last-words", "question")]
    assert beats == sorted(beats)
    assert beats[3] - beats[1] >= 800  # the figure swings, and the words stand alone


def test_end_is_in_the_page_at_once_for_those_who_hear_it(person: Person, service: Service) -> None:
    last = at_the_last_letter(person, service)
    held(person)
    person.types(last)

    expect(person.heading).to_have_text("You hang.")
    expect(person.heading).to_be_focused()
    expect(person.page.get_by_role("button", name="It cheated")).to_be_visible()
    assert "A word of 8 letters" not in person.page.locator("main").aria_snapshot()


def test_tap_that_ends_a_motion_presses_nothing(people: People, service: Service) -> None:
    person = people()
    last = at_the_last_letter(person, service)
    held(person)
    person.types(last)
    cheated = person.page.get_by_role("button", name="It cheated")
    expect(cheated).to_be_visible()
    person.page.wait_for_timeout(550)
    box = cheated.bounding_box()
    assert box
    person.page.mouse.click(box["x"] + 20, box["y"] + 20)

    expect(person.page.locator(".farewell")).to_have_count(0)
    assert person.page.evaluate(STATE) == "asked"
    cheated.click()
    expect(person.page.locator(".headline")).to_contain_text("Caught.")


def test_buttons_that_faded_in_work_while_others_move(person: Person) -> None:
    person.opens("/new?length=8&misses=3&words=en&dealer=any")
    person.plays()
    person.types("qjx")
    person.page.get_by_role("link", name="Evil Hangman").wait_for()
    expect(person.page.locator(".question")).to_be_visible()
    person.page.wait_for_timeout(550)
    person.page.get_by_role("link", name="Evil Hangman").click()

    expect(person.page.locator(".card")).to_have_count(1)


def test_lessons_beats_end_with_a_tap_that_presses_nothing(people: People) -> None:
    person = people(is_new=True)
    person.opens()
    held(person)
    person.page.get_by_role("button", name="E", exact=True).click()
    expect(person.heading).to_have_text("“There is no E.”")
    moving = "document.querySelector('.lesson').getAnimations({ subtree: true }).length"
    assert person.page.evaluate(moving) > 0
    box = person.page.get_by_role("button", name="Next").bounding_box()
    assert box
    person.page.mouse.click(box["x"] + 20, box["y"] + 20)

    assert person.page.evaluate(moving) == 0
    expect(person.heading).to_have_text("“There is no E.”")


def test_nothing_moves_for_a_player_who_wants_no_movement(people: People, service: Service) -> None:
    person = people(reduced_motion="reduce")
    last = at_the_last_letter(person, service)
    person.types(last)
    expect(person.page.locator(".question")).to_be_visible()

    assert person.page.evaluate("document.getAnimations().length") == 0
    expect(person.page.locator(".farewell")).to_have_count(0)
    person.claims("It cheated")
    assert person.page.evaluate("document.getAnimations().length") == 0
