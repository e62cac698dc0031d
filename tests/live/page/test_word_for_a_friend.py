"""A word that somebody sets, and a friend who guesses it."""

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Route, expect

from tests.live.page.browsing import DESKTOP, PHONE, Person
from tests.live.page.conftest import People
from tests.live.running import Service, ask

LINK = re.compile(r"#[0-9a-hjkmnp-tv-z]{26}\?set$")


def sets(person: Person, word: str) -> None:
    person.page.get_by_label("Your word").fill(word)
    person.page.get_by_role("button", name="Make the link").click()


def game_set_by(person: Person) -> str:
    return person.page.url.partition("game=")[2]


def link_made(person: Person) -> str:
    expect(person.heading).to_have_text("Your link")
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.page.get_by_role("button", name="Copy the link").click()
    expect(person.page.get_by_text("Copied")).to_be_visible()
    return str(person.page.evaluate("navigator.clipboard.readText()"))


def test_friend_guesses_the_word_while_who_set_it_watches(people: People, service: Service) -> None:
    setter, friend = people(), people()
    setter.opens()
    setter.page.get_by_role("link", name="A word for a friend").click()
    expect(setter.heading).to_have_text("A word for a friend")
    setter.page.get_by_label("Misses allowed").select_option("4")
    sets(setter, "Zebra ")
    link = link_made(setter)
    assert LINK.search(link)
    assert "zebra" not in link.lower() + setter.page.url.lower()
    setter.page.reload()
    assert link_made(setter) == link
    setter.page.get_by_role("link", name="Watch your friend play").click()
    expect(setter.status).to_contain_text("No letter was guessed yet.")

    friend.page.goto(link)
    expect(friend.heading).to_have_text("A word of 5 letters")
    friend.types("q")
    expect(setter.status).to_contain_text("Q is not there.")
    expect(setter.page.get_by_text("3 misses left", exact=True)).to_be_visible()
    friend.types("zebra")
    expect(friend.heading).to_have_text("You win.")
    expect(setter.status).to_contain_text("Found: ZEBRA.")
    expect(friend.page.locator(".confession")).to_contain_text("ZEBRA")
    friend.page.get_by_role("button", name="Share", exact=True).click()
    expect(friend.page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    same = friend.page.get_by_role("button", name="This game for a friend: copy a link")
    expect(same).to_have_count(0)  # its link would deal another word
    setter.opens()
    expect(setter.page.get_by_text("Go on with your last game")).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "field", "button", "until"),
    [
        ("en-GB", "Your word", "Make the link", "The link works until"),
        ("de", "Dein Wort", "Link machen", "Der Link gilt bis"),
    ],
)
def test_link_is_said_to_work_until_the_game_expires(
    people: People, service: Service, locale: str, field: str, button: str, until: str
) -> None:
    setter = people(locale=locale, timezone_id="Asia/Kathmandu")
    setter.opens("/word")
    setter.page.get_by_label(field).fill("zebra")
    setter.page.get_by_role("button", name=button).click()
    expires = setter.page.get_by_text(until)
    expect(expires).to_be_visible()
    expires_at = service.get(f"/games/{game_set_by(setter)}").json()["expires_at"]
    local = datetime.fromisoformat(expires_at).astimezone(ZoneInfo("Asia/Kathmandu"))
    for part in (f" {local.day}", f"{local.hour}:{local:%M}"):
        expect(expires).to_contain_text(part)


def test_game_that_is_gone_is_said_to_be_so_to_both(people: People, service: Service) -> None:
    setter, friend = people(), people()
    setter.opens("/word")
    sets(setter, "zebra")
    link = link_made(setter)
    ask("DELETE", f"{service.url}/games/{game_set_by(setter)}")
    setter.page.reload()
    friend.page.goto(link)

    for person in (setter, friend):
        expect(person.page.locator("main")).to_contain_text(
            "This game is gone. A game is deleted if nobody guesses for some time;"
        )


