"""What is told of a game to others, and the same game for a friend."""

import json
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect

from tests.live.page.conftest import People
from tests.support.browsing import Person
from tests.support.running import Service


def copies(person: Person, button: str) -> str:
    """What a button of the sheet copies."""
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.get_by_role("button", name="Share", exact=True).click()
    expect(person.page.get_by_role("dialog")).not_to_contain_text("undefined")
    person.page.get_by_role("button", name=button, exact=True).click()
    expect(person.page.get_by_text("Copied")).to_be_visible()
    text = str(person.page.evaluate("navigator.clipboard.readText()"))
    person.page.get_by_role("button", name="Done").click()
    person.leaves_no_sheet()
    return text


def test_story_boasts_and_a_friend_gets_the_same_game(people: People, service: Service) -> None:
    first, friend = people(), people()
    first.opens("/new?length=9&misses=5&words=en-small&dealer=any")
    first.plays()
    first.types("eaiou")
    first.ends()

    story = copies(first, "Copy")
    link = story.split("\n")[-1]

    word = service.get(f"/games/{first.game_id}").json()["word"]
    assert story.count("🟥") == 5
    assert word not in story.lower()
    assert first.game_id not in story
    friend.page.goto(link)
    expect(friend.heading).to_have_text("A game from a friend")
    expect(friend.page.get_by_text("A word of 9 letters")).to_be_visible()
    expect(friend.page.get_by_text("Beat 5 misses.")).to_be_visible()
    friend.plays()
    friend.types("eaiou")
    friend.ends()
    ours, theirs = (service.get(f"/games/{person.game_id}").json() for person in (first, friend))
    same = ("dealer", "dictionary", "length", "max_misses", "seed", "word")
    assert [ours[name] for name in same] == [theirs[name] for name in same]
    asked = parse_qs(urlsplit(link).fragment.partition("?")[2])
    assert (asked["misses"], asked["dealer"]) == (["5"], ["any"])


def test_hints_stand_in_the_result_and_in_the_story(person: Person) -> None:
    person.opens()
    person.chooses(Misses_until_you_hang="3")
    person.plays()
    hint = person.page.get_by_role("button", name="Hint")
    for _ in range(2):  # at one position: they are one
        with person.page.expect_response("**/hint"):
            hint.click()
        expect(person.page.locator(".hinted")).not_to_be_empty()
        person.reloads()
        expect(person.page.locator(".keys")).to_be_visible()
    person.types("e")
    expect(person.used).to_have_count(1)
    with person.page.expect_response("**/hint"):
        hint.click()
    expect(person.page.locator(".hinted")).not_to_be_empty()
    person.ends()
    person.reloads()
    expect(person.page.locator(".confession")).to_be_visible()

    assert "2 hints." in copies(person, "Copy")


def test_hard_mode_is_nemesis_without_hints_and_counts(person: Person, service: Service) -> None:
    person.opens()
    person.chooses(Length="5 letters", Misses_until_you_hang="3")
    person.page.get_by_label("Hard: Nemesis, no hints, no counts").check()
    person.plays()
    expect(person.page.get_by_text("Hard mode")).to_be_visible()
    expect(person.page.get_by_role("button", name="Hint")).to_have_count(0)
    person.ends()

    expect(person.heading).to_have_text("You hang.")
    game = service.get(f"/games/{person.game_id}").json()
    assert (game["insight"], game["dealer"]) == (None, "minimax")
    assert "Hard mode" in copies(person, "Copy")


def test_statistics_count_each_game_of_ones_own_once(people: People) -> None:
    player, visitor = people(), people()
    games = []
    player.opens()
    player.chooses(Misses_until_you_hang="3")
    for _ in range(2):
        player.plays()
        player.ends()
        games.append(player.game_id)
        player.reloads()  # an end that is looked at again is no other game
        expect(player.page.locator(".confession")).to_be_visible()
        player.page.locator("header a.brand").click()
    player.page.get_by_role("link", name="Statistics").click()
    numbers = player.page.locator(".numbers")
    expect(numbers).to_contain_text("games2", use_inner_text=False)

    with player.page.expect_download() as download:
        player.page.get_by_role("button", name="Export").click()
    results = json.loads(download.value.path().read_text())
    assert [(one["id"], one["won"], one["misses"]) for one in results] == [
        (game, False, 3) for game in games
    ]
    player.page.on("dialog", lambda dialog: dialog.accept())
    player.page.get_by_role("button", name="Erase").click()
    expect(player.page.get_by_text("Erased.")).to_be_visible()
    expect(player.page.locator("main > h1:first-child")).to_be_visible()  # nothing has moved it
    expect(numbers).to_contain_text("games0", use_inner_text=False)

    visitor.sees_the_end(games[0])
    visitor.opens("/statistics")
    expect(visitor.page.locator(".numbers")).to_contain_text("games0", use_inner_text=False)
