"""The game of the day on the first screen."""

import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.live.page.conftest import People
from tests.live.page.test_games_on_the_page import no_answers
from tests.live.page.test_sharing import copies
from tests.support.browsing import Person
from tests.support.running import Service, ask

pytestmark = pytest.mark.usefixtures("one_day")


def today(service: Service) -> dict[str, Any]:
    answer: dict[str, Any] = service.get("/daily").json()
    return answer


def begins(person: Person) -> None:
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page.locator(".keys")).to_be_visible()


def test_days_game_is_first_and_the_same_for_everybody(people: People, service: Service) -> None:
    first, second = people(), people()
    for person in (first, second):
        with person.page.expect_response("**/daily/*") as others:  # how they did yesterday
            person.opens()
        card = person.page.locator(".card").first
        length = today(service)["length"]
        expect(card).to_contain_text(f"{length} letters, 8 misses, the same for everybody")
        expect(card).to_contain_text(re.compile(r"Next in (\d+ h )?\d+ min"))
        ended = others.value.ok and any(others.value.json()["results"]["games_by_misses"])
        expect(card.get_by_text("Yesterday")).to_have_count(int(ended))  # 0, but after midnight
        begins(person)
    games = [service.get(f"/games/{person.game_id}").json() for person in (first, second)]
    assert {game["daily"] for game in games} == {today(service)["date"]}
    for person in (first, second):
        person.ends()

    words = {service.get(f"/games/{person.game_id}").json()["word"] for person in (first, second)}
    assert len(words) == 1


def test_lost_day_is_told_without_a_letter_of_the_word(person: Person, service: Service) -> None:
    with no_answers(person, "**/daily"):  # who is quick does not wait for what the card shows
        person.opens()
        begins(person)
    person.page.locator("header a.brand").click()
    person.page.get_by_role("link", name="Go on", exact=True).click()
    expect(person.page.locator(".keys")).to_be_visible()
    person.ends("It cheated")
    game = service.get(f"/games/{person.game_id}").json()
    confession = service.confession(person.game_id)

    story = copies(person, "Copy")

    day = date.fromisoformat(game["daily"])
    judged = "wrong" if confession["honest"] else "right"
    squares = "".join("⬛" if guess["hit"] else "🟥" for guess in confession["guesses"])
    assert story.split("\n") == [  # of who dealt, nothing before the day is over
        f"Evil Hangman, {day:%B} {day.day}",
        squares,
        f"Hanged. I judged it {judged}.",
        f"{service.url}/",
    ]
    assert squares.count("🟥") == 8
    person.page.locator("header a.brand").click()
    card = person.page.locator(".card").first
    expect(card).to_contain_text("accused an honest dealer" if confession["honest"] else "Caught.")
    expect(card.locator(".squares .miss")).to_have_count(8)
    assert copies(person, "Copy") == story
    expect(card.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    card.get_by_role("link", name="How it went").click()
    expect(person.page.locator(".confession")).to_be_visible()


def test_game_that_is_gone_can_be_begun_again(person: Person, service: Service) -> None:
    person.opens()
    begins(person)
    ask("DELETE", f"{service.url}/games/{person.game_id}")
    person.reloads()
    expect(person.page.locator("main")).to_contain_text("This game is gone.")
    person.page.get_by_role("link", name="New game").click()
    begins(person)
