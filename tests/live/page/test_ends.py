"""The end of a game: its motions, early calls, the question, the reveal, and what is stored."""

import json
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.live.page.conftest import People
from tests.live.page.states import LOST, WON, guessed, played
from tests.support.browsing import MEANT_FOR_LETTERS, MOVING, RARE_FIRST, Person, box
from tests.support.running import Service

ANY = "/new?length=8&misses=3&words=en&dealer=any"
LETTERS = "qjxzv"  # no word of eight letters has three of them, so three are misses


def test_claim_is_answered_once_and_counted(people: People, service: Service) -> None:
    person = people(**MOVING)
    page = person.page
    person.opens(ANY)
    with page.expect_request(lambda request: request.method == "POST") as started:
        person.plays()
    assert '"dealer":"any"' in (started.value.post_data or "")
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
    [result] = person.device["results"]
    assert (result["claim"], result["honest"]) == ("cheated", honest)
    page.reload()
    expect(headline).to_contain_text(answer)
    expect(page.locator(".question")).to_have_count(0)

    person.starts(ANY)
    person.types(LETTERS)
    expect(page.locator(".question")).to_be_visible()
    page.wait_for_timeout(MEANT_FOR_LETTERS)
    person.follows("Evil Hangman")  # it works while other parts still move
    expect(page.locator(".card")).to_have_count(1)
    page.go_back()
    person.claims()  # a claim that is skipped does not count
    person.opens("/statistics")
    tally = "honest dealer trusted0 of 1" if honest else "cheat caught1 of 1"
    expect(page.locator(".judged")).to_have_text(tally, use_inner_text=False)


def test_play_again_repeats_a_choice_and_not_the_lesson(people: People, service: Service) -> None:
    newcomer, chooser = people(is_new=True), people()
    newcomer.opens(service.post("/games").json()["id"])  # they were sent a game, and see it
    expect(newcomer.page.locator(".keys")).to_be_visible()
    newcomer.opens()
    newcomer.presses("Skip, just play")
    chooser.starts(Length="8 letters")
    for person, again in ((newcomer, {"dealer": "any"}), (chooser, {"length": 8})):
        expect(person.page.locator(".keys")).to_be_visible()
        person.types(RARE_FIRST)
        expect(person.page.locator(".confession")).to_be_visible()  # without a question
        person.rests()
        person.context.set_offline(True)
        with person.page.expect_request(lambda request: request.method == "POST") as started:
            person.presses("Again")
        expect(person.page.locator(".pair + .trouble")).to_contain_text("No connection")
        expect(person.page.locator(".confession")).to_be_visible()  # the end stays as it is
        person.context.set_offline(False)
        body = json.loads(started.value.post_data or "")
        assert {name: body[name] for name in ("dealer", "length") if name in body} == again


def test_verdict_and_first_sentence_need_no_confession(person: Person, service: Service) -> None:
    page, confession = person.page, re.compile(r"/confession\?")
    problem = {"code": "unavailable", "detail": "Not now."}
    page.route(confession, lambda route: route.fulfill(status=500, json=problem))
    person.opens(played(service, *LOST))
    person.page.get_by_role("button", name="It cheated").click()
    expect(page.locator(".headline")).to_have_text("Caught.")
    late = page.locator(".late")
    expect(late).to_contain_text("The rest of the confession has not come yet.")
    page.unroute(confession)
    person.presses("Try again")
    expect(page.locator(".headline")).to_have_text("Caught. It never had a word.")
    expect(page.locator(".headline")).to_be_focused()
    expect(page.locator(".confession")).to_be_visible()
    expect(person.status).to_contain_text("It never had a word.")


# When the first motion of each part begins, in milliseconds after the end came.
TIMELINE = """
() => Object.fromEntries(document.getAnimations()
  .filter(({ effect }) => effect.target.closest(".farewell, .end"))
  .map(({ startTime, effect }) =>
    [effect.target.classList[0], Math.round(startTime + effect.getTiming().delay - window.ended)])
  .sort(([, one], [, other]) => other - one))
"""
# Notes when the end comes, on the clock of the motions.
ENDED = """
new MutationObserver(() => {
  if (document.querySelector(".end")) window.ended ??= document.timeline.currentTime;
}).observe(document.querySelector("main"), { childList: true })
"""


