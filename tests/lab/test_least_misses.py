"""The least misses to expect from an honest dealer, against their definition."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hangman_lab.exact import least_misses
from hangman_lab.exact.least_misses import LeastMisses
from hangman_lab.tables import least_misses as least_of
from service.dictionaries.dictionary import Dictionary
from service.engine.lexicon import Lexicon
from service.engine.weights import by_commonness
from service.search import word_sets
from service.search.budget import Budget, Cancelled
from tests import weights_referee
from tests.support import guessing_referee
from tests.support.factory import lexicon, weights_of
from tests.weights_referee import fractions

WORDS = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=1, max_size=14)
GRID = [a + b + c for a in "bcd" for b in "aei" for c in "klm"]


CHANCES = st.dictionaries(
    st.text("abcdefgh", min_size=4, max_size=4), st.integers(1, 9), min_size=2, max_size=12
)


def weighed(chances: dict[str, int], nodes: int = 10**9) -> LeastMisses:
    words, budget = lexicon(list(chances)), Budget(lambda seen: seen <= nodes)
    return LeastMisses(words, range(len(words)), budget, weights=weights_of(words, chances))


def searched(words: Lexicon, nodes: int = 10**9) -> LeastMisses:
    return LeastMisses(words, range(len(words)), Budget(lambda seen: seen <= nodes))


@pytest.mark.parametrize("steps", [50, 100, 200])
def test_search_takes_no_steps_that_are_not_left(steps: int) -> None:
    words, budget = lexicon(GRID), Budget(steps=steps)
    search = LeastMisses(words, range(len(words)), budget)

    with pytest.raises(Cancelled):
        search.misses(search.everything)

    assert budget.spent <= steps


@settings(max_examples=150)
@given(WORDS)
def test_least_misses_are_those_of_the_definition(words: set[str]) -> None:
    search = searched(lexicon(words))

    assert search.misses(search.everything) == guessing_referee.least_misses(frozenset(words))


@settings(max_examples=60)
@given(WORDS)
def test_each_letter_costs_what_the_definition_says(words: set[str]) -> None:
    all_words = lexicon(words)
    search = searched(all_words)

    for letter in set("".join(words)):
        misses = search.misses_after(all_words.alphabet.index(letter), search.everything)
        assert misses == guessing_referee.misses_after(frozenset(words), letter)


@settings(max_examples=60)
@given(st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=2, max_size=14))
def test_best_letter_costs_the_least(words: set[str]) -> None:
    all_words = lexicon(words)
    search = searched(all_words)

    letter = all_words.alphabet[search.best_letter(search.everything)]

    least = guessing_referee.least_misses(frozenset(words))
    assert guessing_referee.misses_after(frozenset(words), letter) == least


@settings(max_examples=100)
@given(WORDS | st.sets(st.text("abcde", min_size=3, max_size=3), min_size=1, max_size=11))
def test_lower_bound_is_never_above_the_least(words: set[str]) -> None:
    search = searched(lexicon(words))

    assert search.lower(search.everything) <= guessing_referee.least_misses(frozenset(words))


@settings(max_examples=150)
@given(CHANCES)
def test_weighed_least_misses_are_those_of_the_definition(chances: dict[str, int]) -> None:
    search = weighed(chances)

    least = Fraction(search.misses(search.everything), sum(chances.values()))

    assert least == weights_referee.mean_misses(fractions(chances))


@settings(max_examples=60)
@given(CHANCES)
def test_best_letter_of_weighed_words_costs_the_least(chances: dict[str, int]) -> None:
    search = weighed(chances)

    letter = search.word_sets.lexicon.alphabet[search.best_letter(search.everything)]

    costs = fractions(chances)
    assert weights_referee.mean_misses_after(costs, letter) == weights_referee.mean_misses(costs)


@settings(max_examples=60)
@given(CHANCES)
def test_lower_bound_of_weighed_words_is_never_above_the_least(chances: dict[str, int]) -> None:
    search = weighed(chances)

    lower = Fraction(search.lower(search.everything), sum(chances.values()))

    assert lower <= weights_referee.mean_misses(fractions(chances))


@settings(max_examples=60)
@given(CHANCES)
def test_no_whole_word_is_better_than_the_best_letter(chances: dict[str, int]) -> None:
    costs = fractions(chances)
    best = weights_referee.mean_misses(costs)

    assert all(weights_referee.mean_misses_after(costs, word) >= best for word in costs)


@settings(max_examples=60)
@given(WORDS, st.integers(1, 10**6))
def test_even_weights_cost_what_no_weights_do(words: set[str], weight: int) -> None:
    search = weighed(dict.fromkeys(words, weight))

    assert search.misses(search.everything) == weight * guessing_referee.least_misses(
        frozenset(words)
    )


def test_groups_of_likely_words_are_found_first() -> None:
    search = weighed({"bill": 1, "dill": 5, "fill": 2, "gill": 2}, nodes=0)

    assert search.lower(search.everything) == 0 * 5 + 1 * 2 + 2 * 2 + 3 * 1


@pytest.mark.parametrize("words", [["abc"], ["abc", "abd"], ["abc", "acb"], ["abc", "abd", "cda"]])
def test_few_words_need_no_node(words: list[str]) -> None:
    search = searched(lexicon(words), nodes=0)

    assert search.misses(search.everything) == guessing_referee.least_misses(frozenset(words))


def test_search_that_forgets_its_smaller_bit_sets_finds_the_same(
    dictionaries: Mapping[str, Dictionary], monkeypatch: pytest.MonkeyPatch
) -> None:
    dictionary = dictionaries["en"]
    monkeypatch.setattr(least_misses, "MOST_INNER", 1)

    search = searched(dictionary.lexicons[13])

    assert search.misses(search.everything) == least_of(dictionary, "even")[13]


def test_words_weigh_the_same_in_shorter_bit_sets(
    dictionaries: Mapping[str, Dictionary], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = dictionaries["en"].lexicons[14]

    def least() -> int:
        search = LeastMisses(words, range(len(words)), Budget(), weights=by_commonness(words))
        return search.misses(search.everything)

    in_shorter_sets = least()
    monkeypatch.setattr(word_sets, "SMALLEST", len(words))

    assert least() == in_shorter_sets == least_of(dictionaries["en"], "commonness")[14]


def test_known_optimum_is_reached_with_few_nodes(dictionaries: Mapping[str, Dictionary]) -> None:
    dictionary = dictionaries["en"]
    search = searched(dictionary.lexicons[13], nodes=150)

    assert search.misses(search.everything) == least_of(dictionary, "even")[13]


def test_search_stops_at_the_end_of_its_budget() -> None:
    search = searched(lexicon(GRID), nodes=2)

    with pytest.raises(Cancelled):
        search.misses(search.everything)
