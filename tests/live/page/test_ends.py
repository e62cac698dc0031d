"""The end of a game on the page: the question, the reveal that answers it, and what is kept."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.live.page.conftest import People
from tests.live.page.states import CORNERED, FAIR, LOST, WON, guessed, played
from tests.support.browsing import (
    CHEATED,
    RARE_FIRST,
    SKIPPED,
    WAS_FAIR,
    Person,
)
from tests.support.running import Service

SMALL_PHONE = {"width": 390, "height": 664}
BOARD = {"width": 1280, "height": 720}
ANY = "/new?length=8&misses=3&words=en&dealer=any"
LETTERS = "qjxzv"  # no word of eight letters has three of them, so they are three misses
RESULT = "JSON.parse(localStorage['evil-hangman']).results.at(-1)"


def seen_and_heard(person: Person) -> tuple[str, str, str]:
    """All of the page before the question is answered: what it is made of, what is read out, and
    its title. But for the id of the game."""
    expect(person.page.locator(".question")).to_be_visible()
    made_of = person.page.locator("body").inner_html()
    return made_of, person.page.locator("body").aria_snapshot(), person.page.title()


def test_before_the_tap_a_cheat_looks_like_an_honest_dealer(
    people: People, service: Service
) -> None:
    """A lost cheat, beside an honest game of another word with the same letters and answers."""
    cheat = service.post("/games", json={"length": 8, "max_misses": 6}).json()["id"]
    for letter in "eiaonrts":
        service.post(f"/games/{cheat}/guesses", json={"letter": letter})
    said = service.get(f"/games/{cheat}").json()["word"]
    others = service.confession(cheat)["guesses"][-1]["kept"]
    word = next(other for other in others if other != said)
    honest = service.post("/games", json={"secret_word": word, "max_misses": 6}).json()["id"]
    for letter in "eiaonrts":
        service.post(f"/games/{honest}/guesses", json={"letter": letter})

    pages = [people(reduced_motion="reduce") for _ in (cheat, honest)]
    for person, game in zip(pages, (cheat, honest), strict=True):
        person.opens(game)
    one, other = (seen_and_heard(person) for person in pages)

    assert one == other
    for secret in (said, word):
        assert secret.upper() not in one[0].upper()


def test_accusing_a_cheat_is_right_also_after_a_reload(person: Person, service: Service) -> None:
    page = person.page
    person.opens(ANY)
    with page.expect_request(lambda request: request.method == "POST") as asked:
        person.plays()
    assert '"dealer":"any"' in (asked.value.post_data or "")
    page.evaluate("now => { performance.now = () => now }", page.evaluate("performance.now()"))
    person.types(LETTERS)
    expect(person.heading).to_have_text("You hang.")
    expect(person.heading).to_be_focused()
    page.keyboard.press("1")  # this soon it was meant for a letter
    page.evaluate("delete performance.now")
    expect(page.locator(".question")).to_be_visible()
    person.rests()
    page.keyboard.press("1")

    headline = page.locator(".headline")
    expect(headline).to_be_focused()
    honest = service.confession(person.game_id)["honest"]
    answer = "You accused an honest dealer. It had" if honest else "Caught. It never had a word."
    expect(headline).to_contain_text(answer)
    kept = page.evaluate(RESULT)
    assert (kept["claim"], kept["honest"]) == ("cheated", honest)
    page.reload()
    expect(headline).to_contain_text(answer)
    expect(page.locator(".question")).to_have_count(0)


def test_claims_are_counted_on_the_players_device_alone(people: People, service: Service) -> None:
    player, visitor = people(), people()
    for claim in (CHEATED, SKIPPED):
        player.opens(ANY)
        player.plays()
        player.types(LETTERS)
        player.claims(claim)
    right = player.page.evaluate(RESULT.replace("-1", "0"))["honest"] is False
    row = "Cheats" if right else "Fair dealers"
    game = player.game_id
    player.opens("/statistics")
    tally = player.page.get_by_role("row", name=row)
    expect(tally.locator("td")).to_have_text(["1", str(int(right))])

    visitor.opens(game)
    visitor.claims(WAS_FAIR)
    visitor.opens("/statistics")
    expect(visitor.page.locator(".numbers")).to_contain_text("games0", use_inner_text=False)


def test_dealer_that_was_chosen_and_a_friends_word_ask_nothing(
    person: Person, service: Service
) -> None:
    page = person.page
    person.opens("/new?length=8&misses=3&words=en&dealer=largest-family")
    person.plays()
    person.types(LETTERS)
    expect(page.locator(".headline")).to_have_text("It cheated. It never had a word.")
    assert "claim" not in page.evaluate(RESULT)
    person.rests()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("Hanged. The dealer never had a word:")
    expect(page.get_by_role("dialog")).not_to_contain_text("seed")
    person.escapes()

    sealed = service.post("/games", json={"secret_word": "zebra", "max_misses": 3}).json()["id"]
    person.opens(f"{sealed}?set")
    person.types("qjx")
    expect(page.locator(".headline")).to_have_text("It was fair. It had ZEBRA from the start.")


def test_play_again_repeats_a_choice_and_not_the_lesson(
    people: People,
) -> None:
    newcomer, chooser = people(is_new=True), people()
    newcomer.opens()
    newcomer.page.get_by_role("button", name="Skip, just play").click()
    chooser.opens()
    chooser.chooses(Length="8 letters")
    chooser.plays()
    for person, again in ((newcomer, {"dealer": "any"}), (chooser, {"length": 8})):
        expect(person.page.locator(".keys")).to_be_visible()
        person.types(RARE_FIRST)
        expect(person.page.locator(".confession")).to_be_visible()  # nothing was asked
        person.rests()
        with person.page.expect_request(lambda request: request.method == "POST") as asked:
            person.page.get_by_role("button", name="Again").click()
        body = json.loads(asked.value.post_data or "")
        assert {name: body[name] for name in ("dealer", "length") if name in body} == again


ENDS = {
    "lost to a cheat": (LOST, CHEATED, "Caught. It never had a word."),
    "lost, of 12 letters": (
        ({"length": 12, "max_misses": 4}, "zqxj"), WAS_FAIR, "It fooled you. It never had a word."
    ),
    "cornered": (CORNERED, CHEATED, "Caught. It never had a word until your 3rd guess."),
    "lost fair": (FAIR, CHEATED, "You accused an honest dealer. It had JOISTS from the start."),
    "won from a cheat": (
        WON, WAS_FAIR, "It fooled you. It had no word until your 6th guess cornered it."
    ),
}  # fmt: skip


@pytest.mark.parametrize("end", ENDS)
def test_end_fits_a_small_phone_and_axe_finds_nothing(
    people: People, service: Service, end: str
) -> None:
    ended, claim, headline = ENDS[end]
    person = people(viewport=SMALL_PHONE, reduced_motion="reduce")
    page = person.page
    person.opens(played(service, *ended))
    expect(page.locator(".question")).to_be_visible()
    fits(person, ".question")
    assert person.findings_of_axe() == []
    person.claims(claim)

    expect(page.locator(".headline")).to_have_text(headline)
    fits(person, ".end > .pair")
    for name in ("Again", "Share"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport(ratio=1)
    assert person.findings_of_axe() == []


def test_longest_end_fits_in_german(people: People, service: Service) -> None:
    person = people(viewport=SMALL_PHONE, reduced_motion="reduce", locale="de")
    ended, claim, _ = ENDS["lost, of 12 letters"]
    person.sees_the_end(played(service, *ended), claim)

    expect(person.page.locator(".headline")).to_have_text(
        "Sie hat dich getäuscht. Sie hatte nie ein Wort."
    )
    fits(person, ".end > .pair")


def fits(person: Person, part: str) -> None:
    """Whether all of it is seen without scrolling."""
    box = person.page.locator(part).bounding_box()
    assert box
    assert box["y"] + box["height"] <= SMALL_PHONE["height"]
    assert person.page.evaluate("scrollY") == 0


def test_verdict_and_first_sentence_need_no_confession(person: Person, service: Service) -> None:
    page, refused = person.page, [True]
    problem = {"code": "unavailable", "detail": "Not now."}

    def refuse(route: Route) -> None:
        if refused:
            route.fulfill(status=500, content_type="application/json", body=json.dumps(problem))
        else:
            route.continue_()

    page.route(re.compile(r"/confession\?"), refuse)
    person.opens(played(service, *LOST))
    expect(page.locator(".question")).to_be_visible()
    page.get_by_role("button", name="It cheated").click()
    expect(page.locator(".headline")).to_have_text("Caught.")
    late = page.locator(".late")
    expect(late).to_contain_text("The rest of the confession has not come yet.")
    refused.clear()
    late.get_by_role("button", name="Try again").click()

    expect(page.locator(".headline")).to_have_text("Caught. It never had a word.")
    expect(page.locator(".confession")).to_be_visible()
    expect(person.status).to_contain_text("It never had a word.")


def test_graph_goes_to_the_worst_theft(person: Person, service: Service) -> None:
    page = person.page
    person.sees_the_end(played(service, *LOST))
    graph = page.get_by_role("img", name="Words left after each guess: 10,058, 3,061,")
    expect(graph).to_be_visible()
    page.get_by_role("button", name="The worst theft: your 1st guess, E").click()

    expect(page.get_by_role("slider", name="Guess")).to_have_value("1")


def test_picture_to_share_is_a_canvas_with_a_text_and_a_file(person: Person) -> None:
    page = person.page
    page.add_init_script(
        "navigator.canShare = () => true;"
        "globalThis.shared = new Promise("
        "  (given) => { navigator.share = async (all) => given(all); });"
    )
    person.opens("/new?length=8&misses=3&words=en&dealer=largest-family")
    person.plays()
    person.types(LETTERS)
    person.claims()
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page.get_by_role("img", name="Hanged. The dealer never had a word:")).to_be_visible()
    page.get_by_role("button", name="Share this").click()
    given: dict[str, Any] = page.evaluate(
        "shared.then(({ text, files: [{ type, size }] }) => ({ text, type, size }))"
    )
    assert given["type"] == "image/png"
    assert given["size"] > 1000
    assert "🟥🟥🟥\nHanged. The dealer never had a word:" in given["text"]
    assert person.game_id not in given["text"]
    assert "seed" not in given["text"]


def test_class_reads_eight_words_from_the_last_row(people: People, service: Service) -> None:
    watcher = people(viewport=BOARD)
    asked, letters = ENDS["lost, of 12 letters"][0]
    game = guessed(service, asked, letters[:-1])
    watcher.page.clock.install()
    watcher.opens(f"watch={game['watch_id']}")
    service.post(f"/games/{game['id']}/guesses", json={"letter": letters[-1]})
    _, buttons = watcher.talks()
    assert buttons == 0

    expect(watcher.heading).to_have_text("It cheated. It never had a word.")
    lines = watcher.heading.inner_text()
    assert lines.startswith("It cheated.\nIt never had a word")
    words = watcher.page.locator(".fitted li")
    expect(words).to_have_count(8)
    sizes = words.evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert min(sizes) >= 48
    assert watcher.page.evaluate("document.documentElement.scrollHeight") <= BOARD["height"]
    assert watcher.findings_of_axe() == []
    watcher.page.get_by_role("button", name="Show each guess").click()
    expect(watcher.page.locator(".ladder > .sheet")).to_have_count(5)
    watcher.reloads()
    expect(watcher.heading).to_have_text(
        "It cheated. It never had a word."
    )  # nobody is asked twice


@pytest.mark.usefixtures("one_day")
def test_days_watchers_see_the_result_only(people: People, service: Service) -> None:
    watcher = people()
    game = service.post("/games", json={"daily": "today"}).json()
    for letter in RARE_FIRST:
        service.post(f"/games/{game['id']}/guesses", json={"letter": letter})
    with watcher.page.expect_response(re.compile(r"/confession\?")) as told:
        watcher.opens(f"watch={game['watch_id']}")
    assert told.value.status == 409

    expect(watcher.status).to_contain_text("The game is lost.")
    expect(watcher.page.locator("main")).not_to_contain_text("Was it cheating?")
