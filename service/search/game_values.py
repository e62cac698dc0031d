"""The misses that perfect play can still force from each list of a game, within a budget."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate
from math import inf
from typing import Final

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.search.budget import Bounds, Budget, Cancelled
from service.search.figures import Figures, Key, SearchedBounds, Trace, key_of
from service.search.refutation_table import RefutationTable
from service.search.values import LONGEST_SEARCHED, Search, value
from service.search.words_in_play import upper_bound, upper_bounds

STEPS_A_GAME: Final = 2400  # for all lists of a game
BOUNDING: Final = 60  # of these steps are spent to bound the misses that a list forces,
BOUNDING_WORDS: Final = 6  # and one more for this many of its words
GROWN: Final = 4 / 3  # lists that are hardly longer than the last one bounded come last


def misses_forced(
    lexicon: Lexicon,
    lists: Sequence[WordIDs],
    table: RefutationTable | None = None,
    whole: Bounds | None = None,
    figures: Figures | None = None,
) -> list[Bounds]:
    """The least and the greatest number of misses that each list can force.

    Each list is a part of the one before. `table` has refutations of the lexicon, if there are any;
    `whole` bounds the misses that all its words force. `figures` has what other games have found.

    Shorter lists come first, so that the budget suffices for them. A list between two that force
    the same number forces that number, too.
    """
    budget, figures = Budget(steps=STEPS_A_GAME), figures or Figures()
    # Each list is a part of the one before, so lists of the same size are the same list.
    by_size = {len(ids): ids for ids in lists}
    sizes = sorted(by_size)
    # What is known before any search: no list forces more than all words do.
    whole = whole or Bounds(0, len(lexicon) - 1)
    bounds = {size: whole if size == len(lexicon) else Bounds(0, whole.upper) for size in sizes}
    # Lists whose sizes are far apart come first: they tell most about those between them.
    apart = _apart(sizes)
    for batch in (apart, [size for size in sizes if size not in apart]):
        # Lists that the budget cannot pay for are not played: they keep the bounds that they have.
        open_sizes = _within([size for size in batch if not bounds[size].exact], budget)
        uppers = _uppers_of(lexicon, [by_size[size] for size in open_sizes], figures)
        for size, upper in zip(open_sizes, uppers, strict=True):
            # Searches of shorter lists may have spent what this one was to have.
            with suppress(Cancelled):
                budget.spend(_steps_to_bound(size))
                search = partial(_trace_of, lexicon, by_size[size], table, upper)
                is_long = size > LONGEST_SEARCHED  # and so not searched
                key = None if is_long else key_of(lexicon, by_size[size], table)
                bounds[size] = _bounds_once(search, key, budget, figures)
        # The bounds of one list narrow those of the others.
        closer = narrowed([bounds[size] for size in reversed(sizes)])
        bounds = dict(zip(sizes, reversed(closer), strict=True))
    return [bounds[len(ids)] for ids in lists]


def value_bounds(
    lexicon: Lexicon,
    ids: WordIDs,
    budget: Budget,
    table: RefutationTable | None = None,
) -> Bounds:
    """Bounds on the misses that a perfect dealer forces from some words, (size,) int64 ascending.

    `table` has the refutations of the lexicon, if there is one.
    """
    upper = upper_bound(lexicon, ids)
    # If the budget ends, the bounds found until then hold.
    return _trace_of(lexicon, ids, table, upper, budget).found[-1].bounds


def _trace_of(
    lexicon: Lexicon, ids: WordIDs, table: RefutationTable | None, upper: int, budget: Budget
) -> Trace:
    """The search for the misses that some words force; `upper` is their `upper_bound`."""
    found, before = [], budget.spent
    try:
        for bounds in _closer_bounds(lexicon, ids, table, upper, budget):
            found.append(SearchedBounds(bounds, budget.spent - before))
    except Cancelled:
        return Trace(tuple(found), steps=budget.steps - before)
    return Trace(tuple(found), steps=inf)


def _closer_bounds(
    lexicon: Lexicon, ids: WordIDs, table: RefutationTable | None, upper: int, budget: Budget
) -> Iterator[Bounds]:
    """Bounds on the misses that some words force, closer and closer. Raises Cancelled."""
    bounds = Bounds(table.misses_forced(ids) if table else 0, upper)
    yield bounds
    if len(ids) <= LONGEST_SEARCHED and not bounds.exact:
        for closer in value(Search(lexicon, ids.tolist(), budget), bounds):
            yield Bounds(closer.lower, closer.upper)


def _steps_to_bound(size: int) -> int:
    """The steps that a list of this size takes before it is searched."""
    return BOUNDING + size // BOUNDING_WORDS


def _within(sizes: Sequence[int], budget: Budget) -> list[int]:
    """The first of these sizes, ascending, that the steps left can bound even without a search.

    So all lists played at once have fewer than STEPS_A_GAME * BOUNDING_WORDS words.
    """
    ends = accumulate(map(_steps_to_bound, sizes))
    steps_left = budget.steps - budget.spent
    return [size for size, end in zip(sizes, ends, strict=True) if end <= steps_left]


def _uppers_of(lexicon: Lexicon, lists: Sequence[WordIDs], figures: Figures) -> list[int]:
    """The `upper_bound` of each list; those that are not known are played at once."""
    keys = [key_of(lexicon, ids) for ids in lists]
    uppers = [figures.uppers.get(key) for key in keys]
    unknown = [number for number, upper in enumerate(uppers) if upper is None]
    played = upper_bounds(lexicon, [lists[number] for number in unknown])
    for number, upper in zip(unknown, played, strict=True):
        uppers[number] = upper
        figures.uppers.keep(keys[number], upper)
    return [upper for upper in uppers if upper is not None]


def _bounds_once(
    search: Callable[[Budget], Trace], key: Key, budget: Budget, figures: Figures
) -> Bounds:
    """The bounds that a search finds with the steps that are left, or has found before."""
    steps_left = budget.steps - budget.spent
    trace = figures.searched.get(key)
    searched = None if trace is None else trace.within(steps_left)
    if searched is None:
        trace = search(Budget(steps=steps_left))
        figures.searched.keep(key, trace)
        searched = trace.within(steps_left)
    assert searched
    budget.spend(searched.steps)
    return searched.bounds


def narrowed(bounds: Sequence[Bounds]) -> list[Bounds]:
    """Bounds on numbers that never grow, each narrowed by the bounds before and after it.

    In a game, the misses that the words left can force never grow, because no word comes back.
    (9, 12), (4, 10), (6, 15) become (9, 12), (6, 10), (6, 10).
    """
    lowers = list(accumulate([each.lower for each in reversed(bounds)], max))
    uppers = accumulate([each.upper for each in bounds], min)
    return [Bounds(*pair) for pair in zip(reversed(lowers), uppers, strict=True)]


def _apart(sizes: list[int]) -> list[int]:
    """The first of the sizes, each that is GROWN times the one before it, and the last."""
    apart = sizes[:1]
    for size in sizes:
        if size >= GROWN * apart[-1] or size == sizes[-1] != apart[-1]:
            apart.append(size)
    return apart
