"""The guessers that look ahead, against plain programs."""

from collections.abc import Mapping
from math import inf, log2

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from service.dictionaries.dictionary import Dictionary
from service.engine.possible_words import PossibleWords
from service.search import guessers
from service.search.guessers import Careful, Perfect
from tests.support import guessing_referee
from tests.support.factory import Words, lexicon
from tests.support.guessing_referee import Scores
from tests.support.referee import misses_forced

MANY = st.sets(st.text("abcdefgh", min_size=4, max_size=4), min_size=11, max_size=30)
ELEVEN = ["abc", "abd", "aef", "egh", "fgh", "bcd", "cde", "dah", "gab", "hce", "bfg"]
ENTROPY_COST = 0.25  # misses a bit
EXACT, AHEAD = 10, 6


def possible(words: Words, guessed: int = 0) -> PossibleWords:
    all_words = lexicon(words)
    return PossibleWords(all_words, all_words.everything, guessed)


def scores_of(guesser: Careful, words: Words) -> Scores:
    """What each letter of the words is worth to a guesser."""
    situation = possible(words)
    liked = guesser.preferences(situation)
    return {
        situation.lexicon.alphabet[letter]: float(liked[letter]) for letter in situation.letters
    }


def cost(words: list[str], letter: str) -> float:
    """The words that lack a letter, and a quarter of the bits that telling the families takes."""
    missed = sum(letter not in word for word in words)
    sizes = map(len, guessing_referee.parts(words, letter))
    return missed + ENTROPY_COST * sum(size * log2(size) for size in sizes)


def cost_ahead(words: list[str], letter: str) -> float:
    """The words that lack a letter, and what the best letter costs in each family."""
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
    ahead = {letter: -cost_ahead(listed, letter) for letter in cheapest}

    scores = scores_of(Careful(), words)

    assert {letter: scores[letter] for letter in cheapest} == pytest.approx(ahead)
    if others := costs.keys() - ahead:
        last = min(ahead.values())
        behind = {letter: last - costs[letter] + min(costs.values()) for letter in others}
        assert {letter: scores[letter] for letter in others} == pytest.approx(behind)


@pytest.mark.parametrize(("count", "exact"), [(EXACT, True), (EXACT + 1, False)])
def test_careful_is_exact_up_to_ten_words(count: int, exact: bool) -> None:
    words = ELEVEN[:count]

    scores = scores_of(Careful(), words)

    assert (scores == guessing_referee.exact(words, "")) == exact


def test_careful_does_not_look_ahead_on_a_long_list(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {letter: -cost(ELEVEN, letter) for letter in guessing_referee.letters(ELEVEN, "")}

    monkeypatch.setattr(guessers, "AHEAD_WORDS", 11)
    assert scores_of(Careful(), ELEVEN) != pytest.approx(costs)
    monkeypatch.setattr(guessers, "AHEAD_WORDS", 10)
    assert scores_of(Careful(), ELEVEN) == pytest.approx(costs)


@settings(max_examples=40)
@given(MANY)
def test_perfect_takes_a_letter_that_wins_within_the_value(words: set[str]) -> None:
    situation = possible(words)
    letter = situation.lexicon.alphabet[Perfect().pick(situation, 1)]

    worst = max(
        (letter not in part[0]) + misses_forced(frozenset(part))
        for part in guessing_referee.parts(sorted(words), letter)
    )

    assert worst == misses_forced(frozenset(words))


@pytest.mark.parametrize("guesser", [Perfect()])
@settings(max_examples=40)
@given(words=MANY)
def test_other_letters_follow_as_careful_has_them(guesser: Careful, words: set[str]) -> None:
    scores, careful = scores_of(guesser, words), scores_of(Careful(), words)
    best = max(scores, key=lambda letter: scores[letter])

    assert scores[best] == max(careful.values()) + 1
    assert {**scores, best: 0} == {**careful, best: 0}


@pytest.mark.parametrize(("guesser", "needed"), [(Perfect(), 9)])
def test_guesser_without_enough_nodes_guesses_as_careful(
    guesser: Perfect, needed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guesser, "node_limit", needed - 1)
    assert scores_of(guesser, ELEVEN) == scores_of(Careful(), ELEVEN)
    monkeypatch.setattr(guesser, "node_limit", needed)
    assert scores_of(guesser, ELEVEN) != scores_of(Careful(), ELEVEN)


@pytest.mark.parametrize("guesser", [Perfect()])
def test_list_that_is_too_long_is_not_searched(
    guesser: Careful, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessers, "PERFECT_WORDS", 10)
    assert scores_of(guesser, ELEVEN) == scores_of(Careful(), ELEVEN)
    monkeypatch.setattr(guessers, "PERFECT_WORDS", 11)
    assert scores_of(guesser, ELEVEN) != scores_of(Careful(), ELEVEN)


@pytest.mark.parametrize("guesser", [Careful(), Perfect()])
def test_single_word_is_guessed_letter_by_letter(guesser: Careful) -> None:
    assert scores_of(guesser, ["cab"]) == {"a": 0, "b": 0, "c": 0}


def test_long_list_stays_within_the_budget(dictionaries: Mapping[str, Dictionary]) -> None:
    words = dictionaries["en"].lexicons[3]
    hard = PossibleWords(words, words.everything[:400], 0)

    assert Perfect.node_limit == 250
    assert Perfect().preferences(hard).tolist() == Careful().preferences(hard).tolist()


def test_guesses_of_one_game_share_its_steps() -> None:
    careful = scores_of(Careful(), ELEVEN)
    guesser = Perfect().for_game(1, 400)

    searched = [scores_of(guesser, ELEVEN) != careful for _ in range(20)]

    assert searched == sorted(searched, reverse=True)
    assert 1 < sum(searched) < 20
    assert scores_of(Perfect(), ELEVEN) != careful


def test_guess_that_is_too_hard_leaves_steps_for_the_next(
    dictionaries: Mapping[str, Dictionary],
) -> None:
    words = dictionaries["en"].lexicons[3]
    hard = PossibleWords(words, words.everything[:400], 0)
    guesser = Perfect().for_game(1, 1000)

    guesser.pick(hard, 1)

    assert scores_of(guesser, ELEVEN) != scores_of(Careful(), ELEVEN)


def test_letter_that_is_picked_is_the_one_that_is_liked_best(
    dictionaries: Mapping[str, Dictionary],
) -> None:
    words = dictionaries["en"].lexicons[8]
    some = PossibleWords(words, words.everything[:60], 0)

    assert Perfect().pick(some, 1) == Perfect().preferences(some).argmax()
