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

from hangman_lab.exact.certificate_check import BadCertificate
from hangman_lab.exact.lottery_check import BestAnswer, check
from hangman_lab.lottery import best_tree
from hangman_lab.lottery.best_tree import BestTree
from hangman_lab.lottery.certificates import (
    lottery_certificate,
    mixture_certificate,
    trees_mixed,
)
from hangman_lab.lottery.graph import Graph
from hangman_lab.lottery.records import as_json, progress_in
from hangman_lab.lottery.search import CLOSED, LotterySearch, Progress
from service.dictionaries.dictionary import Dictionary
from service.engine.lexicon import Lexicon
from service.search.budget import Budget, Cancelled
from tests import guessing_referee
from tests.factory import lexicon
from tests.lab.lottery_referee import most_by_lottery

FEW = st.sets(st.text("abcd", min_size=4, max_size=4), min_size=1, max_size=7)
MORE = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=2, max_size=20)
NEAR = 2e-6  # weights are whole numbers, and so are chances


def closed(words: Lexicon, start: Progress | None = None) -> tuple[LotterySearch, Progress]:
    search = LotterySearch(words, Budget(), start)
    *_, progress = search.progress()
    return search, progress


def certificates(words: set[str]) -> tuple[Any, Any]:
    search, progress = closed(lexicon(words))
    both = (
        lottery_certificate(search.table, progress),
        mixture_certificate(search.table, progress),
    )
    return json.loads(json.dumps(both[0])), json.loads(json.dumps(both[1]))


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
@given(MORE)
def test_best_tree_costs_what_the_definition_says(words: set[str]) -> None:
    all_words = lexicon(words)
    graph = Graph(all_words, all_words.everything)
    tree = BestTree(graph, np.ones(len(words), dtype=np.int64), Budget())

    tree.search(len(words) ** 2)

    least = guessing_referee.least_misses(frozenset(words))
    assert tree.lower[graph.root] == tree.upper[graph.root] == least


def test_search_that_runs_out_of_room_has_bounds_all_the_same(
    monkeypatch: pytest.MonkeyPatch, dictionaries: Mapping[str, Dictionary]
) -> None:
    words, least = dictionaries["en"].lexicons[15], dictionaries["en"].least_misses[15]
    monkeypatch.setattr(best_tree, "LARGEST", 400)
    graph = Graph(words, words.everything)
    tree = BestTree(graph, np.ones(len(words), dtype=np.int64), Budget())

    tree.search(len(words))

    assert 0 < tree.lower[graph.root] < least < tree.upper[graph.root]


@settings(max_examples=60)
@given(MORE, st.randoms(use_true_random=False))
def test_best_tree_and_the_checker_agree_on_weights(words: set[str], random: Any) -> None:
    all_words = lexicon(words)
    spelled = all_words.words(all_words.everything)
    weights = {word: random.choice([1, 2, 3, 10, 100]) for word in spelled}
    graph = Graph(all_words, all_words.everything)
    tree = BestTree(graph, np.array([weights[word] for word in spelled]), Budget())

    tree.search(1 << 20)

    answer = BestAnswer(weights)
    assert tree.lower[graph.root] == answer.misses(answer.everything, 1 << 20)


@settings(max_examples=60)
@given(MORE)
def test_both_bounds_are_proved(words: set[str]) -> None:
    lottery, mixture = certificates(words)

    assert "forces misses" in check(lottery, words)
    assert "finds each of" in check(mixture, words)
    assert float(mixture["misses"]) - float(lottery["misses"]) <= CLOSED + NEAR


@settings(max_examples=60)
@given(MORE)
def test_nobody_can_claim_more(words: set[str]) -> None:
    lottery, mixture = certificates(words)
    assume(float(mixture["misses"]) > 0)
    apart = float(mixture["misses"]) - float(lottery["misses"]) + NEAR
    more = str(float(lottery["misses"]) + apart)
    less = str(float(mixture["misses"]) - apart)

    with pytest.raises(BadCertificate, match="the best answer costs"):
        check({**lottery, "misses": more}, words)
    with pytest.raises(BadCertificate, match="which is more"):
        check({**mixture, "misses": less}, words)


ONE_MISS = {"kind": "mixture", "misses": "1"}


@pytest.mark.parametrize(
    ("certificate", "fault"),
    [
        ({"kind": "lottery", "misses": "0", "lottery": {}}, "needs a weight"),
        ({"kind": "lottery", "misses": "0", "lottery": {"abc": 0}}, "needs a weight"),
        ({"kind": "lottery", "misses": "0", "lottery": {"xyz": 1}}, "not among the words: xyz"),
        ({**ONE_MISS, "plans": [[1, 0]], "nodes": ["abc"]}, "does not find all words"),
        (
            {**ONE_MISS, "plans": [[1, 0]], "nodes": [[[1, "c", {"2": 1, "": 0}]], "abc", "abd"]},
            "leads back to node 0",
        ),
        (
            {**ONE_MISS, "plans": [[1, 0]], "nodes": [[[1, "c", {"2": 2, "": 1}]], "abc", "abd"]},
            "abd does not have it at 2",
        ),
        (
            {
                **ONE_MISS,
                "plans": [[1, 0]],
                "nodes": [[[1, "c", {"2": 1, "": 2}], [1, "d", {"2": 2}]], "abc", "abd"],
            },
            "leads to other words",
        ),
        (
            {**ONE_MISS, "plans": [[1, 0]], "nodes": [[[0, "c", {"2": 1, "": 2}]], "abc", "abd"]},
            "its part is not",
        ),
    ],
)
def test_wrong_certificate_is_refused_where_it_fails(certificate: Any, fault: str) -> None:
    with pytest.raises(BadCertificate, match=fault):
        check(certificate, {"abc", "abd"})


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
    search = LotterySearch(words, Budget(lambda seen: seen <= 10))
    with suppress(Cancelled):
        deque(search.progress())
    progress = search.now()
    assert not progress.closed

    kept = progress_in(json.loads(json.dumps(as_json(progress))))
    again = LotterySearch(words, Budget(lambda seen: seen == 0), kept)

    assert again.now().lower == progress.lower > 0
    assert again.now().upper == pytest.approx(progress.upper)
    assert closed(words, kept)[1].closed
