"""Words for friends: a word that somebody sets, and the words of a lost game, one for each."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.live.page.conftest import People
from tests.live.page.states import FAIR, Ended, claims, guessed
from tests.support.browsing import CHEATED, MOVING, RARE_FIRST, Person
from tests.support.running import Service, ask

LINK = re.compile(r"#like=[0-9a-f]{32}$")


def sets(person: Person, word: str) -> None:
    person.page.get_by_label("Your word").fill(word)
    person.presses("Make the link")


def link_of(person: Person) -> str:
    expect(person.heading).to_have_text("Your link")
    return person.copies("Copy the link")


def test_word_is_written_as_its_language_writes_it(person: Person) -> None:
    page = person.page
    person.opens("/word")
    page.get_by_role("combobox", name="Words", exact=True).select_option("tr")
    for typed, said in (
        ("zzzışi", "ZZZIŞİ is not among these words."),
        ("taxi", "no X."),
    ):
        sets(person, typed)
        expect(person.status).to_contain_text(said)
    expect(page.get_by_label("Your word")).to_have_attribute("lang", "tr")
    sets(person, "IŞIK")
    expect(page.locator(".card .pattern .shown")).to_have_text(list("IŞIK"))
    page.goto(link_of(person))
    expect(page.get_by_text("Your word: IŞIK")).to_be_visible()
    expect(page.get_by_text("The words are Turkish.")).to_be_visible()


def test_each_friend_guesses_the_word_on_a_board_of_their_own(
    people: People, service: Service
) -> None:
    """The second does not see what the first has done; nobody plays the setter's own game."""
    setter, first, second = people(), people(is_new=True, **MOVING), people()
    setter.opens()
    setter.page.get_by_role("link", name="A word for a friend").click()
    expect(setter.heading).to_have_text("A word for a friend")
    setter.page.get_by_label("Misses until your friend hangs").select_option("4")
    sets(setter, "Zebra ")
    link = link_of(setter)
    assert LINK.search(link)
    card = setter.page.locator(".card")
    expect(card.locator(".pattern .shown")).to_have_text(list("ZEBRA"))
    assert card.inner_text().index("Copy the link") < card.inner_text().index(link)
    assert "zebra" not in link.lower() + setter.page.url.lower()
    setter.reloads()
    assert link_of(setter) == link
    address, original = setter.page.url, setter.page.url.partition("game=")[2]
    before = service.get(f"/games/{original}").json()

    first.page.goto(link)
    expect(first.heading).to_have_text("A word from a friend")
    expect(first.page.locator("main")).to_contain_text("A word of 5 letters")
    expect(first.page.locator("main")).to_contain_text("4 misses")
    expect(first.page.locator("main")).not_to_contain_text("The words are")
    first.plays()
    expect(first.heading).to_have_text("A word of 5 letters")
    expect(first.status).to_contain_text("A friend set this word for you. Guess a letter.")
    first.guesses("q")
    board = first.game_id
    first.page.goto(f"{service.url}/livez")
    first.page.goto(link)  # the same device has the same board
    expect(first.used).to_have_count(1)
    assert first.game_id == board
    first.types("zebra")
    expect(first.heading).to_have_text("You win.")
    expect(first.page.locator(".headline")).to_have_text("You found it, with 3 misses left.")
    first.rests()
    expect(first.page.get_by_role("link", name="Set one yourself")).to_be_visible()
    lesson = first.page.get_by_role("link", name="Fair or cheat?")  # before a first mystery game
    expect(lesson).to_have_attribute("href", "#/fair-or-cheat")
    first.page.get_by_text("it could not change its word.").click()
    expect(first.page.locator("pre")).to_contain_text('"word":"zebra"')
    first.presses("Share")
    assert first.copies("Copy").split("\n")[-1] == link  # the word goes on, and not the board

    second.page.goto(link)
    second.plays()
    expect(second.used).to_have_count(0)
    assert second.game_id not in (board, original)
    second.ends()
    expect(second.page.locator(".headline")).not_to_contain_text("You found it")
    assert [len(each.device["results"]) for each in (first, second)] == [1, 1]
    second.page.goto(link)
    expect(second.page.get_by_role("link", name="How it went")).to_be_visible()

    assert service.get(f"/games/{original}").json() == before
    setter.page.goto(link)  # the device knows whose word it is
    expect(setter.page.get_by_text("Your word: ZEBRA")).to_be_visible()
    expect(setter.page.locator(".lead")).to_contain_text("the game does not count.")
    setter.plays()
    expect(setter.status).to_contain_text("Guess a letter.")
    expect(setter.status).not_to_contain_text("A friend set this word")
    setter.types("zebra")
    expect(setter.page.locator(".confession")).to_be_visible()
    setter.opens("/statistics")
    expect(setter.page.locator("main")).to_contain_text("Nothing yet.")
    ask("DELETE", f"{service.url}/games/{original}")
    setter.page.goto(address)
    people_late = people()
    people_late.page.goto(link)
    gone = "This game is gone. A game is deleted if nobody guesses for a while."
    for person in (setter, people_late):
        expect(person.page.locator("main")).to_contain_text(gone)


