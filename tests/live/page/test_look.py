"""The look of the page: small screens, forced colours, and what a player chooses."""

from playwright.sync_api import ViewportSize, expect

from tests.live.page.conftest import People
from tests.live.page.states import LOST, guessed
from tests.live.page.test_games_on_the_page import key
from tests.support.browsing import DESKTOP, PHONE, RARE_FIRST, Person, bottom, box
from tests.support.running import Service

WIDTH = "document.documentElement.scrollWidth"


def screen(width: int, height: int) -> ViewportSize:
    return {"width": width, "height": height}


SMALL, ON_ITS_SIDE, TALL = screen(320, 568), screen(844, 390), screen(390, 844)
PHONES = screen(390, 664), TALL, ON_ITS_SIDE
UPRIGHT = PHONE, TALL, screen(820, 1180)
BACKGROUND = "getComputedStyle(document.documentElement).backgroundColor"
FRAME = """
[...document.querySelectorAll("meta[name=theme-color]")]
  .filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)
"""
BLACK, WHITE = "rgb(0, 0, 0)", "rgb(255, 255, 255)"
TOPS = "slots => slots.map(slot => slot.getBoundingClientRect().top)"


def test_keys_are_on_every_screen_and_large_enough_for_a_thumb(person: Person) -> None:
    page = person.page
    person.starts(Length="8 letters")
    page.set_viewport_size(SMALL)
    assert bottom(page.locator(".keys")) <= SMALL["height"]  # without scrolling
    page.set_viewport_size(ON_ITS_SIDE)
    for part in (".counts", ".pattern", ".keys"):
        assert bottom(page.locator(part).first) <= ON_ITS_SIDE["height"]
    for viewport in UPRIGHT:
        page.set_viewport_size(viewport)
        letter, row = box(key(person, "A")), box(page.locator(".row"))
        assert min(letter["width"], letter["height"]) >= 43
        assert abs(row["width"] - box(page.locator(".pattern"))["width"]) < 2  # equally wide


def test_strip_of_answers_fills_the_right_of_a_desktop(person: Person) -> None:
    page = person.page
    person.starts("/new?length=12&misses=26&words=en&dealer=largest-family")
    person.types(RARE_FIRST[:20])
    expect(page.locator(".strip li")).to_have_count(20)  # more than it has room for
    strip, keys, drawing = (box(page.locator(part)) for part in (".strip", ".keys", ".drawing"))
    assert (strip["width"], strip["x"] + strip["width"]) == (320, 1280)
    assert bottom(page.locator(".strip")) == 800
    assert keys["width"] >= 560
    assert 240 <= drawing["width"] <= 300
    assert page.evaluate("document.documentElement.scrollHeight") == 800


def test_long_word_stands_in_lines_of_equal_length(person: Person) -> None:
    person.starts(Words="English, almost", Length="22 letters")
    expect(person.page.locator(".board [data-place]")).to_have_count(4)
    slots = person.page.locator(".board .pattern > :not(.spoken)")
    for viewport, most in zip(UPRIGHT, (12, 14, 24), strict=True):
        person.page.set_viewport_size(viewport)
        tops = slots.evaluate_all(TOPS)
        lines = [tops.count(top) for top in {*tops}]
        assert max(lines) <= most
        assert max(lines) - min(lines) <= 2


def test_phone_is_played_by_thumb_and_words_are_spelled(people: People) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    page = person.page
    person.opens()
    person.chooses(Words="English, almost", Length="45 letters")
    assert page.evaluate(WIDTH) == 320
    person.plays()
    assert page.evaluate(WIDTH) == 320
    person.opens("/new?length=5&words=en&seed=1")
    page.get_by_role("button", name="Play", exact=True).tap()
    page.locator(".keys button").first.tap()
    expect(person.used).to_have_count(1)
    spelled = page.locator(".board .typed")
    for word, stays, said in (
        ("crane", True, "That does not match the letters so far."),  # it has an A
        ("eight", False, "Not EIGHT."),
    ):
        page.get_by_role("button", name="Word", exact=True).tap()
        for letter in word.upper():
            key(person, letter).tap(force=True)  # a guessed one looks disabled
        expect(spelled).to_have_text(list(word.upper()))
        page.get_by_role("button", name="Say it").tap()
        expect(page.get_by_text(said)).to_be_visible()
        expect(spelled).to_have_count(5 * stays)
        if stays:
            page.get_by_role("button", name="Back", exact=True).tap()
    expect(page.get_by_text("Not the word")).to_have_count(0)  # the line above it says so
    page.locator(".keys button").nth(1).tap()
    expect(page.get_by_text("Not the word: EIGHT")).to_be_visible()


