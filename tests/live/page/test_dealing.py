"""A game that the player deals: a guesser asks for letters, and the word families are cards."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.live.page.all_states import RHYMES
from tests.live.page.conftest import People
from tests.support.browsing import MOVING, Person, bottom, box
from tests.support.running import Service

CARD: Final = ".family-card"
MISS: Final = re.compile("a miss")
NOON: Final = "2026-11-{}T12:00:00Z"
Families: TypeAlias = list[tuple[str, list[str]]]  # each with the pattern that its answer leaves


@pytest.fixture
def dealer(people: People) -> Person:
    """A person on a day whose words the tests know."""
    person = people(once=True)
    on_day(person, 28)
    return person


def on_day(person: Person, day: int) -> None:
    person.page.clock.set_fixed_time(NOON.format(day))


def cards(person: Person) -> Locator:
    return person.page.locator(CARD)


def deals(person: Person, length: int = 4) -> None:
    person.opens(f"/deal?{length}")
    expect(cards(person).first).to_be_visible()


def miss(person: Person) -> Locator:
    """The card of a miss."""
    return cards(person).filter(has_text=MISS)


def number_of_miss(person: Person) -> str:
    """The key that presses it."""
    names = cards(person).all_inner_texts()
    return str(1 + next(nth for nth, name in enumerate(names) if MISS.search(name)))


def deal(person: Person) -> dict[str, Any]:
    """The latest game dealt, as the device stores it."""
    [latest, *_] = person.device.get("deals", [{"answers": []}])
    return dict(latest)


def answers(person: Person) -> list[Any]:
    return list(deal(person)["answers"])


def gives(person: Person, card: Locator) -> None:
    """Answer with a card, and wait for the next question or the end."""
    before = person.heading.inner_text()
    card.click()
    person.page.keyboard.press("Shift")  # ends the motion
    expect(person.heading).not_to_have_text(before)
    expect(person.page.locator(f"{CARD}, .deal-end").first).to_be_visible()


def deals_on(person: Person, choice: Callable[[Families], list[str]]) -> None:
    """Keep the families that a way of playing chooses, until the end."""
    while person.page.locator(".deal-end").count() == 0:
        words, letter = left(person)
        gives(person, card_of(person, letter, choice(families(words, letter))))


def card_of(person: Person, letter: str, words: list[str]) -> Locator:
    more = person.page.locator(".more-answers")
    if more.count():
        more.click()
    positions = [place for place, other in enumerate(words[0]) if other == letter]
    for nth in range(cards(person).count()):
        card = cards(person).nth(nth)
        shown = card.locator(".slots > span").all_inner_texts()
        new = [place for place, text in enumerate(shown) if text == letter.upper()]
        if new == positions:
            return card
    raise AssertionError(f"no card for {letter} in {words}")


def left(person: Person) -> tuple[list[str], str]:
    """The words that fit, and the letter that the guesser should ask for: a second opinion."""
    game = deal(person)
    words = [
        word
        for word in game["words"]
        if all(places(word, a["letter"]) == tuple(a["positions"]) for a in game["answers"])
    ]
    return words, asks(words, {a["letter"] for a in game["answers"]})


def places(word: str, letter: str) -> tuple[int, ...]:
    return tuple(place for place, other in enumerate(word) if other == letter)


def asks(words: list[str], before: set[str]) -> str:
    counts: Counter[str] = Counter(letter for word in words for letter in {*word} - before)
    return min(counts, key=lambda letter: (-counts[letter], letter))


def families(words: list[str], letter: str) -> Families:
    """The largest first; ties as the service breaks them."""
    found: dict[tuple[int, ...], list[str]] = defaultdict(list)
    for word in words:
        found[places(word, letter)].append(word)
    ranked = sorted(found, key=lambda p: (-len(found[p]), len(p), -sum(2**place for place in p)))
    return [("" if not at else letter, found[at]) for at in ranked]


def largest(found: Families) -> list[str]:
    return found[0][1]


def smallest(found: Families) -> list[str]:
    return found[-1][1]


def forced(words: list[str], keep: Callable[[Families], Families], before: frozenset[str]) -> int:
    """The misses that can be forced, if `keep` says which answers may be given."""
    if len(words) < 2:
        return 0
    letter = asks(words, {*before})
    return max(
        (hit == "") + forced(kept, keep, before | {letter})
        for hit, kept in keep(families(words, letter))
    )


def test_word_families_are_answers_that_the_device_keeps(people: People) -> None:
    page = (person := people(once=True, **MOVING)).page
    on_day(person, 28)
    person.opens()
    person.follows("You deal Be the cheat. New words every day.")
    expect(person.heading).to_have_text("The guesser asks for E.")
    expect(person.status).to_contain_text("You have no word, only 400 that fit.")
    expect(person.status).to_contain_text("Each card is a word family")
    expect(cards(person)).to_have_count(5)
    game = deal(person)
    assert len({*game["words"]}) == 400
    aim = f"Force {game['goal']} misses. Nemesis, who plays best, forces {game['most']}."
    expect(page.locator(".counts")).to_contain_text(aim)
    expect(page.locator(".tallies svg")).to_have_count(game["goal"])
    expect(miss(person)).to_have_accessible_name(
        re.compile(r"^No E a miss : [0-9]+ words such as [A-Z]{4}, [A-Z]{4}, [A-Z]{4}…$")
    )
    page.locator(".more-answers").click()
    expect(cards(person).nth(5)).to_be_focused()
    gives(person, miss(person))
    expect(person.status).to_contain_text("No E. You have no word, only")
    expect(page.locator(".counts")).to_contain_text(f"1 of {game['goal']} misses.")
    person.presses("Take it back")
    expect(person.heading).to_have_text("The guesser asks for E.")
    assert answers(person) == []
    gives(person, miss(person))
    expect(page.locator(".strip")).to_be_visible()
    expect(page.locator(".strip li")).to_have_text(re.compile("^E ?No ?[0-9]+"))

    question, order = person.heading.inner_text(), cards(person).all_inner_texts()
    person.reloads()
    expect(person.heading).to_have_text(question)
    assert cards(person).all_inner_texts() == order
    person.opens()
    person.follows("You deal Go on")
    expect(person.heading).to_have_text(question)
    posted = [request.url for request in person.requests if request.method == "POST"]
    assert Counter(url.rpartition("/")[2] for url in posted) == {"hints": 1, "families": 4}

    on_day(person, 29)
    person.reloads()
    expect(person.heading).to_have_text(re.compile("^The guesser asks for"))
    assert {*deal(person)["words"]} != {*game["words"]}
    assert answers(person) == []


def test_end_has_the_figures_that_a_second_opinion_finds(dealer: Person) -> None:
    page = dealer.page
    deals(dealer)
    game = deal(dealer)
    classic = forced(game["words"], lambda found: found[:1], frozenset())
    most = forced(game["words"], lambda found: found, frozenset())
    assert (game["classic"], game["most"], game["goal"]) == (classic, most, classic + 1)

    deals_on(dealer, largest)
    expect(dealer.heading).to_have_text("It got away.")
    expect(page.locator(".deal-end .gallows")).to_have_attribute("data-status", "won")
    expect(page.locator(".figures p")).to_have_text([
        f"You forced {classic} misses.",
        f"Always the largest family: {classic}.",
        f"Nemesis, who sees to the end: {most}.",
    ])  # fmt: skip
    for row, misses in enumerate((classic, classic, most)):
        expect(page.locator(f".figures p:nth-child({row + 1}) svg")).to_have_count(misses)
    expect(page.locator(".deal-end")).to_contain_text("Next in 12 h 0 min")
    dealer.reloads()
    expect(page.locator(".deal-end")).to_be_visible()
    dealer.opens()  # a game that has ended is there until the day is over
    dealer.follows("You deal How it went")
    expect(page.locator(".figures")).to_contain_text(f"You forced {classic} misses.")
    dealer.opens("/statistics")
    dealer.follows(f"Today, 4 letters: {classic} misses. Nemesis forces {most}.")
    dealer.presses("Deal again")
    expect(page.locator(".tallies svg")).to_have_count(game["goal"])
    assert deal(dealer)["words"] == game["words"]
    page.get_by_role("combobox", name="Length").select_option("5 letters")
    expect(page).to_have_url(f"{dealer.url}/#/deal?5")
    assert len(deal(dealer)["words"][0]) == 5


def test_hanged_guesser_is_dealt_on_to_the_last_letter(dealer: Person, service: Service) -> None:
    page, outcome = dealer.page, dealer.page.locator(".outcome")

    def best(found: Families) -> list[str]:
        before = {a["letter"] for a in answers(dealer)} | {left(dealer)[1]}
        after = [
            (hit == "") + forced(kept, lambda all_: all_, frozenset(before)) for hit, kept in found
        ]
        return found[after.index(max(after))][1]

    deals(dealer)
    game = deal(dealer)
    deals_on(dealer, best)
    expect(dealer.heading).to_have_text("It hangs.")
    expect(page.locator(".deal-end .gallows")).to_have_attribute("data-status", "lost")
    expect(outcome).to_contain_text("better than the classic cheat")
    expect(outcome).to_contain_text("You never had a word.")
    expect(page.locator(".figures")).to_contain_text(f"You forced {game['goal']} misses so far.")
    expect(page.locator(".hindsight")).to_have_text(re.compile("^So far, Nemesis could not"))
    expect(page.locator(".sheet")).to_have_count(len(answers(dealer)))
    dealer.reloads()
    expect(dealer.heading).to_have_text("It hangs.")
    dealer.presses("Share")
    so_far = f"I forced {game['goal']} misses so far."
    expect(page.get_by_role("dialog")).to_contain_text(so_far)
    dealer.presses("Done")
    dealer.presses("Keep dealing")
    expect(page.locator(".counts")).to_contain_text(f"It hung at {game['goal']}")
    expect(cards(dealer).first).to_be_visible()
    deals_on(dealer, best)
    expect(outcome).to_contain_text("too late")
    expect(page.locator(".figures p").first).to_have_text(f"You forced {game['most']} misses.")
    expect(outcome).to_contain_text("As many misses as Nemesis: nobody can force more.")
    expect(page.locator(".hindsight")).to_be_hidden()  # giving words away was not a mistake
    expect(outcome).to_contain_text("Solved: new words tomorrow.")
    expect(page.locator(".sheet .sentence").first).to_contain_text("It asked for E. You said:")
    dealer.presses("Share")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("November 28: I dealt, 4 letters")
    expect(dialog).to_contain_text(f"I forced {game['most']} misses. The largest family forces")
    expect(dialog).to_contain_text(f"{service.url}/#/deal?4")


def test_answer_that_cost_most_is_shown_beside_the_best(dealer: Person) -> None:
    deals(dealer)
    deals_on(dealer, smallest)
    expect(dealer.heading).to_have_text("It got away.")
    expect(dealer.page.locator(".hindsight")).to_have_text(
        re.compile("^At [A-Z] you said “.+”. Nemesis would have said “.+”: (one|[0-9]+) more miss")
    )


def test_answer_without_another_gives_itself(people: People) -> None:
    person = people(once=True, **MOVING)
    on_day(person, 28)
    person.opens()
    person.remembers(deals=[{**RHYMES, "date": "2026-11-28"}])
    person.opens("/deal?4")
    expect(person.status).to_contain_text("Every word left has A there: it is the only answer")
    expect(person.heading).to_have_text("It asks for S.")  # nobody pressed a key
    expect(person.heading).to_have_text("It asks for B.")
    expect(person.status).to_contain_text("fourth. Yes: T, third. Those were the only answers.")
    assert len(answers(person)) == 3
    expect(person.page.get_by_role("button", name="Take it back")).to_have_count(0)

    person.page.emulate_media(reduced_motion="reduce")
    person.remembers(deals=[{**RHYMES, "date": "2026-11-28"}])
    person.reloads()
    expect(person.heading).to_have_text("It asks for B.")
    expect(person.status).to_contain_text("Yes: A, second. Yes: S, fourth. Yes: T, third.")


def test_strokes_go_on_with_the_misses(dealer: Person) -> None:
    dealer.opens()
    dealer.remembers(deals=[{**RHYMES, "date": "2026-11-28"}])
    dealer.opens("/deal?4")
    gives(dealer, miss(dealer))
    expect(dealer.heading).to_have_text("It hangs.")
    dealer.presses("Keep dealing")
    gives(dealer, miss(dealer))
    gives(dealer, miss(dealer))
    expect(dealer.page.locator(".counts")).to_contain_text("3 misses. It hung at 1.")
    expect(dealer.page.locator(".tallies .spent")).to_have_count(3)


def test_hard_game_shows_no_numbers_of_words(dealer: Person) -> None:
    page = dealer.page
    deals(dealer)
    page.get_by_role("checkbox", name="Hard").check()
    expect(page.locator(f"{CARD} .count, {CARD} .share, .words-left:visible")).to_have_count(0)
    expect(page.get_by_role("checkbox")).to_be_focused()
    gives(dealer, miss(dealer))
    expect(page.get_by_role("checkbox")).to_have_count(0)  # it is chosen before the first answer
    expect(dealer.status).not_to_contain_text("fit")
    expect(page.locator(".strip .bar, .strip .left")).to_have_count(0)
    dealer.reloads()
    expect(cards(dealer).first).to_be_visible()
    expect(page.locator(f"{CARD} .count")).to_have_count(0)
    deals_on(dealer, largest)
    dealer.presses("Share")
    expect(page.get_by_role("dialog")).to_contain_text("4 letters, Hard mode")


def test_deal_waits_for_its_words_and_then_needs_no_network(dealer: Person) -> None:
    page = dealer.page
    dealer.opens()
    dealer.follows("Statistics")  # loads the parts that come later
    expect(dealer.heading).to_have_text("Your games")
    dealer.context.set_offline(True)
    page.evaluate("location.hash = '/deal?4'")
    expect(dealer.trouble).not_to_be_empty()
    dealer.context.set_offline(False)
    expect(cards(dealer)).to_have_count(5)
    expect(dealer.trouble).to_be_empty()
    dealer.context.set_offline(True)
    deals_on(dealer, largest)
    expect(dealer.heading).to_have_text("It got away.")
    dealer.context.set_offline(False)
    dealer.presses("Deal again")
    expect(cards(dealer)).to_have_count(5)
    page.evaluate("void (Storage.prototype.setItem = () => { throw Error('no room') })")
    gives(dealer, cards(dealer).first)
    expect(dealer.trouble).to_contain_text("if you reload the page, it is lost")


def test_game_goes_on_in_every_tab(dealer: Person) -> None:
    deals(dealer)
    other = dealer.context.new_page()
    other.clock.set_fixed_time(NOON.format(28))
    other.goto(dealer.page.url)
    expect(other.locator(CARD).first).to_be_visible()
    for _ in range(2):
        gives(dealer, miss(dealer))
    third = dealer.heading.inner_text()
    expect(other.locator("h1")).to_have_text(third)
    other.locator(CARD).filter(has_text=MISS).click()
    expect(other.locator("h1")).not_to_have_text(third)
    expect(dealer.heading).to_have_text(other.locator("h1").inner_text())
    assert len(answers(dealer)) == 3


def test_dictionaries_are_listed_again_if_one_is_gone(person: Person) -> None:
    gone = {"code": "invalid-input", "errors": [{"code": "unknown-dictionary"}]}
    person.page.route("**/hints", lambda route: route.fulfill(status=422, json=gone))
    person.opens("/deal?4")
    expect(person.heading).to_have_text("That did not work")
    person.page.unroute("**/hints")
    person.follows("New game")
    person.page.get_by_role("link", name="You deal").click()
    expect(cards(person).first).to_be_visible()
    assert sum(request.url.endswith("/dictionaries") for request in person.requests) == 2


def test_cards_are_given_by_key_and_a_key_only_ends_the_motion(people: People) -> None:
    person = people(once=True)
    on_day(person, 28)
    page, keyboard = person.page, person.page.keyboard
    deals(person)
    expect(person.heading).to_be_focused()  # in the next frame
    cards(person).first.focus()
    keyboard.press("ArrowDown")
    expect(cards(person).nth(2)).to_be_focused()  # two stand in a line
    keyboard.press("ArrowUp")
    first = person.heading.inner_text()
    miss(person).focus()
    keyboard.press("Enter")
    expect(person.heading).not_to_have_text(first)
    expect(cards(person).first).to_be_focused()
    second = person.heading.inner_text()
    keyboard.press(number_of_miss(person))
    assert person.moving() == 0
    expect(person.heading).not_to_have_text(second)
    expect(page.locator(".strip li")).to_have_count(2)
    keyboard.press("9")  # there is no such card

    page.emulate_media(reduced_motion="no-preference")
    third, number = person.heading.inner_text(), number_of_miss(person)
    keyboard.press(number)
    assert person.moving() > 0
    page.evaluate("() => document.getAnimations().forEach((motion) => motion.pause())")
    page.wait_for_timeout(100)
    keyboard.press(number)  # ends the motion
    expect(person.heading).not_to_have_text(third)
    expect(page.locator(".strip li")).to_have_count(3)
    assert len(answers(person)) == 3


@pytest.mark.parametrize("height", [568, 664])
def test_phone_shows_the_question_and_five_answers_at_once(people: People, height: int) -> None:
    small: ViewportSize = {"width": 320 if height == 568 else 390, "height": height}
    person = people(viewport=small, has_touch=True, is_mobile=True, once=True)
    on_day(person, 28)
    deals(person)
    expect(cards(person)).to_have_count(5)
    for part in (CARD, ".deal-tools .switch", ".deal-tools select"):
        assert bottom(person.page.locator(part).last) <= small["height"]
    for advice in ("Each card is a word family", "A miss is not always the best lie"):
        expect(person.page.get_by_text(advice).filter(visible=True)).to_have_count(1)
    gives(person, miss(person))
    for part in (CARD, ".take-back"):
        last = person.page.locator(part).last
        assert bottom(last) <= small["height"]
        assert box(last)["height"] >= 44
    assert person.page.evaluate("document.documentElement.scrollWidth") == small["width"]
