"""The misses that the lists of a game can still force."""

from collections.abc import Sequence

import pytest

from service.search import game_values
from service.search.budget import Bounds
from service.search.game_values import misses_forced, narrowed
from tests.support import factory


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


def forced(
    monkeypatch: pytest.MonkeyPatch, sizes: Sequence[int], searched: dict[int, Bounds]
) -> list[Bounds]:
    """The misses forced of lists of these sizes, if a search of each finds these bounds."""
    monkeypatch.setattr(game_values, "value_bounds", lambda _, ids, *__: searched[len(ids)])
    words = factory.lexicon([a + b + c for a in "bcd" for b in "aei" for c in "klm"])
    return misses_forced(words, [words.everything[:size] for size in sizes])


def test_misses_forced_never_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    searched = {20: Bounds(1, 4), 10: Bounds(2, 7), 5: Bounds(0, 5)}

    bounds = forced(monkeypatch, [20, 10, 5], searched)

    assert bounds == [Bounds(2, 4), Bounds(2, 4), Bounds(0, 4)]


def test_list_between_two_that_force_the_same_is_not_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = {14: Bounds(3, 3), 12: Bounds(3, 3)}

    bounds = forced(monkeypatch, [14, 13, 12], searched)

    assert bounds == [Bounds(3, 3)] * 3
