"""The states that the page can be in, each reached in turn by one person."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from playwright.sync_api import ViewportSize, expect

from tests.support.browsing import Person
from tests.support.running import Service

Ended: TypeAlias = tuple[dict[str, Any], str]

GONE = "0123456789abcdefghjkmnpqrs"

SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 320, "height": 640},
)
# What ends these games. A cheat that keeps the largest family answers in one way only.
LOST: Ended = {"length": 8, "max_misses": 6, "dealer": "largest-family"}, "eiaonrts"
WON: Ended = {"length": 12, "max_misses": 1000, "dealer": "largest-family"}, "eioantsckbg"
FAIR: Ended = {"length": 6, "max_misses": 6, "dealer": "honest", "seed": 2}, "eaiosrtnld"
LONG = {"length": 22, "max_misses": 6, "dictionary": "en-large", "dealer": "largest-family"}
CORNERED: Ended = LONG, "eaiosrtnldcmup"


def guessed(service: Service, asked: dict[str, Any], letters: str) -> Any:
    """A new game in which these letters were guessed."""
    game = service.post("/games", json=asked).json()
    for letter in letters:
        answer = service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
        assert answer.status_code == 200, answer.text
    return game


def played(service: Service, asked: dict[str, Any], letters: str) -> str:
    """The id of a game that these letters have ended."""
    game = str(guessed(service, asked, letters)["id"])
    assert service.get(f"/games/{game}").json()["status"] != "in_progress"
    return game


def reached(person: Person, name: str, mark: str, address: str = "") -> str:
    """The name of a state, as soon as the person is in it; it has an address, or it is near."""
    if address:
        person.opens(address)
    expect(person.page.locator(mark).first, name).to_be_visible()
    return name


def opens(person: Person, name: str, button: str, mark: str = "dialog") -> str:
    person.page.locator(button).first.click()
    return reached(person, name, mark)


def before_a_game(person: Person, _: Service) -> Iterator[str]:
    """The name of each state before a game. A state that is not reached fails."""
    page = person.page
    yield reached(person, "lesson", "h1", "/how-to-play")
    yield opens(person, "lesson, no E", ".lesson button", ".nine .kept")
    yield opens(person, "lesson, the corner", "main button.main", ".rules, .lesson")
    person.opens()
    yield reached(person, "start", ".card button")
    yield opens(person, "choices", "summary", ".fields select")
    yield opens(person, "settings", "footer button")
    person.escapes()
    yield opens(person, "daily", ".card button", ".keys")
    person.opens("/word")
    page.locator("form input").fill("zzebra")
    page.keyboard.press("Enter")
    yield reached(person, "no such word", "p.status:not(:empty)")
    page.locator("form input").fill("zebra")
    page.keyboard.press("Enter")
    yield reached(person, "link for a friend", "a[href*=watch]")
    yield reached(person, "friend", ".card button", "/new?length=45&misses=6")
    yield reached(person, "error", "main .lead", GONE)


def in_a_game(person: Person, service: Service) -> Iterator[str]:
    """The name of each state of a game that is on."""
    page = person.page
    game = guessed(service, {"length": 8, "insight": "count"}, "eiax")
    sealed = service.post("/games", json={"secret_word": "zebra"}).json()
    yield reached(person, "playing", ".keys [data-state=miss]", game["id"])
    yield opens(person, "hint", ".spelling + .tools button", ".hinted:not(:empty)")
    yield opens(person, "spelling a word", ".keys .whole", ".next-blank")
    page.keyboard.press("Escape")
    yield opens(person, "invitation", ".spelling + .tools button:nth-child(2)")
    person.escapes()
    person.context.set_offline(True)
    person.types("otn")
    expect(page.locator("[data-state=queued]")).to_have_count(2)
    yield reached(person, "offline", "p.trouble:not(:empty)")
    person.context.set_offline(False)
    yield watching(person, service)
    yield reached(person, "sealed", ".keys", f"{sealed['id']}?set")


def watching(person: Person, service: Service) -> str:
    """The name of the state of a watcher who has seen how many words were left."""
    game = guessed(service, {"length": 8, "insight": "count"}, "x")
    name = reached(person, "watching", ".letters .wrong", f"watch={game['watch_id']}")
    for number, letter in enumerate("ei", 1):
        service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
        expect(person.page.locator(".letters li")).to_have_count(number + 1)
    return name


def dealing(person: Person, _: Service) -> Iterator[str]:
    """The name of each state of a game that the player deals."""
    page = person.page
    yield reached(person, "dealing", ".family-card", "/deal?8")
    yield opens(person, "all answers", ".more-answers", ".family-card:nth-child(6)")
    person.types("2")
    expect(page.locator(".take-back")).to_be_visible()
    person.context.set_offline(True)
    person.types("1")
    yield reached(person, "dealing offline", "p.trouble:not(:empty)")
    person.context.set_offline(False)
    while page.locator(".deal-end").count() == 0:
        expect(page.locator(":is(.take-back, .deal-end)").first).to_be_visible()
        before = person.heading.inner_text()
        person.types("1")
        expect(person.heading).not_to_have_text(before)
    page.locator(".all-guesses:visible").click()
    yield opens(person, "the guesser's end", ".sheet .piece", ".family-words:not(:empty)")
    yield opens(person, "sharing what was dealt", ".deal-end > .outcome > .pair button:last-child")
    person.escapes()


def after_the_end(person: Person, service: Service) -> Iterator[str]:
    """The name of each state from a game's end on."""
    page = person.page
    game = service.post("/games", json={"length": 5, "max_misses": 2}).json()["id"]
    person.opens(game)
    person.types("zqxj")
    yield reached(person, "the question", ".question")
    person.claims()
    yield reached(person, "played to its end", ".confession")
    yield opens(person, "sharing", ".end > .pair button")
    person.escapes()
    yield reached(person, "statistics", ".statistics", "/statistics")
    for name, ended in {"lost": LOST, "cornered": CORNERED, "won": WON, "fair": FAIR}.items():
        game = played(service, *ended)
        person.sees_the_end(game)
        reached(person, name, ".breakdown")
        for all_guesses in page.locator(".all-guesses:visible").all():
            all_guesses.click()
        folded = ".unfold:visible, .tail, .seal summary, .breakdown summary"
        for button in page.locator(folded).all():
            button.click()
        words = ".family-words:not(:empty)"
        yield opens(person, name, ".sheet:nth-child(2) .piece", words)
    page.goto(f"{person.url}/#{game}/2")  # the same screen goes to another moment
    yield reached(person, "a step", "[aria-current=step]")
    yield from others_words(person, service)


def others_words(person: Person, service: Service) -> Iterator[str]:
    """The name of each state of somebody who opens the link to a friend's game."""
    watch_id = guessed(service, *LOST)["watch_id"]
    yield reached(person, "a friend's end", ".word-was", f"hanged={watch_id}")
    for _ in range(2):
        service.post(f"/watch/{watch_id}/words")
    person.reloads()
    yield reached(person, "the wheel", ".wheel .given")
    watch_id = guessed(service, {**LOST[0], "length": 12}, "zqxjkv")["watch_id"]
    for _ in range(3):
        service.post(f"/watch/{watch_id}/words")
    yield reached(person, "long words", ".in-lines .given", f"hanged={watch_id}")
    yield reached(person, "a link that is over", "main .lead", "hanged=nothing")
