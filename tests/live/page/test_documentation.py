"""The documentation page in a real browser: somebody new to the API plays on it."""

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.live.page.browsing import DESKTOP, PHONE, Person
from tests.live.page.conftest import People
from tests.programs import curl, printed
from tools.clients.workshop import NODE, need

RUN_BY: dict[str, Callable[[str], list[str]]] = {
    "curl": lambda sample: ["bash", "-c", sample],
    "JavaScript": lambda sample: ["node", "--input-type=module", "--eval", sample],
    "Python": lambda sample: [sys.executable, "-c", sample],
}

# Bodies with what is hard to write in a sample, and something of the answer to each.
SENT = {
    '{"length": 8, "max_misses": null}': '"max_misses":null',
    '{"dictionary": "\\"true\\" \\n ü$(x)\'"}': 'There is no dictionary “\\"true\\"',
    '{"length": "null"': "/problems/malformed-request",
}


def opens(person: Person, fragment: str = "") -> None:
    person.page.goto(f"{person.url}/docs{fragment}")
    expect(call(person, "startGame")).to_be_visible()


def call(person: Person, name: str) -> Locator:
    return person.page.locator(f"[id$='-{name}'].opblock")


def open_call(person: Person, name: str) -> Locator:
    chosen = call(person, name)
    chosen.locator(".opblock-summary-control").click()
    expect(chosen.get_by_role("button", name="Execute")).to_be_visible()
    return chosen


def execute(chosen: Locator, body: str | None = None) -> Any:
    """Press Execute; what the page then shows as the answer."""
    if body is not None:
        chosen.get_by_label("Body of the request").fill(body)
    with chosen.page.expect_response("**/games**") as answered:
        chosen.get_by_role("button", name="Execute").click()
    shown = chosen.locator(".live-responses-table")
    expect(shown).to_contain_text(answered.value.headers["x-request-id"])
    return json.loads(shown.locator(".response-col_description pre").first.inner_text())


def test_game_is_started_and_won_on_the_page_alone(person: Person) -> None:
    opens(person)
    asked = {"length": 20, "max_misses": None, "insight": "full"}
    game = execute(open_call(person, "startGame"), json.dumps(asked))
    guess = open_call(person, "guess")
    game = execute(guess)
    while game["status"] == "in_progress":
        game = execute(guess, json.dumps({"word": game["insight"]["words"][0]}))
    confession = execute(open_call(person, "confess"))

    assert game["status"] == "won"
    assert confession["word"] == game["word"]


def test_calls_have_the_id_of_the_game_that_was_started_last(person: Person) -> None:
    opens(person)
    start = open_call(person, "startGame")
    look = open_call(person, "showGame")
    field = look.get_by_role("textbox", name="game_id")
    expect(field).to_have_value("")
    execute(start)
    second = execute(start)["id"]

    expect(field).to_have_value(second)
    assert execute(look)["id"] == second
    for name in ("deleteGame", "guess", "listGuesses", "confess", "hint"):
        carried = open_call(person, name).get_by_role("textbox", name="game_id")
        expect(carried).to_have_value(second)


def test_samples_send_what_was_sent_from_the_page(person: Person) -> None:
    need("node", NODE)
    opens(person)
    start = open_call(person, "startGame")
    for body, answer in SENT.items():
        execute(start, body)

        for language, command in RUN_BY.items():
            start.locator(".request-snippets").get_by_text(language, exact=True).click()
            sample = start.locator(".request-snippets pre").inner_text()
            assert answer in printed(*command(sample)), language


def test_call_is_opened_by_its_address_and_found_by_its_path(person: Person) -> None:
    opens(person, "#/games/hint")
    expect(call(person, "hint").get_by_role("button", name="Execute")).to_be_visible()
    person.page.get_by_label("Filter", exact=True).fill("confession")

    expect(call(person, "hint")).to_be_hidden()
    expect(person.page.locator(".opblock")).to_have_count(1)
    open_call(person, "confess")
    expect(person.page).to_have_url(f"{person.url}/docs#/games/confess")


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(PHONE, "dark"), (DESKTOP, "light")], ids=["phone", "desktop"]
)
def test_axe_finds_nothing(people: People, viewport: dict[str, int], scheme: Any) -> None:
    person = people(viewport=viewport, color_scheme=scheme, reduced_motion="reduce")
    opens(person)
    execute(open_call(person, "startGame"))
    execute(open_call(person, "listGuesses"))
    assert person.findings_of_axe() == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    person.page.get_by_role("button", name="Authorize", exact=True).click()
    expect(person.page.locator(".modal-ux")).to_be_visible()
    assert person.findings_of_axe(".modal-ux") == []
    person.page.goto(f"{person.url}/problems/game-over")
    assert person.findings_of_axe() == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_problem_leads_back_to_the_calls_that_give_it(person: Person) -> None:
    person.page.goto(f"{person.url}/problems/letter-already-guessed")
    expect(person.page.locator("pre")).to_contain_text('"game": {')
    person.page.get_by_role("link", name="POST /games/{game_id}/guesses").click()

    expect(call(person, "guess").get_by_role("button", name="Execute")).to_be_visible()


def test_first_game_can_be_played_with_curl_as_the_page_says(person: Person) -> None:
    curl()
    opens(person)
    *steps, confess = person.page.locator(".info pre > code").all_inner_texts()
    guess = steps[1].replace("--json", "--silent --json")
    rest = [guess.replace('"e"', f'"{letter}"') for letter in "zqxjkvwyfbghp"]

    said = printed("bash", "-ec", "\n".join([*steps, *rest, confess]))

    first, *_, last = said.splitlines()
    assert json.loads(first)["guess"]["letter"] == "e"
    assert json.loads(last)["dealer"] == "largest-family"
