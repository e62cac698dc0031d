"""The misses to expect, against their definition."""

import math
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.weights import Weights, even
from service.search import expectations as module
from service.search.budget import Bounds, Budget
from service.search.expectations import BEST_LETTERS, Expectations, split_by_letter, unsplit
from service.search.words_in_play import Split, quick_bounds
from tests import guessing_referee, weights_referee
from tests.factory import lexicon, weights_of
from tests.weights_referee import fractions

CHANCES = st.dictionaries(
    st.text("abcdefgh", min_size=4, max_size=4), st.integers(1, 9), min_size=2, max_size=12
)
WORDS = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=1, max_size=14)
SEVERAL = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=2, max_size=14)
GRID = [a + b + c for a in "bcd" for b in "aei" for c in "klm"]


def expectations(
    words: Lexicon,
    steps: float = math.inf,
    whole: int | None = None,
    weights: Weights | None = None,
) -> Expectations:
    weights = even(words) if weights is None else weights
    known = None if whole is None else Bounds(whole, whole)
    return Expectations(words, weights, Budget(steps=steps), [words.everything], known)


def all_words(words: Lexicon) -> PossibleWords:
    return PossibleWords(words, words.everything, 0)


def whole_list(ids: WordIDs) -> Split:
    return unsplit(ids, ids[:0], 0)


def letters_of(words: Iterable[str]) -> list[str]:
    return sorted(set("".join(words)))


def least(words: set[str] | list[str]) -> int:
    return guessing_referee.least_misses(frozenset(words))


def weighed_least(chances: dict[str, int]) -> int:
    return int(weights_referee.mean_misses(fractions(chances)) * sum(chances.values()))


@settings(max_examples=100)
@given(WORDS, WORDS)
def test_quick_bounds_of_several_lists_hold(first: set[str], second: set[str]) -> None:
    words = lexicon(first | second)
    ids = [
        np.array([words.id_of(word) for word in sorted(each)], dtype=np.int64)
        for each in (first, second)
    ]
    numbers = np.repeat([0, 1], [len(first), len(second)]).astype(np.uint8)

    bounds = quick_bounds(words, Split(np.concatenate(ids), numbers, ids[0][:0], 0), even(words))

    for quick, each in zip(bounds, (first, second), strict=True):
        assert quick.lower <= least(each) <= quick.upper


@settings(max_examples=100)
@given(CHANCES)
def test_quick_bounds_of_weighed_words_hold(chances: dict[str, int]) -> None:
    words = lexicon(list(chances))
    weights = weights_of(words, chances)

    [quick] = quick_bounds(words, whole_list(words.everything), weights)

    assert quick.lower <= weighed_least(chances) <= quick.upper


@settings(max_examples=100)
@given(CHANCES, st.integers(0, 300))
def test_bounds_of_weighed_guesses_hold_and_meet_in_time(
    chances: dict[str, int], steps: int
) -> None:
    words = lexicon(list(chances))
    weights, everything = weights_of(words, chances), words.everything
    hasty, patient = (expectations(words, each, weights=weights) for each in (steps, math.inf))

    for letter in letters_of(chances):
        split = split_by_letter(all_words(words), words.alphabet.index(letter))
        early, late = hasty.after(everything, split), patient.after(everything, split)
        mean = weights_referee.mean_misses_after(fractions(chances), letter)
        truth = mean * sum(chances.values())
        assert early.lower <= truth <= early.upper
        assert late.lower == truth == late.upper
    best = patient.best_letters(all_words(words))[0].misses
    assert best.lower == weighed_least(chances) == best.upper


@settings(max_examples=100)
@given(SEVERAL, st.integers(0, 300))
def test_bounds_of_guesses_hold_and_meet_in_time(several: set[str], steps: int) -> None:
    words = lexicon(several)
    hasty, patient = expectations(words, steps), expectations(words)

    for letter in letters_of(several):
        split = split_by_letter(all_words(words), words.alphabet.index(letter))
        early, late = hasty.after(words.everything, split), patient.after(words.everything, split)
        truth = guessing_referee.misses_after(frozenset(several), letter)
        assert early.lower <= truth <= early.upper
        assert late == Bounds(truth, truth)


@settings(max_examples=100)
@given(SEVERAL)
def test_best_letters_are_the_best_of_all(several: set[str]) -> None:
    words = lexicon(several)
    costs = {
        letter: guessing_referee.misses_after(frozenset(several), letter)
        for letter in letters_of(several)
    }

    best = expectations(words).best_letters(all_words(words))

    assert [each.misses for each in best] == [
        Bounds(cost, cost) for cost in sorted(costs.values())[:BEST_LETTERS]
    ]
    assert all(costs[each.guess] == each.misses.lower for each in best)


@settings(max_examples=100)
@given(SEVERAL, st.sampled_from([0, 400]), st.sampled_from([2, 100]))
def test_best_letters_of_lists_that_are_not_searched_have_bounds_that_hold(
    several: set[str], steps: int, searched: int
) -> None:
    words = lexicon(several)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SEARCHED", searched)
        every = expectations(words, steps)
        best, bounds = every.best_letters(all_words(words)), every.least(all_words(words))

    assert bounds.lower <= least(several) <= bounds.upper
    assert len(best) <= BEST_LETTERS
    for letter, _, misses in best:
        truth = guessing_referee.misses_after(frozenset(several), letter)
        assert misses.lower <= truth <= misses.upper


def test_what_is_known_of_the_whole_lexicon_needs_no_step() -> None:
    words = lexicon(GRID)

    assert expectations(words, 0, least(GRID)).least(all_words(words)).exact
    assert not expectations(words, 0).least(all_words(words)).exact


def test_list_that_is_too_long_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SEARCHED", len(GRID) - 1)
    words = lexicon(GRID)

    assert not expectations(words).least(all_words(words)).exact


def test_misses_of_another_player_bound_those_of_the_best_in_a_whole_lexicon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SEARCHED", 5)
    words = lexicon(GRID)
    known = Expectations(words, even(words), Budget(steps=0), [words.everything], Bounds(0, 70))

    assert known.least(all_words(words)) == Bounds(0, 70)