def test_forced_colours_tell_apart_what_stands_together(people: People, service: Service) -> None:
    """Hits, misses and free letters; letters never shown; words that were kept and dropped.

    The tallies stand below the gallows, and each answer beside its letter.
    """
    choices, letters = LOST
    person = people(forced_colors="active")
    person.opens(guessed(service, choices, letters[:3])["id"])
    expect(person.used).to_have_count(3)

    def style(selector: str, name: str = "backgroundColor") -> str:
        node = person.page.locator(selector).first
        return str(node.evaluate("(node, name) => getComputedStyle(node)[name]", name))

    assert style("[data-state=hit]") != style(".keys button:not([data-state])")
    assert style("[data-state=miss] .slash", "fill") != style("body")
    gap = box(person.page.locator(".counts"))["y"] - bottom(person.page.locator(".board .drawing"))
    assert 0 <= gap <= 40
    person.types(letters[3:])
    person.claims()
    person.unfolds()
    expect(person.page.locator(".sheet")).to_have_count(9)
    line = "borderBottomStyle"
    assert style(".end .shown", line) != style(".end .never", line)
    assert style(".sheet .kept") != style(".sheet .gone")
    assert style(".sheet .gone", "borderTopStyle") == "solid"
    assert style(".sheet .stroke", "fill") == style(".sheet .kept")
    sheet = person.page.locator(".sheet").first
    letter, answer = box(sheet.locator(".letters")), box(sheet.locator(".answer"))
    assert abs(letter["y"] - answer["y"]) <= 4


def sets(person: Person, *labels: str) -> None:
    person.presses("Settings")
    for label in labels:
        person.page.get_by_label(label, exact=True).check()
    person.presses("Done")
    person.leaves_no_sheet()


def test_colours_are_those_of_the_device_until_others_are_chosen(people: People) -> None:
    person = people(color_scheme="dark")
    person.opens()
    dark = person.page.evaluate(BACKGROUND)
    sets(person, "Light")
    light = person.page.evaluate(BACKGROUND)
    sets(person, "High contrast")
    assert person.page.evaluate(BACKGROUND) == BLACK != dark != light
    person.reloads()
    assert person.page.evaluate(BACKGROUND) == BLACK
    sets(person, "Same as device")
    for scheme in ("light", "dark"):  # the browser's frame follows
        person.page.emulate_media(color_scheme=scheme)
        [frame] = person.page.evaluate(FRAME)
        person.page.evaluate("(colour) => { document.body.style.color = colour }", frame)
        shown = person.page.evaluate("getComputedStyle(document.body).color")
        assert shown == person.page.evaluate(BACKGROUND)
    person.looks(DESKTOP, contrast="more")
    person.reloads()
    assert person.page.evaluate(BACKGROUND) == WHITE
    assert person.findings_of_axe(only=["color-contrast"]) == []


def test_drawing_and_keys_are_chosen_while_a_game_is_on(person: Person) -> None:
    person.starts(Misses_until_you_hang="3")
    person.guesses("q")
    sets(person, "QWERTZ", "Large keys")
    rows = person.page.locator(".row")
    expect(rows).to_have_count(3)
    expect(rows.first).to_have_text("QWERTZUIOP")
    expect(rows.last).to_contain_text("YXCVBNM")
    person.page.locator(".keys button").nth(1).click()
    expect(person.used).to_have_count(2)
    for drawing in ("Gallows", "Snowman"):
        sets(person, drawing)
        expect(person.page.locator(f".drawing.{drawing.lower()}")).to_be_visible()
        expect(person.used).to_have_count(2)
    person.ends()
    expect(person.heading).to_have_text("It has melted.")


def test_lesson_fits_a_phone_and_its_patterns_stand_apart(people: People) -> None:
    person = people(locale="de")  # its words are longer
    for step in (1, 3, 2):
        person.opens(f"/how-to-play?{step}")
        for viewport in PHONES:
            person.page.set_viewport_size(viewport)
            size = person.page.evaluate("document.documentElement.scrollHeight")
            assert size == viewport["height"], (step, viewport)
    for viewport in UPRIGHT:
        person.page.set_viewport_size(viewport)
        heaps = person.page.locator(".heaps .family").all()
        assert len(heaps) == 5
        for heap in heaps:
            outer, inner = box(heap), box(heap.locator(".slots"))
            assert outer["x"] + 3 <= inner["x"]
            assert inner["x"] + inner["width"] <= outer["x"] + outer["width"] - 3
    person.page.set_viewport_size(DESKTOP)
    for address, struck in {"": ".cover .struck", "/how-to-play?2": ".nine .struck"}.items():
        person.opens(address)
        for word in person.page.locator(struck).all():
            text, line = box(word), box(word.locator("path"))
            assert line["height"] < text["height"] / 4
            middle = line["y"] + line["height"] / 2
            assert abs(middle - text["y"] - text["height"] / 2) < text["height"] / 8
