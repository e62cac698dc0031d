"""Those who watch a game, and two who play the same."""

from playwright.sync_api import Route, expect

from tests.live.page.conftest import People
from tests.live.page.states import SCREENS, guessed
from tests.support.browsing import CHEAT, RARE_FIRST, Person
from tests.support.running import Service

HEIGHT = "document.documentElement.scrollHeight"


def test_who_watches_sees_each_guess_and_cannot_guess(people: People, service: Service) -> None:
    player, watcher = people(), people()
    player.opens()
    player.chooses(Length="5 letters", Misses_until_you_hang="3")
    player.plays()
    player.context.grant_permissions(["clipboard-read", "clipboard-write"])
    player.page.get_by_role("button", name="Invite").click()
    player.page.get_by_role("button", name="Copy the link to watch").click()
    expect(player.page.get_by_text("Copied")).to_be_visible()
    link = str(player.page.evaluate("navigator.clipboard.readText()"))
    player.escapes()

    watcher.page.clock.install()
    watcher.page.goto(link)
    expect(watcher.page.get_by_text("Watching. Only the player can guess.")).to_be_visible()
    expect(watcher.status).to_contain_text("No letter has been guessed yet.")
    assert player.game_id not in link
    assert watcher.page.get_by_role("button").count() == 0
    watcher.types("e")
    player.types("q")
    expect(watcher.status).to_contain_text("No Q.")
    expect(watcher.page.locator(".letters .wrong")).to_have_text("Q, miss")
    expect(watcher.page.get_by_text("2 misses left", exact=True)).to_be_visible()
    assert service.get(f"/games/{player.game_id}").json()["guessed_letters"] == ["q"]
    player.types(RARE_FIRST)

    asked, buttons = watcher.talks()
    game = service.get(f"/games/{player.game_id}").json()
    confession = service.confession(player.game_id)
    assert "Q\n, miss\nJ" in asked  # what a class can tell by
    assert game["word"].upper() not in asked
    assert buttons == 0
    said = "It was fair." if confession["honest"] else "It never had a word."
    expect(watcher.heading).to_contain_text(said)
    expect(watcher.page.locator("main")).to_contain_text(game["word"].upper())


def test_watching_goes_on_after_the_network_was_gone(person: Person, service: Service) -> None:
    def brief(route: Route) -> None:
        """Be kept for a second: the page hears that it is offline when it asks again."""
        route.continue_(headers={**route.request.headers, "prefer": "wait=1"})

    game = guessed(service, {"length": 8, "max_misses": 8, "insight": "count"}, "eiaonj")
    person.page.route("**/watch/*", brief)
    person.opens(f"watch={game['watch_id']}")
    for viewport in SCREENS:
        person.page.set_viewport_size(viewport)
        assert person.page.evaluate(HEIGHT) <= viewport["height"]  # all of it is seen
    person.context.set_offline(True)
    expect(person.trouble).to_contain_text("No answer just now.")
    service.post(f"/games/{game['id']}/guesses", json={"letter": "q"})
    person.context.set_offline(False)

    expect(person.status).to_contain_text("No Q.")
    expect(person.trouble).to_be_empty()


def test_game_has_an_address_and_two_on_it_see_each_other(people: People) -> None:
    first, second = people(), people()
    first.opens()
    first.chooses(Length="8 letters", Misses_until_you_hang="6")
    first.plays()
    first.types("eai")
    expect(first.used).to_have_count(3)
    first.reloads()
    expect(first.used).to_have_count(3)
    second.opens(first.game_id)
    expect(second.used).to_have_count(3)
    first.types("q")
    expect(second.status).to_contain_text("Somebody else guessed. No Q.")
    second.types("j")
    expect(first.status).to_contain_text("Somebody else guessed. No J.")

    expect(first.used).to_have_count(5)
    second.ends()
    first.claims()
    # only who plays is told of the dealer, so this one has looked at the game again
    first.opens("/statistics")
    expect(first.page.locator("table").first.locator("tbody tr")).to_have_count(1)


def test_guess_of_ones_own_is_answered_once(person: Person) -> None:
    """Even if the watch hears of it before its own answer comes."""
    said: list[str] = []

    def late(route: Route) -> None:
        with person.page.expect_response(lambda response: "/watch/" in response.url):
            answer = route.fetch()
        route.fulfill(response=answer)

    person.opens(CHEAT)
    person.plays()
    person.page.expose_function("heard", lambda text: said.append(text))
    person.page.evaluate(
        "new MutationObserver(() => heard(document.querySelector('p.status').innerText))"
        ".observe(document.querySelector('p.status'), { childList: true })"
    )
    person.page.route("**/guesses", late)
    person.types("q")
    expect(person.used).to_have_count(1)
    person.page.unroute("**/guesses")
    person.types("x")
    expect(person.used).to_have_count(2)

    assert not [text for text in said if "Somebody else" in text]
    assert sum("No Q." in text for text in said) == 1
