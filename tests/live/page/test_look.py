"""The look where it is put to the test: small and short screens, large text, forced colours."""

import pytest
from playwright.sync_api import Locator, expect

from tests.live.page.browsing import PHONE, Person
from tests.live.page.conftest import People

WIDTH = "document.documentElement.scrollWidth"
LARGE_TEXT = "document.documentElement.style.fontSize = '200%'"
SMALL = {"width": 320, "height": 568}
ON_ITS_SIDE = {"width": 844, "height": 390}
SLOTS = ".board .pattern > :not(.spoken)"


def bottom(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box
    return box["y"] + box["height"]


def lines(person: Person) -> list[int]:
    """How many slots each line of the word has."""
    tops: list[float] = person.page.locator(SLOTS).evaluate_all(
        "slots => slots.map(slot => slot.getBoundingClientRect().top)"
    )
    return [tops.count(top) for top in sorted(set(tops))]


def test_all_keys_are_on_a_small_phone_without_scrolling(people: People) -> None:
    person = people(viewport=SMALL)
    person.opens()
    person.chooses(Length="8 letters")
    person.plays()

    assert bottom(person.page.locator(".keys")) <= SMALL["height"]


def test_misses_word_and_keys_are_on_a_phone_on_its_side(people: People) -> None:
    person = people(viewport=ON_ITS_SIDE)
    person.opens()
    person.chooses(Length="8 letters")
    person.plays()

    for part in (".counts", ".pattern", ".keys"):
        assert bottom(person.page.locator(part).first) <= ON_ITS_SIDE["height"]


@pytest.mark.parametrize(
    ("width", "most"), [(320, 12), (390, 14), (820, 24)], ids=["320", "390", "820"]
)
def test_long_word_stands_in_lines_of_equal_length_with_numbers(
    people: People, width: int, most: int
) -> None:
    person = people(viewport={"width": width, "height": 800})
    person.opens()
    person.chooses(Words="English, almost", Length="22 letters")
    person.plays()

    assert max(lines(person)) <= most
    assert max(lines(person)) - min(lines(person)) <= 2
    numbered = person.page.locator(".board [data-place]")
    expect(numbered).to_have_count(4)
    assert [slot.get_attribute("data-place") for slot in numbered.all()] == ["5", "10", "15", "20"]


def test_text_of_twice_the_size_fits(people: People) -> None:
    person = people(viewport={"width": 390, "height": 844}, bypass_csp=True)
    larger = f"addEventListener('DOMContentLoaded', () => {LARGE_TEXT})"
    person.context.add_init_script(larger)
    for screen in ("", "/how-to-play", "/statistics", "/new?length=8"):
        person.opens(screen)
        assert person.page.evaluate(WIDTH) == 390, screen
    person.opens()
    person.chooses(Length="8 letters", Misses_until_you_hang="6")
    person.page.get_by_label("Show how many words are left").check()
    person.plays()
    person.types("ei")
    expect(person.used).to_have_count(2)

    assert person.page.evaluate(WIDTH) == 390
    lines_of = "text => text.clientHeight / parseFloat(getComputedStyle(text).lineHeight)"
    assert round(person.page.locator(".counts p").first.evaluate(lines_of)) == 1


def test_forced_colours_tell_hits_misses_and_letters_never_shown(people: People) -> None:
    person = people(forced_colors="active")
    person.opens()
    person.chooses(Length="8 letters", Misses_until_you_hang="6")
    person.plays()
    person.types("eia")
    expect(person.used).to_have_count(3)

    def ground(selector: str) -> str:
        style = "node => getComputedStyle(node).backgroundColor"
        return str(person.page.locator(selector).first.evaluate(style))

    assert ground("[data-state=hit]") != ground(".keys button:not([data-state])")
    slash = person.page.locator("[data-state=miss] .slash")
    assert slash.first.evaluate("node => getComputedStyle(node).fill") != ground("body")
    person.ends()
    kinds = {
        kind: person.page.locator(f".board .{kind}").first.evaluate(
            "slot => getComputedStyle(slot).borderBottomStyle"
        )
        for kind in ("shown", "never")
    }
    assert kinds["shown"] != kinds["never"]


def test_nothing_moves_for_who_wants_no_movement(people: People) -> None:
    person = people(viewport=PHONE, reduced_motion="reduce")
    moving = "document.getAnimations().length"
    person.opens()
    assert person.page.evaluate(moving) == 0
    person.chooses(Length="5 letters", Misses_until_you_hang="3")
    person.plays()
    person.types("e")
    expect(person.used).to_have_count(1)
    assert person.page.evaluate(moving) == 0
    person.ends()
    assert person.page.evaluate(moving) == 0


def test_win_has_its_moment(person: Person) -> None:
    person.opens()
    person.chooses(Length="5 letters", Misses_until_you_hang="You never hang")
    person.plays()
    person.types("eaiosrtnldcumpgbyfwhkvxzjq")

    expect(person.heading).to_have_text("You win.")
    expect(person.page.locator(".board .circle")).to_be_visible()
    expect(person.page.locator(".board .other .stroke").first).to_be_attached()


def test_dealer_that_was_cornered_before_the_end_says_since_when(person: Person) -> None:
    person.opens()
    person.chooses(Words="English, almost", Length="22 letters", Misses_until_you_hang="6")
    person.plays()
    person.types("eaiosrtnldcmup")

    expect(person.heading).to_have_text("You hang.")
    expect(person.status).to_contain_text("guess on it had only")
