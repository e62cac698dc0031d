"""The page and its network: who watches, who plays along, and what goes wrong on the way."""

import pytest
from playwright.sync_api import Route, expect

from tests.live.page.conftest import People
from tests.live.page.states import SCREENS, guessed
from tests.support.browsing import CHEAT, PHONE, RARE_FIRST, Person, no_answers
from tests.support.running import Service, ask
from tests.support.waiting import wait_until

HEIGHT = "document.documentElement.scrollHeight"
RECEIVED = """
() => {
window.received = "";
const { decode } = TextDecoder.prototype;
TextDecoder.prototype.decode = function (...bytes) {
  const text = decode.apply(this, bytes);
  window.received += text;
  return text;
};
}
"""
HAS_SECOND = """received.includes('"version":2,')"""
HIDE = """
Object.defineProperty(document, "hidden", { value: true });
document.dispatchEvent(new Event("visibilitychange"));
"""
TABS = 6  # that a browser has connections for
BOARD = {"width": 1280, "height": 720}

JAVASCRIPT = "text/javascript"


def test_watcher_sees_each_guess_and_cannot_guess(people: People, service: Service) -> None:
    player, watcher = people(), people(once=True)
    with no_answers(player, "**/lazy.js"):
        player.starts(Length="5 letters", Misses_until_you_hang="3")
        for _ in range(2):
            player.presses("Invite")
    link = player.copies("Copy the link to watch")
    player.escapes()
    assert player.game_id not in link
    watcher.page.clock.install()
    watcher.page.goto(link)
    expect(watcher.page.get_by_text("Watching. Only the player can guess.")).to_be_visible()
    expect(watcher.status).to_contain_text("No letter has been guessed yet.")
    assert watcher.page.get_by_role("button").count() == 0
    watcher.types("e")
    player.types("q")
    expect(watcher.status).to_contain_text("No Q.")
    expect(watcher.page.locator(".letters .wrong")).to_have_text("Q, miss")
    expect(watcher.page.get_by_text("2 misses left", exact=True)).to_be_visible()
    assert service.get(f"/games/{player.game_id}").json()["guessed_letters"] == ["q"]
    player.types(RARE_FIRST)
    question, buttons = watcher.talks()
    game = service.get(f"/games/{player.game_id}").json()
    confession = service.confession(player.game_id)
    assert "Q\n, miss\nJ" in question  # what a class judges by
    assert "Talk about it: you will see in 10 seconds." in question
    assert game["word"].upper() not in question
    assert buttons == 0
    said = "It was fair." if confession["honest"] else "It never had a word."
    expect(watcher.heading).to_contain_text(said)
    expect(watcher.page.locator("main")).to_contain_text(game["word"].upper())
    expect(watcher.page.locator(".watch")).to_contain_text("The player was hanged.")


def test_who_plays_along_knows_the_dealer_that_the_player_knows(people: People) -> None:
    player, friend = people(), people()
    player.starts(Length="5 letters", Misses_until_you_hang="3")
    player.presses("Invite")
    link = player.copies("Copy the link to play along")
    player.escapes()
    known = player.page.get_by_text("Dealer: Cheat")
    expect(known).to_be_visible()
    friend.page.goto(link)
    expect(friend.page.get_by_text("Dealer: Cheat")).to_be_visible()
    friend.guesses("q")
    friend.types(RARE_FIRST)
    for person in (player, friend):
        expect(person.page.locator(".confession")).to_be_visible()  # nobody is asked


def test_watching_goes_on_after_the_network_was_gone(person: Person, service: Service) -> None:
    game = guessed(service, {"length": 8, "max_misses": 8, "insight": "count"}, "eiaonj")
    person.opens(f"watch={game['watch_id']}")
    for viewport in SCREENS:
        person.page.set_viewport_size(viewport)
        assert person.page.evaluate(HEIGHT) <= viewport["height"]  # without scrolling
    person.context.set_offline(True)
    expect(person.trouble).to_contain_text("No answer just now.")
    service.post(f"/games/{game['id']}/guesses", json={"letter": "q"})
    person.context.set_offline(False)
    expect(person.status).to_contain_text("No Q.")
    expect(person.trouble).to_be_empty()


