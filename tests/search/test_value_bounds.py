"""Bounds on the value of a list that somebody waits for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.search import game_values as module
from service.search.budget import Bounds, Budget
from service.search.game_values import value_bounds
from tests.support.factory import lexicon, refutation_table
from tests.support.referee import misses_forced

WORDS = st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=1, max_size=16)
OVERRATED = ["dac", "eed", "fbb", "fge"]  # the player of the commonest letter misses two


def bounds_of(words: list[str], nodes: int, promised: int | None = None) -> Bounds:
    all_words = lexicon(words)
    ids = tuple(all_words.everything.tolist())
    table = None if promised is None else refutation_table(ids, promised)
    budget = Budget(lambda seen: seen <= nodes)
    bounds = value_bounds(all_words, all_words.everything, budget, table)
    return Bounds(bounds.lower, bounds.upper)


@settings(max_examples=100)
@given(WORDS, st.integers(0, 6))
def test_bounds_hold_and_meet_in_time(words: set[str], nodes: int) -> None:
    truth = misses_forced(frozenset(words))

    hasty, patient = bounds_of(sorted(words), nodes), bounds_of(sorted(words), 10**9)

    assert hasty.lower <= truth <= hasty.upper
    assert patient == Bounds(truth, truth)


def test_bounds_without_a_node_are_the_tables_and_players() -> None:
    assert bounds_of(OVERRATED, nodes=0) == Bounds(0, 2)
    assert bounds_of(OVERRATED, nodes=0, promised=1) == Bounds(1, 2)


def test_list_that_is_too_long_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_SEARCHED", 4)
    assert bounds_of(OVERRATED, nodes=99) == Bounds(1, 1)
    monkeypatch.setattr(module, "LONGEST_SEARCHED", 3)
    assert bounds_of(OVERRATED, nodes=99) == Bounds(0, 2)


def test_letter_that_is_in_all_words_changes_no_bounds() -> None:
    words = [f"x{word}" for word in OVERRATED]

    assert bounds_of(words, nodes=0) == Bounds(0, 2)


def test_budget_is_shared_by_several_lists() -> None:
    words, budget = lexicon(OVERRATED), Budget(lambda seen: seen <= 100)
    everything = np.arange(4, dtype=np.int64)

    value_bounds(words, everything, budget)
    once = budget.nodes
    value_bounds(words, everything, budget)

    assert 0 < once < budget.nodes
