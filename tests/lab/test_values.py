"""The search of long lists: it comes to the value although each try may look at few nodes."""

from itertools import pairwise

import pytest

from hangman_lab.exact import values
from hangman_lab.exact.values import closer_and_closer
from service.search.budget import Budget, Cancelled
from service.search.values import Search, value
from tests.support.factory import lexicon

WORDS = lexicon({a + b + c for a in "bcd" for b in "aei" for c in "klm"})


def test_search_at_its_limit_goes_on_with_twice_the_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "NODE_LIMIT", 1)
    search = Search(WORDS, range(len(WORDS)), Budget())
    go_on = search.budget.go_on

    *others, bounds = closer_and_closer(search)

    *_, at_once = value(Search(WORDS, range(len(WORDS)), Budget()))
    assert bounds.lower == bounds.upper == at_once.lower
    assert any(one is next_one for one, next_one in pairwise(others))  # a try without an answer
    assert search.budget.go_on is go_on


def test_search_ends_with_its_budget() -> None:
    budget = Budget(lambda nodes: nodes < 5)

    with pytest.raises(Cancelled):
        list(closer_and_closer(Search(WORDS, range(len(WORDS)), budget)))