def test_two_players_at_one_address_see_each_other(people: People) -> None:
    first, second = people(), people()
    first.starts(Length="8 letters", Misses_until_you_hang="6")
    first.guesses("eai")
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
    # Only the game itself names the dealer, so this page has fetched it again.
    first.opens("/statistics")
    expect(first.page.locator(".numbers").last).to_contain_text("game1", use_inner_text=False)


def test_guess_of_ones_own_is_answered_once(people: People) -> None:
    """Even if the watch reports the guess before its own answer comes."""
    texts: list[str] = []
    person = people(once=True)

    def late(route: Route) -> None:
        answer = route.fetch()
        wait_until(lambda: bool(person.page.evaluate(HAS_SECOND)), "the watch reports nothing")
        route.fulfill(response=answer)

    person.starts(CHEAT)
    person.page.evaluate(RECEIVED)
    person.page.expose_function("heard", lambda text: texts.append(text))
    person.page.evaluate(
        "new MutationObserver(() => heard(document.querySelector('p.status').innerText))"
        ".observe(document.querySelector('p.status'), { childList: true })"
    )
    person.page.route("**/guesses", late)
    person.guesses("q")
    person.page.unroute("**/guesses")
    person.guesses("x")
    assert not [text for text in texts if "Somebody else" in text]
    assert sum("No Q." in text for text in texts) == 1


def test_guess_is_answered_however_many_tabs_are_open(people: People, service: Service) -> None:
    game, person = guessed(service, {"length": 8}, ""), people(once=True)
    tabs = [person.context.new_page() for _ in range(TABS)]
    for tab in tabs:
        with tab.expect_response("**/watch/*/events"):
            tab.goto(f"{service.url}/#{game['id']}")
        tab.evaluate(HIDE)
    person.opens(game["id"])
    person.guesses("q")
    for tab in tabs:
        tab.close()


def test_class_reads_eight_words_from_the_last_row(people: People, service: Service) -> None:
    watcher = people(viewport=BOARD, once=True)
    game = guessed(service, {"length": 12, "max_misses": 4}, "zqx")
    watcher.page.clock.install()
    watcher.opens(f"watch={game['watch_id']}")
    service.post(f"/games/{game['id']}/guesses", json={"letter": "j"})
    assert watcher.talks()[1] == 0  # buttons
    verdict = "It cheated. It never had a word."
    expect(watcher.heading).to_have_text(verdict)
    expect(watcher.heading).to_be_focused()
    assert watcher.heading.inner_text().startswith("It cheated.\nIt never had a word")
    words = watcher.page.locator(".fitted li")
    expect(words).to_have_count(8)
    sizes = words.evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 48
    assert watcher.page.evaluate(HEIGHT) <= BOARD["height"]
    assert watcher.findings_of_axe() == []
    watcher.unfolds()
    expect(watcher.page.locator(".ladder > .sheet")).to_have_count(5)
    watcher.reloads()
    expect(watcher.heading).to_have_text(verdict)  # the class is not asked again


def test_guess_whose_answer_was_lost_is_counted_once(person: Person, service: Service) -> None:
    """The first request is refused, and the answer to the second is lost."""

    def lose(route: Route) -> None:
        expect(person.trouble).to_contain_text("The server cannot keep games just now.")
        route.fetch()  # the service makes the guess
        route.abort("connectionreset")

    person.starts(Length="5 letters")
    person.page.route("**/guesses", lose, times=1)
    person.is_refused("**/guesses", 503)
    person.guesses("s")
    assert len(service.get(f"/games/{person.game_id}/guesses").json()["guesses"]) == 1

    def fail(route: Route) -> None:
        expect(person.page.locator("[data-state=queued]")).to_have_count(1)
        route.fulfill(status=500, body="{}")

    person.page.route("**/guesses", fail, times=2)
    person.types("xz")
    expect(person.status).to_have_text("The server says: HTTP 500")
    expect(person.used).to_have_count(1)  # Z, which was waiting, is not sent either
    person.is_refused("**/games/*", 500)
    person.types("xz")
    person.presses("Try again")
    expect(person.used).to_have_count(3)
    guesses = service.get(f"/games/{person.game_id}/guesses").json()["guesses"]
    assert "".join(guess["letter"] for guess in guesses) == "sxz"  # Z was not sent behind the error


