"""Games on the page, in a real browser."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.live.page.browsing import PHONE, Person
from tests.live.page.conftest import People
from tests.live.running import Service

# What the first screen asks for last: the words, and how others did yesterday.
LOADED = r"""
() => [/\/dictionaries$/, /\/daily\/[^/]+$/].every((path) =>
  performance.getEntriesByType("resource").some(({ name }) => path.test(name)))
"""


def test_game_is_won(person: Person) -> None:
    person.opens()
    person.chooses(Length="5 letters", Misses_until_you_hang="You never hang")
    person.plays()
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        with person.page.expect_response("**/guesses") as answered:
            person.page.locator(".keys").get_by_text(letter, exact=True).click()
        if answered.value.json()["status"] == "won":
            break

    expect(person.heading).to_have_text("You win.")
    expect(person.status).to_contain_text("was the only word left to it")
    expect(person.page.locator(".board .pattern .shown")).to_have_count(5)


def test_game_is_lost_and_the_dealer_confesses(person: Person, service: Service) -> None:
    person.opens()
    person.chooses(Length="8 letters", Misses_until_you_hang="4")
    person.page.get_by_label("Show how many words are left").check()
    person.plays()
    expect(person.page.locator(".counts").get_by_text("10,058 words fit")).to_be_visible()
    person.ends()

    game = service.get(f"/games/{person.game_id}").json()
    confession = service.confession(person.game_id)
    expect(person.heading).to_have_text("You hang.")
    expect(person.heading).to_be_focused()
    expect(person.status).to_contain_text(game["word"].upper())
    shown = person.page.locator(".board .pattern > :is(.shown, .hidden)")
    expect(shown).to_have_text(list(game["word"].upper()))
    sheets = person.page.locator(".ladder > .sheet")
    expect(sheets).to_have_count(len(confession["guesses"]) + 1)


def test_game_is_lost_to_nemesis(person: Person, service: Service) -> None:
    person.opens()
    person.chooses(Length="8 letters", Misses_until_you_hang="6")
    person.page.get_by_role("radio", name="Nemesis").check()
    person.plays()
    person.ends()

    expect(person.heading).to_have_text("You hang.")
    confession = service.confession(person.game_id)
    assert confession["dealer"] == "minimax"


def test_game_is_played_by_keyboard_alone(person: Person) -> None:
    keyboard = person.page.keyboard
    person.opens()
    keyboard.press("Tab")
    expect(person.page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    keyboard.press("Enter")
    expect(person.page.locator(".keys")).to_be_visible()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(person.page.get_by_role("button", name=re.compile("^A, "))).to_be_focused()
    person.types("eio")
    expect(person.used).to_have_count(4)
    person.page.get_by_label("Guess the whole word").focus()
    length = len(person.page.locator(".pattern [aria-hidden]").all())
    person.types("z" * length)
    keyboard.press("Enter")
    expect(person.page.get_by_text("That is no word in this dictionary.")).to_be_visible()
    expect(person.used).to_have_count(4)  # a word is typed into a field, not guessed by letters
    for _ in range(4):
        keyboard.press("Tab")
    keyboard.press("Enter")
    expect(person.page.get_by_role("dialog", name="Settings")).to_be_visible()
    for _ in range(5):
        keyboard.press("Tab")
    keyboard.press("Space")
    expect(person.page.get_by_label("Guess a letter by typing it")).not_to_be_checked()
    keyboard.press("Escape")
    expect(person.page.get_by_role("button", name="Settings")).to_be_focused()
    person.types("uy")
    expect(person.used).to_have_count(4)
    keyboard.press("Enter")
    person.page.get_by_label("Guess a letter by typing it").focus()
    keyboard.press("Space")
    keyboard.press("Escape")
    person.ends()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(person.used).to_have_count(0)


def test_each_answer_is_said(person: Person) -> None:
    person.opens()
    person.chooses(Length="5 letters", Misses_until_you_hang="6")
    person.plays()

    person.types("s")

    expect(person.page.get_by_role("status").first).to_have_text(
        re.compile(r"^S is not there\.\s+5 misses left\. 5 letters, none shown\.\s*$"),
        use_inner_text=False,
    )
    expect(person.page.get_by_role("button", name="S, miss")).to_have_attribute(
        "aria-disabled", "true"
    )


def test_letters_typed_fast_are_all_guessed_in_their_order(
    person: Person, service: Service
) -> None:
    person.opens()
    person.plays()
    person.types("aeiouy")

    expect(person.used).to_have_count(6)
    guesses = service.get(f"/games/{person.game_id}/guesses").json()["guesses"]
    assert [guess["letter"] for guess in guesses] == list("aeiouy")


def test_phone_shows_every_screen_without_scrolling_sideways(people: People) -> None:
    person = people(viewport=PHONE, has_touch=True, is_mobile=True)
    width = "document.documentElement.scrollWidth"
    person.opens()
    person.chooses(Words="English, almost", Length="45 letters")
    assert person.page.evaluate(width) == 320
    person.page.get_by_role("button", name="Play", exact=True).tap()
    person.page.locator(".keys button").first.tap()
    expect(person.used).to_have_count(1)
    assert person.page.evaluate(width) == 320
    person.page.get_by_role("button", name="Settings").tap()
    assert person.page.evaluate(width) == 320
    person.page.get_by_role("button", name="Done").tap()
    person.ends()
    person.page.locator(".confession button").first.tap()
    assert person.page.evaluate(width) == 320
    person.page.get_by_role("button", name="Share").tap()
    assert person.page.evaluate(width) == 320
    for screen in ("/statistics", "/how-to-play", "/new?length=45&seed=1"):
        person.opens(screen)
        assert person.page.evaluate(width) == 320


def test_whole_word_of_another_length_is_not_sent(person: Person) -> None:
    person.opens()
    person.chooses(Length="5 letters")
    person.plays()
    field = person.page.get_by_label("Guess the whole word")
    field.fill("long word")
    person.page.get_by_role("button", name="Guess", exact=True).click()

    expect(person.status).to_contain_text("The word has 5 letters.")
    expect(field).to_have_value("long word")
    expect(field).to_have_attribute("aria-invalid", "true")
    field.press("x")
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_hint_ranks_letters(person: Person, service: Service) -> None:
    person.opens()
    person.plays()
    person.page.get_by_role("button", name="Hint").click()

    best = service.get(f"/games/{person.game_id}/hint").json()["letters"][0]
    shown = f"{best['letter'].upper()} {best['hit_probability']:.0%}"
    expect(person.page.locator(".hinted")).to_contain_text(shown)


def test_choices_are_remembered_and_asked_for(person: Person, service: Service) -> None:
    person.opens()
    person.chooses(Words="English, almost", Length="11 letters", Misses_until_you_hang="5")
    person.page.get_by_label("Fair:").check()
    person.page.reload()
    person.plays()

    game = service.get(f"/games/{person.game_id}").json()
    assert (game["dictionary"], game["length"], game["max_misses"]) == ("en-large", 11, 5)
    person.ends()
    expect(person.status).to_contain_text("The dealer played fair")


def test_length_that_another_dictionary_does_not_have_is_given_up(person: Person) -> None:
    person.opens()
    person.chooses(Words="English, almost", Length="45 letters")
    person.chooses(Words="English that everyone knows")

    expect(person.page.get_by_role("combobox", name="Length")).to_have_value("")
    person.plays()


def test_reload_asks_for_the_page_alone_and_finds_it_unchanged(
    person: Person, service: Service
) -> None:
    def answered() -> list[tuple[str, int]]:
        """The requests that the service has answered, each with its status.

        But for reviews: that of a game of an earlier test may be answered only now.
        """
        person.page.wait_for_load_state("networkidle")
        lines = [line for line in service.log.read_text().split("\n") if '"path"' in line]
        asked = [(line["path"], line["status"]) for line in map(json.loads, lines)]
        return [(path, status) for path, status in asked if not path.endswith("/review")]

    person.opens()
    person.page.wait_for_function(LOADED)
    before = answered()
    person.page.reload()
    expect(person.heading).to_be_visible()

    assert answered()[len(before) :] == [("/", 304)]


@pytest.mark.parametrize(
    ("locale", "language", "written"),
    [
        ("en-US", "en", "March 2"),
        ("en-GB", "en", "2 March"),
        ("de-CH", "de", "2. März"),
        ("fr", "en", "March 2"),
    ],
)
def test_date_is_written_as_in_the_readers_country(
    people: People, locale: str, language: str, written: str
) -> None:
    person = people(locale=locale)
    person.page.clock.set_fixed_time("2026-03-02T12:00:00")
    person.opens()

    expect(person.page.locator("html")).to_have_attribute("lang", language)
    expect(person.page.locator("header")).to_contain_text(written)


def test_page_speaks_german_to_who_wants_it(people: People) -> None:
    german = people(locale="de-AT")
    german.opens()
    expect(german.page.get_by_role("button", name="Spielen", exact=True)).to_be_visible()

    german.page.get_by_role("button", name="English").click()
    expect(german.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    german.page.reload()
    expect(german.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_every_text_is_there_in_every_language_and_for_every_dealer(
    person: Person, service: Service
) -> None:
    person.opens()
    texts = person.page.evaluate("import('/web/any/texts.js').then((module) => module.default)")

    def holes(text: str | dict[str, str]) -> set[str]:
        forms = [text] if isinstance(text, str) else text.values()
        return {hole for form in forms for hole in re.findall(r"\{\w+\}", form)}

    assert {"en", "de"} <= texts.keys()
    for language, translated in texts.items():
        assert translated.keys() == texts["en"].keys(), language
        for name, text in texts["en"].items():
            assert holes(translated[name]) == holes(text), f"{language}: {name}"
    for dealer in service.get("/dealers").json()["dealers"]:
        assert f"dealer.{dealer['name']}" in texts["en"]
        assert f"dealerName.{dealer['name']}" in texts["en"]