def test_word_that_is_not_there_is_looked_for_among_more(person: Person, service: Service) -> None:
    person.opens("/word")
    person.page.get_by_label("Words").select_option("en-small")
    sets(person, "aardwolf")
    expect(person.status).to_contain_text("AARDWOLF is not among these words.")
    field = person.page.get_by_label("Your word")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    person.page.get_by_role("button", name="Try among more: English, almost every word").click()
    link_made(person)

    game = service.get(f"/games/{game_set_by(person)}").json()
    assert (game["dictionary"], game["length"]) == ("en-large", 8)


@pytest.mark.parametrize(
    ("locale", "word", "why"),
    [
        ("en", "zähne", "Only the letters A to Z: no Ä."),
        ("en", "Two  éWords", "Only the letters A to Z: no space or É."),
        ("de", "zähne", "Nur die Buchstaben A bis Z: kein Ä."),
        ("de", "zwei wörter", "Nur die Buchstaben A bis Z: kein Leerzeichen oder Ö."),
    ],
)
def test_letters_that_no_word_has_are_named(
    people: People, locale: str, word: str, why: str
) -> None:
    person = people(locale=locale)
    sent: list[str] = []
    person.page.on("request", lambda request: sent.append(request.method))
    person.opens("/word")
    field = person.page.locator("form input")
    field.fill("zebra")
    expect(person.page.locator("#length")).not_to_be_empty()
    field.fill(word)
    expect(person.page.locator("#length")).to_be_empty()
    field.press("Enter")

    expect(person.status).to_have_text(why)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(person.page.locator("form button")).to_have_count(1)  # nothing is offered
    assert "POST" not in sent


def test_larger_dictionary_is_offered_only_if_it_can_have_the_word(person: Person) -> None:
    """One with letters of its own: a word of 5 letters may be in it, one of 60 cannot."""

    def lettered(route: Route) -> None:
        content = route.fetch().json()
        for each in content["dictionaries"]:
            each["alphabet"] += "åä" * (each["name"] == "en-large")
        route.fulfill(json=content)

    person.page.route("**/dictionaries", lettered)
    person.opens("/word")
    offer = person.page.get_by_role("button", name="Try among more: English, almost every word")
    sets(person, "zähne")
    expect(offer).to_be_visible()
    sets(person, "zebra" * 12)
    expect(person.status).to_contain_text("is not among these words.")
    expect(offer).to_have_count(0)

    person.page.get_by_label("Words").select_option("en-large")
    sets(person, "zähné")
    expect(person.status).to_have_text("Only the letters A to Z, Å, and Ä: no É.")


def test_word_that_is_nowhere_is_refused_kindly(person: Person) -> None:
    person.opens("/word")
    person.page.get_by_role("button", name="Make the link").click()
    expect(person.status).to_contain_text("Type a word first.")
    person.page.get_by_label("Words").select_option("en-large")
    sets(person, "zzebra")
    expect(person.status).to_contain_text("ZZEBRA is not among these words.")
    expect(person.page.get_by_role("button", name="Try among more")).to_have_count(0)
    person.page.get_by_label("Your word").fill("zebra")
    expect(person.status).to_be_empty()
    person.page.keyboard.press("Enter")

    expect(person.heading).to_have_text("Your link")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing(people: People, viewport: dict[str, int], scheme: Any) -> None:
    person = people(viewport=viewport, color_scheme=scheme, reduced_motion="reduce", locale="de")
    person.opens("/word")
    person.page.get_by_label("Dein Wort").fill("zzebra")
    person.page.get_by_role("button", name="Link machen").click()
    expect(person.status).to_contain_text("ZZEBRA")
    assert person.findings_of_axe() == []
    person.page.get_by_label("Dein Wort").fill("zebra")
    person.page.keyboard.press("Enter")
    expect(person.heading).to_have_text("Dein Link")
    assert person.findings_of_axe() == []
    assert person.page.evaluate("document.documentElement.scrollWidth") == viewport["width"]
