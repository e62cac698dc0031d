"""What the best lottery forces, against brute force and by hand, and the certificates of it."""

import json
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hangman_lab.lottery.certificates import (
    lottery_certificate,
    mixture_certificate,
    trees_mixed,
)
from hangman_lab.lottery.deck import Oracle
from hangman_lab.lottery.records import as_json, progress_in
from hangman_lab.lottery.search import CLOSED, LotterySearch, Progress
from hangman_lab.verify.certificate import check
from hangman_lab.verify.lottery import BestAnswer, check_lottery
from hangman_lab.verify.words import BadCertificate
from hangman_lab.word_table import WordTable
from service.dictionaries.dictionary import Dictionary
from service.engine.lexicon import Lexicon
from service.search.budget import Budget, Cancelled
from tests.lab.lottery_referee import most_by_lottery
from tests.support.factory import lexicon

FEW = st.sets(st.text("abcd", min_size=4, max_size=4), min_size=1, max_size=7)
MORE = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=2, max_size=20)
NEAR = 2e-6  # weights are whole numbers, and so are chances
ROUNDED = 1e-3  # misses: what rounding the parts of a mixture may cost a few words


def closed(words: Lexicon, start: Progress | None = None) -> tuple[LotterySearch, Progress]:
    search = LotterySearch(words, Budget(), start)
    *_, progress = search.progress()
    return search, progress


def certificates(words: set[str]) -> tuple[list[str], Any, Any]:
    """The words by ID, the dealer's certificate, and the player's."""
    search, progress = closed(lexicon(words))
    both = (
        lottery_certificate(search.table, progress),
        mixture_certificate(search.table, progress),
    )
    spelled = search.table.lexicon.words(search.table.lexicon.everything)
    return spelled, json.loads(json.dumps(both[0])), json.loads(json.dumps(both[1]))


@pytest.mark.parametrize(
    ("words", "misses"),
    [
        ({"abc"}, 0),
        ({"abc", "abd"}, 1 / 2),
        ({"abc", "acb"}, 0),  # B and C are safe
        ({"ab", "ac", "de"}, 3 / 4),  # the dealer draws DE half of the time
        ({"bill", "dill", "fill"}, 1),
        ({"bill", "dill", "fill", "gill", "hill"}, 2),  # a one-letter group of g words: (g - 1) / 2
    ],
)
def test_few_words_by_hand(words: set[str], misses: float) -> None:
    _, progress = closed(lexicon(words))

    assert progress.lower == pytest.approx(misses, abs=NEAR)
    assert progress.upper == pytest.approx(misses, abs=NEAR)


@settings(max_examples=120)
@given(FEW)
def test_bounds_hold_what_all_trees_give(words: set[str]) -> None:
    _, progress = closed(lexicon(words))

    misses = most_by_lottery(frozenset(words))
    assert progress.lower - NEAR <= misses <= progress.upper + NEAR
    assert progress.upper - progress.lower <= CLOSED


@settings(max_examples=60)
@given(MORE, st.randoms(use_true_random=False))
def test_best_answer_costs_what_the_checker_says(words: set[str], random: Any) -> None:
    table = WordTable(lexicon(words))
    spelled = table.lexicon.words(table.lexicon.everything)
    weights = {word: random.choice([1, 2, 3, 10, 100]) for word in spelled}

    cost = Oracle(table, Budget()).ask(np.array([weights[word] for word in spelled]), 1 << 20)

    answer = BestAnswer(weights)
    assert cost == answer.misses(answer.everything, 1 << 20)


@settings(max_examples=60)
@given(MORE)
def test_both_bounds_are_proved(words: set[str]) -> None:
    spelled, lottery, mixture = certificates(words)

    assert "forces misses" in check(lottery, spelled)
    assert "finds each of" in check(mixture, spelled)
    assert float(mixture["misses"]) - float(lottery["misses"]) <= CLOSED + ROUNDED


@settings(max_examples=60)
@given(MORE)
def test_nobody_can_claim_more(words: set[str]) -> None:
    spelled, lottery, mixture = certificates(words)
    assume(float(mixture["misses"]) > 0)
    apart = float(mixture["misses"]) - float(lottery["misses"]) + NEAR
    more = str(float(lottery["misses"]) + apart)
    less = str(float(mixture["misses"]) - apart)

    with pytest.raises(BadCertificate, match="the best answer costs"):
        check({**lottery, "misses": more}, spelled)
    with pytest.raises(BadCertificate, match="which is more"):
        check({**mixture, "misses": less}, spelled)


@pytest.mark.parametrize(
    ("weights", "fault"),
    [
        ({}, "needs a weight"),
        ({"abc": 0}, "needs a weight"),
        ({"xyz": 1}, "not among the words: xyz"),
    ],
)
def test_wrong_lottery_is_refused_where_it_fails(weights: Any, fault: str) -> None:
    with pytest.raises(BadCertificate, match=fault):
        check_lottery(weights, {"abc", "abd"}, "0")


def test_fifteen_letters_are_closed_and_proved(dictionaries: Mapping[str, Dictionary]) -> None:
    words = dictionaries["en"].lexicons[15]
    search, progress = closed(words)

    spelled = words.words(words.everything)
    check(lottery_certificate(search.table, progress), spelled)
    check(mixture_certificate(search.table, progress), spelled)
    assert progress.closed
    assert progress.lower - NEAR <= 56 / 89 <= progress.upper  # what a closer search has given
    assert trees_mixed(search.table, progress) > 1


def test_search_goes_on_from_where_another_one_got(
    dictionaries: Mapping[str, Dictionary],
) -> None:
    words = dictionaries["en"].lexicons[15]
    search = LotterySearch(words, Budget(lambda seen: seen <= 40))
    with suppress(Cancelled):
        deque(search.progress())
    progress = search.now()
    assert not progress.closed

    kept = progress_in(json.loads(json.dumps(as_json(progress))))
    again = LotterySearch(words, Budget(lambda seen: seen == 0), kept)

    assert again.now().lower == progress.lower > 0
    assert again.now().upper == pytest.approx(progress.upper)
    assert closed(words, kept)[1].closed
