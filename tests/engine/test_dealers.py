"""Each dealer's decision, on the examples of its source."""

import re

import pytest

from service.registry import DEALERS, GUESSERS
from tests.support import factory

CS106L = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]


def test_honest_dealer_draws_every_word_sometimes() -> None:
    drawn = {factory.game(CS106L, "honest", seed=seed).state.word for seed in range(100)}
    assert drawn == set(CS106L)


@pytest.mark.parametrize("name", [*DEALERS, *GUESSERS])
def test_docstring_names_the_source(name: str) -> None:
    summary = ({**DEALERS, **GUESSERS}[name].__doc__ or "").partition("\n\n")[0]
    assert re.search(r"\(.+\)\.$", summary.strip(), re.DOTALL)
