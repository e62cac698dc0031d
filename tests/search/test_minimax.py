"""What the dealer `minimax` keeps, against the referee who works every value out by definition."""

import gc
import weakref
from collections.abc import Iterable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.choices import MOST_MISSES
from service.engine.game import Game, start
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


def kept(dealer: Minimax, words: Lexicon, letter: str) -> Where:
    """Where the family that the dealer keeps has the letter."""
    [family] = dealer.keep(opened(dealer, words), opened(dealer, words).families(letter))
    return tuple(places(family.positions))


def opened(dealer: Minimax, words: Lexicon) -> Game:
    return start({words.length: words}, dealer, length=words.length, max_misses=MOST_MISSES, seed=1)


def table(words: Lexicon, refutation: Iterable[str], forced: int) -> RefutationTable:
    return refutation_table(sorted(id_of(words, word) for word in refutation), forced)


def id_of(words: Lexicon, word: str) -> int:
    word_id = words.id_of(word)
    assert word_id is not None
    return word_id


@settings(max_examples=120)
@given(WORDS, st.data())
def test_patient_dealer_keeps_what_the_referee_keeps(words: set[str], data: st.DataObject) -> None:
    letter = data.draw(st.sampled_from(sorted(set("".join(words)))))

    [places] = Referee(sorted(words), "minimax").allowed(letter)

    assert kept(PATIENT, lexicon(words), letter) == places


@settings(max_examples=60)
@given(WORDS, st.data())
def test_hasty_dealer_trusts_the_commonest_letters_player(
    words: set[str], data: st.DataObject
) -> None:
    letter = data.draw(st.sampled_from(sorted(set("".join(words)))))
    families = Referee(sorted(words), "minimax").families(letter)

    worth = {
        places: (most_words_misses(family, letter) + (not places), len(family))
        for places, family in families.items()
    }

    places = kept(HASTY, lexicon(words), letter)
    assert worth[places] == max(worth.values())


def most_words_misses(words: list[str], guessed: str) -> int:
    """The misses of the player who guesses the letter in most words, ties in alphabetical order."""
    if len(words) == 1:
        return 0
    letters = sorted(set("".join(words)) - set(guessed))
    letter = max(letters, key=lambda letter: sum(letter in word for word in words))
    families = Referee(words, "minimax").families(letter)
    return max(
        most_words_misses(family, guessed + letter) + (not places)
        for places, family in families.items()
    )


def test_overrated_family_is_not_kept() -> None:
    overrated = [f"x{word}" for word in OVERRATED]
    group = [f"{word}x" for word in GROUP]
    words = lexicon([*overrated, *group])

    without = kept(HASTY, words, "x")
    with_table = kept(Minimax(0, {words: table(words, group, forced=2)}), words, "x")

    assert (without, with_table) == ((0,), (3,))


def test_table_raises_the_estimate_of_a_family() -> None:
    group = [f"{word}x" for word in GROUP]
    words = lexicon([*group, "xaaa", "xaab", "xabc"])
    told_more = table(words, group, forced=3)

    assert kept(Minimax(0, {words: told_more}), words, "x") == (3,)


def test_table_of_other_words_changes_nothing() -> None:
    words, others = lexicon([f"x{word}" for word in OVERRATED] + ["pqqx", "rqqx"]), lexicon(GROUP)

    assert kept(Minimax(0, {others: table(others, GROUP, 9)}), words, "x") == kept(
        HASTY, words, "x"
    )


def test_tie_that_the_search_shows_goes_by_the_order() -> None:
    rightmost = ["dacx", "fedx", "fbbx", "fgex"]  # one miss, and that is its estimate too
    overrated = [f"x{word}" for word in OVERRATED]  # estimated at two, and so looked at first
    words = lexicon([*rightmost, *overrated])

    assert kept(HASTY, words, "x") == (0,)
    assert kept(PATIENT, words, "x") == (3,)


@pytest.mark.parametrize("dealer", [HASTY, PATIENT])
def test_miss_counts_against_a_family_of_two_that_costs_nothing(dealer: Minimax) -> None:
    assert kept(dealer, lexicon(["abc", "acb", "xyz"]), "a") == ()


def test_family_not_searched_in_time_is_worth_its_estimate() -> None:
    words = lexicon([f"x{word}" for word in OVERRATED] + [f"{word}x" for word in GROUP])

    assert kept(Minimax(2), words, "x") == (0,)
    assert kept(Minimax(3), words, "x") == (3,)  # the search takes three nodes


def test_family_of_more_words_than_short_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    words = lexicon([f"x{word}" for word in OVERRATED] + [f"{word}x" for word in GROUP])

    monkeypatch.setattr(minimax, "LONGEST_SEARCHED", 4)
    assert kept(Minimax(10**9), words, "x") == (3,)
    monkeypatch.setattr(minimax, "LONGEST_SEARCHED", 3)
    assert kept(Minimax(10**9), words, "x") == (0,)


@settings(max_examples=40)
@given(WORDS, st.data())
def test_long_list_is_judged_by_evenly_spread_words(words: set[str], data: st.DataObject) -> None:
    assume(len(words) > 3)
    letter = data.draw(st.sampled_from(sorted(set("".join(words)))))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(minimax, "LONGEST_PLAYED", 3)
        places = kept(Minimax(0), lexicon(words), letter)

    assert places in Referee(sorted(words), "minimax").families(letter)


def test_list_of_long_words_is_judged_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    words = lexicon([f"x{word}" for word in OVERRATED] + [f"{word}x" for word in GROUP])

    monkeypatch.setattr(minimax, "LONGEST_PLAYED", 7)

    assert kept(Minimax(0), words, "x") == (0,)


def test_decision_is_remembered_for_its_words_and_letter() -> None:
    dealer = Minimax(10**9)
    words, others = lexicon(["abc", "acb", "xyb"]), lexicon(["abc", "acb", "aaz"])

    for _ in range(2):
        assert kept(dealer, words, "a") == ()
        assert kept(dealer, words, "b") == (2,)
        assert kept(dealer, others, "a") == (0,)


def test_dealer_that_forgets_answers_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimax, "MOST_REMEMBERED", 2)
    words = lexicon(["abc", "acb", "xyz", "bca"])
    dealer = Minimax(10**9)

    answers = [[kept(dealer, words, letter) for letter in "abcxyz"] for _ in range(2)]

    assert answers[0] == answers[1] == [kept(PATIENT, words, letter) for letter in "abcxyz"]


def test_old_decisions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minimax, "MOST_REMEMBERED", 2)
    dealer, words = Minimax(0), lexicon(["abc", "acb"])
    remembered = weakref.ref(words)

    kept(dealer, words, "a")
    del words
    gc.collect()
    assert remembered() is not None
    for letter in "bca":
        kept(dealer, lexicon(["abc", "bca"]), letter)

    gc.collect()
    assert remembered() is None
