"""Texts to share, the same game for a friend, and the game of the day."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.live.page.conftest import People
from tests.support.browsing import WAS_FAIR, Person, box, no_answers
from tests.support.running import Service


def shares(person: Person) -> str:
    """Share a game that is over; return the text that its sheet copies."""
    person.presses("Share")
    sheet = person.page.get_by_role("dialog")
    expect(sheet).not_to_contain_text("undefined")
    before = box(sheet)
    text = person.copies("Copy")
    assert box(sheet) == before  # the line that says so had its room
    person.page.mouse.click(5, 5)  # beside the sheet
    person.leaves_no_sheet()
    return text


def test_story_boasts_and_a_friend_gets_the_same_game(people: People, service: Service) -> None:
    player, friend = people(), people()
    player.starts("/new?length=9&misses=5&words=en-small&dealer=any")
    player.types("eaiou")
    player.ends()
    link = shares(player).split("\n")[-1]

    friend.page.goto(link)
    expect(friend.heading).to_have_text("A game from a friend")
    expect(friend.page.get_by_text("It hanged them. Survive.")).to_be_visible()
    friend.plays()
    friend.types("eaiou")
    friend.ends()
    ours, theirs = (service.get(f"/games/{person.game_id}").json() for person in (player, friend))
    same = ("dealer", "dictionary", "length", "max_misses", "seed", "word")
    assert [ours[name] for name in same] == [theirs[name] for name in same]


def test_hints_stand_in_the_result_and_in_the_story(person: Person) -> None:
    person.starts(Misses_until_you_hang="3")
    for letter in ("", "", "e"):  # two for one pattern count once
        person.guesses(letter)
        with person.page.expect_response("**/hint"):
            person.page.get_by_role("button", name="Hint").click()
        expect(person.page.locator(".hinted")).not_to_be_empty()
        person.reloads()
        expect(person.page.locator(".keys")).to_be_visible()
    person.ends()
    person.reloads()
    expect(person.page.locator(".confession")).to_be_visible()
    assert "2 hints." in shares(person)


def test_chosen_dealer_asks_nothing_and_is_named_when_shared(people: People) -> None:
    page = (person := people(once=True)).page
    page.add_init_script(
        "globalThis.shared = new Promise("
        "  (resolve) => { navigator.share = async (all) => resolve(all); });"
    )
    person.starts("/new?length=8&misses=3&words=en&dealer=largest-family")
    person.types("qjxzv")
    hanged = re.compile(r"[\d,]+ words still fitted\.")
    headline = "It cheated. It never had a word."
    expect(page.locator(".headline")).to_have_text(headline)  # of a dealer that was chosen
    assert "claim" not in person.device["results"][0]
    person.rests()
    person.presses("Share")
    expect(page.get_by_role("dialog")).to_contain_text(hanged)
    person.presses("Share this")
    shared: dict[str, Any] = page.evaluate("shared")
    assert shared.keys() == {"text"}
    assert hanged.match(shared["text"].partition("🟥🟥🟥\n")[2])
    assert person.game_id not in shared["text"]
    assert "seed" not in shared["text"]


def test_statistics_count_each_game_of_ones_own_once(people: People) -> None:
    player, visitor = people(once=True), people()
    player.starts(Misses_until_you_hang="3")
    player.ends()
    game = player.game_id
    player.reloads()  # to see an end again is not another game
    expect(player.page.locator(".confession")).to_be_visible()
    player.goes_home()
    player.follows("Statistics")
    numbers = player.page.locator(".numbers").last
    expect(numbers).to_contain_text("game1", use_inner_text=False)
    with player.page.expect_download() as download:
        player.presses("Export")
    [exported] = json.loads(download.value.path().read_text())
    assert (exported["id"], exported["won"], exported["misses"]) == (game, False, 3)
    player.page.on("dialog", lambda dialog: dialog.accept())
    player.presses("Erase …")
    expect(player.page.get_by_text("Erased.")).to_be_visible()
    expect(player.page.locator("main > h1:first-child")).to_be_visible()  # nothing has moved it
    expect(numbers).to_have_count(0)

    visitor.sees_the_end(game, WAS_FAIR)
    visitor.opens("/statistics")
    expect(visitor.page.get_by_role("button", name="Play today’s")).to_be_visible()


SEVERAL: list[dict[str, Any]] = [  # games of a device
    {"id": str(n), "day": "2026-03-01", "dealer": "honest", "honest": n % 3 == 0, "won": n % 2 == 0,
     "claim": "cheated" if n % 2 else "fair", "misses": n % 9, "max_misses": 8, "hints": 1,
     "drawn": True}
    for n in range(40)
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("text", ["100%", "200%"])
@pytest.mark.parametrize("width", [320, 390, 844, 1280])
def test_statistics_fit_in_every_width(
    people: People, language: str, text: str, width: int
) -> None:
    person = people(locale=language, viewport={"width": width, "height": 600})
    person.opens()
    person.remembers(results=SEVERAL)
    person.opens("/statistics")
    person.page.evaluate("size => { document.documentElement.style.fontSize = size }", text)
    beyond = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert beyond <= 0


pytestmark = pytest.mark.usefixtures("one_day")


def begins(person: Person) -> None:
    person.presses("Play")
    expect(person.page.locator(".keys")).to_be_visible()


def test_days_game_is_the_same_for_all_and_stays_secret(people: People, service: Service) -> None:
    person, other = people(), people()
    with no_answers(person, "**/daily"):  # Play works before the card is filled
        person.opens()
        person.is_refused("**/games", 500)
        person.presses("Play")
        person.presses("Try again")
        expect(person.page.locator(".keys")).to_be_visible()
    other.opens()
    card, today = other.page.locator(".card").first, service.get("/daily").json()
    about = f"{today['length']} letters, 8 misses, the same for everybody"
    expect(card).to_contain_text(about)
    expect(card).to_contain_text(re.compile(r"Next in (\d+ h )?\d+ min"))
    begins(other)
    other.ends()
    person.goes_home()
    person.follows("Go on")
    expect(person.page.locator(".keys")).to_be_visible()
    person.ends("It cheated")
    game, theirs = (service.get(f"/games/{each.game_id}").json() for each in (person, other))
    assert game["daily"] == theirs["daily"] == today["date"]
    assert game["word"] == theirs["word"]
    confession = service.confession(person.game_id)
    story = shares(person)
    assert f"I judged it {'wrong' if confession['honest'] else 'right'}." in story
    person.goes_home()
    card = person.page.locator(".card").first
    stamps = ["Accused" if confession["honest"] else "Caught", "Hanged"]
    expect(card.locator(".stamp")).to_have_text(stamps)
    expect(card.locator(".squares .miss")).to_have_count(8)
    assert shares(person) == story
    expect(card.get_by_role("button", name="Play", exact=True)).to_have_count(0)
    person.follows("How it went")
    expect(person.page.locator(".confession")).to_be_visible()


def test_link_to_todays_game_leads_there(people: People, service: Service) -> None:
    """At once for who has had the lesson; for others after it, or after its skip."""
    today = service.get("/daily").json()["date"]
    player, friend = people(), people(is_new=True)
    player.opens("/today")
    expect(player.page.locator(".keys")).to_be_visible()
    begun = player.game_id
    assert service.get(f"/games/{begun}").json()["daily"] == today
    player.page.go_back()  # does not begin it again
    player.follows("Go on")
    player.opens("/today")
    expect(player.page.locator(".keys")).to_be_visible()
    assert player.game_id == begun

    friend.opens("/today")
    expect(friend.heading).to_have_text("Nine words. Ask for an E.")
    friend.reloads()  # nor does the lesson's end come before the lesson
    friend.presses("Skip to today’s game")
    expect(friend.heading).to_contain_text("Today’s game")
    assert service.get(f"/games/{friend.game_id}").json()["daily"] == today


@pytest.mark.parametrize(
    ("link", "said"), [("/today", "Today’s game"), ("/fair-or-cheat", "A word of")]
)
def test_lesson_ends_with_the_game_that_was_wanted(people: People, link: str, said: str) -> None:
    """Never with a dealer that is known to cheat."""
    newcomer = people(is_new=True)
    newcomer.opens(link)
    newcomer.page.locator(".lesson .letter").click()
    newcomer.presses("Next")
    expect(newcomer.page.locator(".lesson")).to_contain_text("or be honest: you judge.")
    newcomer.presses("Play")
    expect(newcomer.heading).to_contain_text(said)
    expect(newcomer.page.locator(".call")).to_contain_text("You judge at the end.")
    expect(newcomer.page.locator(".board")).not_to_contain_text("Dealer:")


def test_call_is_sent_with_the_next_guess_of_the_days_game(person: Person) -> None:
    """Until then it can be taken back."""
    person.opens()
    begins(person)
    person.guesses("q")
    call = person.page.locator(".call button")
    call.click()
    call.click()  # takes it back
    person.guesses("j")
    call.click()
    person.guesses("x")
    guesses = [each.post_data_json for each in person.requests if each.url.endswith("/guesses")]
    assert guesses == [{"letter": "q"}, {"letter": "j"}, {"letter": "x", "call": True}]


def test_days_game_can_be_begun_again_and_leaves_others_alone(person: Person) -> None:
    person.starts("/new?length=8&misses=4&words=en&dealer=any")
    person.guesses("e")
    other = person.game_id
    person.opens()
    begins(person)
    person.is_refused("**/games/*", 410, code="game-unplayable")
    person.reloads()
    expect(person.page.locator("main")).to_contain_text("This game cannot go on")
    person.follows("New game")
    begins(person)
    person.is_refused("**/games/*", 404, code="game-not-found")
    person.reloads()
    expect(person.status).to_have_text("Your unfinished game has expired.")
    begins(person)
    person.opens()
    person.follows("Continue your unfinished game")
    expect(person.used).to_have_count(1)
    assert person.game_id == other