def taps(person: Person, button: Locator) -> None:
    """Tap where a button is or will be."""
    place = box(button)
    person.page.mouse.click(place["x"] + 20, place["y"] + 20)


def test_loss_has_its_beats_and_a_tap_only_ends_them(people: People, service: Service) -> None:
    person = people(**MOVING, once=True)
    choices, letters = LOST
    person.opens(guessed(service, choices, letters[:-1])["id"])
    expect(person.used).to_have_count(len(letters) - 1)
    person.page.evaluate(ENDED)
    person.holds_motions()
    person.types(letters[-1])
    expect(person.page.locator(".question")).to_be_visible()
    times = person.page.evaluate(TIMELINE)
    beats = [times[part] for part in ("controls", "man", "last-words", "question")]
    assert beats == sorted(beats)
    assert beats[3] - beats[1] >= 800  # the figure swings, and the words stand alone
    expect(person.heading).to_have_text("You hang.")  # for screen readers
    expect(person.heading).to_be_focused()
    assert "A word of 8 letters" not in person.page.locator("main").aria_snapshot()

    cheated = person.page.get_by_role("button", name="It cheated")
    person.page.wait_for_timeout(MEANT_FOR_LETTERS)
    taps(person, cheated)
    taps(person, cheated)  # so quickly, it was meant for a letter, too
    expect(person.page.locator(".farewell")).to_have_count(0)
    assert person.page.locator(".question").count() == 1
    expect(person.page.locator(".question .asked-for li")).to_have_count(len(LOST[1]))
    person.claims("It cheated")
    expect(person.page.locator(".headline")).to_contain_text("Caught.")
    ended = person.page.locator("h1.ended")
    expect(ended).to_have_text("You hang.")
    assert box(ended)["height"] > 8  # it is seen, not only heard
    person.unfolds()
    sheet = person.page.locator(".ladder > .sheet").nth(2)
    sheet.locator(".answer").click()
    expect(sheet).to_have_attribute("aria-current", "step")
    assert person.moving() > 0


def test_proof_comes_soon_after_the_sentence(people: People, service: Service) -> None:
    """“It never had a word.” stands alone for less than a second."""
    person = people(**MOVING, once=True)
    person.opens(played(service, *LOST))
    person.page.evaluate("window.ended = 0")
    person.holds_motions()
    person.page.locator(".question button").first.click()
    expect(person.page.locator(".evidence .words")).to_be_visible()
    times = person.page.evaluate(TIMELINE)
    assert 0 < times["words"] - times["deed"] <= 800


JUMPS = """
() => document.getAnimations().filter(({ effect }) => effect.target.closest(".drawing")
  && effect.getKeyframes().some(({ transform }) => transform?.startsWith("translateY"))).length
"""


@pytest.mark.parametrize("drawing", ["gallows", "snowman"])
def test_figure_jumps_after_a_win_unless_nothing_may_move(
    people: People, service: Service, drawing: str
) -> None:
    choices, letters = WON
    for look, jumps in ((MOVING, 1), ({}, 0)):
        person = people(**look, once=True)
        person.opens(guessed(service, choices, letters[:-1])["id"])
        person.remembers(
            settings={"drawing": drawing},
            unfinished=[{"id": person.game_id, "drawn": False}],  # it is not asked about
        )
        person.reloads()
        expect(person.used).to_have_count(len(letters) - 1)
        person.holds_motions()
        person.types(letters[-1])
        expect(person.page.locator(".headline")).to_contain_text("You beat the cheat.")
        assert person.page.evaluate(JUMPS) == jumps


def test_win_from_an_honest_dealer_has_a_true_sentence(person: Person, service: Service) -> None:
    choices = {"length": 6, "dealer": "honest", "seed": 2, "max_misses": 26}
    game = guessed(service, choices, "")["id"]
    word = "joists"  # as the seed decides
    service.post(f"/games/{game}/guesses", json={"word": word})
    person.sees_the_end(game, "It cheated")
    said = f"You found it. It had {word.upper()} from the start."
    expect(person.page.locator(".headline")).to_have_text(said)
    sorry = "You accused an honest dealer. It would like an apology."
    expect(person.page.locator(".aftermath")).to_have_text(sorry)


