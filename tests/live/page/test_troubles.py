"""What the page does when something goes wrong: the network, the server, another device."""

from playwright.sync_api import Route, expect

from tests.live.page.conftest import People
from tests.support.browsing import CHEAT, Person
from tests.support.running import Service, ask

REFUSALS = (429, 503)
SAID = (  # when a guess is sent again, of what became of it before
    "",
    "Too many requests. Trying again in 1 second.",
    "The server cannot keep games just now.",
    "No connection. Your move is kept",
)


def test_guess_whose_answer_was_lost_is_counted_once(person: Person, service: Service) -> None:
    """And before, it was refused for a while."""
    keys: list[str] = []

    def lose(route: Route) -> None:
        expect(person.trouble).to_contain_text(SAID[len(keys)])
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) <= len(REFUSALS):
            route.fulfill(status=REFUSALS[len(keys) - 1], headers={"Retry-After": "1"}, body="{}")
            return
        answer = route.fetch()  # the service has done it
        if len(keys) == len(SAID):
            route.fulfill(response=answer)
        else:
            route.abort("connectionreset")

    person.opens()
    person.chooses(Length="5 letters")
    person.plays()
    person.page.route("**/guesses", lose)
    person.types("s")
    expect(person.used).to_have_count(1)

    assert keys == [keys[0]] * len(SAID)
    assert len(service.get(f"/games/{person.game_id}/guesses").json()["guesses"]) == 1


def test_game_waits_for_the_network_and_is_gone_on_with(person: Person, service: Service) -> None:
    person.opens(CHEAT)
    person.plays()
    person.context.set_offline(True)
    person.page.get_by_role("button", name="Hint").click()
    expect(person.trouble).to_contain_text("No connection")
    person.context.set_offline(False)
    expect(person.page.locator(".hinted")).not_to_be_empty()
    expect(person.trouble).to_be_empty()

    person.context.set_offline(True)
    person.types("q")
    expect(person.trouble).to_contain_text("No connection")
    assert service.get(f"/games/{person.game_id}/guesses").json()["guesses"] == []
    person.context.set_offline(False)
    expect(person.used).to_have_count(1)
    expect(person.status).to_contain_text("No Q.")
    person.reloads()
    expect(person.status).to_contain_text("No Q.")

    game = person.game_id
    person.opens("watch=" + "0" * 32)
    expect(person.page.locator("main")).to_contain_text("This game is gone.")
    person.opens()
    person.page.get_by_role("link", name="Continue your last game").click()
    expect(person.used).to_have_count(1)
    ask("DELETE", f"{service.url}/games/{game}")
    person.types("e")
    expect(person.page.locator("main")).to_contain_text("This game is gone.")
    expect(person.page.locator("main")).not_to_contain_text("Guess a letter.")
    person.page.get_by_role("link", name="New game").click()
    person.plays()


def test_start_without_a_network_says_that_the_game_will_start(person: Person) -> None:
    person.opens()
    person.context.set_offline(True)
    person.page.get_by_role("button", name="Fair or cheat?").click()
    expect(person.trouble).to_have_text("No connection. Your game starts as soon as there is one.")
    person.context.set_offline(False)
    expect(person.page.locator(".keys")).to_be_visible()


def test_game_that_went_on_elsewhere_is_shown_as_it_stands(people: People) -> None:
    first, second = people(), people()
    second.page.route("**/watch/*", lambda route: None)  # it does not hear of the guesses
    first.opens()
    first.chooses(Misses_until_you_hang="5")
    first.plays()
    second.opens(first.game_id)
    first.types("e")
    expect(first.used).to_have_count(1)
    second.types("a")
    expect(second.status).to_contain_text("The game has gone on elsewhere")
    expect(second.used).to_have_count(1)
    second.types("a")
    expect(second.used).to_have_count(2)

    first.ends()
    second.page.get_by_role("button", name="Hint").click()
    expect(second.heading).to_have_text("You hang.")
    second.claims()
