"""Each dealer's decision, on the examples of its source."""

import re

import pytest

from service.engine.game import guess_letter
from service.engine.transcript import places
from service.registry import DEALERS
from tests.support import factory

CS106L = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]
STAR = ["bill", "dill", "fill", "gill", "ebay", "echo", "edit", "emit", "exam"]


@pytest.mark.parametrize(
    ("dealer", "words", "letter", "kept"),
    [
        pytest.param("largest-family", ["ab", "bb"], "a", [], id="tie: without the letter"),
        pytest.param("largest-family", ["aab", "bba"], "a", [2], id="tie: fewer letters"),
        pytest.param("largest-family", ["abb", "bab", "bba"], "a", [2], id="tie: further right"),
        pytest.param("largest-family", ["baba", "baab", "aabb"], "a", [1, 3], id="tie: from last"),
        pytest.param("cheat-score", ["abc", "dde"], "a", [0], id="accept if it scores the same"),
        pytest.param("cheat-score", ["abc", "def"], "a", [], id="reject if that scores more"),
        pytest.param("largest-family", STAR, "e", [0], id="the larger family"),
        pytest.param("minimax", STAR, "e", [], id="a star before what forces nothing"),
        pytest.param(
            "minimax", ["ab", "ac", "ad", "bb", "cc"], "a", [0], id="the larger of equals"
        ),
    ],
)
def test_dealer_keeps_what_its_source_says(
    dealer: str, words: list[str], letter: str, kept: list[int]
) -> None:
    game = guess_letter(factory.game(words, dealer), letter)
    assert places(game.transcript.answers[-1].positions) == kept


def test_honest_dealer_draws_every_word_sometimes() -> None:
    drawn = {factory.game(CS106L, "honest", seed=seed).state.word for seed in range(100)}
    assert drawn == set(CS106L)


@pytest.mark.parametrize("name", DEALERS)
def test_dealer_names_its_source_in_its_docstring(name: str) -> None:
    summary = (DEALERS[name].__doc__ or "").partition("\n\n")[0]
    assert re.search(r"\(.+\)\.$", summary, re.DOTALL)
