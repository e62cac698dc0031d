"""The documentation page in a real browser: somebody new to the API plays on it."""

import json
import sys
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Route, expect

from tests.support.browsing import DESKTOP, OF_LIGHTHOUSE, PHONE, Person
from tests.support.programs import curl, printed
from tools.clients.workshop import NODE, need

RUN_BY: dict[str, Callable[[str], list[str]]] = {
    "curl": lambda sample: ["bash", "-c", sample],
    "JavaScript": lambda sample: ["node", "--input-type=module", "--eval", sample],
    "Python": lambda sample: [sys.executable, "-c", sample],
}
WIDTH = "document.documentElement.scrollWidth"
LINES = "box => box.clientHeight / parseFloat(getComputedStyle(box).lineHeight)"
# In one call: the page may be scrolling.
ABOVE = "(one, other) => one.getBoundingClientRect().top < other.getBoundingClientRect().top"
# Bodies that are hard to quote in a sample, and a part of the answer to each.
SENT = {
    '{"dictionary": "\\"true\\" null \\n ü$(x)\'"}': 'There is no dictionary “\\"true\\" null',
    '{"length": "null"': "malformed-request",
}
# Our samples of a request; Swagger UI itself writes the one for curl.
SAMPLES = """
async ([url, body]) => {
  const { javascript, python } = await import("/docs/samples.js");
  const headers = { "Content-Type": "application/json" };
  const request = { toJS: () => ({ url, method: "POST", headers, body }) };
  return { JavaScript: javascript(request), Python: python(request) };
}
"""


def call(person: Person, name: str) -> Locator:
    return person.page.locator(f"[id$='-{name}'].opblock")


def execute(chosen: Locator, body: str | None = None) -> Any:
    """Press Execute; return the answer that the page then shows."""
    if body is not None:
        chosen.get_by_label("Body of the request").fill(body)
    with chosen.page.expect_response("**/games**") as answered:
        chosen.get_by_role("button", name="Execute").click()
    assert answered.value.request.headers["authorization"] == "Bearer secret"
    shown = chosen.locator(".live-responses-table")
    expect(shown).to_contain_text(answered.value.headers["x-request-id"])
    return json.loads(shown.locator(".response-col_description pre").first.inner_text())


def fewer(route: Route) -> None:
    """Leave one response for each call: with all, Swagger UI and axe take four times as long."""
    contract = route.fetch().json()
    for path in contract["paths"].values():
        for described in path.values():
            if "responses" in described:
                described["responses"] = dict([*described["responses"].items()][:1])
    route.fulfill(json=contract)


def gives_a_key(person: Person) -> None:
    """Enter a key, as at a service that needs one."""
    page, locks = person.page, person.page.locator(".authorize, .authorization__btn")
    assert locks.count() > 2
    assert not any(lock.is_visible() for lock in locks.all())  # no key is needed
    page.locator("#docs").evaluate("docs => docs.classList.remove('open')")
    locks.first.click()
    modal = page.locator(".modal-ux")
    expect(modal).to_be_visible()
    own = [OF_LIGHTHOUSE]  # Swagger UI's own button
    assert person.findings_of_axe(".modal-ux", without=own) == []
    modal.locator("input").fill("secret")
    modal.get_by_text("Authorize", exact=True).click()
    modal.get_by_text("Close", exact=True).click()


def is_above(part: Locator, other: Locator) -> bool:
    return bool(part.evaluate(ABOVE, other.element_handle()))


def test_problem_leads_to_its_call_and_a_game_is_played_there(person: Person) -> None:
    """Calls have the id of the latest game filled in, and their answers scroll into view. The
    samples of a call repeat its request, and those of the introduction play with curl."""
    need("node", NODE)
    curl()
    page = person.page
    page.goto(f"{person.url}/problems/already-guessed")
    expect(page.locator("pre")).to_contain_text('"game": {')
    assert person.findings_of_axe() == []
    person.looks(PHONE)
    assert page.evaluate(WIDTH) <= PHONE["width"]
    person.looks(DESKTOP)
    page.route("**/openapi.json", fewer)
    page.get_by_role("link", name="POST /games/{game_id}/guesses").click()
    guess = call(person, "makeGuess")
    expect(guess.get_by_role("button", name="Execute")).to_be_visible()  # a call has an address
    gives_a_key(person)
    *steps, confess = page.locator(".info pre > code").all_inner_texts()
    carried = guess.get_by_role("textbox", name="game_id")
    expect(carried).to_have_value("")
    start = call(person, "startGame")
    start.locator(".opblock-summary-control").click()
    game = execute(start, '{"secret_word": "zebra", "max_misses": null}')
    for language, command in RUN_BY.items():
        start.locator(".request-snippets").get_by_text(language, exact=True).click()
        sample = start.locator(".request-snippets pre").inner_text()
        assert '"max_misses":8' in printed(*command(sample)), language
    for sent, answer in SENT.items():
        for language, sample in page.evaluate(SAMPLES, [f"{person.url}/games", sent]).items():
            assert answer in printed(*RUN_BY[language](sample)), language
    expect(carried).to_have_value(game["id"])
    assert person.findings_of_axe("[id$='-startGame']", without=["color-contrast"]) == []
    start.locator(".opblock-summary-control").click()  # with more calls open, it takes longer

    body = guess.get_by_label("Body of the request")
    assert is_above(body, guess.get_by_label("If-Match"))  # the letter stands first
    assert 3 <= body.evaluate(LINES) < 6
    assert execute(guess)["guessed_letters"] == ["e"]
    expect(guess.get_by_text("Server response")).to_be_visible()
    shown = guess.locator(".live-responses-table pre").first
    expect(shown).to_be_in_viewport()
    assert is_above(shown, guess.locator(".request-snippets"))
    person.looks(PHONE, color_scheme="dark")
    assert person.findings_of_axe("[id$='-makeGuess']") == []
    assert page.evaluate(WIDTH) <= PHONE["width"]

    page.get_by_label("Filter", exact=True).fill("confession")
    expect(guess).to_be_hidden()
    expect(page.locator(".opblock")).to_have_count(2)  # the player's and the watcher's
    assert person.findings_of_axe() == []

    guess_e = steps[1].replace("--json", "--silent --json")
    rest = [guess_e.replace('"e"', f'"{letter}"') for letter in "zqxjkvwyfbghp"]
    first, *_, last = printed("bash", "-ec", "\n".join([*steps, *rest, confess])).splitlines()
    assert json.loads(first)["last_guess"]["letter"] == "e"
    assert json.loads(last)["honest"] is False
