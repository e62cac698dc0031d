"""What the page does when something goes wrong: the network, the server, another device."""

import json
import re
from pathlib import Path

from playwright.sync_api import Route, expect

from service.store.embedded import EmbeddedServer
from tests.live.page.browsing import Person
from tests.live.page.conftest import People
from tests.live.running import HASTY, Service, ask, frozen, serving


def test_guess_whose_answer_was_lost_is_sent_again_and_counted_once(
    person: Person, service: Service
) -> None:
    keys: list[str] = []
    told: list[bool] = []

    def lose(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        answer = route.fetch()  # the service has done it
        if told:
            route.fulfill(response=answer)
        else:
            route.abort("connectionreset")

    person.opens()
    person.chooses(Length="5 letters")
    person.plays()
    person.page.route("**/guesses", lose)
    person.types("s")
    expect(person.trouble).to_contain_text("No connection. Your move is kept")
    told.append(True)
    expect(person.used).to_have_count(1)

    assert len(keys) > 1
    assert set(keys) == {keys[0]}
    assert len(service.get(f"/games/{person.game_id}/guesses").json()["guesses"]) == 1


def test_guess_made_without_a_network_is_made_when_it_is_back(
    person: Person, service: Service
) -> None:
    person.opens()
    person.plays()
    person.context.set_offline(True)
    person.types("e")
    expect(person.trouble).to_contain_text("No connection")
    assert service.get(f"/games/{person.game_id}/guesses").json()["guesses"] == []
    person.context.set_offline(False)

    expect(person.used).to_have_count(1)


def test_game_has_an_address(people: People) -> None:
    first, second = people(), people(locale="de")
    first.opens()
    first.plays()
    first.types("eai")
    expect(first.used).to_have_count(3)

    first.page.reload()
    expect(first.used).to_have_count(3)
    second.opens(first.game_id)
    expect(second.used).to_have_count(3)
    second.ends()
    first.page.reload()
    expect(first.page.locator(".confession")).to_be_visible()


def test_game_that_went_on_elsewhere_is_shown_as_it_stands(people: People) -> None:
    first, second = people(), people()
    second.page.route("**/watch/*", lambda route: None)  # it does not hear of the guess
    first.opens()
    first.plays()
    second.opens(first.game_id)
    first.types("e")
    expect(first.used).to_have_count(1)
    second.types("a")

    expect(second.status).to_contain_text("The game has gone on elsewhere")
    expect(second.used).to_have_count(1)
    second.types("a")
    expect(second.used).to_have_count(2)


def test_last_game_can_be_gone_on_with(person: Person) -> None:
    person.opens()
    person.plays()
    person.types("e")
    expect(person.used).to_have_count(1)
    person.page.locator("header a.brand").click()
    person.page.get_by_role("link", name="Go on with your last game").click()

    expect(person.used).to_have_count(1)


def test_game_that_is_gone_is_said_to_be(person: Person, service: Service) -> None:
    person.opens("0123456789abcdefghjkmnpqrs")
    expect(person.page.locator("main")).to_contain_text("This game is gone.")
    person.page.get_by_role("link", name="New game").click()
    person.plays()
    ask("DELETE", f"{service.url}/games/{person.game_id}")
    person.types("e")

    expect(person.page.locator("main")).to_contain_text("This game is gone.")


def test_page_waits_for_a_store_that_is_away(
    people: People, own_server: EmbeddedServer, tmp_path: Path
) -> None:
    with serving(tmp_path, REDIS_URL=own_server.url, **HASTY) as service:
        person = people(service.url)
        person.opens()
        with frozen(own_server.process_id):
            person.page.get_by_role("button", name="Play", exact=True).click()
            expect(person.trouble).to_contain_text("The server cannot keep games just now.")
        expect(person.page.locator(".keys")).to_be_visible()
        person.types("e")
        expect(person.used).to_have_count(1)


def test_page_waits_as_long_as_it_is_told_to(person: Person) -> None:
    told: list[bool] = []

    def limit(route: Route) -> None:
        if told:
            route.continue_()
            return
        problem = {"type": "/problems/too-many-requests", "detail": "Slow down."}
        route.fulfill(
            status=429,
            headers={"Retry-After": "1", "Content-Type": "application/problem+json"},
            body=json.dumps(problem),
        )

    person.opens()
    person.page.route("**/games", limit)
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.trouble).to_contain_text("Too many requests. Trying again in 1 second.")
    told.append(True)
    expect(person.page.locator(".keys")).to_be_visible()