def test_friend_whose_game_has_expired_can_begin_it_again(person: Person, service: Service) -> None:
    word = {"secret_word": "zebra", "copyable": True}
    game = service.post("/games", json=word).json()
    person.opens(f"like={game['watch_id']}")
    person.plays()
    board = person.game_id
    person.page.goto(f"{service.url}/livez")  # the game's page would say so at once
    ask("DELETE", f"{service.url}/games/{board}")
    person.page.goto(f"{service.url}/#{board}")
    expect(person.status).to_have_text("Your unfinished game has expired.")
    person.opens(f"like={game['watch_id']}")
    person.plays()
    assert person.game_id != board


def test_link_to_a_word_that_nobody_else_may_have_says_so(person: Person, service: Service) -> None:
    for choices in ({"secret_word": "zebra"}, {"dealer": "largest-family"}):
        game = service.post("/games", json=choices).json()
        person.opens(f"like={game['watch_id']}")
        expect(person.page.locator("main")).to_contain_text("Nobody else may have the word")
        expect(person.page.get_by_role("button", name="Play", exact=True)).to_have_count(0)


def test_word_that_cannot_be_set_is_refused_kindly(person: Person, service: Service) -> None:
    """A larger dictionary is offered only if it may have the word: here, if it has the letters."""

    def lettered(route: Route) -> None:
        content = route.fetch().json()
        for each in content["dictionaries"]:
            if each["name"] == "en-large":
                each.update(alphabet=each["alphabet"] + "åä", capitals=each["capitals"] + "ÅÄ")
        route.fulfill(json=content)

    person.page.route("**/dictionaries", lettered)
    person.opens("/word")
    field, words = (person.page.get_by_label(name) for name in ("Your word", "Words"))
    length = person.page.locator("#length")
    offer = person.page.get_by_role("button", name="Try the bigger list")
    person.presses("Make the link")
    expect(person.status).to_contain_text("Type a word first.")
    field.fill("zebra")
    expect(length).to_have_text("5 letters. It is in the word list.")
    for other in ("zebbra", "zebra" * 12):  # no word has 60 letters
        field.fill(other)
        expect(person.status).to_contain_text(f"{other.upper()} is not among these words.")
    expect(field).to_be_focused()  # nothing was sent
    field.fill("Two  éWords")
    expect(length).to_be_empty()
    field.press("Enter")
    expect(person.status).to_have_text("Only the letters A to Z: no space or É.")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(person.page.locator("form button")).to_have_count(1)  # nothing is offered
    sets(person, "zähne")
    expect(person.status).to_have_text("Only the letters A to Z: no Ä.")
    expect(offer).to_be_visible()
    posted = [request.url for request in person.requests if request.method == "POST"]
    assert f"{person.url}/games" not in posted
    for dictionary, word, said in (
        ("en", "zebra" * 12, "is not among these words."),
        ("en-large", "zähné", "Only the letters A to Z, Å, and Ä: no É."),
        ("en-large", "zzebra", "ZZEBRA is not among these words."),
    ):
        words.select_option(dictionary)
        sets(person, word)
        expect(person.status).to_contain_text(said)
        expect(offer).to_have_count(0)
    words.select_option("en-small")
    expect(person.status).to_be_empty()
    sets(person, "aardwolf")
    expect(person.status).to_contain_text("AARDWOLF is not among these words.")
    offer.click()
    link_of(person)
    game = service.get(f"/games/{person.page.url.partition('game=')[2]}").json()
    assert (game["dictionary"], game["length"]) == ("en-large", 8)
    started, expires = (datetime.fromisoformat(game[name]) for name in ("created_at", "expires_at"))
    assert expires - started == timedelta(days=14)
    expect(person.page.get_by_text("The link works until")).to_contain_text(
        f"{expires:%B} {expires.day}"
    )