def test_game_waits_for_the_network_and_goes_on(person: Person, service: Service) -> None:
    person.opens()
    person.context.set_offline(True)
    person.page.get_by_role("button", name="Fair or cheat?").click()
    expect(person.trouble).to_have_text("No connection. Your game starts as soon as there is one.")
    person.context.set_offline(False)
    expect(person.page.locator(".keys")).to_be_visible()

    person.starts(CHEAT)
    person.looks(PHONE)  # where hints make room for the reason
    person.context.set_offline(True)
    person.page.get_by_role("button", name="Hint").press("q")
    expect(person.trouble).to_contain_text("No connection")
    expect(person.page.get_by_role("button", name="Hint")).to_be_focused()
    assert service.get(f"/games/{person.game_id}/guesses").json()["guesses"] == []
    person.context.set_offline(False)
    expect(person.used).to_have_count(1)
    expect(person.status).to_contain_text("No Q.")
    person.reloads()
    expect(person.status).to_contain_text("No Q.")

    person.page.evaluate("void (Storage.prototype.setItem = () => { throw Error('no room') })")
    person.context.set_offline(True)
    person.types("xz")
    expect(person.trouble).to_contain_text("Your move is kept and sent later.")
    person.follows("Evil Hangman")
    person.follows("Continue your unfinished game")
    expect(person.trouble).to_have_text("No connection. Trying again.")  # instead of a dead board
    expect(person.page.locator(".keys")).to_have_count(0)
    person.context.set_offline(False)
    expect(person.used).to_have_count(3)
    expect(person.status).to_contain_text("No Z.")
    game, main = person.game_id, person.page.locator("main")
    person.opens("watch=" + "0" * 32)
    expect(main).to_contain_text("This game is gone.")
    person.opens()
    person.follows("Continue your unfinished game")
    expect(person.used).to_have_count(3)
    ask("DELETE", f"{service.url}/games/{game}")
    person.types("e")
    expect(person.status).to_have_text("Your unfinished game has expired.")
    person.reloads()
    expect(person.heading).to_contain_text("Evil Hangman")
    expect(main).not_to_contain_text("expired")
    person.plays()


def test_fast_clock_takes_no_game_away(person: Person) -> None:
    """The service is asked: the call and all that this device knows of the game stay."""
    person.starts("/new?length=8&words=en&dealer=any")
    person.guesses("q")
    [game] = person.device["unfinished"]
    late = {**game, "until": "2026-01-01T00:00:00Z", "call": {"nth": 2, "left": 5}}
    person.opens()
    person.remembers(unfinished=[late])
    person.reloads()
    expect(person.page.get_by_role("link", name="Continue your unfinished game")).to_be_visible()
    assert person.device["unfinished"] == [{**late, "until": None}]
    expect(person.status).to_be_empty()


def test_game_that_has_expired_is_not_offered(person: Person, service: Service) -> None:
    """The service says so, of a game without a time when it is opened."""
    until = "2026-01-01T00:00:00Z"
    person.opens()
    person.remembers(unfinished=[{"id": "g", "until": until}, {"id": "f", "until": None}])
    person.reloads()
    expect(person.status).to_have_text("Your unfinished game has expired.")
    assert [game["id"] for game in person.device["unfinished"]] == ["f"]
    person.reloads()
    expect(person.status).to_be_empty()
    person.follows("Continue your unfinished game")
    expect(person.status).to_have_text("Your unfinished game has expired.")
    assert person.device["unfinished"] == []
    person.starts("/new?length=8&words=en&dealer=any")
    [game] = person.device["unfinished"]
    assert game["until"] == service.get(f"/games/{person.game_id}").json()["expires_at"]
    person.guesses("e")
    [game] = person.device["unfinished"]
    assert game["until"] == service.get(f"/games/{person.game_id}").json()["expires_at"]


