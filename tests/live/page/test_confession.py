"""The confession on the page: the ladder, the board beside it, and what they say to whom."""

import json
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.live.page.browsing import DESKTOP, PHONE, Person
from tests.live.page.conftest import People, gathering
from tests.live.running import Service

# What ends the games below. A cheat that keeps the largest family answers in one way only.
LOST = {"length": 8, "max_misses": 6, "dealer": "largest-family"}
LOST_LETTERS = "eiaonrts"
WON = {"length": 12, "max_misses": None, "dealer": "largest-family"}
WON_LETTERS = "eioantsckbg"
FAIR = {"length": 6, "max_misses": 6, "dealer": "honest", "seed": 2}
FAIR_LETTERS = "eaiosrtnld"
CORNERED = {"length": 22, "max_misses": 6, "dictionary": "en-large", "dealer": "largest-family"}
CORNERED_LETTERS = "eaiosrtnldcmup"


def begun(service: Service, asked: dict[str, Any]) -> str:
    """The id of a new game."""
    return str(service.post("/games", json=asked).json()["id"])


def played(service: Service, asked: dict[str, Any], guesses: Iterable[str]) -> str:
    """The id of a game that these letters and words have ended."""
    game = begun(service, asked)
    for guess in guesses:
        kind = "letter" if len(guess) == 1 else "word"
        answer = service.post(f"/games/{game}/guesses", json={kind: guess})
        assert answer.status_code == 200, answer.text
    assert answer.json()["status"] != "in_progress"
    return game


@pytest.fixture(scope="module")
def reader(browser: Browser, service: Service) -> Iterator[Person]:
    """Somebody before a lost game, for tests that leave it at the step at which it is."""
    with gathering(browser, service) as people:
        person = people()
        person.opens(played(service, LOST, LOST_LETTERS))
        expect(sheets(person)).to_have_count(9)
        yield person


def sheets(person: Person) -> Locator:
    return person.page.locator(".ladder > .sheet")


def widths(page: Page, selector: str) -> list[float]:
    boxes = "boxes => boxes.map(box => box.getBoundingClientRect().width)"
    return list(page.locator(selector).evaluate_all(boxes))


def test_cheat_confesses_in_one_sentence_and_one_number(reader: Person) -> None:
    expect(reader.page.locator(".headline")).to_have_text("It never had a word.")
    expect(reader.page.locator(".number")).to_have_text("1 in 287")  # 10,058 / 35
    expect(reader.page.locator(".intro")).to_contain_text(
        "honest words would have answered you like this."
    )


def test_each_guess_has_a_sheet_whose_bar_is_to_scale(reader: Person, service: Service) -> None:
    steps = service.confession(reader.game_id)["guesses"]

    expect(sheets(reader)).to_have_count(len(steps) + 1)
    whole = widths(reader.page, ".families")
    kept = widths(reader.page, ".kept")
    for step, bar, piece in zip(steps, whole, kept, strict=True):
        assert piece / bar == pytest.approx(step["words_after"] / step["words_before"], abs=0.02)


def test_sheet_says_what_was_thrown_away_struck_through(reader: Person) -> None:
    first = sheets(reader).first
    expect(first.locator(".letters")).to_have_text("E")
    expect(first.locator(".answer")).to_have_text("“Not there.”")
    expect(first.locator(".what")).to_contain_text("6,997 of 10,058 thrown away:")
    expect(first.locator(".what s").first).to_have_text("SOMEBODY")
    expect(sheets(reader).nth(1).locator(".answer")).to_have_text("“Yes, at place 6.”")


def test_each_family_shows_its_words_when_it_is_pressed(person: Person, service: Service) -> None:
    person.opens(played(service, LOST, LOST_LETTERS))
    first = sheets(person).first

    first.get_by_role("button", name="no E: 3,061 words, kept").click()
    expect(first.get_by_role("status")).to_contain_text("no E: 3,061 words, kept: DOUBTFUL")
    expect(first.locator(".family-words s")).to_have_count(0)
    first.get_by_role("button", name="E at place 7: 1,603 words, thrown away").click()
    expect(first.get_by_role("status")).to_contain_text("E at place 7: 1,603 words, thrown away")
    assert all(word[6] == "E" for word in first.locator(".family-words s").inner_text().split())
    expect(first.get_by_role("button", name="80 other answers")).to_be_visible()


