"""The misses to expect, against their definition."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.cheat_list import WordIDs
from service.engine.lexicon import Lexicon
from service.engine.weights import Weights, even
from service.search import expectations as module
from service.search.budget import Bounds, Budget
from service.search.expectations import Expectations, QuickMemory, split_by_letter, unsplit
from service.search.quick_bounds import Split, quick_bounds
from tests import guessing_referee, weights_referee
from tests.factory import lexicon, weights_of
from tests.weights_referee import fractions

CHANCES = st.dictionaries(
    st.text("abcdefgh", min_size=4, max_size=4), st.integers(1, 9), min_size=2, max_size=12
)
WORDS = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=1, max_size=14)
SEVERAL = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=2, max_size=14)
GRID = [a + b + c for a in "bcd" for b in "aei" for c in "klm"]


def expectations(words: Lexicon, nodes: int = 10**9, whole: int | None = None) -> Expectations:
    budget = Budget(lambda seen: seen <= nodes)
    return Expectations(words, even(words), budget, QuickMemory(), whole)


def whole_list(ids: WordIDs) -> Split:
    return unsplit(ids, ids[:0], 0)


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

    bounds = quick_bounds(words, [whole_list(each) for each in ids], even(words))

    for [quick], each in zip(bounds, (first, second), strict=True):
        assert quick.lower <= least(each) <= quick.upper


@settings(max_examples=100)
@given(CHANCES)
def test_quick_bounds_of_weighed_words_hold(chances: dict[str, int]) -> None:
    words = lexicon(list(chances))
    weights = weights_of(words, chances)

    [[quick]] = quick_bounds(words, [whole_list(words.everything)], weights)

    assert quick.lower <= weighed_least(chances) <= quick.upper


@settings(max_examples=100)
@given(CHANCES, st.integers(0, 4))
def test_bounds_of_weighed_guesses_hold_and_meet_in_time(
    chances: dict[str, int], nodes: int
) -> None:
    words = lexicon(list(chances))
    weights, everything = weights_of(words, chances), words.everything
    letters = [words.alphabet.index(letter) for letter in sorted(set("".join(chances)))]
    splits = [split_by_letter(words, everything, letter, 0) for letter in letters]

    def made(most: int) -> Expectations:
        return Expectations(words, weights, Budget(lambda seen: seen <= most), QuickMemory())

    for letter, early, late in zip(
        letters,
        made(nodes).after(everything, splits),
        made(10**9).after(everything, splits),
        strict=True,
    ):
        mean = weights_referee.mean_misses_after(fractions(chances), words.alphabet[letter])
        truth = mean * sum(chances.values())
        assert early.lower <= truth <= early.upper
        assert late.lower == truth == late.upper
    [(_, best), *_] = made(10**9).best_letters(everything, letters, 0, 3)
    assert best.lower == weighed_least(chances) == best.upper


@settings(max_examples=100)
@given(SEVERAL, st.integers(0, 4))
def test_bounds_of_guesses_hold_and_meet_in_time(words: set[str], nodes: int) -> None:
    all_words = lexicon(words)
    everything = all_words.everything
    letters = [all_words.alphabet.index(letter) for letter in sorted(set("".join(words)))]
    splits = [split_by_letter(all_words, everything, letter, 0) for letter in letters]

    hasty = expectations(all_words, nodes).after(everything, splits)
    patient = expectations(all_words).after(everything, splits)

    for letter, early, late in zip(letters, hasty, patient, strict=True):
        truth = guessing_referee.misses_after(frozenset(words), all_words.alphabet[letter])
        assert early.lower <= truth <= early.upper
        assert late == Bounds(truth, truth)


@settings(max_examples=100)
@given(SEVERAL, st.integers(1, 5))
def test_best_letters_are_the_best_of_all(words: set[str], most: int) -> None:
    all_words = lexicon(words)
    letters = [all_words.alphabet.index(letter) for letter in sorted(set("".join(words)))]
    costs = {
        letter: guessing_referee.misses_after(frozenset(words), all_words.alphabet[letter])
        for letter in letters
    }

    best = expectations(all_words).best_letters(all_words.everything, letters, 0, most)

    assert [bounds for _, bounds in best] == [
        Bounds(cost, cost) for cost in sorted(costs.values())[:most]
    ]
    assert all(costs[letter] == bounds.lower for letter, bounds in best)


@settings(max_examples=100)
@given(SEVERAL)
def test_without_a_budget_the_best_letters_have_bounds_that_hold(words: set[str]) -> None:
    all_words = lexicon(words)
    letters = [all_words.alphabet.index(letter) for letter in sorted(set("".join(words)))]

    best = expectations(all_words, nodes=0).best_letters(all_words.everything, letters, 0, 3)

    assert len(best) == min(3, len(letters))
    assert min(bounds.upper for _, bounds in best) >= least(words)
    for letter, bounds in best:
        cost = guessing_referee.misses_after(frozenset(words), all_words.alphabet[letter])
        assert bounds.lower <= cost <= bounds.upper


def test_what_is_known_of_the_whole_lexicon_needs_no_node() -> None:
    words = lexicon(GRID)

    assert expectations(words, 0, least(GRID)).least(words.everything, 0).exact
    assert not expectations(words, 0).least(words.everything, 0).exact


def test_list_that_is_too_long_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SEARCHED", len(GRID) - 1)
    words = lexicon(GRID)

    assert not expectations(words).least(words.everything, 0).exact


def test_splits_of_long_lists_are_remembered_and_others_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted: list[int] = []

    def counting(words: Lexicon, splits: Sequence[Split], weights: Weights) -> list[list[Bounds]]:
        counted.append(len(splits))
        return quick_bounds(words, splits, weights)

    monkeypatch.setattr(module, "quick_bounds", counting)
    monkeypatch.setattr(module, "MOST_REMEMBERED", 1)
    words, memory = lexicon(GRID), QuickMemory()
    long, short = (whole_list(words.everything[:n]) for n in (27, 9))
    other = split_by_letter(words, words.everything, 0, 0)

    monkeypatch.setattr(module, "SEARCHED", 20)
    for splits in ([long, short], [long, short], [other], [long]):
        memory.bounds(words, splits, even(words))

    assert counted == [2, 1, 1, 1]  # the other split took the place of the first
