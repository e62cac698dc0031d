"""Calling the dealer a cheat before the end, and what would tell who deals."""

import re

import pytest
from playwright.sync_api import expect

from tests.live.page.conftest import People
from tests.live.page.states import LOST, guessed, played
from tests.support.browsing import Person
from tests.support.running import Service

FOUR_MISSES = {"length": 8, "max_misses": 4, "seed": 2}  # no Q, J, X, Z and V, whoever deals
CALL = "It’s cheating!"
BACK = "Take it back"
SCORE = ".end > .score"
UNCOUNTED = "You see how many words fit: no early call, and your verdict does not count."


@pytest.mark.parametrize("dealer", ["honest", "largest-family"])
def test_call_is_taken_back_until_the_next_answer(
    person: Person, service: Service, dealer: str
) -> None:
    page = person.page
    person.opens(service.post("/games", json={**FOUR_MISSES, "dealer": dealer}).json()["id"])
    person.remembers(unfinished=[{"id": person.game_id, "drawn": True}])
    person.reloads()
    line = page.locator(".call")
    expect(line.locator("p")).to_have_text("Fair or cheat? You will be asked.")
    person.guesses("q")
    expect(line.locator("p")).to_have_text("Points if you call it: +3 right, −6 wrong.")
    person.presses(CALL)
    expect(line).to_contain_text("You called it. Right: +3. Wrong: −6.")
    person.presses(BACK)
    person.guesses("j")
    person.presses(CALL)
    person.reloads()
    expect(line).to_contain_text(BACK)
    person.guesses("x")
    expect(line.locator("p")).to_have_text("Called at guess 2. Right: +2. Wrong: −4.")
    expect(line.get_by_role("button")).to_have_count(0)
    person.types("zv")
    person.claims()

    expect(page.locator(".question")).to_have_count(0)
    honest = dealer == "honest"
    said, points = ("At", "−4 points") if honest else ("You called it at", "2 points")
    expect(page.locator(".aftermath")).to_contain_text(f"{said} your 2nd guess.")
    expect(page.locator(SCORE)).to_contain_text(f"Right {int(not honest)} of 1")
    expect(page.locator(SCORE)).to_contain_text(points)
    [result] = person.device["results"]
    assert (result["claim"], result["honest"]) == ("cheated", honest)
    assert result["call"] == {"nth": 2, "left": 2}


def test_words_left_in_a_mystery_game_end_calls_and_scores(person: Person) -> None:
    page = person.page
    person.opens()
    person.remembers(settings={"wordsLeft": "always"})
    person.page.get_by_role("button", name="Fair or cheat?").click()
    expect(page.locator(".words-left")).to_contain_text("words fit")
    expect(page.locator(".call p")).to_have_text(UNCOUNTED)
    person.guesses("q")
    expect(person.status).to_contain_text("words left.")
    expect(page.get_by_role("button", name=CALL)).to_have_count(0)
    person.ends("It cheated")
    expect(page.locator(".headline")).to_contain_text(re.compile("Caught|You accused"))
    expect(page.locator(SCORE)).to_have_text(UNCOUNTED)
    person.opens("/statistics")
    expect(page.locator("tbody").last).to_have_text("Cheats00Fair dealers00")


def test_words_left_are_shown_of_a_known_cheat(person: Person) -> None:
    page = person.page
    for dealer in ("Fair:", "Cheat:"):
        person.opens()
        person.chooses(Length="8 letters")
        page.get_by_label(dealer).check()
        person.plays()
        person.guesses("e")
        expect(page.locator(".words-left")).to_be_visible(visible=dealer == "Cheat:")
        expect(page.locator(".call")).to_be_hidden()  # who deals is no question
    expect(person.status).to_contain_text("No E. 3,061 of 10,058 words left.")
    expect(page.locator(".words-left s")).to_have_text("10,058")
    person.guesses("i")
    said = "Yes: I, sixth. 934 of 3,061 words left."
    expect(person.status).to_contain_text(said)
    person.reloads()
    expect(person.status).to_contain_text(said)
    expect(page.locator(".words-left s")).to_have_text("3,061")
    expect(page.locator(".strip .left")).to_have_text(["3,061", "934"])
    page.evaluate("localStorage['evil-hangman'] = '{\"taught\": true}'")
    person.reloads()  # as on another device
    expect(person.status).to_contain_text("Yes: I, sixth. 934 words fit.")


def look(person: Person) -> tuple[str, str, str]:
    """All that is seen and heard: what the page is made of, what is read out, and its title."""
    body = person.page.locator("body")
    return body.inner_html(), body.aria_snapshot(), person.page.title()


@pytest.mark.parametrize("kind", ["with the number", "after a call", "for a visitor"])
def test_nothing_tells_a_cheat_from_a_fair_one(people: People, service: Service, kind: str) -> None:
    """A lost cheat beside an honest game of another word that has the same answers."""
    shown = {"insight": "count"} if kind == "with the number" else {}
    choices, letters = {**LOST[0], **shown}, LOST[1]
    cheat = played(service, choices, letters)
    word = service.get(f"/games/{cheat}").json()["word"]
    fitting = service.confession(cheat)["guesses"][-1]["kept"]
    other = next(each for each in fitting if each != word)
    looks = []
    for start in (choices, {"secret_word": other, "max_misses": 6, **shown}):
        game = guessed(service, start, letters if kind == "for a visitor" else "")["id"]
        person = people()
        person.opens(game)
        if kind != "for a visitor":
            person.remembers(unfinished=[{"id": game, "drawn": True}])
            person.reloads()
            expect(person.page.locator(".keys")).to_be_visible()
            person.guesses(letters[:2])
            if kind == "after a call":
                person.presses(CALL)
            person.guesses(letters[2:-1])
            looks.append(look(person))
        if kind == "with the number":
            person.types(letters[-1])
        if kind != "after a call":
            expect(person.page.locator(".question button:not([aria-disabled])")).to_have_count(3)
            looks.append(look(person))

    assert looks[: len(looks) // 2] == looks[len(looks) // 2 :]
    for secret in (word, other):
        assert secret.upper() not in str(looks).upper()
