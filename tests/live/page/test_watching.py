"""Those who watch a game, and two who play the same."""

import pytest
from playwright.sync_api import Route, expect

from tests.live.page.browsing import DESKTOP, PHONE, Person
from tests.live.page.conftest import People
from tests.live.running import Service

WIDTH = "document.documentElement.scrollWidth"


def game_of(service: Service, **choices: object) -> dict[str, str]:
    game: dict[str, str] = service.post("/games", json=choices).json()
    return game


def guesses(service: Service, game: dict[str, str], letters: str) -> None:
    for letter in letters:
        service.post(f"/games/{game['id']}/guesses", json={"letter": letter})


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
    player.page.keyboard.press("Escape")

    watcher.page.goto(link)
    expect(watcher.page.get_by_text("Watching. Only the player can guess.")).to_be_visible()
    expect(watcher.status).to_contain_text("No letter was guessed yet.")
    assert player.game_id not in link
    assert watcher.page.get_by_role("button").count() == 0
    player.types("q")
    expect(watcher.status).to_contain_text("Q is not there.")
    expect(watcher.page.locator(".letters .wrong")).to_have_text("Q, miss")
    expect(watcher.page.get_by_text("2 misses left", exact=True)).to_be_visible()
    watcher.types("e")
    player.ends()

    word = service.get(f"/games/{player.game_id}").json()["word"].upper()
    expect(watcher.status).to_contain_text(f"“It was {word},” says the dealer.")


def test_who_watches_has_still_the_own_game(people: People, service: Service) -> None:
    person = people()
    person.opens()
    person.plays()
    person.opens("watch=" + "0" * 32)
    expect(person.page.locator("main")).to_contain_text("This game is gone.")
    person.opens()

    expect(person.page.get_by_role("link", name="Go on with your last game")).to_be_visible()


def test_watching_goes_on_when_the_service_is_too_full_to_keep_us(
    person: Person, service: Service
) -> None:
    """The answer then comes at once, without Preference-Applied."""

    def hasty(route: Route) -> None:
        headers = {name: value for name, value in route.request.headers.items() if name != "prefer"}
        asked.append(route.request.url)
        route.continue_(headers=headers)

    asked: list[str] = []
    game = game_of(service, length=5)
    person.page.route("**/watch/*", hasty)
    person.opens(f"watch={game['watch_id']}")
    person.page.wait_for_timeout(1000)
    guesses(service, game, "q")

    expect(person.status).to_contain_text("Q is not there.")
    assert len(asked) < 10, "it asks again and again"


def test_watching_goes_on_after_the_network_was_gone(person: Person, service: Service) -> None:
    def brief(route: Route) -> None:
        """Be kept for a second: the page hears that it is offline when it asks again."""
        route.continue_(headers={**route.request.headers, "prefer": "wait=1"})

    game = game_of(service, length=5)
    person.page.route("**/watch/*", brief)
    person.opens(f"watch={game['watch_id']}")
    person.context.set_offline(True)
    expect(person.trouble).to_contain_text("No answer just now.")
    guesses(service, game, "q")
    person.context.set_offline(False)

    expect(person.status).to_contain_text("Q is not there.")
    expect(person.trouble).to_be_empty()


def test_two_on_one_game_see_each_other(people: People) -> None:
    first, second = people(), people()
    first.opens()
    first.chooses(Length="8 letters", Misses_until_you_hang="3")
    first.plays()
    second.opens(first.game_id)
    first.types("q")
    expect(second.status).to_contain_text("Somebody else guessed. Q is not there.")
    second.types("j")
    expect(first.status).to_contain_text("Somebody else guessed. J is not there.")

    expect(first.used).to_have_count(2)
    second.ends()
    expect(first.page.locator(".confession")).to_be_visible()


def test_guess_of_ones_own_is_answered_once(person: Person) -> None:
    """Even if the watch hears of it before its own answer comes."""
    said: list[str] = []

    def late(route: Route) -> None:
        with person.page.expect_response(lambda response: "/watch/" in response.url):
            answer = route.fetch()
        route.fulfill(response=answer)

    person.opens()
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
    assert sum("Q is not there." in text for text in said) == 1


def test_nobody_asks_while_the_page_is_hidden(person: Person, service: Service) -> None:
    hide = (
        "value => { Object.defineProperty(document, 'hidden', { configurable: true, value });"
        "document.dispatchEvent(new Event('visibilitychange')) }"
    )
    game = game_of(service, length=5)
    with person.page.expect_request("**/watch/*"):  # the last thing that it asks for by itself
        person.opens(game["id"])
    expect(person.page.locator(".keys")).to_be_visible()
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.page.evaluate(hide, True)
    guesses(service, game, "q")
    person.page.wait_for_timeout(500)
    assert asked == []
    person.page.evaluate(hide, False)

    expect(person.status).to_contain_text("Q is not there.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_board_fits_and_axe_finds_nothing(
    people: People, service: Service, viewport: dict[str, int], scheme: str
) -> None:
    person = people(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    game = game_of(service, length=8, max_misses=6, insight="count")
    guesses(service, game, "eiaonq")
    person.opens(f"watch={game['watch_id']}")
    expect(person.page.locator(".letters li")).to_have_count(6)

    assert person.page.evaluate(WIDTH) == viewport["width"]
    assert person.page.evaluate("document.documentElement.scrollHeight") <= viewport["height"]
    assert person.findings_of_axe() == []
    person.opens(game["id"])
    person.page.get_by_role("button", name="Invite").click()
    assert person.findings_of_axe() == []
