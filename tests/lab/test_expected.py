"""The guessers with the fewest misses to expect, against plain programs."""

from collections.abc import Iterable, Mapping
from math import log2

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hangman_lab.exact.guessers import LeastExpected, LeastExpectedOfCommon, position_of
from service.dictionaries.dictionary import Dictionary
from service.engine.lexicon import Lexicon
from service.engine.possible_words import PossibleWords
from service.engine.weights import UNITS, Weights
from service.search import lookahead
from service.search.lookahead import Careful
from tests import weights_referee
from tests.search.test_lookahead import AHEAD, ELEVEN, ENTROPY_COST, MANY, possible, scores_of
from tests.support import guessing_referee
from tests.support.guessing_referee import Scores

SIZES = st.dictionaries(
    st.text("abcdef", min_size=4, max_size=4),
    st.sampled_from([0, *weights_referee.PER_MILLION]),
    min_size=11,
    max_size=14,
)


def likely_cost_ahead(words: list[str], letter: str, likely: weights_referee.Chances) -> float:
    """As `cost_ahead`, with words that are as likely as they are used."""

    def weight(some: Iterable[str]) -> float:
        return float(sum(likely[word] for word in some))

    def bits(family: list[str]) -> float:
        return sum(float(likely[word]) * log2(weight(family) / likely[word]) for word in family)

    def cost(words: list[str], letter: str) -> float:
        families = guessing_referee.parts(words, letter)
        return weight(word for word in words if letter not in word) + ENTROPY_COST * sum(
            map(bits, families)
        )

    letters = guessing_referee.letters(words, "")
    missed = weight(word for word in words if letter not in word)
    return missed + sum(
        min(cost(family, other) for other in letters)
        for family in guessing_referee.parts(words, letter)
    )


def minus_first(scores: Scores) -> Scores:
    """The scores, from that of the first letter on."""
    first = scores[min(scores)]
    return {letter: score - first for letter, score in scores.items()}


@settings(max_examples=40)
@given(st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=11, max_size=16))
def test_expected_takes_a_letter_with_the_least_misses(words: set[str]) -> None:
    situation = possible(words)
    scores = guessing_referee.exact(sorted(words), "")

    letter = situation.lexicon.alphabet[LeastExpected().pick(situation, 1)]

    assert scores[letter] == max(scores.values())


@settings(max_examples=40)
@given(SIZES)
def test_expected_common_takes_the_best_letter_of_likely_words(
    sizes: dict[str, int],
) -> None:
    situation = possible(sizes)
    likely = weights_referee.as_used(sizes)

    letter = situation.lexicon.alphabet[LeastExpectedOfCommon().pick(situation, 1)]

    least = weights_referee.mean_misses(likely)
    assert weights_referee.mean_misses_after(likely, letter) == least


def test_expected_common_takes_other_letters_than_expected() -> None:
    words = possible(ELEVEN)
    best = LeastExpectedOfCommon().pick(words, 1)
    other = next(letter for letter in words.letters if letter != best)
    table = {position_of(words): words.lexicon.alphabet[other]}
    tables = {words.lexicon: table}

    assert LeastExpected(tables=tables).pick(words, 1) == other
    assert LeastExpectedOfCommon(tables=tables).pick(words, 1) == best


class CarefulOfCommon(Careful):
    """What `expected-common` is without its search."""

    def weights(self, lexicon: Lexicon) -> Weights | None:
        return LeastExpectedOfCommon().weights(lexicon)


@settings(max_examples=40)
@given(SIZES)
def test_expected_common_looks_ahead_without_a_search(
    sizes: dict[str, int],
) -> None:
    listed, likely = sorted(sizes), weights_referee.as_used(sizes)
    assume(len(guessing_referee.letters(listed, "")) <= AHEAD)

    scores = scores_of(CarefulOfCommon(), sizes)

    units = UNITS if any(sizes.values()) else 1
    ahead = {letter: -units * likely_cost_ahead(listed, letter, likely) for letter in scores}
    assert minus_first(scores) == pytest.approx(minus_first(ahead), rel=1e-6, abs=1e-3)


@settings(max_examples=40)
@given(words=MANY)
def test_other_letters_follow_as_careful_has_them(words: set[str]) -> None:
    scores, careful = scores_of(LeastExpected(), words), scores_of(Careful(), words)
    best = max(scores, key=lambda letter: scores[letter])

    assert scores[best] == max(careful.values()) + 1
    assert {**scores, best: 0} == {**careful, best: 0}


def test_expected_without_enough_nodes_guesses_as_careful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LeastExpected, "node_limit", 1)
    assert scores_of(LeastExpected(), ELEVEN) == scores_of(Careful(), ELEVEN)
    monkeypatch.setattr(LeastExpected, "node_limit", 2)
    assert scores_of(LeastExpected(), ELEVEN) != scores_of(Careful(), ELEVEN)


def test_expected_searches_no_list_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookahead, "PERFECT_WORDS", 10)
    assert scores_of(LeastExpected(), ELEVEN) == scores_of(Careful(), ELEVEN)
    monkeypatch.setattr(lookahead, "PERFECT_WORDS", 11)
    assert scores_of(LeastExpected(), ELEVEN) != scores_of(Careful(), ELEVEN)


def test_expected_guesses_a_single_word_letter_by_letter() -> None:
    assert scores_of(LeastExpected(), ["cab"]) == {"a": 0, "b": 0, "c": 0}


def test_expected_stays_within_its_budget(dictionaries: Mapping[str, Dictionary]) -> None:
    words = dictionaries["en"].lexicons[3]
    hard = PossibleWords(words, words.everything[:400], 0)

    assert LeastExpected.node_limit == 60
    assert LeastExpected().preferences(hard).tolist() == Careful().preferences(hard).tolist()


def test_expected_picks_the_letter_that_it_likes_best(
    dictionaries: Mapping[str, Dictionary],
) -> None:
    words = dictionaries["en"].lexicons[8]
    some = PossibleWords(words, words.everything[:60], 0)

    assert LeastExpected().pick(some, 1) == LeastExpected().preferences(some).argmax()
