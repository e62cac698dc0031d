"""Bounds on the value of a list that somebody waits for, and of the lists of a game."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.search import game_values
from service.search.budget import Bounds, Budget
from service.search.game_values import misses_forced, narrowed, value_bounds
from service.search.words_in_play import upper_bound
from tests.support import referee
from tests.support.factory import lexicon, refutation_table

FEW = st.sets(st.text("abcdef", min_size=4, max_size=4), min_size=1, max_size=16)
OVERRATED = ["dac", "eed", "fbb", "fge"]  # the player of the commonest letter misses two


def bounds_of(words: list[str], nodes: int, promised: int | None = None) -> Bounds:
    all_words = lexicon(words)
    ids = tuple(all_words.everything.tolist())
    table = None if promised is None else refutation_table(ids, promised)
    budget = Budget(lambda seen: seen <= nodes)
    bounds = value_bounds(all_words, all_words.everything, budget, table)
    return Bounds(bounds.lower, bounds.upper)


@settings(max_examples=100)
@given(FEW, st.integers(0, 6))
def test_bounds_hold_and_meet_in_time(words: set[str], nodes: int) -> None:
    truth, all_words = referee.misses_forced(frozenset(words)), lexicon(words)
    hasty, patient = bounds_of(sorted(words), nodes), bounds_of(sorted(words), 10**9)
    assert hasty.lower <= truth <= hasty.upper <= upper_bound(all_words, all_words.everything)
    assert patient == Bounds(truth, truth)


@pytest.mark.parametrize(
    ("nodes", "promised", "longest", "bounds"),
    [
        pytest.param(0, None, 99, (0, 2), id="without a node: those of the player"),
        pytest.param(0, 1, 99, (1, 2), id="without a node: those of the table, too"),
        pytest.param(99, None, 4, (1, 1), id="list that may be searched"),
        pytest.param(99, None, 3, (0, 2), id="list that is too long"),
    ],
)
def test_bounds_of_an_overrated_list(
    monkeypatch: pytest.MonkeyPatch,
    nodes: int,
    promised: int | None,
    longest: int,
    bounds: tuple[int, int],
) -> None:
    monkeypatch.setattr(game_values, "LONGEST_SEARCHED", longest)
    assert bounds_of(OVERRATED, nodes, promised=promised) == Bounds(*bounds)


def test_letter_that_is_in_all_words_changes_no_bounds() -> None:
    assert bounds_of([f"x{word}" for word in OVERRATED], nodes=0) == Bounds(0, 2)


def test_budget_is_shared_by_several_lists() -> None:
    words, budget = lexicon(OVERRATED), Budget(lambda seen: seen <= 100)
    nodes = [0]
    for _ in range(2):
        value_bounds(words, np.arange(4, dtype=np.int64), budget)
        nodes.append(budget.nodes)
    assert nodes[0] < nodes[1] < nodes[2]


@pytest.mark.parametrize(
    ("bounds", "closer"),
    [
        ([], []),
        ([(2, 5)], [(2, 5)]),
        ([(2, 3), (0, 9)], [(2, 3), (0, 3)]),  # what is forced later is no more than before
        ([(0, 9), (4, 7)], [(4, 9), (4, 7)]),  # and what was forced before, no less than later
        ([(1, 8), (3, 9), (2, 4), (0, 6)], [(3, 8), (3, 8), (2, 4), (0, 4)]),
    ],
)
def test_neighbours_narrow_bounds_on_what_never_grows(
    bounds: list[tuple[int, int]], closer: list[tuple[int, int]]
) -> None:
    assert narrowed([Bounds(*pair) for pair in bounds]) == [Bounds(*pair) for pair in closer]


@pytest.mark.parametrize(
    ("sizes", "searched", "bounds"),
    [
        pytest.param(
            [20, 10, 5], {20: (1, 4), 10: (2, 7), 5: (0, 5)}, [(2, 4), (2, 4), (0, 4)],
            id="misses forced never grow",
        ),
        pytest.param(
            [14, 13, 12], {14: (3, 3), 12: (3, 3)}, [(3, 3)] * 3,
            id="between two that force the same nothing is searched",
        ),
    ],
)  # fmt: skip
def test_misses_forced_by_the_lists_of_a_game(
    monkeypatch: pytest.MonkeyPatch,
    sizes: Sequence[int],
    searched: dict[int, tuple[int, int]],
    bounds: list[tuple[int, int]],
) -> None:
    """`searched` has what the search of a list of each size finds."""
    monkeypatch.setattr(
        game_values, "value_bounds", lambda _, ids, *__: Bounds(*searched[len(ids)])
    )
    words = lexicon([a + b + c for a in "bcd" for b in "aei" for c in "klm"])
    forced = misses_forced(words, [words.everything[:size] for size in sizes])
    assert forced == [Bounds(*pair) for pair in bounds]
