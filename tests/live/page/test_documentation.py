"""The documentation page in a real browser: somebody new to the API plays on it."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from service.api.hooks import hash_of
from tests.live.page.conftest import People
from tests.support.browsing import DESKTOP, PHONE, Person
from tests.support.programs import curl, printed
from tests.support.running import serving
from tools.clients.workshop import NODE, need

RUN_BY: dict[str, Callable[[str], list[str]]] = {
    "curl": lambda sample: ["bash", "-c", sample],
    "JavaScript": lambda sample: ["node", "--input-type=module", "--eval", sample],
    "Python": lambda sample: [sys.executable, "-c", sample],
}
WIDTH = "document.documentElement.scrollWidth"
LINES = "box => box.clientHeight / parseFloat(getComputedStyle(box).lineHeight)"
# In one look: the page may be scrolling.
ABOVE = "(one, other) => one.getBoundingClientRect().top < other.getBoundingClientRect().top"
# Bodies with what is hard to write in a sample, and something of the answer to each. The last one
# starts a game.
SENT = {
    '{"dictionary": "\\"true\\" \\n ü$(x)\'"}': 'There is no dictionary “\\"true\\"',
    '{"length": "null"': "malformed-request",
    '{"secret_word": "zebra", "max_misses": null}': '"max_misses":8',
}


def call(person: Person, name: str) -> Locator:
    return person.page.locator(f"[id$='-{name}'].opblock")


def open_call(person: Person, name: str) -> Locator:
    call(person, name).locator(".opblock-summary-control").click()
    expect(call(person, name).get_by_role("button", name="Execute")).to_be_visible()
    return call(person, name)


def execute(chosen: Locator, body: str | None = None) -> Any:
    """Press Execute; what the page then shows as the answer."""
    if body is not None:
        chosen.get_by_label("Body of the request").fill(body)
    with chosen.page.expect_response("**/games**") as answered:
        chosen.get_by_role("button", name="Execute").click()
    shown = chosen.locator(".live-responses-table")
    expect(shown).to_contain_text(answered.value.headers["x-request-id"])
    return json.loads(shown.locator(".response-col_description pre").first.inner_text())


def is_above(one: Locator, other: Locator) -> bool:
    return bool(one.evaluate(ABOVE, other.element_handle()))


def test_problem_leads_to_its_call_and_a_game_is_won_there(person: Person) -> None:
    """Each call has the id of the game that was started last; the answer comes into view. The
    samples of a call send what was sent, and those of the introduction play with curl."""
    need("node", NODE)
    curl()
    page = person.page
    page.goto(f"{person.url}/problems/already-guessed")
    expect(page.locator("pre")).to_contain_text('"game": {')
    assert person.findings_of_axe() == []
    page.set_viewport_size(PHONE)
    assert page.evaluate(WIDTH) <= PHONE["width"]
    page.set_viewport_size(DESKTOP)
    page.get_by_role("link", name="POST /games/{game_id}/guesses").click()
    guess = call(person, "makeGuess")
    expect(guess.get_by_role("button", name="Execute")).to_be_visible()  # a call has an address
    for lock in ("Authorize", "authorization"):  # no key is needed
        expect(page.get_by_role("button", name=lock)).to_have_count(0)
    *steps, confess = page.locator(".info pre > code").all_inner_texts()
    carried = guess.get_by_role("textbox", name="game_id")
    expect(carried).to_have_value("")
    start = open_call(person, "startGame")
    for sent, answer in SENT.items():
        game = execute(start, sent)
        for language, command in RUN_BY.items():
            start.locator(".request-snippets").get_by_text(language, exact=True).click()
            sample = start.locator(".request-snippets pre").inner_text()
            assert answer in printed(*command(sample)), language
    expect(carried).to_have_value(game["id"])
    body = guess.get_by_label("Body of the request")
    assert is_above(body, guess.get_by_label("If-Match"))  # the letter stands first
    assert 3 <= body.evaluate(LINES) < 6
    game = execute(guess)
    expect(guess.get_by_text("Server response")).to_be_visible()
    shown = guess.locator(".live-responses-table pre").first
    expect(shown).to_be_in_viewport()
    assert is_above(shown, guess.locator(".request-snippets"))
    assert game["guessed_letters"] == ["e"]
    assert execute(guess, json.dumps({"word": "zebra"}))["status"] == "won"

    page.get_by_label("Filter", exact=True).fill("confession")
    expect(guess).to_be_hidden()
    expect(page.locator(".opblock")).to_have_count(2)  # the player's and the watcher's
    confession = execute(open_call(person, "getConfession"))
    assert confession["word"] == "zebra"
    expect(page).to_have_url(f"{person.url}/docs#/games/getConfession")

    guess_e = steps[1].replace("--json", "--silent --json")
    rest = [guess_e.replace('"e"', f'"{letter}"') for letter in "zqxjkvwyfbghp"]
    first, *_, last = printed("bash", "-ec", "\n".join([*steps, *rest, confess])).splitlines()
    assert json.loads(first)["last_guess"]["letter"] == "e"
    assert json.loads(last)["honest"] is False


def test_key_is_asked_for_and_sent_and_axe_finds_nothing(people: People, tmp_path: Path) -> None:
    with serving(tmp_path, API_KEYS=hash_of("secret")) as service:
        person = people(service.url, color_scheme="light")
        page = person.page
        page.goto(f"{service.url}/docs")
        expect(call(person, "makeGuess").get_by_label("authorization button")).to_be_visible()
        person.presses("Authorize")
        modal = page.locator(".modal-ux")
        expect(modal).to_be_visible()
        named = ["label-content-name-mismatch"]  # Swagger UI's own button
        assert person.findings_of_axe(".modal-ux", without=named) == []
        modal.locator("input").fill("secret")
        modal.get_by_role("button", name="Apply credentials").click()
        modal.get_by_role("button", name="Close").last.click()
        start = open_call(person, "startGame")
        assert execute(start)["status"] == "in_progress"
        assert person.findings_of_axe() == []
        start.locator(".opblock-summary-control").click()  # with more calls open, it takes longer
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="dark")
        assert execute(open_call(person, "makeGuess"))["guessed_letters"] == ["e"]
        assert person.findings_of_axe() == []
        assert page.evaluate(WIDTH) <= PHONE["width"]
