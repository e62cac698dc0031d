"""The game of the day on the first screen."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

from playwright.sync_api import Route, expect

from tests.live.page.browsing import Person
from tests.live.page.conftest import People
from tests.live.page.test_sharing import copies
from tests.live.running import Service, ask


def today(service: Service) -> dict[str, Any]:
    answer: dict[str, Any] = service.get("/daily").json()
    return answer


def begins(person: Person) -> None:
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page.locator(".keys")).to_be_visible()


def answering(person: Person, day: dict[str, Any]) -> None:
    """The service says `day` of every day, to this person."""
    person.page.route("**/daily*", lambda route: route.fulfill(json=day))
    person.page.route("**/daily/*", lambda route: route.fulfill(json=day))


def day_of(game: dict[str, Any], ends_in: timedelta, results: Any = None) -> dict[str, Any]:
    ends = datetime.now(UTC) + ends_in
    return {"date": "2026-11-22", "game": game, "next_at": ends.isoformat(), "results": results}


def test_days_game_is_first_and_the_same_for_everybody(people: People, service: Service) -> None:
    first, second = people(), people()
    for person in (first, second):
        person.opens()
        card = person.page.locator(".card").first
        length = today(service)["game"]["length"]
        expect(card).to_contain_text(f"{length} letters, 8 misses, the same for everybody")
        expect(card).to_contain_text(re.compile(r"Next in (\d+ h )?\d+ min"))
        expect(card).not_to_contain_text("Yesterday")  # nobody has played
        begins(person)
    games = [service.get(f"/games/{person.game_id}").json() for person in (first, second)]
    assert {game["daily"] for game in games} == {today(service)["date"]}
    for person in (first, second):
        person.ends()

    words = {service.get(f"/games/{person.game_id}").json()["word"] for person in (first, second)}
    assert len(words) == 1


def test_lost_day_is_told_without_a_letter_of_the_word(person: Person, service: Service) -> None:
    person.opens()
    begins(person)
    person.ends()
    game = service.get(f"/games/{person.game_id}").json()
    guesses = service.confession(person.game_id)["guesses"]

    story = copies(person, "Copy")

    day = date.fromisoformat(game["daily"])
    assert story.startswith(
        f"Evil Hangman, {day:%B} {day.day}: {game['length']} letters, lost after"
    )
    assert story.count("🟥") == 8
    assert story.count("⬛") == len(guesses) - 8
    if guesses[-1]["words_after"] > 1:
        assert f"{guesses[-1]['words_after']:,} words were still open." in story
    assert game["word"] not in story.lower()
    assert person.game_id not in story

    person.page.keyboard.press("Escape")
    person.page.locator("header a.brand").click()
    card = person.page.locator(".card").first
    expect(card).to_contain_text("You lost this one.")
    expect(card.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    card.get_by_role("link", name="See how it went").click()
    expect(person.page.locator(".confession")).to_be_visible()


def test_day_that_is_played_well_is_told_and_remembered(person: Person, service: Service) -> None:
    """With the best letters there are: it is won on most days."""
    person.opens()
    begins(person)
    person.page.locator("header a.brand").click()
    person.page.get_by_role("link", name="Go on", exact=True).click()
    expect(person.page.locator(".keys")).to_be_visible()
    while (game := service.get(f"/games/{person.game_id}").json())["status"] == "in_progress":
        hint = service.get(f"/games/{person.game_id}/hint?guesser=expected").json()
        person.types(hint["letters"][0]["letter"])
        expect(person.used).to_have_count(len(game["guessed_letters"]) + 1)
    expect(person.page.locator(".confession")).to_be_visible()

    story = copies(person, "Copy")

    assert game["status"] in ("won", "lost")
    assert ("found with" in story) == (game["status"] == "won")
    assert story.count("🟥") == game["misses"]
    person.page.keyboard.press("Escape")
    person.page.locator("header a.brand").click()
    expect(person.page.locator(".card").first).to_contain_text(
        "You won, with" if game["status"] == "won" else "You lost this one."
    )


def test_card_says_how_others_did_yesterday_and_when_the_next_comes(
    person: Person, service: Service
) -> None:
    results = {"begun": 210, "won": 31, "misses": [0, 1, 30, 69]}
    answering(person, day_of(today(service)["game"], timedelta(minutes=400, seconds=30), results))
    person.opens()

    card = person.page.locator(".card").first
    expect(card).to_contain_text("Yesterday 31% won")
    expect(card).to_contain_text("Next in 6 h 41 min")
    assert person.findings_of_axe() == []


def test_next_game_comes_by_itself(person: Person, service: Service) -> None:
    game = today(service)["game"]
    person.page.clock.install()
    answering(person, day_of({**game, "length": 6}, timedelta(minutes=2)))
    person.opens()
    card = person.page.locator(".card").first
    expect(card).to_contain_text("6 letters")
    person.page.unroute_all()
    tomorrow = {**day_of({**game, "length": 12}, timedelta(hours=24)), "date": "2026-11-23"}
    answering(person, tomorrow)
    person.page.clock.fast_forward("03:00")

    expect(card).to_contain_text("12 letters")


def test_game_that_is_gone_can_be_begun_again(person: Person, service: Service) -> None:
    person.opens()
    begins(person)
    ask("DELETE", f"{service.url}/games/{person.game_id}")
    person.page.reload()
    expect(person.page.locator("main")).to_contain_text("This game is gone.")
    person.page.get_by_role("link", name="New game").click()

    begins(person)


def test_play_needs_no_answer_but_its_own(person: Person, service: Service) -> None:
    """Two round trips: who is quick does not wait for what the card shows."""
    held: list[Route] = []
    person.page.route("**/daily", lambda route: held.append(route))
    person.opens()
    begins(person)

    assert service.get(f"/games/{person.game_id}").json()["daily"] == today(service)["date"]


def test_wrong_date_of_the_device_is_named(person: Person) -> None:
    problem = {"type": "/problems/day-not-open", "detail": "Not open."}
    person.page.route(
        "**/games",
        lambda route: route.fulfill(
            status=422, content_type="application/problem+json", body=json.dumps(problem)
        ),
    )
    person.opens()
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page.locator("main")).to_contain_text("the date of this device is wrong")

    with person.page.expect_request("**/daily"):
        person.page.get_by_role("link", name="New game").click()
