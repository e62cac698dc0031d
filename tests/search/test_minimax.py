"""What the dealer `minimax` keeps, against the referee who works every value out by definition."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.choices import MOST_MISSES
from service.engine.game import Game, guess_letter, start
from service.engine.lexicon import Lexicon
from service.engine.transcript import places
from service.search import minimax
from service.search.minimax import Minimax
from service.search.refutation_table import RefutationTable
from tests.support.factory import lexicon, refutation_table
from tests.support.referee import Referee, Where

WORDS = st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=2, max_size=20)
PATIENT = Minimax(10**9)
HASTY = Minimax(0)

# The commonest letter is D, which takes two misses; F, just as common, takes one.
OVERRATED = ["dac", "eed", "fbb", "fge"]
GROUP = ["pqq", "rqq", "sqq"]  # two misses
LEFT = [f"x{word}" for word in OVERRATED]
RIGHT = [f"{word}x" for word in GROUP]
RIGHTMOST = ["dacx", "fedx", "fbbx", "fgex"]  # one miss, and that is its estimate too


def kept(dealer: Minimax, words: Lexicon, letter: str) -> Where:
    """Where the family that the dealer keeps has the letter."""
    game = started(dealer, words)
    [family] = dealer.keep(game, game.families(letter))
    return tuple(places(family.positions))


def started(dealer: Minimax, words: Lexicon) -> Game:
    return start({words.length: words}, dealer, length=words.length, max_misses=MOST_MISSES, seed=1)


def table(words: Lexicon, refutation: Iterable[str], forced: int) -> RefutationTable:
    ids = [word_id for word in refutation if (word_id := words.id_of(word)) is not None]
    return refutation_table(sorted(ids), forced)


@settings(max_examples=120)
@given(WORDS, st.data())
def test_patient_dealer_keeps_what_the_referee_keeps(words: set[str], data: st.DataObject) -> None:
    letter = data.draw(st.sampled_from(sorted(set("".join(words)))))
    assert [kept(PATIENT, lexicon(words), letter)] == Referee(sorted(words), "minimax").allowed(
        letter
    )


@pytest.mark.parametrize(
    ("words", "nodes", "limits", "places"),
    [
        pytest.param([*LEFT, *RIGHT], 2, {}, (0,), id="estimate, for two nodes are too few"),
        pytest.param([*LEFT, *RIGHT], 3, {}, (3,), id="search, for three nodes suffice"),
        pytest.param([*RIGHTMOST, *LEFT], 0, {}, (0,), id="what is estimated at two"),
        pytest.param([*RIGHTMOST, *LEFT], 10**9, {}, (3,), id="tie that the search shows"),
        pytest.param(["xbc", "xcb", "ayz"], 0, {}, (), id="miss counts against two free words"),
        pytest.param(["xbc", "xcb", "ayz"], 10**9, {}, (), id="miss counts after a search, too"),
        pytest.param([*LEFT, *RIGHT], 10**9, {"LONGEST_SEARCHED": 4}, (3,), id="long"),
        pytest.param([*LEFT, *RIGHT], 10**9, {"LONGEST_SEARCHED": 3}, (0,), id="too long"),
        pytest.param([*RIGHTMOST, *LEFT], 0, {"LONGEST_PLAYED": 8}, (0,), id="long estimate"),
        pytest.param([*RIGHTMOST, *LEFT], 0, {"LONGEST_PLAYED": 7}, (3,), id="every other word"),
    ],
)
def test_family_is_kept(
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    nodes: int,
    limits: dict[str, int],
    places: Where,
) -> None:
    for name, most in limits.items():
        monkeypatch.setattr(minimax, name, most)
    assert kept(Minimax(nodes), lexicon(words), "x") == places


@pytest.mark.parametrize(
    ("words", "forced"),
    [
        pytest.param([*LEFT, *RIGHT], 2, id="overrated family is not kept"),
        pytest.param([*RIGHT, "xaaa", "xaab", "xabc"], 3, id="estimate is raised"),
    ],
)
def test_table_decides_for_its_words(words: list[str], forced: int) -> None:
    all_words = lexicon(words)
    dealer = Minimax(0, {all_words: table(all_words, RIGHT, forced)})
    assert kept(dealer, all_words, "x") == (3,)


def test_table_of_other_words_changes_nothing() -> None:
    words, others = lexicon([*LEFT, *RIGHT[:2]]), lexicon(GROUP)
    dealer = Minimax(0, {others: table(others, GROUP, 9)})
    assert kept(dealer, words, "x") == kept(HASTY, words, "x")


def test_decision_is_remembered_for_its_words_and_letter() -> None:
    dealer = Minimax(10**9)
    words, others = lexicon(["abc", "acb", "xby"]), lexicon(["abc", "acb", "aaz"])
    for _ in range(2):
        assert kept(dealer, words, "a") == ()
        assert kept(dealer, words, "b") == (1,)
        assert kept(dealer, others, "a") == (0,)


def test_old_decisions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimax, "MOST_REMEMBERED", 2)
    dealer = Minimax(0)
    for letter in "abc":
        kept(dealer, lexicon(["abc", "acb"]), letter)
        assert 0 < len(dealer._remembered) <= 2


@settings(max_examples=50)
@given(WORDS, st.integers(0, 3))
def test_wrong_table_costs_the_promise_and_not_the_game(words: set[str], too_much: int) -> None:
    all_words = lexicon(words)
    wrong = refutation_table(range(len(words)), too_much + len(words), groups=1)
    game = started(Minimax(0, {all_words: wrong}), all_words)
    for letter in all_words.alphabet:
        if game.state.status == "in_progress":
            game = guess_letter(game, letter)
    assert game.state.status == "won"
