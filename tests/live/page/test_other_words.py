"""One link, another word for everybody: the offer, the board that friends open, and the wheel."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.live.page.conftest import People
from tests.live.page.states import FAIR, Ended, claims, guessed
from tests.support.browsing import CHEATED, MOVING, RARE_FIRST, Person
from tests.support.running import Service

# A cheat that keeps the largest family has 23 words left.
MANY: Ended = {"length": 5, "max_misses": 8, "dealer": "largest-family"}, "eaiosrtuyl"
CLAIM = re.compile(r"/watch/\w+/words$")
TURNING = "document.querySelector('.wheel ul').getAnimations().length"


def opened(service: Service, game: Any) -> int:
    return int(service.get(f"/watch/{game['watch_id']}/words").json()["claimed_count"])


def opens(person: Person, game: Any) -> None:
    person.opens(f"hanged={game['watch_id']}")


def goes_to(person: Person, game: Any) -> None:
    """Open the link on a page that is open already."""
    person.page.evaluate("name => { location.hash = name }", f"hanged={game['watch_id']}")


def word_told(person: Person) -> str:
    """The word that somebody is told who opens the link among the first two."""
    expect(person.heading).to_have_text("Your friend was hanged.")
    text = person.page.locator("main").inner_text()
    [word] = re.findall("The word was ([A-Z]+)\\.", text)
    return str(word)


def test_everybody_is_told_another_word_until_the_third(people: People, service: Service) -> None:
    player, first, second, third = (people(**more) for more in ({}, {}, {}, MOVING))
    game = guessed(service, *MANY)
    player.sees_the_end(game["id"], CHEATED)
    offer = player.page.locator(".group")
    expect(offer).to_contain_text("Send it to the group. Everybody gets a different word.")
    expect(offer).to_contain_text("The link works until")
    text, link = player.copies("Copy the link").split("\n")
    assert text == "I was hanged. See what the word was:"
    assert link == f"{service.url}/#hanged={game['watch_id']}"
    player.follows("How many have opened it?")
    expect(player.heading).to_have_text("Nobody has opened this yet. 23 words fit.")
    expect(player.page.locator(".wheel .circle")).to_have_count(0)
    assert opened(service, game) == 0  # this device uses no word

    first.page.goto(link)
    board, words = first.page.locator("main"), [word_told(first)]
    expect(board).to_contain_text("Ten letters, eight of them wrong:")
    expect(board.locator(".asked-letters [data-state=miss]")).to_have_count(8)
    expect(board.locator(".pattern > .shown")).to_have_text(["U", "Y"])
    expect(board).to_contain_text("The link works until")
    expect(board).not_to_contain_text(re.compile("cheat|fit|opened|never", re.IGNORECASE))
    expect(first.page.get_by_role("button", name="Play one yourself")).to_be_visible()
    player.reloads()
    expect(player.heading).to_have_text("1 person has opened this. 23 words fit.")
    expect(player.page.locator(".wheel .given > :first-child")).to_have_text(words)
    said = "The dealer never had a word."
    expect(player.page.locator("main .lead")).to_have_text(said)
    expect(player.page.get_by_role("button", name="Copy the link")).to_be_visible()

    second.page.goto(link)
    words.append(word_told(second))
    third.page.goto(link)
    summary = "3 people have opened this. 3 different words. All of them fit."
    expect(third.heading).to_have_text(summary)
    assert third.page.evaluate(TURNING) == 1
    third.page.mouse.click(2, 300)
    assert third.page.evaluate(TURNING) == 0
    wheel = third.page.locator(".wheel")
    words += third.page.locator("main .lead b").all_inner_texts()
    assert len(words) == len(set(words)) == 3
    expect(wheel.locator("li")).to_have_count(23)
    given = wheel.locator(".given:has(.circle) > :first-child")
    assert set(given.all_inner_texts()) == set(words)
    expect(wheel).to_contain_text("23 words")
    expect(third.page.locator("main")).to_contain_text("The link works until")
    third.reloads()
    expect(wheel).to_be_visible()
    assert third.page.evaluate(TURNING) == 0  # nothing has changed

    first.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    second.reloads()
    for friend, word in ((first, words[0]), (second, words[1])):
        expect(friend.heading).to_contain_text("3 people have opened this.")
        expect(friend.page.locator("main")).to_contain_text(f"You were told {word}.")
    assert opened(service, game) == 3


def test_word_is_kept_over_refusals_and_lost_answers(people: People, service: Service) -> None:
    game, friend, offline = guessed(service, *MANY), people(), people()
    problem = json.dumps({"code": "too-many-requests", "detail": "Too many."})
    answers = []

    def lose(route: Route) -> None:
        answers.append(route.fetch())
        route.abort()

    friend.page.route(CLAIM, lose, times=1)
    friend.page.route(
        CLAIM,
        lambda route: route.fulfill(status=429, headers={"Retry-After": "1"}, body=problem),
        times=1,
    )
    friend.opens("/statistics")  # the screens are here
    with friend.page.expect_event("requestfailed"):
        goes_to(friend, game)
        expect(friend.trouble).to_have_text("Too many requests. Trying again in 1 second.")
        assert opened(service, game) == 0
    for _ in range(2):
        friend.reloads()
        word = word_told(friend)
        assert word == answers[0].json()["word"].upper()
    assert opened(service, game) == 1

    offline.opens("/statistics")
    offline.context.set_offline(True)
    goes_to(offline, game)
    expect(offline.heading).to_have_text("Your word is on its way.")
    expect(offline.trouble).to_have_text("No connection. Your word comes as soon as there is one.")
    assert opened(service, game) == 1
    offline.context.set_offline(False)
    assert word_told(offline) != word
    assert opened(service, game) == 2


def test_link_that_comes_too_late_says_so(people: People, service: Service) -> None:
    """When all words are given out; and when the game is gone, a word that was told is shown."""
    early, late = (people() for _ in range(2))
    game, gone = guessed(service, *MANY), "This game is gone."
    opens(early, game)
    word = word_told(early)
    claims(service, game, 22)
    opens(late, game)
    expect(late.heading).to_have_text("23 people came before you. The dealer has run out of words.")
    none_left = "There was none left for you. The dealer never had a word."
    expect(late.page.locator("main .lead")).to_have_text(none_left)
    early.reloads()
    summary = "23 people have opened this. The dealer has run out of words."
    expect(early.heading).to_have_text(summary)
    expect(early.page.locator(".wheel .circle")).to_have_count(23)

    early.context.request.delete(f"{service.url}/games/{game['id']}")
    for person in (early, late):
        person.reloads()
        expect(person.heading).to_have_text(gone)
    expect(early.page.locator("main")).to_contain_text(f"You were told {word}.")
    expect(late.page.locator("main")).not_to_contain_text("You were told")
    late.opens("hanged=nonsense")
    expect(late.heading).to_have_text(gone)


@pytest.mark.usefixtures("one_day")
def test_link_to_a_game_without_words_says_what_it_is(person: Person, service: Service) -> None:
    for ended, heading, button in (
        (({"length": 8}, "e"), "Your friend is still playing.", "Watch"),
        (FAIR, "There is no other word in this game.", "How it went"),
        (({"daily": "today"}, RARE_FIRST), "Not yet.", ""),
    ):
        game = guessed(service, *ended)
        opens(person, game)
        expect(person.heading).to_have_text(heading)
        if button:
            link = person.page.get_by_role("link", name=button)
            expect(link).to_have_attribute("href", f"#watch={game['watch_id']}")
    when = r"Others can still play this game\. Open the link again from \w+, \w+ \d+ at \d+:\d\d"
    expect(person.page.locator("main .lead")).to_have_text(re.compile(when))
    person.sees_the_end(game["id"])
    expect(person.page.locator(".group")).to_have_count(0)  # the day's game is not offered
