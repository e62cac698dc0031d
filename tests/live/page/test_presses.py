"""What a press does at once, before its answer is there; and what the keys are for the Tab key."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Route, expect

from tests.live.page.browsing import PHONE, Person
from tests.live.page.conftest import People
from tests.live.running import Service

# Presses R in the page itself, and says what is to be seen in the next frame.
NEXT_FRAME = """
() => new Promise((seen) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", bubbles: true }));
  requestAnimationFrame(() => seen({
    key: [...document.querySelectorAll(".keys [data-state]")].map((key) => key.dataset.state),
    status: document.querySelector(".status").textContent,
  }));
})
"""


@contextmanager
def no_answers(person: Person, path: str) -> Iterator[None]:
    """The answers to requests like `path` do not come before the end of the block."""
    held: list[Route] = []
    is_over: list[bool] = []

    def hold(route: Route) -> None:
        if is_over:
            route.continue_()
        else:
            held.append(route)

    person.page.route(path, hold)
    yield
    is_over.append(True)
    for route in held:
        route.continue_()


def key(person: Person, letter: str) -> Locator:
    return person.page.locator(".keys button").filter(has_text=letter).first


def test_letter_waits_and_says_so_in_the_next_frame(person: Person) -> None:
    person.opens()
    person.plays()

    with no_answers(person, "**/guesses"):
        shown = person.page.evaluate(NEXT_FRAME)

    assert shown["key"] == ["pending"]
    assert shown["status"].startswith("R? The dealer is looking.")
    expect(person.used).to_have_count(1)


def test_key_looks_pressed_while_it_is_down(person: Person) -> None:
    person.opens()
    person.plays()
    free = key(person, "Q").evaluate("key => getComputedStyle(key).transform")
    key(person, "Q").hover()

    person.page.mouse.down()

    pressed = key(person, "Q").evaluate("key => getComputedStyle(key).transform")
    person.page.mouse.up()
    assert pressed != free


def test_letters_that_wait_stand_in_their_order(person: Person) -> None:
    person.opens()
    person.plays()

    with no_answers(person, "**/guesses"):
        person.types("rtss")
        expect(key(person, "R")).to_have_attribute("data-state", "pending")
        expect(key(person, "T")).to_have_text("T2")
        expect(key(person, "S")).to_have_text("S3")
        expect(person.status).to_contain_text("Then T, then S.")

    expect(person.used).to_have_count(3)


def test_play_shows_that_it_works(person: Person) -> None:
    person.opens()
    play = person.page.get_by_role("button", name="Play", exact=True)

    with no_answers(person, "**/games"):
        play.click()
        expect(play).to_contain_class("working")

    expect(person.page.locator(".keys")).to_be_visible()


def test_repeated_letter_says_so_at_once_and_costs_nothing(
    person: Person, service: Service
) -> None:
    person.opens()
    person.plays()
    person.types("e")
    expect(person.used).to_have_count(1)

    person.types("e")

    expect(person.status).to_contain_text("The letter E was said already. It cost nothing.")
    person.types("a")
    expect(person.status).to_contain_text("A is")
    key(person, "E").click(force=True)  # it does not look as if it did anything
    expect(person.status).to_contain_text("The letter E was said already.")
    guesses = service.get(f"/games/{person.game_id}/guesses").json()["guesses"]
    assert [guess["letter"] for guess in guesses] == ["e", "a"]


def test_keys_are_one_stop_of_the_tab_key_and_arrows_go_on(person: Person) -> None:
    keyboard = person.page.keyboard
    person.opens()
    person.plays()
    keyboard.press("Tab")
    expect(key(person, "A")).to_be_focused()

    keyboard.press("ArrowRight")
    expect(key(person, "B")).to_be_focused()
    keyboard.press("ArrowDown")
    expect(key(person, "O")).to_be_focused()
    keyboard.press("End")
    expect(key(person, "Z")).to_be_focused()
    keyboard.press("Home")
    keyboard.press("ArrowRight")
    keyboard.press("Enter")
    expect(person.used).to_have_count(1)
    expect(key(person, "B")).to_be_focused()

    keyboard.press("Tab")
    expect(person.page.get_by_label("Guess the whole word")).to_be_focused()
    keyboard.press("Shift+Tab")
    expect(key(person, "B")).to_be_focused()


def test_keys_fill_their_column_and_are_large_enough_for_a_thumb(people: People) -> None:
    for viewport in (PHONE, {"width": 390, "height": 844}, {"width": 820, "height": 1180}):
        person = people(viewport=viewport)
        person.opens()
        person.plays()
        box = key(person, "A").bounding_box()
        word = person.page.locator(".pattern").bounding_box()
        row = person.page.locator(".row").bounding_box()

        assert box
        assert word
        assert row
        assert min(box["width"], box["height"]) >= 43
        assert abs(row["width"] - word["width"]) < 2


def test_whole_word_takes_the_place_of_the_keys_on_a_phone(people: People) -> None:
    person = people(viewport=PHONE)
    person.opens()
    person.chooses(Length="5 letters")
    person.plays()
    person.page.get_by_role("button", name="Whole word").click()

    expect(person.page.get_by_label("Guess the whole word")).to_be_focused()
    expect(person.page.locator(".keys")).to_be_hidden()
    person.types("crane")
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".keys")).to_be_visible()
    expect(person.page.get_by_text("Not the word: CRANE")).to_be_visible()