def test_page_speaks_the_readers_language(people: People) -> None:
    setter = people(locale="de-AT")
    page = setter.page
    setter.opens()
    expect(page.get_by_role("button", name="Spielen", exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("header")).to_contain_text(re.compile(r"\d\. [A-ZÄ]\w+"))
    expect(page.get_by_text("Die Wörter sind englisch.")).to_be_visible()


# A cheat that keeps the largest family has 23 words left.
MANY: Ended = {"length": 5, "max_misses": 8, "dealer": "largest-family"}, "eaiosrtuyl"
CLAIM = re.compile(r"/watch/\w+/words$")
TURNING = "document.querySelector('.wheel ul').getAnimations().length"


def opened(service: Service, game: Any) -> int:
    return int(service.get(f"/watch/{game['watch_id']}/words").json()["claimed_count"])


def opens(person: Person, game: Any) -> None:
    person.opens(f"hanged={game['watch_id']}")


def word_told(person: Person) -> str:
    """The word that the page shows first to everybody who opens the link."""
    expect(person.heading).to_have_text("Your friend was hanged.")
    text = person.page.locator("main").inner_text()
    [word] = re.findall("The word was ([A-Z]+)\\.", text)
    return str(word)


def test_everybody_is_told_a_word_before_they_see_all(people: People, service: Service) -> None:
    """Also whoever comes late. All words are shown to those who come back after two others."""
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
    assert opened(service, game) == 0  # looking claims no word
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
    words.append(word_told(third))
    assert len(set(words)) == 3
    third.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    summary = "3 people have opened this. 3 different words. All of them fit."
    expect(third.heading).to_have_text(summary)
    assert third.page.evaluate(TURNING) == 1
    third.page.mouse.click(2, 300)
    assert third.page.evaluate(TURNING) == 0
    wheel = third.page.locator(".wheel")
    expect(third.page.locator("main .lead b")).to_have_text(words[-1])
    expect(wheel.locator("li")).to_have_count(23)
    circled = wheel.locator(".given:has(.circle) > :first-child")
    assert set(circled.all_inner_texts()) == set(words)
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
    late = people()
    late.page.goto(link)
    assert word_told(late) not in words


def test_word_is_kept_over_refusals_and_lost_answers(people: People, service: Service) -> None:
    game, friend = guessed(service, *MANY), people()
    answers = []

    def lose(route: Route) -> None:
        answers.append(route.fetch())
        route.abort()

    friend.page.route(CLAIM, lose, times=1)
    friend.is_refused(CLAIM, 429)
    friend.opens("/statistics")  # loads all screens
    with friend.page.expect_event("requestfailed"):
        friend.page.evaluate("name => { location.hash = name }", f"hanged={game['watch_id']}")
        expect(friend.heading).to_have_text("Your word is on its way.")
        expect(friend.trouble).to_have_text("Too many requests. Trying again after 2 s.")
        assert opened(service, game) == 0
    for _ in range(2):
        friend.reloads()
        word = word_told(friend)
        assert word == answers[0].json()["word"].upper()
    assert opened(service, game) == 1


def test_link_that_comes_too_late_says_so(people: People, service: Service) -> None:
    """If all words are claimed, or the game is gone. A word that was told is still shown."""
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
        watch = f"watch={game['watch_id']}"
        opens(person, game)
        expect(person.heading).to_have_text(heading)
        if button:
            link = person.page.get_by_role("link", name=button)
            expect(link).to_have_attribute("href", f"#{watch}")
    when = r"Others can still play this game\. Open the link again from \w+, \w+ \d+ at \d+:\d\d"
    expect(person.page.locator("main .lead")).to_have_text(re.compile(when))
    with person.page.expect_response(re.compile(r"/confession\?")) as answered:
        person.opens(watch)  # watchers of the day's game see only the result
    assert answered.value.status == 409
    expect(person.status).to_contain_text("The player was hanged.")
    expect(person.page.locator("main")).not_to_contain_text("Was it cheating?")
    person.sees_the_end(game["id"])
    expect(person.page.locator(".group")).to_have_count(0)  # the day's game is not offered
