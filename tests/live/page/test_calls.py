"""Calling the dealer a cheat before the end, and the words left, which would tell."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.live.page.conftest import People
from tests.live.page.test_ends import RESULT
from tests.support.browsing import Person
from tests.support.running import Service

MYSTERY = "/new?length=8&misses=4&words=en&dealer=any"
CALL = "It’s cheating!"
SCORE = ".end > .score"


def guesses(person: Person, letters: str, before: int = 0) -> None:
    for count, letter in enumerate(letters, before + 1):
        person.types(letter)
        expect(person.used).to_have_count(count)


def sets(person: Person, name: str, value: Any) -> None:
    """A setting as the device keeps it."""
    everything = json.loads(person.page.evaluate("localStorage['evil-hangman'] ?? '{}'"))
    everything["settings"] = {**everything.get("settings", {}), name: value}
    person.page.evaluate("all => { localStorage['evil-hangman'] = all }", json.dumps(everything))


def test_call_is_taken_back_until_the_next_answer_and_then_final(
    person: Person, service: Service
) -> None:
    page = person.page
    person.opens(MYSTERY)
    person.plays()
    line = page.locator(".call")
    expect(line.locator("p")).to_have_text("Fair or cheat? You will be asked.")
    guesses(person, "q")
    page.get_by_role("button", name=CALL).click()
    expect(line).to_contain_text("Called at guess 1.")
    page.get_by_role("button", name="Take it back").click()
    guesses(person, "j", 1)
    page.get_by_role("button", name=CALL).click()
    page.reload()
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    guesses(person, "x", 2)
    expect(line.locator("p")).to_have_text("Called at guess 2.")
    expect(line.get_by_role("button")).to_have_count(0)
    person.types("zv")
    person.claims()

    expect(page.locator(".question")).to_have_count(0)
    honest = service.confession(person.game_id)["honest"]
    headline, said, score = (
        ("You accused an honest dealer.", "You accused it at your 2nd guess.", "0 of 1")
        if honest
        else ("Caught.", "You called it at your 2nd guess.", "1 of 1")
    )
    expect(page.locator(".headline")).to_contain_text(headline)
    expect(page.locator(".aftermath")).to_contain_text(said)
    expect(page.locator(SCORE)).to_contain_text(f"Called right {score}")
    expect(page.locator(SCORE)).to_contain_text("-4 points" if honest else "2 points")
    kept = page.evaluate(RESULT)
    assert (kept["claim"], kept["honest"], kept["call"]) == (
        "cheated",
        honest,
        {"nth": 2, "left": 2},
    )


def test_words_left_in_a_mystery_game_end_calls_and_scores(person: Person) -> None:
    page = person.page
    person.opens()
    sets(person, "wordsLeft", "always")
    page.get_by_role("button", name="Fair or cheat?").click()
    expect(page.locator(".words-left")).to_contain_text("words fit")
    guesses(person, "q")
    expect(person.status).to_contain_text("words left.")
    expect(page.get_by_role("button", name=CALL)).to_have_count(0)
    person.ends("It cheated")

    expect(page.locator(".headline")).to_contain_text(re.compile("Caught|You accused"))
    expect(page.locator(SCORE)).to_have_count(0)
    person.opens("/statistics")
    expect(page.locator("tbody").last).to_have_text("Cheats00Fair dealers00")


def test_words_left_are_shown_where_the_dealer_is_known_to_cheat(person: Person) -> None:
    page = person.page
    for dealer, shown in (("Cheat:", True), ("Fair:", False)):
        person.opens()
        person.chooses(Length="8 letters")
        page.get_by_label(dealer).check()
        person.plays()
        guesses(person, "e")
        expect(page.locator(".words-left")).to_be_visible(visible=shown)
        expect(page.locator(".call")).to_be_hidden()  # who deals is no question
        if shown:
            expect(person.status).to_contain_text("No E. 3,061 of 10,058 words left.")
            expect(page.locator(".words-left s")).to_have_text("10,058")
            guesses(person, "i", 1)
            said = "Yes: I, sixth. 934 of 3,061 words left."
            expect(person.status).to_contain_text(said)
            person.reloads()
            expect(person.status).to_contain_text(said)
            expect(page.locator(".words-left s")).to_have_text("3,061")
            expect(page.locator(".strip .left")).to_have_text(["3,061", "934"])
            page.evaluate("localStorage['evil-hangman'] = '{\"taught\": true}'")
            person.reloads()  # as on another device
            expect(person.status).to_contain_text("Yes: I, sixth. 934 words fit.")


def seen_and_heard(person: Person) -> tuple[str, str]:
    body = person.page.locator("body")
    return body.inner_html(), body.aria_snapshot()


@pytest.mark.parametrize("kind", ["with the number", "after a call"])
def test_number_or_call_of_a_game_tells_nothing_of_its_dealer(
    people: People, service: Service, kind: str
) -> None:
    """A cheat beside an honest game of a word with the same answers, up to the last letter, and
    with the number up to the question."""
    letters = "eiaonrts"
    shown = {"insight": "count"} if kind == "with the number" else {}
    cheat = service.post("/games", json={"length": 8, "max_misses": 6, **shown}).json()["id"]
    for letter in letters:
        service.post(f"/games/{cheat}/guesses", json={"letter": letter})
    said = service.get(f"/games/{cheat}").json()["word"]
    others = service.confession(cheat)["guesses"][-1]["kept"]
    word = next(other for other in others if other != said)

    looks = []
    for start in ({"length": 8}, {"secret_word": word}):
        game = service.post("/games", json={"max_misses": 6, **start, **shown}).json()["id"]
        person = people(reduced_motion="reduce")
        person.opens(game)
        person.page.evaluate(
            """id => { localStorage["evil-hangman"] = JSON.stringify(
              { taught: true, unfinished: [{ id, drawn: true }] }) }""",
            game,
        )
        person.reloads()
        expect(person.page.locator(".keys")).to_be_visible()
        guesses(person, letters[:2])
        if not shown:
            person.page.get_by_role("button", name=CALL).click()
        guesses(person, letters[2:-1], 2)
        look = [seen_and_heard(person)]
        if shown:
            person.types(letters[-1])
            live = person.page.locator(".question button:not([aria-disabled])")
            expect(live).to_have_count(3)
            look.append(seen_and_heard(person))
        looks.append(look)

    assert looks[0] == looks[1]


@pytest.mark.usefixtures("one_day")
def test_days_game_leaves_an_unfinished_other_game_where_it_was(person: Person) -> None:
    person.opens(MYSTERY)
    person.plays()
    guesses(person, "e")
    other = person.game_id
    person.opens()
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page.locator(".keys")).to_be_visible()
    person.opens()
    person.page.get_by_role("link", name="Continue your last game").click()

    expect(person.used).to_have_count(1)
    assert person.game_id == other
