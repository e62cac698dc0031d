"""What a known dealer can be beaten with, against trying every order of letters."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hangman_lab.exact.guarantees import Guarantee, guarantees
from hangman_lab.exact.tables import refutation_table
from service.registry import DEALERS
from service.search.minimax import Minimax
from tests.support.factory import lexicon
from tests.support.referee import Referee, misses_forced

ALPHABET = "abcde"
WORDS = st.sets(st.text(ALPHABET, min_size=3, max_size=3), min_size=1, max_size=14)


def guarantee_of(words: set[str], dealer: str) -> Guarantee:
    *_, last = guarantees(lexicon(words), DEALERS[dealer](), lambda: True)
    return last


def misses_with(words: set[str], dealer: str, letters: str) -> int | None:
    """The misses until one word is left, where these letters lead there."""
    referee, misses = Referee(sorted(words), dealer), 0
    for letter in letters:
        if len(referee.words) == 1:
            break
        [places] = referee.allowed(letter)
        referee.answer_letter(letter, places)
        misses += not places
    return misses if len(referee.words) == 1 else None


@pytest.mark.parametrize("dealer", ["largest-family", "minimax"])
@settings(max_examples=100)
@given(words=WORDS)
def test_guarantee_is_the_least_over_all_orders_of_letters(dealer: str, words: set[str]) -> None:
    every_order = [misses_with(words, dealer, "".join(one)) for one in permutations(ALPHABET)]

    guarantee = guarantee_of(words, dealer)

    assert guarantee.exact
    assert guarantee.upper == min(misses for misses in every_order if misses is not None)
    assert misses_with(words, dealer, guarantee.line) == guarantee.upper


@settings(max_examples=60)
@given(words=WORDS)
def test_minimax_guarantees_the_whole_value_of_a_short_list(words: set[str]) -> None:
    assert guarantee_of(words, "minimax").lower == misses_forced(frozenset(words))


@pytest.mark.parametrize("dealer", ["largest-family", "minimax"])
def test_bounds_are_told_where_the_time_is_up(dealer: str) -> None:
    *_, last = guarantees(lexicon(["cat", "cot", "cut"]), DEALERS[dealer](), lambda: False)

    assert (last.lower, last.upper, last.exact) == (0, 2, False)


def test_family_that_only_the_search_knows_breaks_no_promise() -> None:
    overrated = ["ccae", "ccdh", "eccg", "eheh", "fcga", "fgfd", "heha", "hgfa"]  # two, not three
    ends = ["bppp", "kppp", "mppp", "nppp"]
    in_table, outside = [f"xzz{end}" for end in ends], [f"yxz{end}" for end in ends]
    words = lexicon([*in_table, *outside, *(f"zxy{word}" for word in overrated)])
    ids = tuple(sorted(number for word in in_table if (number := words.id_of(word)) is not None))
    dealer = Minimax(1, {words: refutation_table([(ids, 3)], [])})

    *_, guarantee = guarantees(words, dealer, lambda: True)

    assert guarantee.lower == 3
