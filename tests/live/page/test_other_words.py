"""One link, another word for everybody: the offer, the board that friends open, and the wheel."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.live.page.conftest import People
from tests.live.page.states import CORNERED, FAIR, WON, guessed, played
from tests.support.browsing import CHEATED, RARE_FIRST, Person
from tests.support.running import Service

# A cheat that keeps the largest family has 23 words left.
MANY = {"length": 5, "max_misses": 8, "dealer": "largest-family"}, "eaiosrtuyl"
TOLD = re.compile("The word was ([A-Z]+)\\.")
CLAIM = re.compile(r"/watch/\w+/words$")


def lost(service: Service) -> Any:
    """A game that a cheat has won with 23 words left."""
    game = guessed(service, *MANY)
    return service.get(f"/games/{game['id']}").json()


def opened(service: Service, game: Any) -> int:
    return int(service.get(f"/watch/{game['watch_id']}/words").json()["claimed_count"])


def told(person: Person) -> str:
    """The word that somebody is told who opens the link among the first two."""
    expect(person.heading).to_have_text("Your friend was hanged.")
    [word] = TOLD.findall(person.page.locator("main").inner_text())
    return str(word)


def opens(person: Person, game: Any) -> None:
    person.opens(f"hanged={game['watch_id']}")


def test_everybody_is_told_another_word_and_the_third_sees_why(
    people: People, service: Service
) -> None:
    player, *friends = (people(reduced_motion="reduce") for _ in range(4))
    game = lost(service)
    player.sees_the_end(game["id"], CHEATED)
    offer = player.page.locator(".group")
    expect(offer).to_contain_text("Send it to the group. Everybody gets a different word.")
    expect(offer).to_contain_text("The link works until")
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    offer.get_by_role("button", name="Copy the link").click()
    expect(offer).to_contain_text("Copied")
    text, link = str(player.page.evaluate("navigator.clipboard.readText()")).split("\n")
    assert text == "I was hanged. See what the word was:"
    assert link == f"{service.url}/#hanged={game['watch_id']}"

    for friend in friends:
        friend.page.goto(link)
        expect(friend.page.get_by_role("button", name="Play one yourself")).to_be_visible()
    first, second, third = friends
    words = [told(first), told(second)]
    board = first.page.locator("main")
    expect(board).to_contain_text("Ten letters, eight of them wrong:")
    expect(board.locator(".asked-letters [data-state=miss]")).to_have_count(8)
    expect(board.locator(".pattern > .shown")).to_have_text(["U", "Y"])
    expect(board).to_contain_text("The link works until")
    expect(board).not_to_contain_text(re.compile("cheat|fit|opened|never", re.IGNORECASE))
    expect(third.heading).to_have_text(
        "3 people have opened this. 3 different words. All of them fit."
    )
    [own] = third.page.locator("main .lead b").all_inner_texts()
    words.append(own)
    assert len(set(words)) == 3
    left = service.confession(game["id"])["guesses"][-1]["words_left"]
    expect(third.page.locator(".wheel li")).to_have_count(left)
    given = third.page.locator(".wheel .given:has(.circle) > :first-child")
    assert set(given.all_inner_texts()) == set(words)
    expect(third.page.locator(".wheel")).to_contain_text("23 words")
    expect(third.page.locator("main")).to_contain_text("The link works until")

    first.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    second.reloads()
    for friend, word in ((first, words[0]), (second, words[1])):
        expect(friend.heading).to_contain_text("3 people have opened this.")
        expect(friend.page.locator("main")).to_contain_text(f"You were told {word}.")
    assert opened(service, game) == 3


def test_players_own_device_sees_how_many_and_uses_no_word(
    people: People, service: Service
) -> None:
    player, friend = (people(reduced_motion="reduce") for _ in range(2))
    game = lost(service)
    player.sees_the_end(game["id"])
    player.page.get_by_role("link", name="How many have opened it?").click()
    expect(player.heading).to_have_text("Nobody has opened this yet. 23 words fit.")
    expect(player.page.locator(".wheel .circle")).to_have_count(0)
    assert opened(service, game) == 0
    opens(friend, game)
    word = told(friend)
    player.reloads()

    expect(player.heading).to_have_text("1 person has opened this. 23 words fit.")
    expect(player.page.locator(".wheel .given > :first-child")).to_have_text(word)
    said = f"You were told {game['word'].upper()}. It never had a word."
    expect(player.page.locator("main .lead")).to_contain_text(said)
    expect(player.page.get_by_role("button", name="Copy the link")).to_be_visible()
    assert opened(service, game) == 1


def test_word_is_kept_over_a_reload_a_lost_answer_and_no_network(
    people: People, service: Service
) -> None:
    game = lost(service)
    friend = people(reduced_motion="reduce")
    friend.opens("/statistics")  # the screens are here
    answers = []

    def lose(route: Route) -> None:
        answers.append(route.fetch())
        route.abort()

    friend.page.route(CLAIM, lose, times=1)
    with friend.page.expect_event("requestfailed"):
        opens_at_once(friend, game)
    friend.reloads()
    word = told(friend)
    assert word == answers[0].json()["word"].upper()
    friend.reloads()
    assert told(friend) == word
    assert opened(service, game) == 1

    offline = people(reduced_motion="reduce")
    offline.opens("/statistics")
    offline.context.set_offline(True)
    opens_at_once(offline, game)
    expect(offline.heading).to_have_text("Your word is on its way.")
    expect(offline.trouble).to_have_text("No connection. Your word comes as soon as there is one.")
    assert opened(service, game) == 1
    offline.context.set_offline(False)
    assert told(offline) != word
    assert opened(service, game) == 2


def opens_at_once(person: Person, game: Any) -> None:
    person.page.evaluate("name => { location.hash = name }", f"hanged={game['watch_id']}")


def test_busy_service_is_asked_again(people: People, service: Service) -> None:
    game, friend = lost(service), people(reduced_motion="reduce")
    problem = json.dumps({"code": "too-many-requests", "detail": "Too many."})
    busy = {"status": 429, "headers": {"Retry-After": "1"}, "body": problem}
    friend.page.route(CLAIM, lambda route: route.fulfill(**busy))
    opens(friend, game)
    expect(friend.trouble).to_have_text("Too many requests. Trying again in 1 second.")
    assert opened(service, game) == 0
    friend.page.unroute(CLAIM)

    assert told(friend)
    assert opened(service, game) == 1


def test_link_that_comes_too_late_says_so(people: People, service: Service) -> None:
    """When all words are given out; and when the game is gone, a word that was told is shown."""
    early, late = (people(reduced_motion="reduce") for _ in range(2))
    game = lost(service)
    opens(early, game)
    word = told(early)
    for _ in range(22):
        service.post(f"/watch/{game['watch_id']}/words")
    opens(late, game)
    expect(late.heading).to_have_text("23 people came before you. The dealer has run out of words.")
    expect(late.page.locator("main .lead")).to_have_text(
        "There was none left for you. It never had a word."
    )
    early.reloads()
    expect(early.heading).to_have_text(
        "23 people have opened this. The dealer has run out of words."
    )
    expect(early.page.locator(".wheel .circle")).to_have_count(23)

    early.context.request.delete(f"{service.url}/games/{game['id']}")
    for person in (early, late):
        person.reloads()
        expect(person.heading).to_have_text("This game is gone.")
    expect(early.page.locator("main")).to_contain_text(f"You were told {word}.")
    expect(late.page.locator("main")).not_to_contain_text("You were told")
    late.opens("hanged=nonsense")
    expect(late.heading).to_have_text("This game is gone.")


def test_link_to_a_game_without_other_words_tells_what_it_is(
    person: Person, service: Service
) -> None:
    running = guessed(service, {"length": 8}, "e")
    honest = guessed(service, *FAIR)
    for game, heading, button in (
        (running, "Your friend is still playing.", "Watch"),
        (honest, "There is no other word in this game.", "How it went"),
    ):
        opens(person, game)
        expect(person.heading).to_have_text(heading)
        link = person.page.get_by_role("link", name=button)
        expect(link).to_have_attribute("href", f"#watch={game['watch_id']}")


@pytest.mark.usefixtures("one_day")
def test_days_game_is_not_offered_and_its_link_says_when(people: People, service: Service) -> None:
    player, friend = people(), people()
    game = service.post("/games", json={"daily": "today"}).json()
    for letter in RARE_FIRST:
        service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    player.sees_the_end(game["id"])
    expect(player.page.locator(".group")).to_have_count(0)

    opens(friend, game)
    expect(friend.heading).to_have_text("Not yet.")
    said = r"Others can still play this game\. Open the link again from \w+, \w+ \d+ at \d+:\d\d"
    expect(friend.page.locator("main .lead")).to_have_text(re.compile(said))


@pytest.mark.parametrize("ended", [WON, FAIR, CORNERED])
def test_only_a_cheat_that_has_won_with_words_left_offers_them(
    person: Person, service: Service, ended: Any
) -> None:
    person.sees_the_end(played(service, *ended))
    expect(person.page.locator(".seal")).to_be_visible()

    expect(person.page.locator(".group")).to_have_count(0)


def test_wheel_turns_into_its_place_once_and_a_tap_ends_it(
    people: People, service: Service
) -> None:
    game, friend = lost(service), people()
    for _ in range(2):
        service.post(f"/watch/{game['watch_id']}/words")
    opens(friend, game)
    expect(friend.heading).to_contain_text("3 people have opened this.")
    turning = "document.querySelector('.wheel ul').getAnimations().length"
    assert friend.page.evaluate(turning) == 1
    friend.page.mouse.click(2, 300)

    assert friend.page.evaluate(turning) == 0
    friend.reloads()
    expect(friend.page.locator(".wheel")).to_be_visible()
    assert friend.page.evaluate(turning) == 0  # nothing has changed


def test_words_too_long_for_spokes_stand_in_lines(people: People, service: Service) -> None:
    person = people(reduced_motion="reduce")
    game = guessed(service, {"length": 12, "max_misses": 3, "dealer": "largest-family"}, "zqx")
    for _ in range(30):
        service.post(f"/watch/{game['watch_id']}/words")
    opens(person, game)
    expect(person.heading).to_contain_text("31 people have opened this.")

    expect(person.page.locator(".wheel li")).to_have_count(24)
    expect(person.page.locator(".given > :last-child", has_text="told to you")).to_have_count(1)
    expect(person.page.locator(".in-lines")).to_be_visible()