@pytest.mark.usefixtures("one_day")
def test_days_game_that_has_expired_can_be_begun_again_at_once(
    person: Person, service: Service
) -> None:
    person.opens()
    person.presses("Play")
    expect(person.page.locator(".keys")).to_be_visible()
    person.guesses("e")
    [game] = person.device["unfinished"]
    assert ask("DELETE", f"{service.url}/games/{person.game_id}").status_code == 204
    person.remembers(unfinished=[{**game, "until": "2026-01-01T00:00:00Z"}])
    person.opens()
    expect(person.status).to_have_text("Your unfinished game has expired.")
    expect(person.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_game_that_went_on_elsewhere_is_shown_as_it_is_now(people: People) -> None:
    first, second = people(), people()
    second.page.route("**/watch/*/events", lambda route: None)  # it does not see the guesses
    first.starts(Misses_until_you_hang="5")
    second.opens(first.game_id)
    first.guesses("e")
    second.types("a")
    expect(second.status).to_contain_text("The game has gone on elsewhere")
    expect(second.used).to_have_count(1)
    first.guesses("q")
    second.types("ax")
    expect(second.used).to_have_count(3)  # A was refused again, and X was sent after it
    first.ends()
    second.page.get_by_role("button", name="Hint").click()
    expect(second.heading).to_have_text("You hang.")
    second.claims()


def test_hint_that_comes_too_late_changes_nothing(person: Person, service: Service) -> None:
    """After a guess it is no longer true, and after the end nobody needs it."""
    page, requests = person.page, list[Route]()
    hint = page.get_by_role("button", name="Hint")
    page.route("**/hint", lambda route: requests.append(route))
    person.starts(CHEAT)
    content = service.get(f"/games/{person.game_id}/hint").json()
    hint.click()
    person.guesses("q")
    requests.pop().fulfill(json=content)
    page.wait_for_timeout(200)
    expect(person.status).to_contain_text("No Q.")
    for _ in range(2):
        hint.click()
    person.ends()
    end = page.locator(".end").element_handle()
    requests.pop().fulfill(json=content)
    requests.pop().continue_()  # refused: the game is over
    page.wait_for_timeout(200)
    assert end.evaluate("end => end.isConnected")
    assert person.device["unfinished"] == []


def test_screen_that_was_left_does_not_come_back(people: People) -> None:
    """Whatever waits for the dictionaries: in German, a game does so, too."""
    person = people(locale="de")
    person.page.route("**/dictionaries", lambda route: route.abort())
    person.opens()
    person.page.get_by_role("button", name="Ehrlich oder geschummelt?").click()
    for screen in ("/deal?4", "/word", "/statistics"):
        person.opens(screen)
        expect(person.heading).to_be_focused()
    with person.page.expect_response("**/dictionaries"):
        person.page.unroute("**/dictionaries")
    person.page.wait_for_timeout(200)
    expect(person.heading).to_have_text("Deine Spiele")
    assert person.page.url.endswith("/statistics")
    assert [request.url for request in person.requests if request.method == "POST"] == []


def test_screen_that_failed_is_tried_again(person: Person) -> None:
    person.page.route("**/lazy.js", lambda route: route.abort())
    person.is_refused("**/hints", 500, code="internal-error")
    person.opens("/deal?4")
    for said in ("No connection", "The server made a mistake."):
        expect(person.page.locator(".lead")).to_contain_text(said)
        person.page.unroute("**/lazy.js")
        person.presses("Try again")
    expect(person.page.locator(".family-card").first).to_be_visible()
    for _ in range(2):  # for the lesson, and for the game after it
        person.is_refused("**/dictionaries", 500)
    with person.page.expect_response("**/dictionaries"):
        person.page.goto(f"{person.url}/?#/how-to-play?3")
    person.is_refused("**/games", 500)
    for name in ("Play", "Try again", "Try again"):
        button = person.page.get_by_role("button", name=name, exact=True).element_handle()
        button.click()
        button.wait_for_element_state("hidden")  # the next screen has a button of this name, too
    expect(person.page.locator(".keys")).to_be_visible()


def test_nonsense_in_the_storage_is_nothing(person: Person) -> None:
    person.opens("/")  # also the first screen
    expect(person.heading).to_contain_text("Evil Hangman")
    things: tuple[object, ...] = (5, "nonsense", {}, [None])
    for nonsense in things:
        person.remembers(deals=nonsense, results=nonsense, unfinished=nonsense, today=nonsense)
        person.reloads()
        for screen, shown in ("/", ".card"), ("/deal?4", ".family-card"), ("/statistics", "button"):
            person.opens(screen)
            expect(person.page.locator(f"main {shown}").first).to_be_visible()


def test_bug_of_the_page_leaves_the_way_home(person: Person) -> None:
    bug = "export const statisticsScreen = () => { throw new Error('a bug') };"
    person.page.route("**/lazy.js", lambda route: route.fulfill(body=bug, content_type=JAVASCRIPT))
    person.opens("/statistics")
    expect(person.heading).to_have_text("That did not work")
    assert len(person.complaints) == 1  # a developer sees it
    person.complaints.clear()
    person.follows("New game")
    expect(person.heading).to_contain_text("Evil Hangman")
