"""Figures that are kept from one game to the next."""

from service.search.figures import ENTRY_BYTES, Figures, Shelf, key_of
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