def test_honest_dealer_is_said_to_hang_how_often(reader: Person, service: Service) -> None:
    share = service.confession(reader.game_id)["odds"]["hanged_share"]

    expect(reader.page.locator(".intro")).to_contain_text(
        f"With your letters an honest dealer hangs you {1000 * share:.0f} times in 1,000. "
        "This one, every time."
    )


def test_browser_checks_what_was_decided_before_the_first_guess(reader: Person) -> None:
    reader.page.get_by_role("button", name="Check when it was decided").click()

    expect(reader.page.locator(".checked")).to_contain_text(
        "It cheated by rules fixed before your first guess. Checked."
    )
    expect(reader.page.locator(".checked")).to_contain_text("did not see the start")


def test_browser_that_saw_the_start_takes_nobodys_word(person: Person, service: Service) -> None:
    person.opens(begun(service, {"length": 5, "max_misses": 2, "dealer": "honest"}))
    person.ends()
    person.page.get_by_role("button", name="Check when it was decided").click()

    expect(person.page.locator(".checked p")).to_have_text(
        ["✓ Decided before your first guess. Checked.", "✓ These are the answers it gave you."]
    )


def test_answers_are_compared_though_the_page_was_loaded_again(
    person: Person, service: Service
) -> None:
    game = begun(service, {"length": 5, "max_misses": 3, "dealer": "largest-family"})
    person.opens(game)
    person.types("e")
    expect(person.used).to_have_count(1)
    person.page.reload()
    service.post(f"/games/{game}/guesses", json={"word": "zebra"})
    expect(person.page.get_by_text("ZEBRA").first).to_be_visible()  # guessed elsewhere
    person.ends()

    person.page.get_by_role("button", name="Check when it was decided").click()
    expect(person.page.locator(".checked")).to_contain_text("These are the answers it gave you.")


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        ({"hit": True, "positions": [0]}, "At your 2nd guess it was: Q is not there."),
        ({"letter": "x"}, "At your 2nd guess it was: Q is not there."),
        (None, "At your 2nd guess it was: Q is not there."),
        ({}, "It confesses a 3rd guess that this device did not see."),
    ],
    ids=["answer", "letter", "left out", "twice"],
)
def test_dealer_that_confesses_other_answers_than_it_gave_is_told_unasked(
    person: Person, service: Service, lie: dict[str, Any] | None, said: str
) -> None:
    game = begun(service, {"length": 5, "max_misses": 2, "dealer": "largest-family"})

    def tell(route: Route) -> None:
        told = route.fetch().json()
        [first, last] = told["guesses"]
        other = {**last, "guess": {**last["guess"], **(lie or {})}}
        told["guesses"] = [first, *([last] if lie == {} else []), *([] if lie is None else [other])]
        route.fulfill(json=told)

    person.page.route(re.compile(rf"/games/{game}/confession"), tell)
    person.opens(game)
    person.types("zq")

    expect(person.page.locator(".checked .broken")).to_contain_text(said)
    person.page.get_by_role("button", name="Check when it was decided").click()
    expect(person.page.locator(".checked")).to_contain_text("Checked.")
    expect(person.page.locator(".checked .broken")).to_contain_text(said)


@pytest.mark.parametrize("member", ["opening", "commitment"])
def test_dealer_that_has_lost_what_it_was_bound_to_is_told_of(
    person: Person, service: Service, member: str
) -> None:
    game = begun(service, {"length": 5, "max_misses": 2})

    def tell(route: Route) -> None:
        content = route.fetch().json()
        route.fulfill(json={**content, **({member: None} if member in content else {})})

    person.opens(game)
    person.page.route(re.compile(rf"/games/{game}(/guesses|/confession.*)$"), tell)
    person.ends()

    expect(person.page.locator(".account > .broken")).to_contain_text("This does not fit")


