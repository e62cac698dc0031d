"""Each dealer's decision, on the examples of its source."""

import re

import pytest

from service.engine.game import Game, guess_letter
from service.engine.transcript import places
from service.registry import DEALERS
from service.search.minimax import Minimax
from tests.support import factory

CS106L = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]


def families_of(game: Game, letter: str) -> dict[tuple[int, ...], list[str]]:
    families = game.families(letter)
    return {
        tuple(places(family.positions)): sorted(game.lexicon.words(family.ids))
        for family in families
    }


def answered(words: list[str], dealer: str, letter: str, seed: int = 1) -> list[int]:
    game = guess_letter(factory.game(words, dealer, seed=seed), letter)
    return places(game.transcript.answers[-1].positions)


def test_letter_splits_the_handouts_words_into_its_families() -> None:
    game = factory.game(CS106L)

    assert families_of(game, "e") == {
        (): ["ally", "cool", "good"],
        (1,): ["beta", "deal"],
        (2,): ["flew", "ibex"],
        (3,): ["hope"],
        (0, 3): ["else"],
    }


def test_words_with_a_letter_twice_are_in_different_families() -> None:
    families = families_of(factory.game(["beer", "here"]), "e")

    assert families == {(1, 2): ["beer"], (1, 3): ["here"]}


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["ab", "bb"], []),  # the family without the letter
        (["aab", "bba"], [2]),  # the one that shows fewer letters
        (["abb", "bab", "bba"], [2]),  # the one that shows it further right
        (["baba", "baab", "aabb"], [1, 3]),  # compared from the last position
    ],
)
def test_largest_family_breaks_ties_as_cs240_does(words: list[str], kept: list[int]) -> None:
    assert answered(words, "largest-family", "a") == kept


@pytest.mark.parametrize(
    ("words", "score"), [(["scores", "stones"], 10), (["frolic", "stones"], 11)]
)
def test_cheat_score_is_moertels(words: list[str], score: int) -> None:
    assert factory.game(words).cheat_score == score


def test_cheat_score_accepts_where_rejecting_scores_the_same() -> None:
    assert answered(["abc", "dde"], "cheat-score", "a") == [0]


def test_cheat_score_rejects_where_that_scores_strictly_more() -> None:
    assert answered(["abc", "def"], "cheat-score", "a") == []


def test_cheat_score_breaks_ties_by_the_seed() -> None:
    answers = {tuple(answered(["ax", "xa"], "cheat-score", "a", seed=seed)) for seed in range(20)}

    assert answers == {(0,), (1,)}


def test_honest_dealer_answers_by_the_word_that_it_drew() -> None:
    game = factory.game(CS106L, "honest", seed=5)

    assert answered(CS106L, "honest", "e", seed=5) == [
        place for place, letter in enumerate(game.state.word) if letter == "e"
    ]


def test_honest_dealer_draws_every_word_sometimes() -> None:
    drawn = {factory.game(CS106L, "honest", seed=seed).state.word for seed in range(100)}

    assert drawn == set(CS106L)


@pytest.mark.parametrize("name", DEALERS)
def test_dealer_names_its_source_in_its_docstring(name: str) -> None:
    summary = (DEALERS[name].__doc__ or "").partition("\n\n")[0]

    assert re.search(r"\(.+\)\.$", summary, re.DOTALL)


def test_minimax_keeps_a_star_before_what_forces_nothing() -> None:
    star = ["bill", "dill", "fill", "gill"]
    others = ["ebay", "echo", "edit", "emit", "exam"]

    assert answered([*star, *others], "largest-family", "e") == [0]
    assert answered([*star, *others], "minimax", "e") == []


def test_minimax_takes_the_larger_of_two_that_force_the_same() -> None:
    assert answered(["ab", "ac", "ad", "bb", "cc"], "minimax", "a") == [0]


def test_minimax_looks_no_further_than_its_budget() -> None:
    words = [a + b + c for a in "bcdfg" for b in "aeiou" for c in "klmnp"]
    game = factory.game(words, "minimax")
    families = game.families("a")

    hasty, [patient] = Minimax(budget=1), Minimax(budget=500).keep(game, families)

    assert [family.positions for family in hasty.keep(game, families)] == [0]
    assert patient.positions == 0
