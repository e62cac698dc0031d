"""The guessers that look ahead, against plain programs."""

from math import inf

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.engine.possible_words import PossibleWords
from service.search import lookahead
from service.search.lookahead import Careful, Perfect
from tests.support import guessing_referee
from tests.support.factory import Dictionaries, Words, lexicon
from tests.support.guessing_referee import Scores
from tests.support.referee import misses_forced
from tests.weights_referee import apparent_cost

MANY = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=11, max_size=30)
ELEVEN = ["abc", "abd", "aef", "egh", "fgh", "bcd", "cde", "dah", "gab", "hce", "bfg"]
ENTROPY_COST = 0.25  # misses per bit
EXACT, AHEAD = 10, 6


def possible(words: Words, guessed: int = 0) -> PossibleWords:
    all_words = lexicon(words)
    return PossibleWords(all_words, all_words.everything, guessed)


def scores_of(guesser: Careful, words: Words) -> Scores:
    """The score that a guesser has for each letter of the words."""
    situation = possible(words)
    scores = guesser.preferences(situation)
    return {
        situation.lexicon.alphabet[letter]: float(scores[letter]) for letter in situation.letters
    }


def cost(words: list[str], letter: str) -> float:
    return apparent_cost(dict.fromkeys(words, 1), letter)


def cost_ahead(words: list[str], letter: str) -> float:
    """How many words lack a letter, plus the cost of the best letter in each family."""
    letters = guessing_referee.letters(words, "")
    families = [part for part in guessing_referee.parts(words, letter) if len(part) > 1]
    missed = sum(letter not in word for word in words)
    return missed + sum(min(cost(family, other) for other in letters) for family in families)


@settings(max_examples=100)
@given(MANY)
def test_careful_looks_two_letters_ahead(words: set[str]) -> None:
    listed = sorted(words)
    costs = {letter: cost(listed, letter) for letter in guessing_referee.letters(listed, "")}
    cheapest = sorted(costs, key=lambda letter: costs[letter])[:AHEAD]
    dearer = min((costs[letter] for letter in costs if letter not in cheapest), default=inf)
    assume(dearer > costs[cheapest[-1]] + 1e-9)  # no tie about which letters those are
    expected = {letter: -cost_ahead(listed, letter) for letter in cheapest}
    last = min(expected.values())
    for letter in costs.keys() - expected:
        expected[letter] = last - costs[letter] + min(costs.values())
    assert scores_of(Careful(), words) == pytest.approx(expected)


@pytest.mark.parametrize(("count", "exact"), [(EXACT, True), (EXACT + 1, False)])
def test_careful_is_exact_up_to_ten_words(count: int, exact: bool) -> None:
    scores = scores_of(Careful(), ELEVEN[:count])
    assert (scores == guessing_referee.exact(ELEVEN[:count], "")) == exact


def test_careful_does_not_look_ahead_on_a_long_list(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {letter: -cost(ELEVEN, letter) for letter in guessing_referee.letters(ELEVEN, "")}
    monkeypatch.setattr(lookahead, "AHEAD_WORDS", 11)
    assert scores_of(Careful(), ELEVEN) != pytest.approx(costs)
    monkeypatch.setattr(lookahead, "AHEAD_WORDS", 10)
    assert scores_of(Careful(), ELEVEN) == pytest.approx(costs)


@settings(max_examples=40)
@given(MANY)
def test_perfect_puts_a_letter_that_keeps_to_the_value_first(words: set[str]) -> None:
    situation = possible(words)
    letter = situation.lexicon.alphabet[Perfect().pick(situation, 1)]
    worst = max(
        (letter not in part[0]) + misses_forced(frozenset(part))
        for part in guessing_referee.parts(sorted(words), letter)
    )
    assert worst == misses_forced(frozenset(words))
    scores, careful = scores_of(Perfect(), words), scores_of(Careful(), words)
    assert scores[letter] == max(careful.values()) + 1
    assert {**scores, letter: 0} == {**careful, letter: 0}  # the others have Careful's scores


def test_perfect_guesses_as_careful_beyond_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, limit, needed in ((Perfect, "node_limit", 9), (lookahead, "PERFECT_WORDS", 11)):
        monkeypatch.setattr(owner, limit, needed - 1)
        assert scores_of(Perfect(), ELEVEN) == scores_of(Careful(), ELEVEN)
        monkeypatch.setattr(owner, limit, needed)
        assert scores_of(Perfect(), ELEVEN) != scores_of(Careful(), ELEVEN)


def test_guesses_of_one_game_share_its_steps() -> None:
    careful = scores_of(Careful(), ELEVEN)
    guesser = Perfect().for_game(1, 400)
    searched = [scores_of(guesser, ELEVEN) != careful for _ in range(20)]
    assert searched == sorted(searched, reverse=True)
    assert 1 < sum(searched) < 20
    assert scores_of(Perfect(), ELEVEN) != careful


def test_list_that_is_too_hard_leaves_steps_for_the_next(dictionaries: Dictionaries) -> None:
    words = dictionaries["en"].lexicons[3]
    hard = PossibleWords(words, words.everything[:400], 0)
    assert Perfect.node_limit == 250
    assert Perfect().preferences(hard).tolist() == Careful().preferences(hard).tolist()
    guesser = Perfect().for_game(1, 1000)
    guesser.pick(hard, 1)
    assert scores_of(guesser, ELEVEN) != scores_of(Careful(), ELEVEN)