def test_page_that_missed_answers_says_so(person: Person, service: Service) -> None:
    game = begun(service, {"length": 5, "max_misses": 4, "dealer": "largest-family"})
    person.opens(game)
    person.types("z")
    expect(person.used).to_have_count(1)
    person.page.goto("about:blank")
    for letter in "qx":
        service.post(f"/games/{game}/guesses", json={"letter": letter})
    person.opens(game)
    expect(person.used).to_have_count(3)
    person.types("j")

    person.page.get_by_role("button", name="Check when it was decided").click()
    expect(person.page.locator(".checked")).to_contain_text("did not see every answer")
    expect(person.page.locator(".checked")).not_to_contain_text("the answers it gave you")


@pytest.mark.parametrize("lies", [("opening",), ("commitment",), ("opening", "commitment")])
def test_opening_that_does_not_fit_is_said_not_to(
    person: Person, service: Service, lies: tuple[str, ...]
) -> None:
    """A service that dealt otherwise is caught, even if it makes up a commitment that fits."""
    game = begun(service, {"length": 5, "max_misses": 2})
    person.opens(game)
    person.ends()
    opening = service.confession(game)["opening"]
    forged = {**opening, "seed": opening["seed"] + 1}
    text = json.dumps(forged, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    lie = {"opening": forged, "commitment": sha256(text.encode()).hexdigest()}

    def tell(route: Route) -> None:
        content = route.fetch().json()
        told = {name: lie[name] for name in lies if name in content}
        route.fulfill(json={**content, **told})

    person.page.route(re.compile(rf"/games/{game}(/confession.*)?$"), tell)
    person.page.reload()
    person.page.get_by_role("button", name="Check when it was decided").click()

    expect(person.page.locator(".checked")).to_contain_text("This does not fit")


def test_sealed_word_is_said_to_have_been_the_word(person: Person, service: Service) -> None:
    person.opens(played(service, {"word": "zebra", "max_misses": 6}, ["e", "zebra"]))

    expect(person.page.locator(".headline")).to_have_text("It had ZEBRA all along.")
    expect(sheets(person).last).to_contain_text("You found it.")
    person.page.get_by_role("button", name="Check when it was decided").click()
    expect(person.page.locator(".checked")).to_contain_text(
        "Decided before your first guess. Checked."
    )
    person.page.get_by_text("What was sealed").click()
    expect(person.page.locator("pre")).to_contain_text('"word":"zebra"')


def misses(lower: float, upper: float | None = None) -> dict[str, float]:
    return {"lower": lower, "upper": lower if upper is None else upper}


def reviewed(letter: str, best: str, verdict: str, cost: float, *, unsure: float = 0) -> Any:
    """A guess as a review has it; `unsure` is how far its bounds are apart."""
    return {
        "letter": letter,
        "word": None,
        "verdict": verdict,
        "misses_expected": misses(1 + cost),
        "best_misses_expected": misses(1 - unsure, 1),
        "cost": misses(cost, cost + unsure),
        "best_letters": [
            {"letter": best, "misses_expected": misses(1)},
            {"letter": "n", "misses_expected": misses(1 if letter == "a" else 2)},
        ],
    }


REVIEW = {
    "misses": 6,
    "misses_expected": misses(1.7),
    "misses_to_come": misses(1),
    "skill": misses(0.9),
    "luck": misses(4.4),
    "guesses": [
        reviewed("e", "e", "best", 0),
        reviewed("i", "i", "good", 0.01),
        reviewed("a", "a", "best", 0),
        reviewed("o", "l", "good", 0.04),
        reviewed("n", "u", "costly", 0.26),
        reviewed("r", "u", "costly", 0.5, unsure=0.4),
        reviewed("t", "u", "costly", 1.4),
        reviewed("s", "u", "wasted", 1),
    ],
}


def test_each_guess_is_said_to_have_cost_what(person: Person, service: Service) -> None:
    person.page.route("**/review", lambda route: route.fulfill(json=REVIEW))
    person.opens(played(service, LOST, LOST_LETTERS))

    expect(person.page.locator(".review")).to_have_text(
        [
            "The best letter there was.",
            "A good letter.",
            "As good as the best letter, N.",
            "The letter L was better, by a shade.",
            "The letter U was better, by a quarter of a miss.",
            "The letter U was better, by about half a miss.",
            "The letter U was better, by 1.4 misses.",
            "",
        ]
    )
    expect(person.page.locator(".costly")).to_have_count(3)


def test_misses_are_said_to_have_come_from_where(person: Person, service: Service) -> None:
    person.page.route("**/review", lambda route: route.fulfill(json=REVIEW))
    person.opens(played(service, LOST, LOST_LETTERS))

    rows = person.page.locator(".reckoning dl > div")  # 1.7 + 3.2 + 2.1 - 1 = 6
    expect(rows).to_have_text(
        [
            "Even the best1.7 misses",
            "Your letters3.2 misses",
            "Its cheating2.1 misses",
            "Spared by the end−1.0 miss",
            "Your misses6 misses",
        ]
    )


def test_number_of_misses_that_is_not_exact_is_said_to_be_about(
    person: Person, service: Service
) -> None:
    lucky = {"misses": 3, "misses_to_come": misses(0), "luck": misses(-3, 0)}
    person.page.route("**/review", lambda route: route.fulfill(json={**REVIEW, **lucky}))
    person.opens(played(service, LOST, LOST_LETTERS))

    rows = person.page.locator(".reckoning dl > div")
    expect(rows).to_have_text(
        [
            "Even the best1.7 misses",
            "Your letters3.2 misses",
            "Its cheating helpedabout −1.9 misses",
            "Your misses3 misses",
        ]
    )
    expect(person.page.locator(".reckoning .note")).to_contain_text("About: an estimate.")


SEED_1 = {"length": 6, "seed": 1}
ZEBRA = {"word": "zebra", "dictionary": "en"}


@pytest.mark.parametrize(
    ("asked", "guesses"),
    [
        ({**SEED_1, "max_misses": 3}, "zxq"),
        ({**SEED_1, "max_misses": 1}, "e"),
        ({**SEED_1, "max_misses": 3}, "eai"),
        ({**ZEBRA, "max_misses": 3}, "xqj"),
        ({**ZEBRA, "max_misses": 8}, "xqjeiazrb"),
        (FAIR, FAIR_LETTERS),
        (WON, WON_LETTERS),
    ],
)
def test_rows_add_up_to_the_misses_that_were_made(
    person: Person, service: Service, asked: dict[str, Any], guesses: str
) -> None:
    person.opens(played(service, asked, guesses))

    rows = person.page.locator(".reckoning dl > div b")
    expect(rows.last).to_be_visible()
    *parts, whole = [miss_count(text) for text in rows.all_inner_texts()]
    assert sum(parts) == pytest.approx(whole)
    assert whole == service.get(f"/games/{person.game_id}").json()["misses"]


def miss_count(text: str) -> float:
    """-3.2, of “about −3.2 misses”."""
    return float(text.replace("−", "-").removeprefix("about ").split()[0])


def test_confession_does_without_a_review(person: Person, service: Service) -> None:
    problem = {"type": "/problems/not-found", "detail": "There is no such thing here."}
    person.page.route("**/review", lambda route: route.fulfill(status=404, json=problem))
    person.opens(played(service, LOST, LOST_LETTERS))

    expect(sheets(person)).to_have_count(9)
    expect(person.page.locator(".reckoning")).to_have_count(0)


def test_game_from_before_commitments_has_nothing_to_check(
    person: Person, service: Service
) -> None:
    def older(route: Route) -> None:
        content = route.fetch().json()
        route.fulfill(json={**content, "opening": None, "commitment": None})

    person.page.route("**/confession?*", older)
    person.opens(played(service, LOST, LOST_LETTERS))

    expect(sheets(person).first).to_be_visible()
    expect(person.page.locator(".commitment")).to_have_count(0)


def test_any_word_that_was_left_can_be_put_into_the_pattern(
    person: Person, service: Service
) -> None:
    game = played(service, LOST, LOST_LETTERS)
    word = service.get(f"/games/{game}").json()["word"].upper()
    person.opens(game)

    last = sheets(person).last
    expect(last).to_contain_text(f"It said {word}. Each of these fits every answer it gave you.")
    words = last.locator(".words button")
    expect(words).to_have_count(35)
    other = next(each for each in ("PUZZLING", "PLUGGING") if each != word)
    words.get_by_text(other, exact=True).click()
    expect(last.get_by_role("status")).to_have_text(f"It could have said {other}.")
    for board in (last, person.page.locator(".replay")):
        assert "".join(board.locator(".pattern [aria-hidden]").all_inner_texts()) == other


def test_last_sheet_names_the_commonest_of_many_words(person: Person, service: Service) -> None:
    person.opens(played(service, {**LOST, "max_misses": 1}, "z"))

    last = sheets(person).last
    expect(last).to_contain_text("The 60 commonest of 9,856 words.")
    expect(last.locator(".words button")).to_have_count(60)
    expect(person.page.locator(".number")).to_have_text("98%")


def test_phone_shows_many_words_when_it_is_asked_for_all(people: People, service: Service) -> None:
    person = people(viewport=PHONE)
    person.opens(played(service, {**LOST, "max_misses": 4}, "eaiot"))
    words = sheets(person).last.locator(".words button:visible")
    after = service.confession(person.game_id)["guesses"][-1]["words_after"]
    assert 60 < after <= 200

    expect(words).to_have_count(60)
    person.page.get_by_role("button", name=f"All {after} words").click()
    expect(words).to_have_count(after)
    expect(words.nth(60)).to_be_focused()


def test_slider_and_keys_step_through_the_guesses_and_each_has_an_address(
    person: Person, service: Service
) -> None:
    game = played(service, LOST, LOST_LETTERS)
    person.opens(game)
    slider = person.page.get_by_role("slider", name="Guess")
    board = person.page.locator(".replay")
    expect(slider).to_have_value("8")

    slider.focus()
    for _ in range(6):
        person.page.keyboard.press("ArrowLeft")
    expect(board).to_contain_text("Guess 2 of 8")
    expect(board).to_contain_text("1 miss")
    assert [text for text in board.locator(".pattern [aria-hidden]").all_inner_texts() if text] == [
        "I"
    ]
    expect(sheets(person).nth(1)).to_have_attribute("aria-current", "step")
    expect(person.page).to_have_url(f"{person.url}/#{game}/2")
    expect(slider).to_have_attribute("aria-valuetext", "2: I, “Yes, at place 6.”")
    person.page.get_by_role("button", name="The next guess").click()
    expect(person.page).to_have_url(f"{person.url}/#{game}/3")

    person.page.reload()
    expect(board).to_contain_text("Guess 3 of 8")
    expect(sheets(person).nth(2)).to_have_attribute("aria-current", "step")
    expect(sheets(person).nth(2)).to_be_in_viewport()


def test_arrow_keys_step_from_anywhere_but_a_control(person: Person, service: Service) -> None:
    person.opens(played(service, LOST, LOST_LETTERS))
    slider = person.page.get_by_role("slider")
    expect(slider).to_have_value("8")

    person.page.keyboard.press("ArrowLeft")
    person.page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("6")
    sheets(person).last.locator(".words button").first.focus()
    person.page.keyboard.press("ArrowRight")
    expect(sheets(person).last.locator(".words button").nth(1)).to_be_focused()
    expect(slider).to_have_value("6")


def test_another_game_is_one_press_from_the_end(person: Person, service: Service) -> None:
    person.opens(played(service, WON, WON_LETTERS))
    person.page.locator(".account").get_by_role("button", name="Play again").click()

    expect(person.page.locator(".keys")).to_be_visible()
    expect(person.used).to_have_count(0)


def test_press_on_a_sheet_is_a_step(person: Person, service: Service) -> None:
    game = played(service, LOST, LOST_LETTERS)
    person.opens(game)
    sheets(person).nth(4).locator(".answer").click()

    expect(person.page.get_by_role("slider")).to_have_value("5")
    expect(person.page).to_have_url(f"{person.url}/#{game}/5")


def test_address_of_a_step_leads_to_it_within_the_page(person: Person, service: Service) -> None:
    game = played(service, LOST, LOST_LETTERS)
    person.opens(game)
    expect(sheets(person)).to_have_count(9)
    person.page.goto(f"{person.url}/#{game}/2")

    expect(person.page.get_by_role("slider")).to_have_value("2")
    expect(sheets(person).nth(1)).to_have_attribute("aria-current", "step")


def test_win_is_said_to_have_cornered_the_dealer(person: Person, service: Service) -> None:
    person.opens(played(service, WON, WON_LETTERS))

    expect(person.page.locator(".headline")).to_have_text("You cornered it at your 6th guess.")
    expect(person.page.locator(".number")).to_have_text("1 of 3,112")
    expect(sheets(person)).to_have_count(7)
    expect(sheets(person).last).to_contain_text("Cornered.")
    expect(sheets(person).last.locator(".circle")).to_be_visible()


def test_guesses_after_the_end_was_certain_are_folded(person: Person, service: Service) -> None:
    person.opens(played(service, WON, WON_LETTERS))
    tail = person.page.get_by_role("button", name="Then you only had to spell it")
    letters = person.page.locator(".spelled")

    expect(letters).to_be_hidden()
    tail.click()
    expect(letters).to_be_visible()
    expect(letters.locator("li")).to_have_count(5)


def test_game_lost_to_a_dealer_with_one_word_says_since_when(
    person: Person, service: Service
) -> None:
    person.opens(played(service, CORNERED, CORNERED_LETTERS))

    expect(person.page.locator(".headline")).to_have_text(
        "From your 3rd guess on it had only OTORHINOLARYNGOLOGISTS."
    )
    tail = person.page.get_by_role("button", name="Then you only had to spell it")
    tail.click()
    expect(person.page.locator(".spelled s")).to_have_text(list("DCMUP"))


def test_fair_dealer_is_not_said_to_have_chosen_or_thrown_away(
    person: Person, service: Service
) -> None:
    person.opens(played(service, FAIR, FAIR_LETTERS))
    confession = person.page.locator(".confession")

    expect(person.page.locator(".headline")).to_have_text("It had JOISTS all along.")
    expect(sheets(person).first.locator(".answer")).to_have_text("Not there.")
    expect(sheets(person).first.locator(".what")).to_contain_text("4,515 words ruled out:")
    expect(confession.locator("s, .stroke, .red, .circle")).to_have_count(0)
    told = confession.inner_text()
    assert not re.search("thrown|kept|could|cheat|choose", told)
    assert not any("thrown" in (name or "") or "kept" in (name or "") for name in names(confession))


def names(node: Locator) -> list[str]:
    return list(node.locator("button").evaluate_all("all => all.map(one => one.ariaLabel ?? '')"))


def test_letters_that_were_in_no_word_share_a_sheet(person: Person, service: Service) -> None:
    person.opens(played(service, FAIR, FAIR_LETTERS))

    expect(person.page.locator(".number")).to_have_text("4 misses")
    expect(person.page.locator(".intro")).to_contain_text(
        "were your own: no word that was left had R, N, L, or D."
    )
    wasted = person.page.locator("#guess-8")
    expect(wasted.locator(".letters")).to_have_text("N, L, D")
    expect(wasted.locator(".what")).to_contain_text(
        "In no word that was left. 3 misses for nothing."
    )
    person.page.get_by_role("slider").fill("9")
    expect(wasted).to_have_attribute("aria-current", "step")
    expect(sheets(person).last).to_contain_text("One letter short.")
    expect(sheets(person).last).to_contain_text("Only the letter J was missing.")


def test_ladder_is_an_ordered_list_of_sentences(reader: Person) -> None:
    heard = reader.page.locator(".ladder").aria_snapshot()
    assert heard.startswith("- list:")
    assert (
        "You said E. “Not there.” It kept 3,061 of 10,058 words and threw 6,997 away. "
        "Among those gone: SOMEBODY, SUPPOSED, COMPOSED, COMPOSES, and SUPPOSES."
    ) in heard


def test_whole_words_are_told_of(person: Person, service: Service) -> None:
    asked = {"length": 5, "max_misses": 6, "dealer": "largest-family"}
    person.opens(played(service, asked, ["s", "e", "bunny", "i", "daddy", "a"]))

    sheet = person.page.locator("#guess-3")
    expect(sheet.locator(".letters")).to_have_text("BUNNY")
    expect(sheet.locator(".answer")).to_have_text("“That is not it.”")
    expect(sheet.locator(".what")).to_contain_text("1 of 1,063 thrown away:")


STATES: dict[str, tuple[dict[str, Any], str]] = {
    "lost": (LOST, LOST_LETTERS),
    "won": (WON, WON_LETTERS),
    "fair": (FAIR, FAIR_LETTERS),
}


@pytest.mark.parametrize(
    "context",
    [
        {"viewport": PHONE, "color_scheme": "light"},
        {"viewport": DESKTOP, "color_scheme": "dark"},
        {"viewport": PHONE, "forced_colors": "active"},
        {"viewport": DESKTOP, "locale": "de"},
    ],
    ids=["phone", "dark", "forced", "german"],
)
def test_axe_finds_nothing_in_any_confession(
    people: People, service: Service, context: dict[str, Any]
) -> None:
    person = people(reduced_motion="reduce", **context)
    for state, ended in STATES.items():
        person.opens(played(service, *ended))
        expect(sheets(person).first).to_be_visible()
        for button in person.page.locator(".unfold:visible, .tail, .check").all():
            button.click()
        sheets(person).nth(1).locator(".piece").first.click()

        # With forced colours, axe reads those that the system has replaced.
        without = ["color-contrast"] if "forced_colors" in context else []
        assert person.findings_of_axe(without=without) == [], state


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_confession_fits_a_phone_and_text_of_twice_the_size(
    people: People, service: Service, size: str
) -> None:
    person = people(viewport=PHONE)
    for asked, guesses in [*STATES.values(), (CORNERED, CORNERED_LETTERS)]:
        person.opens(played(service, asked, guesses))
        person.page.evaluate(f"document.documentElement.style.fontSize = '{size}'")
        expect(sheets(person).first).to_be_visible()
        edges = "boxes => boxes.map(box => box.getBoundingClientRect().right)"
        shown = ".confession > *, .columns > *, .aside > *, .sheet, .told:visible > *:visible"
        assert max(person.page.locator(shown).evaluate_all(edges)) <= PHONE["width"]
        assert (
            person.page.locator(".confession").evaluate("node => node.scrollWidth")
            <= PHONE["width"]
        )


def test_forced_colours_tell_kept_from_dropped(people: People, service: Service) -> None:
    person = people(forced_colors="active")
    person.opens(played(service, LOST, LOST_LETTERS))
    style = "(piece, name) => getComputedStyle(piece)[name]"
    first = sheets(person).first
    kept, gone = first.locator(".kept"), first.locator(".gone").first

    assert kept.evaluate(style, "backgroundColor") != gone.evaluate(style, "backgroundColor")
    assert gone.evaluate(style, "borderTopStyle") == "solid"
    assert first.locator(".stroke").evaluate(style, "fill") == kept.evaluate(
        style, "backgroundColor"
    )


def test_paper_has_everything_unfolded_and_nothing_to_press(
    people: People, service: Service
) -> None:
    person = people(viewport=PHONE)
    person.opens(played(service, WON, WON_LETTERS))
    person.page.emulate_media(media="print")

    for sentence in person.page.locator(".sentence").all():
        expect(sentence).to_be_visible()
    expect(person.page.locator(".spelled")).to_be_visible()
    expect(person.page.locator(".kept").first).to_be_visible()
    for button in person.page.get_by_role("button").all():
        if "piece" not in (button.get_attribute("class") or ""):
            expect(button).to_be_hidden()
    expect(person.page.get_by_role("slider")).to_be_hidden()
    assert len(person.page.pdf()) > 1000


def test_still_picture_for_who_wants_no_movement(people: People, service: Service) -> None:
    for wish, number in (("no-preference", True), ("reduce", False)):
        person = people(reduced_motion=wish)
        inspector = person.context.new_cdp_session(person.page)
        inspector.send("Animation.enable")
        inspector.send("Animation.setPlaybackRate", {"playbackRate": 0})  # what moves is not over
        person.opens(played(service, LOST, LOST_LETTERS))
        sheets(person).nth(2).locator(".answer").click()
        expect(sheets(person).nth(2)).to_have_attribute("aria-current", "step")
        moving = person.page.evaluate("document.getAnimations().length")
        assert bool(moving) is number