def test_default_dealer_is_named_while_you_play(person: Person) -> None:
    person.starts(Misses_until_you_hang="3")
    expect(person.page.locator(".counts")).to_contain_text("Dealer: Cheat")
    person.ends()
    expect(person.page.locator(".aftermath")).to_contain_text("Dealer: Cheat.")


def test_lessons_beats_end_with_a_tap_that_presses_nothing(people: People) -> None:
    person = people(is_new=True, **MOVING, once=True)
    person.opens()
    person.holds_motions()
    person.presses("E")
    expect(person.heading).to_have_text("“There is no E.”")
    lesson = "document.querySelector('.lesson')"
    assert person.moving(lesson) > 0
    taps(person, person.page.get_by_role("button", name="Next"))
    assert person.moving(lesson) == 0
    expect(person.heading).to_have_text("“There is no E.”")


# Its word has no Q, J, X, Z and V.
FOUR_MISSES = {"length": 8, "max_misses": 4, "seed": 2, "dealer": "honest"}
CALL = "It’s cheating!"
CALL_OF_3, CALL_OF_2 = f"{CALL} +3 / −6", f"{CALL} +2 / −4"
BACK = "Take it back"
SCORE = ".end > .score"
UNCOUNTED = "You see how many words fit: your verdict does not count."


FROZEN = """
() => {
  const look = () => {
    const line = document.querySelector(".farewell .status");
    if (line) window.frozen ??= line.textContent;
  };
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true });
}
"""


def test_last_answer_is_read_while_the_board_shows_it(person: Person, service: Service) -> None:
    """Not that the dealer is looking, while the board has no miss left."""
    person.opens(guessed(service, FOUR_MISSES, "qjx")["id"])
    person.page.evaluate(FROZEN)
    person.types("z")
    expect(person.page.locator(".end")).to_be_visible()
    assert person.page.evaluate("window.frozen").startswith("No Z. 0 misses left.")


def test_call_is_taken_back_until_the_next_answer(person: Person, service: Service) -> None:
    page = person.page
    person.opens(guessed(service, FOUR_MISSES, "")["id"])
    person.remembers(unfinished=[{"id": person.game_id, "drawn": True}])
    person.reloads()
    line = page.locator(".call")
    expect(line.locator("p")).to_contain_text("+1 for each miss left if you are right, −2 if not.")
    person.guesses("q")
    expect(page.get_by_role("button", name="Hint −1 point")).to_be_visible()
    person.presses(CALL_OF_3)
    expect(line).to_contain_text("You called it. +3 / −6")
    person.presses(BACK)
    person.guesses("j")
    person.presses(CALL_OF_2)
    person.reloads()
    page.get_by_role("button", name=BACK).focus()
    person.guesses("x")
    expect(line.locator("p")).to_be_focused()
    expect(line.locator("p")).to_have_text("Called at guess 2. +2 / −4")
    expect(line.get_by_role("button")).to_have_count(0)
    person.types("zv")
    person.claims()
    expect(page.locator(".question")).to_have_count(0)
    expect(page.locator(".aftermath")).to_contain_text("You called it at your 2nd guess.")
    expect(page.locator(SCORE)).to_contain_text(re.compile("Right 0 of 1.*−4 points"))
    [result] = person.device["results"]
    assert (result["claim"], result["honest"]) == ("cheated", True)
    assert result["call"] == {"nth": 2, "left": 2}


