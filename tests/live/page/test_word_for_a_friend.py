"""A word that somebody sets, and a friend who guesses it."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from playwright.sync_api import Route, expect

from tests.live.page.conftest import People
from tests.support.browsing import MOVING, Person
from tests.support.running import Service, ask

LINK = re.compile(r"#[0-9a-hjkmnp-tv-z]{26}\?set$")


def sets(person: Person, word: str) -> None:
    person.page.get_by_label("Your word").fill(word)
    person.presses("Make the link")


def game_set_by(person: Person) -> str:
    return person.page.url.partition("game=")[2]


def link_of(person: Person) -> str:
    expect(person.heading).to_have_text("Your link")
    return person.copies("Copy the link")


def test_friend_guesses_the_word_while_its_setter_watches(people: People, service: Service) -> None:
    setter, friend = people(), people(is_new=True, **MOVING)
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
    address = setter.page.url
    setter.follows("Watch your friend play")
    expect(setter.page.get_by_text("Your word: ZEBRA")).to_be_visible()
    expect(setter.status).to_contain_text("No letter has been guessed yet.")

    friend.page.goto(link)
    expect(friend.heading).to_have_text("A word of 5 letters")
    expect(friend.status).to_contain_text("A friend set this word for you. Guess a letter.")
    friend.types("q")
    expect(setter.status).to_contain_text("No Q.")
    expect(setter.page.get_by_text("3 misses left", exact=True)).to_be_visible()
    friend.types("zebra")
    expect(friend.heading).to_have_text("You win.")
    told = "Your friend found it, with 3 misses left."
    expect(setter.heading).to_have_text(told)  # nobody is asked who set the word
    expect(friend.page.locator(".headline")).to_have_text("You found it, with 3 misses left.")
    friend.rests()
    expect(friend.page.get_by_role("link", name="Set one yourself")).to_be_visible()
    lesson = friend.page.get_by_role("link", name="Fair or cheat?")  # before a first mystery game
    expect(lesson).to_have_attribute("href", "#/how-to-play")
    expect(friend.page.locator(".last-sheet")).to_contain_text("You found it.")
    friend.page.get_by_text("The word was sealed before your first letter.").click()
    expect(friend.page.locator("pre")).to_contain_text('"word":"zebra"')
    friend.presses("Share")
    expect(friend.page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    expect(friend.page.get_by_role("dialog")).not_to_contain_text("seed")  # another word

    setter.opens(friend.game_id.removesuffix("?set"))  # the device knows whose word it is
    expect(setter.page.locator(".headline")).to_have_text(told)
    setter.opens()
    expect(setter.page.get_by_text("Continue your unfinished game")).to_have_count(0)
    ask("DELETE", f"{service.url}/games/{friend.game_id.removesuffix('?set')}")
    setter.page.goto(address)
    friend.reloads()
    gone = "This game is gone. A game is deleted if nobody guesses for a while."
    for person in (setter, friend):
        expect(person.page.locator("main")).to_contain_text(gone)


def test_word_that_cannot_be_is_refused_kindly(person: Person, service: Service) -> None:
    """A larger dictionary is offered only if it can have the word, as one with more letters."""

    def lettered(route: Route) -> None:
        content = route.fetch().json()
        for each in content["dictionaries"]:
            each["alphabet"] += "åä" * (each["name"] == "en-large")
        route.fulfill(json=content)

    sent: list[str] = []
    person.page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
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
    assert f"POST {person.url}/games" not in sent

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
    game = service.get(f"/games/{game_set_by(person)}").json()
    assert (game["dictionary"], game["length"]) == ("en-large", 8)


def test_page_speaks_german_and_knows_the_readers_clock(people: People, service: Service) -> None:
    setter = people(locale="de-AT", timezone_id="Asia/Kathmandu")
    setter.page.clock.set_fixed_time("2026-03-02T12:00:00")
    setter.opens()
    expect(setter.page.get_by_role("button", name="Spielen", exact=True)).to_be_visible()
    expect(setter.page.locator("html")).to_have_attribute("lang", "de")
    expect(setter.page.locator("header")).to_contain_text("2. März")
    expect(setter.page.get_by_text("Die Wörter sind englisch.")).to_be_visible()
    setter.opens("/word")
    field = setter.page.get_by_label("Dein Wort")
    field.fill("zwei wörter")
    field.press("Enter")
    expect(setter.status).to_have_text("Nur die Buchstaben A bis Z: kein Leerzeichen oder Ö.")
    field.fill("zebra")
    field.press("Enter")
    expires = setter.page.get_by_text("Der Link gilt bis")
    expect(expires).to_be_visible()
    game = service.get(f"/games/{game_set_by(setter)}").json()
    started, expires_at = map(datetime.fromisoformat, (game["created_at"], game["expires_at"]))
    assert expires_at - started == timedelta(days=14)
    local = expires_at.astimezone(ZoneInfo("Asia/Kathmandu"))
    for part in (f" {local.day}", f"{local.hour}:{local:%M}"):
        expect(expires).to_contain_text(part)
