"""The states that the page can be in, each reached in turn by one person."""

from collections.abc import Iterator

from playwright.sync_api import expect

from tests.live.page.browsing import Person
from tests.live.page.test_confession import LOST, LOST_LETTERS, WON, WON_LETTERS, played
from tests.live.running import Service

GONE = "0123456789abcdefghjkmnpqrs"


def states(person: Person, service: Service) -> Iterator[str]:
    """The name of each state, while the person is in it. A state that is not reached fails."""

    def reached(name: str, mark: str, address: str = "") -> str:
        if address:
            person.opens(address)
        expect(person.page.locator(mark).first, name).to_be_visible()
        return name

    game = service.post("/games", json={"length": 8, "insight": "count"}).json()
    for letter in "eiax":
        service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    sealed = service.post("/games", json={"word": "zebra"}).json()
    lost = played(service, LOST, LOST_LETTERS)

    person.opens()
    yield reached("start", ".card button")
    person.page.locator(".card button").first.click()
    yield reached("daily", ".keys")
    yield reached("playing", ".keys [data-state=miss]", game["id"])
    person.context.set_offline(True)
    person.types("o")
    yield reached("offline", "p.trouble:not(:empty)")
    person.context.set_offline(False)
    yield reached("watching", ".letters .wrong", f"watch={game['watch_id']}")
    yield reached("sealed", ".keys", f"{sealed['id']}?set")
    yield reached("lost", ".headline", lost)
    person.page.goto(f"{person.url}/#{lost}/2")  # the same screen goes to another moment
    yield reached("review", "[aria-current=step] .review")
    yield reached("won", ".headline", played(service, WON, WON_LETTERS))
    yield reached("word for a friend", "input:not([type=radio])", "/word")
    yield reached("error", "main .lead", GONE)