def test_words_left_in_a_mystery_game_end_calls_and_scores(person: Person) -> None:
    page = person.page
    person.opens()
    person.remembers(settings={"wordsLeft": "always"})
    person.page.get_by_role("button", name="Fair or cheat?").click()
    expect(page.locator(".words-left")).to_contain_text("words fit")
    expect(page.locator(".call p")).to_have_text(UNCOUNTED)
    person.guesses("q")
    expect(person.status).to_contain_text("words left.")
    expect(page.get_by_role("button", name=CALL)).to_have_count(0)
    person.ends("It cheated")
    expect(page.locator(".headline")).to_contain_text(re.compile("Caught|You accused"))
    expect(page.locator(SCORE)).to_have_text(UNCOUNTED)
    person.opens("/statistics")
    expect(page.locator(".judged")).to_be_empty()


def test_words_left_are_shown_of_a_known_cheat(person: Person) -> None:
    page = person.page
    person.opens()
    person.chooses(Length="8 letters")
    page.get_by_label("Cheat:").check()
    person.plays()
    person.guesses("e")
    expect(page.locator(".call")).to_be_hidden()  # everybody knows who deals
    expect(person.status).to_contain_text("No E. 3,061 of 10,058 words left.")
    expect(page.locator(".words-left s")).to_have_text("10,058")
    person.guesses("i")
    said = "Yes: I, sixth. 934 of 3,061 words left."
    expect(person.status).to_contain_text(said)
    person.reloads()
    expect(person.status).to_contain_text(said)
    expect(page.locator(".words-left s")).to_have_text("3,061")
    expect(page.locator(".strip .left")).to_have_text(["3,061", "934"])
    page.evaluate("localStorage['evil-hangman'] = '{\"taught\": true}'")
    person.reloads()  # as on another device
    expect(person.status).to_contain_text("Yes: I, sixth. 934 words fit.")


def look(person: Person) -> tuple[str, str, str]:
    """Everything seen and heard: the HTML of the page, what is read out, and its title."""
    body = person.page.locator("body")
    return body.inner_html(), body.aria_snapshot(), person.page.title()


@pytest.mark.parametrize("shown", [{"insight": "count"}, {}])
def test_nothing_tells_a_cheat_from_a_fair_one(
    people: People, service: Service, shown: dict[str, str]
) -> None:
    """Compare a lost cheat with an honest game of another word and the same answers: for a player
    who sees how many words fit, for one who calls it a cheat, and for a visitor."""
    choices, letters = {**LOST[0], **shown}, LOST[1]
    cheat = played(service, choices, letters)
    word = service.get(f"/games/{cheat}").json()["word"]
    fitting = service.confession(cheat)["guesses"][-1]["kept"]
    other = next(each for each in fitting if each != word)
    looks = []
    for start in (choices, {"secret_word": other, "max_misses": 6, **shown}):
        person, game = people(), guessed(service, start, "")["id"]
        person.opens(game)
        person.remembers(unfinished=[{"id": game, "drawn": True}])
        person.reloads()
        expect(person.page.locator(".keys")).to_be_visible()
        person.guesses(letters[:2])
        if not shown:
            person.page.get_by_role("button", name=CALL).click()
        person.guesses(letters[2:-1])
        looks.append(look(person))
        service.post(f"/games/{game}/guesses", json={"letter": letters[-1]})
        if not shown:
            (person := people()).opens(game)
        expect(person.page.locator(".question button:not([aria-disabled])")).to_have_count(3)
        looks.append(look(person))

    assert looks[:2] == looks[2:]
    for secret in (word, other):
        assert secret.upper() not in str(looks).upper()


def test_verdict_that_was_given_in_another_tab_stands(person: Person) -> None:
    """After the reveal, everybody would be right."""
    person.starts(ANY)
    person.types(LETTERS)
    expect(person.page.locator(".question")).to_be_visible()
    other = person.context.new_page()
    other.goto(person.page.url)
    expect(other.locator(".question")).to_be_visible()
    person.reloads()
    person.page.locator(".question button").nth(0).click()
    expect(person.page.locator(".evidence > *").first).to_be_visible()
    other.locator(".question button").nth(1).click()
    expect(other.locator(".evidence > *").first).to_be_visible()
    verdicts = [page.locator(".headline > span").first for page in (person.page, other)]
    expect(verdicts[1]).to_have_text(verdicts[0].inner_text())
    [result] = person.device["results"]
    assert result["claim"] == "cheated"
