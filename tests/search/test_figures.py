"""Figures that are kept from one game to the next."""

import sys
from math import inf

import pytest

from service.search.budget import Bounds
from service.search.figures import ENTRY_BYTES, Figures, SearchedBounds, Shelf, Trace, key_of
from tests.support.factory import lexicon

ENTRY = ENTRY_BYTES + (1.0).__sizeof__()


def test_figures_used_last_stay_within_the_bytes() -> None:
    shelf = Shelf[float](most=3 * ENTRY)
    for number in (1, 2, 3):
        shelf.keep((number,), float(number))

    shelf.get((1,))
    shelf.keep((4,), 4.0)

    assert [shelf.get((number,)) for number in (1, 2, 3, 4)] == [1.0, None, 3.0, 4.0]
    assert (len(shelf), shelf.bytes) == (3, 3 * ENTRY)


def test_figure_replaces_the_one_with_its_key() -> None:
    shelf = Shelf[Trace](most=10_000)
    short = Trace((SearchedBounds(Bounds(0, 9), 0),), steps=10)
    long = Trace((*short.found, SearchedBounds(Bounds(2, 9), 20)), steps=30)

    shelf.keep((1,), short)
    shelf.keep((1,), long)

    assert (shelf.get((1,)), len(shelf)) == (long, 1)
    assert shelf.bytes == ENTRY_BYTES + sys.getsizeof(long)


@pytest.mark.parametrize(
    ("steps", "bounds", "used"),
    [
        (19, Bounds(0, 9), 19),
        (20, Bounds(2, 9), 20),
        (49, Bounds(2, 9), 49),
        (50, Bounds(2, 8), 50),
        (51, Bounds(2, 8), 50),
    ],
)
def test_trace_has_what_a_search_finds_with_fewer_steps(
    steps: float, bounds: Bounds, used: float
) -> None:
    found = [(Bounds(0, 9), 0), (Bounds(2, 9), 20), (Bounds(2, 8), 50)]
    trace = Trace(tuple([SearchedBounds(*each) for each in found]), steps=inf)
    assert trace.within(steps) == SearchedBounds(bounds, used)


def test_trace_of_a_search_cut_short_ends_with_its_budget() -> None:
    trace = Trace((SearchedBounds(Bounds(0, 9), 0), SearchedBounds(Bounds(2, 9), 20)), steps=60)
    assert trace.within(60) == SearchedBounds(Bounds(2, 9), 60)
    assert trace.within(61) is None


def test_reader_leaves_no_trace() -> None:
    figures = Figures(most=8 * 2 * ENTRY)
    readers = figures.to_read()
    for name, shelf in vars(figures).items():
        shelf.keep((1,), 1.0)
        shelf.keep((2,), 2.0)
        reader = vars(readers)[name]

        assert reader.get((1,)) == 1.0
        reader.keep((3,), 3.0)

        assert (len(shelf), list(shelf.keys)) == (2, [(1,), (2,)])


def test_short_lists_are_not_kept() -> None:
    words = lexicon([f"{first}{second}" for first in "abcde" for second in "fghij"])
    figures = Figures()
    for size in (19, 20):
        figures.misses.keep(key_of(words, words.everything[:size]), 1.0)
    assert len(figures.misses) == 1