def test_page_works_behind_a_prefix(person: Person, service: Service) -> None:
    """A proxy that serves /hangman/… from /…; the browser sees no other address."""

    def strip(route: Route) -> None:
        assert "/hangman/" in route.request.url, "a request went past the prefix"
        target = route.request.url.replace("/hangman/", "/", 1)
        route.fulfill(response=route.fetch(url=target))

    person.page.route("**/*", strip)
    person.page.goto(f"{service.url}/hangman/")
    person.plays()
    person.types("e")
    expect(person.used).to_have_count(1)
    person.ends()
    person.page.unroute_all(behavior="ignoreErrors")  # the review may still be on its way


def test_page_works_where_gunicorn_is_told_the_prefix(people: People, tmp_path: Path) -> None:
    with serving(tmp_path, SCRIPT_NAME="/hangman") as service:
        person = people(service.url)
        person.opens()
        person.plays()
        person.types("e")
        expect(person.used).to_have_count(1)
        person.page.goto(f"{service.url}/docs")
        address = service.url.removeprefix("http://")
        sample = person.page.locator(".info pre > code").first
        expect(sample).to_contain_text(f"' {address}/games --json")
        expect(sample).to_contain_text(f"GAME={address.removesuffix('/hangman')}$(")


def test_hint_of_a_game_that_ended_elsewhere_shows_its_end(
    person: Person, service: Service
) -> None:
    person.page.route("**/watch/*", lambda route: None)  # it does not hear of the end
    person.opens()
    person.chooses(Misses_until_you_hang="3")
    person.plays()
    for letter in "qjxzvk":
        service.post(f"/games/{person.game_id}/guesses", json={"letter": letter})
    person.page.get_by_role("button", name="Hint").click()

    expect(person.heading).to_have_text("You hang.")
    expect(person.page.locator(".confession")).to_be_visible()


def test_word_of_no_connection_goes_when_the_connection_is_back(person: Person) -> None:
    person.opens()
    person.plays()
    person.context.set_offline(True)
    person.page.get_by_role("button", name="Hint").click()
    expect(person.trouble).to_contain_text("No connection")
    person.context.set_offline(False)

    expect(person.page.locator(".hinted")).not_to_be_empty()
    expect(person.trouble).to_be_empty()


def test_error_screen_says_nothing_else(person: Person, service: Service) -> None:
    person.opens()
    person.plays()
    ask("DELETE", f"{service.url}/games/{person.game_id}")
    person.types("e")

    expect(person.page.locator("main")).to_contain_text("This game is gone.")
    expect(person.page.locator("main")).not_to_contain_text("Guess a letter.")


def test_last_answer_is_said_again_after_a_reload(person: Person) -> None:
    person.opens()
    person.plays()
    person.types("q")
    expect(person.status).to_contain_text("Q is not there.")
    person.page.reload()

    expect(person.status).to_contain_text("Q is not there.")


def test_screen_that_is_left_early_does_not_take_its_answers_away(person: Person) -> None:
    """The first screen asks for the dictionaries, and the game wants them, too."""
    held: list[Route] = []
    person.page.route("**/dictionaries", lambda route: held.append(route))
    person.opens()
    person.page.get_by_role("button", name="Play", exact=True).click()
    expect(person.page).to_have_url(re.compile("#[0-9a-z]{26}$"))
    for route in held:
        route.continue_()

    expect(person.page.locator(".keys")).to_be_visible()
    assert len(held) == 1
