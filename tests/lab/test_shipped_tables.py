"""The tables of the laboratory: they belong to the shipped words, and are not damaged."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from hangman_lab.tables import (
    LOTTERIES,
    MIXTURES,
    least_misses,
    lotteries,
    misses_of_expected,
    mixture_bytes,
    mixtures,
    write,
)
from service.dictionaries.arrays import DictionaryError
from service.dictionaries.dictionary import Dictionary, load_all
from service.settings import shipped


def test_expected_misses_as_few_as_the_best_player() -> None:
    for name, one in load_all([shipped("data")]).items():
        for length in least_misses(one, "even").keys() & misses_of_expected(one).keys():
            least, misses = least_misses(one, "even")[length], misses_of_expected(one)[length]
            assert least <= misses <= 1.002 * least, (name, length)


def test_lotteries_force_no_less_than_an_even_draw() -> None:
    for name, one in load_all([shipped("data")]).items():
        for length, lottery in lotteries(one).items():
            lexicon = one.lexicons[length]
            assert all(lexicon.id_of(word) is not None for word in lottery.weights), (name, length)
            assert lottery.lower <= lottery.upper <= one.misses_forced[length].upper + 1e-6
            if length in least_misses(one, "even"):
                assert lottery.upper >= least_misses(one, "even")[length] / len(lexicon)


def test_damaged_lottery_is_named(tmp_path: Path) -> None:
    path = tmp_path / "14.json"
    path.write_text('{"lower": 1}')

    with pytest.raises(DictionaryError, match=r"14\.json: no lottery"):
        LOTTERIES.read(path)


NEAR = 2e-4  # misses: what rounding the chances of letters costs


def test_every_lottery_has_a_mixture_that_answers_it() -> None:
    for name, one in load_all([shipped("data")]).items():
        assert set(mixtures(one)) == set(lotteries(one)), name
        for length, mixture in mixtures(one).items():
            lottery = lotteries(one)[length]
            assert lottery.lower <= mixture.misses <= lottery.upper + NEAR, (name, length)


def test_mixture_comes_back_from_its_file(
    dictionaries: Mapping[str, Dictionary], tmp_path: Path
) -> None:
    mixture = mixtures(dictionaries["en"])[13]

    write(tmp_path / "13.mixture", mixture_bytes(mixture))

    again = MIXTURES.read(tmp_path / "13.mixture")
    for name, value in vars(mixture).items():
        assert np.array_equal(getattr(again, name), value)


@pytest.mark.parametrize("content", [b"", b"evil-hangman refutations 1\n{}\nx", b"\n\n\n"])
def test_damaged_mixture_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "14.mixture"
    path.write_bytes(content)

    with pytest.raises(DictionaryError, match=r"14\.mixture: no mixture of trees"):
        MIXTURES.read(path)
