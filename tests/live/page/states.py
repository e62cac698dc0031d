"""All states of the page, which one person reaches in turn."""

from collections.abc import Iterator
from typing import Any, TypeAlias

from playwright.sync_api import expect

from tests.support.browsing import DESKTOP, PHONE, Person
from tests.support.running import Service

Ended: TypeAlias = tuple[dict[str, Any], str]

SCREENS = DESKTOP, PHONE
# Games, and the letters that end them. The largest-family dealer always answers alike.
LOST: Ended = {"length": 8, "max_misses": 6, "dealer": "largest-family"}, "eiaonrts"
WON: Ended = {"length": 12, "max_misses": 1000, "dealer": "largest-family"}, "eioantsckbg"
FAIR: Ended = {"length": 6, "max_misses": 6, "dealer": "honest", "seed": 2}, "eaiosrtnld"
LONG = {"length": 22, "max_misses": 6, "dictionary": "en-large", "dealer": "largest-family"}
CORNERED: Ended = LONG, "eaiosrtnldcmup"


def guessed(service: Service, choices: dict[str, Any], letters: str) -> Any:
    """Start a game, guess these letters until it ends, and return the game."""
    game = service.post("/games", json=choices).json()
    for letter in letters:
        if game["status"] != "in_progress":
            break
        answer = service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
        assert answer.status_code == 200, answer.text
        game = answer.json()
    return game


def played(service: Service, choices: dict[str, Any], letters: str) -> str:
    """Start a game, guess these letters, which must end it, and return its id."""
    game = guessed(service, choices, letters)
    assert game["status"] != "in_progress"
    return str(game["id"])


def claims(service: Service, game: Any, words: int) -> None:
    """Open the link to the words of a game, as so many other people."""
    for _ in range(words):
        service.post(f"/watch/{game['watch_id']}/words")


def reached(person: Person, name: str, mark: str, address: str = "") -> str:
    """Open a state's address, if it has one; wait until the person is there; return its name."""
    if address:
        person.opens(address)
    expect(person.page.locator(mark).first, name).to_be_visible()
    return name


def opens(person: Person, name: str, button: str, mark: str = "dialog") -> str:
    person.page.locator(button).first.click()
    return reached(person, name, mark)


def before_a_game(person: Person, service: Service) -> Iterator[str]:
    """Yield the name of each state before a game. A state that is not reached fails."""
    word = person.page.locator("form input")
    yield reached(person, "lesson", "h1", "/how-to-play")
    yield opens(person, "lesson, no E", ".lesson button", ".nine .kept")
    yield opens(person, "lesson, the corner", "main button.main", ".rules, .lesson")
    yield reached(person, "statistics of nothing", "main button.main", "/statistics")
    person.opens()
    yield reached(person, "start", ".card button")
    yield opens(person, "choices", "summary", ".fields select")
    yield opens(person, "settings", "footer button")
    person.escapes()
    yield opens(person, "daily", ".card button", ".keys")
    person.opens("/word")
    word.fill("zzebra")
    word.press("Enter")
    yield reached(person, "no such word", "p.status:not(:empty)")
    word.fill("zebra")
    word.press("Enter")
    yield reached(person, "link for a friend", "a[href='#/word']")
    game = service.get(f"/games/{person.page.url.partition('game=')[2]}").json()
    yield reached(person, "a friend's word", ".card button", f"like={game['watch_id']}")
    yield reached(person, "friend", ".card button", "/new?length=45&misses=6")
    yield reached(person, "error", "main .lead", "0123456789abcdefghjkmnpqrs")


def in_a_game(person: Person, service: Service) -> Iterator[str]:
    """Yield the name of each state of a game in progress, for its player and for a watcher."""
    page, counted = person.page, {"length": 8, "insight": "count"}
    yield reached(
        person, "playing", ".keys [data-state=miss]", guessed(service, counted, "eiax")["id"]
    )
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
    game = guessed(service, counted, "x")
    name = reached(person, "watching", ".letters .wrong", f"watch={game['watch_id']}")
    for number, letter in enumerate("ei", 1):  # one by one: the page shows the words left
        service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
        expect(page.locator(".letters li")).to_have_count(number + 1)
    yield name
    sealed = service.post("/games", json={"secret_word": "zebra"}).json()
    yield reached(person, "sealed", ".keys", f"{sealed['id']}?set")


def dealing(person: Person, _: Service) -> Iterator[str]:
    """Yield the name of each state of a game that the player deals."""
    page = person.page
    yield reached(person, "dealing", ".family-card", "/deal?4")
    yield opens(person, "all answers", ".more-answers", ".family-card:nth-child(6)")
    person.types("2")
    expect(page.locator(".take-back")).to_be_visible()
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
    """Yield the name of each state from a game's end on."""
    person.opens(service.post("/games", json={"length": 5, "max_misses": 2}).json()["id"])
    person.types("zqxj")
    yield reached(person, "the question", ".question")
    person.claims()
    yield reached(person, "played to its end", ".confession")
    yield opens(person, "sharing", ".end > .pair button")
    person.escapes()
    yield reached(person, "statistics", ".statistics", "/statistics")
    yield from confessions(person, service, lost=LOST, cornered=CORNERED)


def other_ends(person: Person, service: Service) -> Iterator[str]:
    """Yield the name of each state of other ends of games, and of a step of a confession."""
    yield from confessions(person, service, won=WON, fair=FAIR)
    game = person.game_id.partition("/")[0]
    person.page.goto(f"{person.url}/#{game}/2")  # the same screen, at another guess
    yield reached(person, "a step", "[aria-current=step]")


def confessions(person: Person, service: Service, **ends: Ended) -> Iterator[str]:
    """Yield the name of each end, with everything unfolded."""
    page = person.page
    for name, ended in ends.items():
        person.sees_the_end(played(service, *ended))
        yield reached(person, f"{name}, folded", ".confession")
        person.unfolds()
        reached(person, name, ".breakdown")
        for button in page.locator(".all-guesses:visible").all():
            button.click()
        folded = ".unfold:visible, .tail, .seal summary, .breakdown summary"
        for button in page.locator(folded).all():
            button.click()
        words = ".family-words:not(:empty)"
        yield opens(person, name, ".sheet:nth-child(2) .piece", words)


def other_words(person: Person, service: Service) -> Iterator[str]:
    """Yield the name of each state that a friend sees after opening a link to a lost game."""
    lost = guessed(service, *LOST)
    yield reached(person, "a friend's end", ".word-was", f"hanged={lost['watch_id']}")
    claims(service, lost, 2)
    person.reloads()
    yield reached(person, "the wheel", ".wheel .given")
    lost = guessed(service, {**LOST[0], "length": 12}, "zqxjkv")
    claims(service, lost, 3)
    yield reached(person, "a friend's long word", ".word-was", f"hanged={lost['watch_id']}")
    person.reloads()
    yield reached(person, "long words", ".in-lines .given")
    yield reached(person, "a link that is over", "main .lead", "hanged=nothing")


STATES = (after_the_end, dealing, before_a_game, in_a_game, other_ends, other_words)
