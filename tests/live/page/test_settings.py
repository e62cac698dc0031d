"""What a player may choose for a device: colours, the drawing, the keys."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.live.page.browsing import Person
from tests.live.page.conftest import People

BACKGROUND = "getComputedStyle(document.documentElement).backgroundColor"
BLACK, WHITE = "rgb(0, 0, 0)", "rgb(255, 255, 255)"
DRAWN = "() => document.querySelectorAll('.drawing .drawn').length"


def sets(person: Person, *labels: str) -> None:
    person.page.get_by_role("button", name="Settings").click()
    for label in labels:
        person.page.get_by_label(label, exact=True).check()
    person.page.get_by_role("button", name="Done").click()


def test_colours_are_those_of_the_device_until_others_are_chosen(people: People) -> None:
    person = people(color_scheme="dark")
    person.opens()
    dark = person.page.evaluate(BACKGROUND)
    sets(person, "Light")
    light = person.page.evaluate(BACKGROUND)
    sets(person, "High contrast")

    assert person.page.evaluate(BACKGROUND) == BLACK != dark != light
    person.page.reload()
    assert person.page.evaluate(BACKGROUND) == BLACK


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_browsers_frame_has_the_colour_of_the_page(people: People, scheme: Any) -> None:
    person = people(color_scheme=scheme)
    person.opens()

    frame = person.page.evaluate(
        "[...document.querySelectorAll('meta[name=theme-color]')]"
        ".filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)"
    )
    person.page.evaluate("(colour) => { document.body.style.color = colour }", frame[0])
    assert len(frame) == 1
    assert person.page.evaluate("getComputedStyle(document.body).color") == person.page.evaluate(
        BACKGROUND
    )


def test_own_dictionary_appears_by_its_title_or_else_its_name(person: Person) -> None:
    def with_ours(route: Route) -> None:
        content = route.fetch().json()
        [some, *_] = content["dictionaries"]
        ours = [{**some, "name": "class-7b", "title": "Class 7b, biology"}]
        ours.append({**some, "name": "class-8a", "title": None})
        route.fulfill(json={**content, "dictionaries": [*content["dictionaries"], *ours]})

    person.page.route("**/dictionaries", with_ours)
    for screen in ("", "/word"):
        person.opens(screen)
        if not screen:
            person.page.locator("summary").first.click()
        names = person.page.get_by_role("combobox", name="Words").locator("option")
        expect(names.filter(has_text="Class 7b, biology (")).to_have_count(1)
        expect(names.filter(has_text="class-8a (")).to_have_count(1)
        expect(names.filter(has_text="class-7b")).to_have_count(0)


def test_device_that_wants_more_contrast_gets_it(people: People) -> None:
    person = people(contrast="more")
    person.opens()

    assert person.page.evaluate(BACKGROUND) == WHITE


def test_drawing_is_chosen_and_ends_in_its_own_way(person: Person) -> None:
    ends = {
        "Snowman": "It has melted.",
        "Balloons": "The last one burst.",
        "Gallows": "You hang.",
    }
    for drawing, end in ends.items():
        person.opens()
        person.chooses(Misses_until_you_hang="3")
        person.plays()
        person.types("q")
        expect(person.used).to_have_count(1)
        sets(person, drawing)
        expect(person.page.locator(f".drawing.{drawing.lower()}")).to_be_visible()
        expect(person.used).to_have_count(1)
        person.ends()

        expect(person.heading).to_have_text(end)


def test_gallows_stand_from_the_start_and_the_man_is_whole_at_the_last_miss(person: Person) -> None:
    for misses in (1, 4, 6, 7, 26):
        person.opens()
        person.chooses(Length="5 letters", Misses_until_you_hang=str(misses))
        person.plays()
        ghosts = person.page.locator(".drawing .ghost")
        expect(ghosts).to_have_count(11)
        assert person.page.evaluate(DRAWN) == (5 if misses <= 6 else 0), misses
        if misses < 26:
            person.ends()

            drawn = person.page.evaluate(DRAWN)  # here, and on the board of the confession
            assert drawn == 11 + 11, misses


def test_each_of_the_last_six_misses_draws_a_part_of_the_man(person: Person) -> None:
    person.opens()
    person.chooses(Length="5 letters", Misses_until_you_hang="8")
    person.plays()
    man = person.page.locator(".man .drawn")

    for number, letter in enumerate("qjxzvk"):
        expect(man).to_have_count(max(0, number - 2))
        person.types(letter)
        expect(person.used).to_have_count(number + 1)


def test_keys_stand_as_on_a_desk(person: Person) -> None:
    person.opens()
    person.plays()
    sets(person, "QWERTZ", "Large keys")

    rows = person.page.locator(".row")
    expect(rows).to_have_count(3)
    expect(rows.first).to_have_text("QWERTZUIOP")
    expect(rows.last).to_contain_text("YXCVBNM")
    person.page.locator(".keys button").first.click()
    expect(person.used).to_have_count(1)


def test_german_page_says_that_its_words_are_in_another_language(people: People) -> None:
    german = people(locale="de")
    german.opens()

    expect(german.page.get_by_text("Wörter auf Deutsch gibt es hier nicht")).to_be_visible()
