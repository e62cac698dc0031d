"""The confession on the page: its row, the graph, the ladder, and what they say to whom."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.live.page.conftest import People
from tests.live.page.states import CORNERED, FAIR, LOST, SCREENS, WON, Ended, guessed, played
from tests.support.browsing import CHEATED, PHONE, WAS_FAIR, Person, bottom
from tests.support.running import Service

SMALL_PHONE: ViewportSize = {"width": 390, "height": 664}
DRAWN = "() => document.querySelectorAll('.drawing .drawn').length"
# Labels of a bar that are seen in part: their text is wider than what shows of it.
CUT_LABELS = """
() => [...document.querySelectorAll(".piece [aria-hidden], .piece [aria-hidden] *")]
  .filter((label) => label.checkVisibility() && label.textContent && !label.querySelector("*"))
  .filter((label) => {
    const style = getComputedStyle(label);
    const margin = style.overflow === "clip" ? parseFloat(style.overflowClipMargin) || 0 : 0;
    const shown = label.clientWidth + margin;
    return shown > 0 && label.scrollWidth > shown;
  })
  .map((label) => label.textContent)
"""
WIDTHS = "boxes => boxes.map(box => box.getBoundingClientRect().width)"


def sheets(person: Person) -> Locator:
    return person.page.locator(".ladder > .sheet")


def ends(people: People, service: Service, ended: Ended, claim: str, **context: Any) -> Person:
    """Bring a person to the end of a game; a small phone must show it without scrolling."""
    person = people(viewport=SMALL_PHONE, **context)
    person.opens(played(service, *ended))
    fits(person, ".question")
    person.claims(claim)
    fits(person, ".end > .pair")
    for button in person.page.locator(".end > .pair > button").all():
        expect(button).to_be_in_viewport(ratio=1)
    expect(person.page.locator(".end > .pair > button")).to_have_count(2)  # Share, Again
    return person


def fits(person: Person, part: str) -> None:
    """Check that a part is visible without scrolling."""
    expect(person.page.locator(part)).to_be_visible()
    assert bottom(person.page.locator(part)) <= SMALL_PHONE["height"]
    assert person.page.evaluate("scrollY") == 0


LONG_HEADLINE: Ended = {"length": 12, "max_misses": 4}, "zqxj"
FOOLED = "Er hat dich getäuscht. Er hatte nie ein Wort."
ONLY = "From your 3rd guess on it had only OTORHINOLARYNGOLOGISTS."


@pytest.mark.parametrize(
    ("ended", "claim", "language", "part", "said"),
    [
        (LONG_HEADLINE, WAS_FAIR, "de", ".headline", FOOLED),
        (CORNERED, CHEATED, "en", ".evidence", ONLY),
    ],
)
def test_end_fits_a_small_phone(
    people: People, service: Service, ended: Ended, claim: str, language: str, part: str, said: str
) -> None:
    person = ends(people, service, ended, claim, locale=language)
    expect(person.page.locator(part)).to_have_text(said)


def test_cheat_confesses_in_a_sentence_number_and_ladder(people: People, service: Service) -> None:
    person = ends(people, service, LOST, CHEATED)
    page, game = person.page, person.game_id
    expect(page.locator(".headline")).to_have_text("Caught. It never had a word.")
    shown = page.locator(".ladder > .sheet:visible")
    expect(shown).to_have_count(0)  # folded
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * SMALL_PHONE["height"]
    with page.expect_response("**/review"):  # which is not requested before
        person.unfolds()
    expect(shown).to_have_count(3 + 1)  # the cruellest, and the end
    page.goto(f"{person.url}/#{game}/5")  # one that is folded away
    expect(shown).to_have_count(8 + 1)
    page.goto(f"{person.url}/#{game}")
    page.set_viewport_size(SCREENS[0])
    person.reloads()
    person.claims()
    person.unfolds()
    confession = service.confession(game)
    word = service.get(f"/games/{game}").json()["word"].upper()
    expect(page.locator(".end .pattern > :is(.shown, .hidden)")).to_have_text(list(word))
    assert page.evaluate(DRAWN) == 11
    expect(page.locator(".headline")).to_have_text("It cheated. It never had a word.")
    expect(page.locator(".number")).to_have_text("1 in 287")  # 10,058 / 35
    intro = page.locator(".intro")
    expect(intro).to_contain_text("the chance that an honest dealer would answer you like this.")
    often = f"{100 * confession['odds']['hanged_share']:.0f} of 100 games"
    said = f"you would lose {often} to an honest dealer. To this one, always."
    expect(intro).to_contain_text(said)
    expect(sheets(person)).to_have_count(len(confession["guesses"]) + 1)
    bars, pieces = (page.locator(part).evaluate_all(WIDTHS) for part in (".families", ".kept"))
    for step, bar, piece in zip(confession["guesses"], bars, pieces, strict=True):
        assert piece / bar == pytest.approx(step["words_left"] / step["words_before"], abs=0.02)
    first = sheets(person).first
    expect(first.locator(".what")).to_contain_text("6,997 of 10,058 thrown away:")
    first.get_by_role("button", name="E, seventh: 1,603 words, thrown away").click()
    assert all(word[6] == "E" for word in first.locator(".family-words s").inner_text().split())
    assert page.locator(".ladder").aria_snapshot().startswith("- list:")
    page.locator(".breakdown summary").click()
    expect(page.locator(".breakdown dl > div").nth(1)).to_contain_text("Your letters")
    expect(first.locator(".review")).not_to_be_empty()
    graph = page.get_by_role("img", name="Words left after each guess: 10,058, 3,061,")
    expect(graph).to_be_visible()
    person.presses("The worst theft: your 1st guess, E")
    expect(sheets(person).first).to_have_attribute("aria-current", "step")


def test_words_that_fitted_are_put_into_the_hole(person: Person, service: Service) -> None:
    page, game = person.page, played(service, *LOST)
    word = service.get(f"/games/{game}").json()["word"].upper()
    person.sees_the_end(game)
    end = page.locator(".end")
    said = end.get_by_role("status").first
    expect(said).to_have_text(f"It said {word}. 35 words still fit. Tap any.")
    words = end.locator(".words button")
    expect(words).to_have_count(9)  # eight, and all
    second = words.nth(1).inner_text()
    words.nth(1).click()
    person.presses("All 35")
    expect(words).to_have_count(35)
    pressed = end.locator(".words [aria-pressed=true]")
    expect(pressed).to_have_text(second)  # still chosen
    expect(pressed).to_be_in_viewport()
    words.first.focus()
    page.keyboard.press("ArrowRight")
    expect(words.nth(1)).to_be_focused()
    other = next(each for each in ("PUZZLING", "PLUGGING") if each != word)
    words.get_by_text(other, exact=True).click()
    expect(said).to_have_text(f"It could have said {other}. Every answer stays true.")
    assert "".join(end.locator(".pattern [aria-hidden]").all_inner_texts()) == other


def test_each_guess_has_an_address_that_unfolds_it(person: Person, service: Service) -> None:
    page, game = person.page, played(service, *LOST)
    person.sees_the_end(game)
    page.goto(f"{person.url}/#{game}/2")  # within the page
    current = page.locator(".ladder > [aria-current=step]")
    expect(current).to_have_attribute("id", "guess-2")
    sheets(person).nth(4).locator(".answer").click()
    expect(page).to_have_url(f"{person.url}/#{game}/5")
    expect(current).to_have_attribute("id", "guess-5")
    page.goto(f"{person.url}/#{game}/4")
    page.reload()
    person.claims()
    expect(current).to_have_attribute("id", "guess-4")
    expect(current).to_be_in_viewport()
    expect(sheets(person).last).to_contain_text("35 words still fit.")


def test_answers_are_those_that_this_device_saw(person: Person, service: Service) -> None:
    game = guessed(service, {"length": 5, "max_misses": 3}, "")["id"]
    person.opens(game)
    person.guesses("q")
    person.reloads()
    service.post(f"/games/{game}/guesses", json={"word": "zebra"})
    expect(person.page.get_by_text("ZEBRA").first).to_be_visible()  # guessed elsewhere
    person.ends()
    expect(person.page.locator(".seal summary")).to_contain_text("before your first letter")


def test_many_words_are_named_by_the_commonest(people: People, service: Service) -> None:
    person = people(viewport=PHONE)
    problem = {"code": "not-found", "detail": "There is no such thing here."}
    person.page.route("**/review", lambda route: route.fulfill(status=404, json=problem))
    person.sees_the_end(played(service, {**LOST[0], "max_misses": 1}, "z"))
    with person.page.expect_response("**/review"):
        person.unfolds()
    person.presses("All 9,856")
    expect(person.page.locator(".end")).to_contain_text("The 50 commonest of 9,856 words.")
    expect(person.page.locator(".end .words button")).to_have_count(50)
    expect(person.page.locator(".number")).to_have_text("98%")
    expect(person.page.locator(".breakdown")).to_have_count(0)  # left out without a review


def test_win_says_that_the_dealer_was_cornered(people: People, service: Service) -> None:
    page = (person := ends(people, service, WON, WAS_FAIR)).page
    headline = page.locator(".headline")
    expect(headline).to_have_text("You beat the cheat. It was cornered at your 6th guess.")
    assert headline.evaluate("node => getComputedStyle(node).fontSize") == "44px"
    expect(page.locator(".aftermath")).to_have_text("It fooled you.")
    person.unfolds()
    expect(page.locator(".number")).to_have_text("1 of 3,112")
    expect(sheets(person)).to_have_count(7)
    expect(sheets(person).last).to_contain_text("Cornered.")
    expect(page.locator(".end .circle")).to_be_visible()
    expect(page.locator(".seal")).to_be_visible()
    expect(page.locator(".group")).to_have_count(0)  # there are no other words to send
    letters = page.locator(".spelled")
    expect(letters).to_be_hidden()
    page.emulate_media(media="print")
    for part in [letters, page.locator(".kept").first, *page.locator(".sentence").all()]:
        expect(part).to_be_visible()
    for button in page.get_by_role("button").all():
        if "piece" not in (button.get_attribute("class") or ""):
            expect(button).to_be_hidden()
    assert len(page.pdf()) > 1000
    page.emulate_media(media="screen")
    expect(letters).to_be_hidden()
    page.get_by_role("button", name="From there, you only had to spell it").click()
    expect(letters).to_be_visible()
    expect(letters.locator("li")).to_have_count(5)


def test_texts_never_say_that_a_fair_dealer_chose(people: People, service: Service) -> None:
    page = (person := ends(people, service, FAIR, CHEATED)).page
    page.set_viewport_size(SCREENS[0])
    person.unfolds()
    accused = "You accused an honest dealer. It had JOISTS from the start."
    expect(page.locator(".headline")).to_have_text(accused)
    expect(page.locator(".group")).to_have_count(0)
    confession = page.locator(".confession")
    expect(confession.locator("s, .stroke, .red, .circle")).to_have_count(0)
    assert not re.search("thrown|kept|could|cheat|choose", confession.inner_text())
    expect(page.locator(".number")).to_have_text("4 misses")
    own = "were your own: those letters were in no word that was left."
    expect(page.locator(".intro")).to_contain_text(own)
    wasted = page.locator("#guess-8")
    expect(wasted.locator(".letters")).to_have_text("N, L, D")
    page.goto(f"{person.url}/#{person.game_id}/9")
    expect(wasted).to_have_attribute("aria-current", "step")


def test_letters_and_numbers_stay_in_their_columns(people: People, service: Service) -> None:
    person = people(viewport=PHONE, locale="de")
    choices = {"length": 5, "max_misses": 12, "dealer": "largest-family"}
    person.sees_the_end(played(service, choices, "eaiosrtuylqxwv"))
    person.unfolds()
    person.presses("Alle 14 Versuche")
    expect(person.page.locator(".unfold:focus")).to_have_count(1)
    expect(person.page.locator(".letters", has_text="Q, X, W und V")).to_be_visible()
    lefts = person.page.locator(".sheet:not(.open-sheet) .answer").evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().left))"
    )
    assert len(set(lefts)) == 1
    person.page.set_viewport_size(SMALL_PHONE)
    assert person.page.locator(".piece > .name:visible").count() > 4
    assert person.page.evaluate(CUT_LABELS) == []
    person.page.set_viewport_size(SCREENS[0])
    assert person.page.evaluate(CUT_LABELS) == []
